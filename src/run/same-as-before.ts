import { createHash } from 'node:crypto'
import { openResultCache } from '../cache/result-cache.ts'
import type { Report } from '../core/report.ts'
import { isAllClean, type WorkTreeAnswer } from '../git/list-work-tree.ts'
import type { CheckOptions, CheckResult } from './check-request.ts'
import { type Footing, holds } from './footing.ts'
import { workTreeOf } from './open-snapshot.ts'
import type { Project } from './project.ts'
import { readTexts } from './read-texts.ts'
import { BUILD, VERSION } from './version.ts'

/** A check of everything that git lists, with what git says of it. */
export type WholeCheck = {
  readonly project: Project & { readonly repository: NonNullable<Project['repository']> }
  readonly listed: WorkTreeAnswer
  /** `keyOf` the options and what git says. */
  readonly key: string | null
  /** When the run started, on the clock of `performance.now()`. */
  readonly started: number
}

type Remembered = { readonly report: Report; readonly fixable: number; readonly footing: Footing }

/** True when what a check comes to may be remembered: nothing is written, and nothing is asked beside the work tree. */
export function isPlain({ source, base, config, paths, fix, cache, shards }: CheckOptions): boolean {
  const isWhole = source.kind === 'work-tree' && paths.length === 0
  return isWhole && cache && !fix && base === undefined && config === undefined && shards === undefined
}

/**
 * What checking exactly this work tree came to before; null when that is not known. `judged` does the check after all, for
 * what is not remembered.
 */
export function sameAsBefore(check: WholeCheck, judged: () => Promise<CheckResult>): CheckResult | null {
  const { project, listed, started, key } = check
  const json = key && openResultCache(project.repository.commonDir).get(key)
  if (!json) return null
  const { report, fixable, footing } = JSON.parse(json) as Remembered
  if (!holds(footing, project)) return null
  const { documents } = report.summary
  const seconds = Math.round(performance.now() - started) / 1000
  return {
    report: { ...report, summary: { ...report.summary, cached: documents, seconds } },
    excerpts: (wanted) => readTexts(workTreeOf(project.repository, listed), wanted),
    fixes: async (wanted) => (await judged()).fixes(wanted),
    fixable,
    mended: [],
    notes: [],
  }
}

/** Remembers what a check came to, where the same work tree will come to the same. */
export function remember({ project, key }: WholeCheck, result: CheckResult): void {
  const { report, fixable, notes } = result
  const footing = key !== null && notes.length === 0 ? (result.footing?.() ?? null) : null
  if (key === null || !footing) return
  const kept: Remembered = { report, fixable, footing }
  openResultCache(project.repository.commonDir).put(key, JSON.stringify(kept))
}

/** Everything that the outcome depends on besides its footing; null when git does not vouch for every file. */
export function keyOf({ today, skip, parser = 'auto' }: CheckOptions, listed: WorkTreeAnswer): string | null {
  if (!isAllClean(listed)) return null
  const files = createHash('sha256').update(listed.stdout).digest('hex')
  return JSON.stringify(['work tree', VERSION, BUILD, today, skip, parser, files])
}
