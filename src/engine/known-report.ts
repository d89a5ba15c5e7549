import { type LastReport, openLastReport } from '../cache/last-report.ts'
import { indexFile, indexMark } from '../fs/git-directory.ts'
import { readFiles } from '../fs/read-files.ts'
import { diskModes } from '../fs/stat.ts'
import { differingPaths, type WorkTreeAnswer } from '../git/list-work-tree.ts'
import { askRepositoryStatus } from '../snapshot/open-snapshot.ts'
import type { Project } from '../snapshot/project.ts'
import { readTextsOnDisk } from '../snapshot/read-texts.ts'
import { areMet } from './cache-preconditions.ts'
import type { CheckOptions, CheckResult } from './check-request.ts'
import { noteRedacted } from './redacted.ts'
import { millisecondsSince } from './run-clock.ts'
import { BUILD, VERSION } from './version.ts'

/** A check of everything that git lists in a repository. */
export type WholeCheck = {
  readonly project: Project & { readonly repository: NonNullable<Project['repository']> }
  readonly options: CheckOptions
  /** When the run started, on the run's clock. */
  readonly started: number
}

/** What git says of a work tree, and the last report of it where that still holds. */
export type AskedWorkTree = {
  readonly status: WorkTreeAnswer
  /** Names the index that git was asked with. */
  readonly index: string
  /** Names the state of the work tree; null where that takes more than git's answer and a few contents. */
  readonly key: string | null
  readonly last: LastReport | null
}

/** The contents of so many files that differ from the index are read to name a state. */
const MOST_DIFFERING = 256

/** True when a report may be kept, or be known: nothing is asked but the work tree, and nothing is written. */
export function isPlain({ source, base, config, paths, cache, openFacts, ...rest }: CheckOptions): boolean {
  const isWhole = source.kind === 'work-tree' && paths.length === 0 && base === undefined
  const isOrdinary = config === undefined && !openFacts && !rest.fix && !rest.ignoreSuppressions
  return isWhole && isOrdinary && cache
}

/** Asks git how a work tree differs from its index; meanwhile the last report is read. */
export async function askWorkTree({ project, options }: WholeCheck): Promise<AskedWorkTree> {
  const { repository } = project
  const index = indexFile(repository.gitDir)
  const mark = indexMark(repository.gitDir)
  const asked = askRepositoryStatus(repository)
  const found = openLastReport(repository.gitDir).get()
  const last = found && areMet(found.preconditions, project) ? found : null
  const status = await asked
  const isStill = index !== '' && index === indexFile(repository.gitDir)
  const key = mark !== null && isStill ? await keyOf(status, mark, { repository, options }) : null
  return { status, index, key, last: last?.key === key ? last : null }
}

/** The report of a work tree that is as it was. `judged` does the check after all, for what is not kept. */
export function knownReport(
  { report, fixable }: LastReport,
  { project: { root }, started }: WholeCheck,
  judged: () => Promise<CheckResult>,
): CheckResult {
  const { documents } = report.summary
  const seconds = Math.round(millisecondsSince(started)) / 1000
  return {
    report: noteRedacted({ ...report, summary: { ...report.summary, cached: documents, seconds } }),
    excerpts: (wanted) => readTextsOnDisk(root, wanted),
    fixes: async (wanted) => (await judged()).fixes(wanted),
    fixable,
    mended: [],
    notes: [],
  }
}

/** Keeps a report, where the same work tree has the same one. */
export async function keepReport(
  { project: { repository }, options }: WholeCheck,
  { key, status }: AskedWorkTree,
  { report, fixable, notes, preconditions }: CheckResult,
): Promise<void> {
  const mark = indexMark(repository.gitDir)
  if (key === null || mark === null || notes.length > 0) return
  const met = preconditions?.()
  // A file may have changed while it was judged.
  if (!met || key !== (await keyOf(status, mark, { repository, options }))) return
  openLastReport(repository.gitDir).put({ key, report, fixable, preconditions: met })
}

/**
 * Names all that a report depends on but its preconditions: git's index (its flags too), how the work tree differs from it,
 * what the files that differ hold, the day and this build. Settings are a file of the work tree.
 */
async function keyOf(
  { stdout, stderr }: WorkTreeAnswer,
  mark: string,
  { repository: { top }, options }: Pick<WholeCheck, 'options'> & Pick<WholeCheck['project'], 'repository'>,
): Promise<string | null> {
  const paths = stderr === '' ? differingPaths(stdout) : null
  if (!paths || paths.length > MOST_DIFFERING) return null
  const modes = diskModes(top, paths)
  const contents = [...(await readFiles(top, paths))].map(([path, content]) => [
    modes.get(path),
    'id' in content ? content.id : content.failure,
  ])
  const { today, skip, parser = 'auto' } = options
  return JSON.stringify([VERSION, BUILD, today, skip, parser, mark, contents, stdout.toString('latin1')])
}
