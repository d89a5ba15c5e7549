import type { Claim } from '../../core/layout.ts'
import type { ExpectedLog, LogForm } from '../../core/log-shape.ts'
import { folderOf } from '../../core/path.ts'
import { belowForeignFolder, testPlaces } from '../../core/places.ts'
import type { Settings } from '../../core/settings.ts'
import type { FileMode } from '../../core/snapshot.ts'
import { parsePattern } from '../../formats/logs/entry-pattern.ts'
import { formHeld, type LogSetting, logSettings } from './settings.ts'

/** Files that are lists of lessons by their names, whatever their entries look like. */
const LESSONS: readonly string[] = [
  '**/tasks/lessons.md',
  '**/tasks/lessons-learned.md',
  '**/tasks/lessons_learned.md',
  '**/memory-bank/lessons.md',
  '**/memory-bank/lessons-learned.md',
  '**/memory-bank/lessons_learned.md',
  '**/.claude/lessons.md',
  '**/frustrations.md',
]

/** Files that are logs where their entries show it. */
const DECISIONS: readonly string[] = [
  '**/decisions.md',
  '**/decision-log.md',
  '**/decision_log.md',
  '**/decisionlog.md',
  '**/lessons.md',
  '**/lessons-learned.md',
  '**/lessons_learned.md',
  '**/.learnings/*.md',
  '**/.context/learnings.md',
]

/** Behind the name of a log: its archive, next to it. */
const ARCHIVE = '-archive.md'

/** Folders of files that are examples, or texts of other kinds with such a name. */
const ELSEWHERE = belowForeignFolder('commands', 'prompts', 'skills', '\\.kiro', '\\.cursor')

const isLessons = testPlaces(LESSONS)
const isDecisions = testPlaces(DECISIONS)

const byName: readonly string[] = [...LESSONS, ...DECISIONS]

const isByName = testPlaces(byName)

const known = new WeakMap<Settings, readonly string[]>()

/** Patterns of every log and archive: those that are known by their names, and those that the settings name. */
export function places(settings: Settings): readonly string[] {
  const made = known.get(settings)
  if (made) return made
  // A file that its name finds adds no place, so that hooks stay right when the settings write down its form.
  const further = logSettings(settings).flatMap(({ path }) => (isByName(path) ? [] : [path]))
  const all = [...byName, ...further]
  const list = [...new Set(all.flatMap((one) => [one, one.replace(/\.md$/i, ARCHIVE)]))]
  known.set(settings, list)
  return list
}

/** Kinds of logs by what may happen to their entries. */
const KINDS = { free: 'log', 'append-only': 'log-append-only', immutable: 'log-immutable' } as const

/** Claims what settings name, and files with the names of logs; the scope is the folder. */
export function claim(path: string, mode: FileMode, settings: Settings): Claim | null {
  if ((mode !== 'file' && mode !== 'executable') || !testPlaces(places(settings))(path)) return null
  const scope = folderOf(path)
  if (isLog(path, settings)) return { kind: KINDS[settingOf(path, settings)?.history ?? 'free'], scope }
  const log = logOfArchive(path)
  return log !== null && isLog(log, settings) ? { kind: 'log-archive', scope } : null
}

function isLog(path: string, settings: Settings): boolean {
  const set = settingOf(path, settings)
  if (set) return !set.ignore
  return (isLessons(path) || isDecisions(path)) && !ELSEWHERE.test(path)
}

/** What the settings say of a log; undefined where they say nothing. */
export function settingOf(path: string, settings: Settings): LogSetting | undefined {
  return logSettings(settings).find((one) => testPlaces(one.places)(path))
}

/** How the entries of a log are to be found in one run: as settings give it, or as they were before. */
export function formOf(path: string, settings: Settings): LogForm {
  return formHeld(settings, path) ?? ownForm(path, settings)
}

/** How the entries of a log are found. Those of an archive are found as in its log, or in itself. */
export function ownForm(path: string, settings: Settings): LogForm {
  const log = logOfArchive(path)
  const entries = settingOf(log ?? path, settings)?.entries
  const given = entries === undefined ? null : parsePattern(entries)
  if (given !== null && typeof given === 'object') return given
  return { expected: log === null ? expectedOf(path, settings) : 'archive' }
}

function expectedOf(path: string, settings: Settings): ExpectedLog {
  if (isLessons(path)) return 'lessons'
  return settingOf(path, settings) ? 'any' : 'decisions'
}

/** The archive of a log. */
export function archiveOf(path: string): string {
  return path.replace(/\.[^./]*$/, ARCHIVE)
}

/** True for a path that is named as the archive of a log. */
export function isArchive(path: string): boolean {
  return logOfArchive(path) !== null
}

/** The log of an archive; null for another path. */
function logOfArchive(path: string): string | null {
  return path.toLowerCase().endsWith(ARCHIVE) ? `${path.slice(0, -ARCHIVE.length)}.md` : null
}
