import { isJsonObject, type Json } from '../../core/json.ts'
import type { LayoutPaths } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { belowForeignFolder, claimByName, testPlaces } from '../../core/places.ts'
import { perSettings, type Settings } from '../../core/settings.ts'
import { type LogSetting, logSettings, logSettingsSchema } from './settings.ts'

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
  '**/decisions-log.md',
  '**/decisions_log.md',
  '**/decisionlog.md',
  '**/lessons.md',
  '**/lessons-learned.md',
  '**/lessons_learned.md',
  '**/.learnings/*.md',
  '**/learnings.md',
  '**/journal.md',
  '**/dev-journal.md',
]

/** Behind the name of a log: its archive, next to it. */
const ARCHIVE = '-archive.md'

/** Folders of files that are examples, or texts of other kinds with such a name. */
const ELSEWHERE = belowForeignFolder('commands', 'prompts', 'skills', 'templates?', '\\.kiro', '\\.cursor')

/** True for a list of lessons by its name. */
export const isLessons = testPlaces(LESSONS)
const isDecisions = testPlaces(DECISIONS)

const byName: readonly string[] = [...LESSONS, ...DECISIONS]

const isByName = testPlaces(byName)

/** Patterns of every log and archive: those that are known by their names, and those that the settings name. */
const places = perSettings((settings): readonly string[] => {
  // A file that its name finds adds no place, so that hooks stay right when the settings write down its form.
  const further = logSettings(settings).flatMap(({ path }) => (isByName(path) ? [] : [path]))
  const all = [...byName, ...further]
  return [...new Set(all.flatMap((one) => [one, one.replace(/\.md$/i, ARCHIVE)]))]
})

/** Kinds of logs by what may happen to their entries. */
const KINDS = { free: 'log', 'append-only': 'log-append-only', immutable: 'log-immutable' } as const

/** Claims what settings name, and files with the names of logs. */
export const logPaths: LayoutPaths = {
  id: 'log',
  settings: logSettingsSchema,
  signature: 'entries of one form',
  places,
  yields: true,
  claim: claimByName((path, settings) => {
    if (!testPlaces(places(settings))(path)) return null
    if (isLog(path, settings)) return KINDS[settingOf(path, settings)?.history ?? 'free']
    const log = logOfArchive(path)
    return log !== null && isLog(log, settings) ? 'log-archive' : null
  }),
  parts: { of: folderOf, area: folderOf },
  widens: (setting, value, settings) => setting === 'logs' && isFurtherLog(value, settings),
}

/** True for a log that neither its name nor the settings before have found so far; without settings for any log. */
function isFurtherLog(value: Json, settings: Settings | null): boolean {
  if (!isJsonObject(value) || value.ignore === true) return false
  if (settings === null) return true
  const path = String(value.path).replace(/^\.\//, '')
  // A pattern may take over what is found otherwise.
  return !path.includes('*') && !isByName(path) && settingOf(path, settings) === undefined
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

/** The archive of a log. */
export function archiveOf(path: string): string {
  return path.replace(/\.[^./]*$/, ARCHIVE)
}

/** The log of an archive; null for another path. */
export function logOfArchive(path: string): string | null {
  return path.toLowerCase().endsWith(ARCHIVE) ? `${path.slice(0, -ARCHIVE.length)}.md` : null
}
