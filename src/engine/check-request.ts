import type { PrintedText } from '../cache/printed-text.ts'
import { countDiagnostics, type Diagnostic } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import { ALWAYS_ON_RULES } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import { filesBelow, type Snapshot } from '../core/snapshot.ts'
import type { Replacement } from '../core/text.ts'
import type { CommitRange } from '../git/range-history.ts'
import { type GitOptions, runGit } from '../git/run-git.ts'
import {
  type MergeSnapshots,
  mergeHeads,
  openCommit,
  openMergeSides,
  openNextCommit,
  openStaged,
  openWorkTree,
  type WorkTreeRoot,
} from '../snapshot/open-snapshot.ts'
import {
  assertRepository,
  type OpenSnapshot,
  type Project,
  type StagedSnapshot,
} from '../snapshot/project.ts'
import type { Sides } from './context.ts'
import type { OpenFacts } from './open-memory.ts'

/** What every run that checks takes. */
export type RunOptions = {
  /** A folder of the repository, or any folder with memory; the working directory when absent. */
  readonly cwd: string
  /** A settings file, instead of `memkeep.yaml` at the root. */
  readonly config?: string | undefined
  /** Use the facts of earlier runs, and keep new ones for later runs; true when absent. */
  readonly cache: boolean
  /** The day that ages are counted from, `YYYY-MM-DD`; the clock's local day when absent. */
  readonly today: string
  /** Rules that are off in this run, as with `MEMKEEP_SKIP`; none when absent. */
  readonly skip: readonly string[]
}

/** One run of `memkeep check`. */
export type CheckOptions = RunOptions & {
  /** Findings outside these files and folders, given from `cwd`, are not reported; everything when absent. */
  readonly paths: readonly string[]
  /** What is checked: the work tree when absent. */
  readonly source: CheckSource
  /** A revision: history since the merge base with it is judged, and findings are marked new or old. */
  readonly base?: string | undefined
  /** Fix in the work tree what is safe to fix; false when absent. The work tree alone can be fixed. */
  readonly fix: boolean
  /** `remark` parses every file as a whole, which is slower; the result is the same. */
  readonly parser?: 'auto' | 'remark' | undefined
  /** No comment suppresses anything; false when absent. */
  readonly ignoreSuppressions?: boolean | undefined
  /** For memkeep itself: facts from somewhere else than the cache. Nothing is parsed, and nothing is kept. */
  readonly openFacts?: OpenFacts | undefined
}

/** One run of a check, in the project that it is for. */
export type CheckRun = {
  readonly project: Project
  readonly options: CheckOptions
  /** When it started, on the run's clock. */
  readonly started: number
}

/** What reporters may need of findings, worked out when it is asked for. */
export type FindingDetails = {
  /** The texts of the files of these findings, by path: for code frames. */
  readonly excerpts: (wanted: readonly Diagnostic[]) => Promise<ReadonlyMap<string, string>>
  /** The splices that fix these findings in their own files. */
  readonly fixes: (wanted: readonly Diagnostic[]) => Promise<ReadonlyMap<Diagnostic, readonly Replacement[]>>
}

/** What a check gives to the command line. */
export type CheckResult = FindingDetails & {
  /** The findings and the numbers: what `memkeep check --format json` prints. */
  readonly report: Report
  /** For memkeep itself: where the findings are kept as they are printed; absent where the next run may find others. */
  readonly printed?: PrintedText | undefined
  /** Reported findings that `--fix` can fix. */
  readonly fixable: number
  /** Files that `--fix` changed, by path. */
  readonly fixedFiles: readonly string[]
  /** One-line remarks for people. */
  readonly notes: readonly string[]
}

/** What is checked. */
export type CheckSource =
  | { readonly kind: 'work-tree' }
  | { readonly kind: 'staged' }
  | { readonly kind: 'revision'; readonly revision: string }

/** Which sides a check has. */
type SidesRequest = {
  readonly source: CheckSource
  readonly base?: string | undefined
  /** Git's answer about the work tree, where it is known already. */
  readonly asked?: WorkTreeRoot['asked']
}

/** The sides of a check, and the commits between them, where these are judged as well. */
export type RangeSides = Sides & { readonly range?: CommitRange | undefined }

/** Opens what is checked, and what it is compared with. Throws `UserError` for unknown or unreachable revisions. */
export async function openSides(
  project: Project,
  { source, base, asked }: SidesRequest,
): Promise<RangeSides> {
  if (source.kind === 'staged' && base === undefined) return openStagedSides(project)
  const [after, { before, range }] = await Promise.all([
    source.kind === 'work-tree' ? openWorkTree({ ...project, asked }) : openStored(project, source),
    base === undefined ? NO_BASE : openBase(project, source, base),
  ])
  return { after, before, range }
}

type Base = { readonly before: OpenSnapshot | null; readonly range?: CommitRange }

const NO_BASE: Base = { before: null }

/** The sides of the next commit: what is staged, HEAD, and what a merge joins. */
export type StagedSides = Sides & { readonly after: StagedSnapshot }

/** Opens what the next commit would change. `git`: how it is asked inside a hook, for the index that is being committed. */
export async function openStagedSides(project: Project, git: GitOptions = {}): Promise<StagedSides> {
  const { top } = assertRepository(project, '--staged')
  const [sides, merge] = await Promise.all([openNextCommit(top, git), openMerge(project, git)])
  return { ...sides, merge }
}

async function openStored(
  project: Project,
  source: Exclude<CheckSource, { readonly kind: 'work-tree' }>,
): Promise<OpenSnapshot> {
  const { top } = assertRepository(project, source.kind === 'staged' ? '--staged' : '--rev')
  if (source.kind === 'staged') return openStaged(top)
  const { resolveRevision } = await import('../git/porcelain.ts')
  return openCommit(top, await resolveRevision(top, source.revision))
}

async function openBase(project: Project, source: CheckSource, base: string): Promise<Base> {
  const { top } = assertRepository(project, '--base')
  const { mergeBase, resolveRevision } = await import('../git/porcelain.ts')
  const tip = source.kind === 'revision' ? source.revision : 'HEAD'
  const [from, to] = [await resolveRevision(top, base), await resolveRevision(top, tip)]
  const oid = await mergeBase(top, from, to)
  return { before: await openCommit(top, oid), range: { tip: to, not: [oid, from] } }
}

/** What the next commit will join, when it ends a merge; the commit that is there is its first parent. */
async function openMerge({ repository }: Project, git: GitOptions): Promise<MergeSnapshots | null> {
  const heads = repository ? mergeHeads(repository.gitDir) : []
  if (!repository || heads.length === 0) return null
  const head = (await runGit(repository.top, ['rev-parse', '--verify', 'HEAD^{commit}'], git)).toString(
    'utf8',
  )
  return openMergeSides(repository.top, [head.trim(), ...heads], git)
}

/**
 * What a staged check reports: findings in files that the commit changes, and those elsewhere that it causes. Errors that
 * were there before are warnings, unless the commit is refused for all errors in the files that it touches.
 */
export function stagedFindings(
  diagnostics: readonly Diagnostic[],
  { before, after }: Sides,
  failOn: Settings['hooks']['failOn'],
): Diagnostic[] {
  if (!before) return [...diagnostics]
  return diagnostics.flatMap((one) => {
    if (isOfChange(one) && !isOldLink(one, before, after)) return [one]
    if (!touches(one.path, before, after)) return []
    if (one.severity !== 'error' || failOn === 'all') return [one]
    return [{ ...one, severity: 'warning', demoted: true }]
  })
}

/** True for a finding that the change brings in any file: it is new, or its rule is always on. */
export function isOfChange({ rule, new: isNew }: Diagnostic): boolean {
  return isNew || ALWAYS_ON_RULES.includes(rule)
}

/** A symlink that was there before is no reason to refuse every commit: nothing behind it was ever checked. */
function isOldLink({ path, rule, new: isNew }: Diagnostic, before: Snapshot, after: Snapshot): boolean {
  const [was, is] = [before.files.get(path), after.files.get(path)]
  return rule === 'unreadable' && !isNew && was?.mode === 'link' && is?.mode === 'link' && was.id === is.id
}

/** True when the commit changes a file, or one below a directory. */
function touches(path: string, before: Snapshot, after: Snapshot): boolean {
  const isChanged = (one: string): boolean => before.files.get(one)?.id !== after.files.get(one)?.id
  if (before.files.has(path) || after.files.has(path)) return isChanged(path)
  return filesBelow(after.files, path).some((one) => isChanged(one.path))
}

/** How many findings of each severity there are. */
export function countsOf(diagnostics: readonly Diagnostic[]): SeverityCounts {
  const { errors, warnings, infos } = countDiagnostics(diagnostics)
  return { errors, warnings, infos }
}

type SeverityCounts = { readonly errors: number; readonly warnings: number; readonly infos: number }
