import { type Diagnostic, toDiagnostic } from '../../core/diagnostic.ts'
import type { Document } from '../../core/document.ts'
import { safePath, safeText } from '../../core/messages.ts'
import { LOOSENED_RULE } from '../../core/rule.ts'
import { decodeText } from '../../formats/decode-text.ts'
import type { LoadedSide } from '../check-memory.ts'
import { engineFindings, type MemoryContext } from '../context.ts'
import { differing } from '../focus.ts'
import { SETTINGS_FILE } from './load-settings.ts'
import { isLooseningAlone } from './loosening-alone.ts'

/** A log that the settings of a change read with fewer items than those before. */
type Unguarded = {
  readonly path: string
  /** How many items are read no more, and how many the settings before read. */
  readonly lost: number
  readonly of: number
  /** How many items it has now. */
  readonly now: number
  /** The form that the settings give now, and where; null where they give none. */
  readonly given: { readonly form: string; readonly pointer: string } | null
  /** The settings before gave a form as well. */
  readonly wasGiven: boolean
}

type Read = {
  /** Read with the settings of the change. */
  readonly after: LoadedSide
  /** Both sides read with the settings before; null where these were not asked. */
  readonly before: { readonly after: LoadedSide; readonly before: LoadedSide | null } | null
}

/**
 * Logs whose items lose their guard by other settings alone: of one and the same text, lines that were the start of an item and are
 * none now.
 */
export function unguardedLogs(
  { after, before }: Read,
  { layouts, settings }: MemoryContext,
): readonly Unguarded[] {
  const old = before?.before
  if (!before || !old) return []
  const now = new Map(after.documents.map((one) => [one.path, one]))
  // What was not certain was not guarded: a person says now what the items are.
  const had = new Set(
    old.documents.flatMap(({ path, items, form }) =>
      items.length > 0 && form?.uncertain !== 'other' ? path : [],
    ),
  )
  return before.after.documents.flatMap(({ path, layout: id, items }): Unguarded[] => {
    const log = [...before.after.memories.keys()].find((one) => one.id === id)?.log
    if (!had.has(path) || !log?.form) return []
    const lines = linesOf(now.get(path))
    const lost = items.filter(({ place }) => !lines.has(place.line)).length
    const known = layouts.some((one) => one.id === id)
    const given = known ? log.form(path, settings).given : null
    const wasGiven = log.form(path, old.settings).given !== null
    return lost === 0 ? [] : [{ path, lost, of: items.length, now: lines.size, given, wasGiven }]
  })
}

function linesOf(document: Document | undefined): ReadonlySet<number> {
  return new Set(document?.items.map(({ place }) => place.line))
}

/** How many items lose their guard, in words that go behind a loosening; empty for none. */
export function countUnguarded(logs: readonly Unguarded[]): string {
  const counts = logs.map(({ path, lost, of }) => `${lost} of ${of} entries of ${safePath(path)}`)
  return counts.length === 0 ? '' : `. ${counts.join(', ')} lose their guard`
}

/**
 * Forms of the settings that find no item where there were some, or fewer than the form given before. Where the form was only
 * found, a given one may find fewer: it says which of them are none. In a change of nothing else one that finds others, and no fewer, may put
 * a wrong form right.
 */
export async function wrongForms(
  logs: readonly Unguarded[],
  { after, before }: { readonly after: LoadedSide; readonly before: LoadedSide },
  load: MemoryContext,
): Promise<readonly Diagnostic[]> {
  const wrong = logs.filter(({ given, lost, of, wasGiven }) => given && (lost === of || wasGiven))
  if (wrong.length === 0) return []
  const content = (await after.snapshot.read([SETTINGS_FILE])).get(SETTINGS_FILE)
  const text = content && 'bytes' in content ? decodeText(content.bytes).text : ''
  const { placeInSettings } = await import('./settings-file.ts')
  const changed = differing(before.snapshot, after.snapshot)
  const isAlone = await isLooseningAlone({ before, after, changed }, load)
  return wrong.flatMap(({ path, lost, of, now, given }) => {
    const place = placeInSettings(text, given?.pointer ?? '')
    const found = engineFindings(
      LOOSENED_RULE,
      {
        severity: isAlone && now >= of ? 'warning' : 'error',
        message: `The form ${JSON.stringify(safeText(given?.form ?? ''))} finds ${lost === of ? 'none' : `only ${of - lost}`} of the ${of} entries of ${safePath(path)}: ${lost} lose their guard`,
        help: `Write the form that they have: \`memkeep files --explain ${safePath(path)}\` shows it. \`ignore: true\` in its place says that the file is no log.${now >= of ? ' One that puts a wrong form right passes in a change of nothing but settings, with a warning.' : ''}`,
      },
      load,
    )
    return found.map((one) => toDiagnostic({ ...one, place }, SETTINGS_FILE, ''))
  })
}
