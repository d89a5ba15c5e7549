import type { ExpectedLog, LogForm } from '../../core/log-shape.ts'
import type { Settings } from '../../core/settings.ts'
import { parsePattern } from '../../formats/logs/entry-pattern.ts'
import { archivedLog, isLessons, settingOf } from './claim.ts'
import { formHeld, logSettings } from './settings.ts'

/** How the entries of a log are to be found in one run: as settings give it, or as they were before. */
export function formOf(path: string, settings: Settings): LogForm {
  return formHeld(settings, path) ?? ownForm(path, settings)
}

/** How the entries of a log are found. Those of an archive are found as in its log, or in itself. */
export function ownForm(path: string, settings: Settings): LogForm {
  const log = archivedLog(path, settings)
  const entries = settingOf(log ?? path, settings)?.entries
  const given = entries === undefined ? null : parsePattern(entries)
  if (given !== null && typeof given === 'object') return given
  return { expected: log === null ? expectedOf(path, settings) : 'archive' }
}

function expectedOf(path: string, settings: Settings): ExpectedLog {
  if (isLessons(path)) return 'lessons'
  return settingOf(path, settings) ? 'any' : 'decisions'
}

/** The form that settings give for a log, and where they do. */
export function givenForm(
  path: string,
  settings: Settings,
): { readonly form: string; readonly pointer: string } | null {
  const set = settingOf(path, settings)
  if (set?.entries === undefined) return null
  return { form: set.entries, pointer: `/logs/${logSettings(settings).indexOf(set)}/entries` }
}
