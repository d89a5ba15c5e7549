import { type LastCheck, openLastCheck } from '../cache/last-check.ts'
import type { Report } from '../core/report.ts'
import { recordsOf } from '../git/clean-records.ts'
import { isAllClean, type WorkTreeAnswer } from '../git/list-work-tree.ts'
import { workTreeOf } from '../snapshot/open-snapshot.ts'
import type { Project } from '../snapshot/project.ts'
import { readTexts } from '../snapshot/read-texts.ts'
import type { CheckOptions, CheckResult } from './check-request.ts'
import { type Footing, holds } from './footing.ts'
import type { PartSum } from './parts/part-sum.ts'
import { millisecondsSince } from './run-clock.ts'
import { BUILD, VERSION } from './version.ts'

/** A check of everything that git lists in a repository. */
export type WholeCheck = {
  readonly project: Project & { readonly repository: NonNullable<Project['repository']> }
  readonly options: CheckOptions
  /** When the run started, on the run's clock. */
  readonly started: number
}

type Remembered = {
  readonly report: Report
  readonly fixable: number
  readonly footing: Footing
  readonly parts: readonly PartSum[]
}

/** What the last check came to, and how it was kept. */
export type Before = Remembered & { readonly last: LastCheck }

/** True when what a check comes to may be remembered, or be known: nothing is asked beside the work tree. */
export function isPlain({ source, base, config, paths, cache, openFacts }: CheckOptions): boolean {
  const isWhole = source.kind === 'work-tree' && paths.length === 0
  return isWhole && cache && base === undefined && config === undefined && openFacts === undefined
}

/**
 * What the last check of the same kind came to, unless what it stood on beside git's listing is gone. Of its folders that is
 * not known.
 */
export function lastTime({ project, options }: WholeCheck): Before | null {
  const last = openLastCheck(project.repository.gitDir).get(keyOf(options))
  if (!last) return null
  const remembered = JSON.parse(last.json) as Remembered
  return holds(remembered.footing, project) ? { ...remembered, last } : null
}

/** True when there was something to mend. Of findings that a file counts, only their number is known. */
export function mayMend({ fixable, report: { summary } }: Before): boolean {
  return fixable > 0 || summary.known !== undefined
}

/** True when git lists what it listed then, byte for byte: all of it was clean. */
export function isSame({ last: { listed } }: Before, { stdout, stderr }: WorkTreeAnswer): boolean {
  return stderr === '' && listed.equals(stdout)
}

/** What checking the same work tree came to. `judged` does the check after all, for what is not remembered. */
export function sameAsBefore(
  { report, fixable }: Before,
  { project, started }: WholeCheck,
  { listed, judged }: { readonly listed: WorkTreeAnswer; readonly judged: () => Promise<CheckResult> },
): CheckResult {
  const { documents } = report.summary
  const seconds = Math.round(millisecondsSince(started)) / 1000
  return {
    report: { ...report, summary: { ...report.summary, cached: documents, seconds } },
    excerpts: (wanted) => {
      const stdout = recordsOf(listed.stdout, [...new Set(wanted.map(({ path }) => path))])
      return readTexts(workTreeOf(project.repository, { ...listed, stdout }), wanted)
    },
    fixes: async (wanted) => (await judged()).fixes(wanted),
    fixable,
    mended: [],
    notes: [],
  }
}

/** Remembers under which mark of git's index the work tree is the same as before. */
export function rememberMark({ project, options }: WholeCheck, { last }: Before, mark: string): void {
  if (mark === '' || mark === last.mark) return
  openLastCheck(project.repository.gitDir).put(keyOf(options), { ...last, mark })
}

/** Remembers what a check came to, where the same work tree will come to the same. */
export function remember(
  { project, options }: WholeCheck,
  { listed: { stdout, stderr }, mark }: { readonly listed: WorkTreeAnswer; readonly mark: string },
  result: CheckResult,
): void {
  if (result.notes.length > 0 || !isAllClean({ stdout, stderr })) return
  const { report, fixable } = result
  const lasting = result.lasting?.()
  if (!lasting) return
  const kept: Remembered = { report, fixable, ...lasting }
  const json = JSON.stringify(kept)
  openLastCheck(project.repository.gitDir).put(keyOf(options), { listed: stdout, json, mark })
}

/** Everything that the outcome depends on besides its footing and what git lists. */
function keyOf({ today, skip, parser = 'auto' }: CheckOptions): string {
  return JSON.stringify(['work tree', VERSION, BUILD, today, skip, parser])
}
