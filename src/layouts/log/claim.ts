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

/** Next to a log: the folder of an archive that has the log's name. */
const FOLDER = 'archive/'

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
  // A log at any depth may lie in such a folder as well.
  const inFolder = further.flatMap((one) => {
    const archive = one.replace(/[^/]*$/, `${FOLDER}$&`)
    return /(?:^|\/)\*\*\/[^/]*$/.test(one) ? [] : [archive]
  })
  return [...new Set([...all.flatMap((one) => [one, one.replace(/\.md$/i, ARCHIVE)]), ...inFolder])]
})

/** Kinds of logs by what may happen to their entries. */
const KINDS = { free: 'log', 'append-only': 'log-append-only', immutable: 'log-immutable' } as const

/** Claims what settings name, and files with the names of logs. */
export const logPaths: LayoutPaths = {
  id: 'log',
  settings: {
    schemas: logSettingsSchema,
    widens: (setting, value, settings) => setting === 'logs' && isFurtherLog(value, settings),
  },
  signature: 'entries of one form',
  places,
  yields: true,
  claim: (path, mode, settings) => {
    const claim = claimByName(kindOf)(path, mode, settings)
    return claim && { ...claim, scope: folderOfLog(path, settings) }
  },
  parts: { of: folderOfLog, area: folderOfLog },
}

function kindOf(path: string, settings: Settings): string | null {
  if (!testPlaces(places(settings))(path)) return null
  if (archivedLog(path, settings) !== null) return 'log-archive'
  return isLog(path, settings) ? KINDS[settingOf(path, settings)?.history ?? 'free'] : null
}

/** An archive belongs to its log, wherever it lies. */
function folderOfLog(path: string, settings: Settings): string {
  return folderOf(archivedLog(path, settings) ?? path)
}

/** The log of an archive; null for a file that is none, or that settings name by itself. */
export function archivedLog(path: string, settings: Settings): string | null {
  const log = logOfArchive(path)
  if (log === null || !isLog(log, settings)) return null
  return logSettings(settings).some((one) => one.path === path && !one.ignore) ? null : log
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

/** The archive of a log, where it has none yet. */
export function archiveOf(path: string): string {
  return path.replace(/\.[^./]*$/, ARCHIVE)
}

/** The log that a file would be the archive of, by its path; null for another path. */
function logOfArchive(path: string): string | null {
  const lower = path.toLowerCase()
  if (lower.endsWith(ARCHIVE)) return `${path.slice(0, -ARCHIVE.length)}.md`
  const folder = folderOf(path)
  return `/${folder.toLowerCase()}/`.endsWith(`/${FOLDER}`)
    ? path.slice(0, folder.length + 1 - FOLDER.length) + path.slice(folder.length + 1)
    : null
}
