import { isJsonObject, type Json } from '../../core/json.ts'
import { allRules } from '../../core/layout.ts'
import { safePath, safeText } from '../../core/messages.ts'
import { testPlaces } from '../../core/places.ts'
import type { Settings } from '../../core/settings.ts'
import { loadSide } from '../../engine/check-memory.ts'
import type { OpenMemory } from '../../engine/open-memory.ts'
import type { DoctorCheck } from './check-programs.ts'

/** Guards of the settings that guard nothing: places that name no file, and forms that no line of a log has. */
export async function checkPlaces(memory: OpenMemory): Promise<readonly DoctorCheck[]> {
  const { after, settings } = memory
  const files = [...after.files.keys()]
  const unused = placesOf(settings).filter(({ pattern }) => !files.some(testPlaces([pattern])))
  const about = new Set(allRules(memory).flatMap(({ id, ofSettings }) => (ofSettings ? [id] : [])))
  const { documents } = await loadSide(after, memory)
  const formless = documents.flatMap(({ path, findings }) =>
    findings.flatMap(({ rule, severity, message, help }) =>
      about.has(rule) && severity !== 'info' ? [{ path, message, help }] : [],
    ),
  )
  return [
    ...unused.map(
      ({ name, said }): DoctorCheck => ({
        check: 'settings',
        status: 'unknown',
        message: `${name} names ${safeText(said)}, and no file is there: it guards nothing yet`,
        fix: 'Correct the path in memkeep.yaml, or take it out.',
      }),
    ),
    ...formless.map(
      ({ path, message, help }): DoctorCheck => ({
        check: 'settings',
        status: 'wrong',
        message: `${safePath(path)}: ${message}`,
        fix: help ?? '',
      }),
    ),
  ]
}

/** A place that settings name, as they say it and as a pattern. */
type Place = { readonly name: string; readonly said: string; readonly pattern: string }

function placesOf({ options: { logs, adr, notes } }: Settings): readonly Place[] {
  const paths = listOf(logs).flatMap((one) =>
    isJsonObject(one) && one.ignore !== true ? (one.path ?? []) : [],
  )
  const folders = listOf(isJsonObject(adr) ? adr.folders : undefined)
  return [
    ...named('`logs`', paths),
    ...named('`adr.folders`', folders).map((one) => ({
      ...one,
      pattern: `${one.pattern.replace(/\/$/, '')}/*.md`,
    })),
    ...named('`notes`', listOf(notes)),
  ]
}

function named(name: string, values: readonly Json[]): readonly Place[] {
  return values.flatMap((said) =>
    typeof said === 'string' ? [{ name, said, pattern: said.replace(/^\.\//, '') }] : [],
  )
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
