import { join } from 'node:path'
import { DERIVED_FRESH } from '../core/lint.ts'
import { safeText, UserError } from '../core/messages.ts'
import type { WritePlan } from '../core/write-plan.ts'
import { checkMemory, loadSides } from '../engine/check-memory.ts'
import { isOfChange } from '../engine/check-request.ts'
import { withFacts, withFocus } from '../engine/context.ts'
import { planDerivedFiles } from '../engine/derived-files.ts'
import { keepingFacts } from '../engine/documents/facts.ts'
import { readExpected } from '../engine/fixes.ts'
import { judgeChange } from '../engine/judge-change.ts'
import { type OpenMemory, openMemory } from '../engine/open-memory.ts'
import { staleParts } from '../engine/parts/outcome.ts'
import { generatedIds } from '../fs/generated-files.ts'
import { blobId, isThere } from '../fs/read-files.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { changedPaths, skippedPaths } from '../git/path-status.ts'
import { type GitOptions, isObjectId, runGit } from '../git/run-git.ts'
import { openCommit, openMergeSides, openStaged } from '../snapshot/open-snapshot.ts'
import { writingIn } from '../snapshot/project.ts'
import {
  afterGit,
  checkResult,
  type HookProject,
  type HookRequest,
  type HookResult,
  NOTHING,
  openHookProject,
} from './hook-request.ts'
import { hooksBehind } from './hooks-behind.ts'
import { afterRebase } from './post-commit.ts'

// The hooks that a plain commit does not run are one bundle, loaded when one of them is called.
export { postCommit } from './post-commit.ts'
export { prePush } from './pre-push.ts'

/** After a merge or a pull: what is derived follows the merged memory. A squash is committed later, and checked then. */
export function postMerge(request: HookRequest): Promise<HookResult> {
  return rebuildAfterGit(
    request,
    ({ repository }) => request.args[0] !== '1' && !isUnfinished(repository.gitDir, 'merge'),
  )
}

/** After a branch was checked out. Does nothing for a checkout of files, a detached HEAD or an unfinished rebase. */
export function postCheckout(request: HookRequest): Promise<HookResult> {
  return rebuildAfterGit(
    request,
    async ({ root, repository }) =>
      request.args[2] === '1' && !isUnfinished(repository.gitDir, null) && (await isOnBranch(root)),
  )
}

/** After `git commit --amend` or a rebase has replaced commits. */
export async function postRewrite(request: HookRequest): Promise<HookResult> {
  const isRebase = request.args[0] === 'rebase'
  const lost = isRebase ? await afterRebase(request) : null
  const rebuilt = await rebuildAfterGit(
    request,
    ({ repository }) => !isUnfinished(repository.gitDir, isRebase ? 'rebase' : null),
  )
  return lost ? { ...lost, notes: [...lost.notes, ...rebuilt.notes] } : rebuilt
}

async function isOnBranch(top: string): Promise<boolean> {
  const branch = await runGit(top, ['symbolic-ref', '--quiet', 'HEAD'], { hook: true, okCodes: [0, 1] })
  return branch.length > 0
}

function rebuildAfterGit(
  request: HookRequest,
  isTime: (project: HookProject) => boolean | Promise<boolean>,
): Promise<HookResult> {
  return afterGit(request, 'no derived file was looked at', async (project) => ({
    ...NOTHING,
    notes: (await isTime(project)) ? await rebuildUnedited(project, request) : [],
  }))
}

/** What git leaves in its directory while something with several steps goes on there; `merge` and `rebase` end in a hook. */
const MARKS = {
  merge: ['MERGE_HEAD'],
  rebase: ['rebase-merge', 'rebase-apply'],
  other: ['sequencer', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'BISECT_LOG'],
}

/** Edits that git has put aside, and brings back into the work tree when all else is done. */
const STASHED = ['MERGE_AUTOSTASH', 'rebase-merge/autostash', 'rebase-apply/autostash']

/**
 * True while a rebase, merge, cherry-pick, revert or bisection goes on in a work tree: its files must not be written.
 * Git calls the hook of what it has `done` before it removes the marks of it.
 */
function isUnfinished(gitDir: string, done: 'merge' | 'rebase' | null): boolean {
  const marks = [
    ...STASHED,
    ...MARKS.other,
    ...(done === 'merge' ? [] : MARKS.merge),
    ...(done === 'rebase' ? [] : MARKS.rebase),
  ]
  return marks.some((name) => isThere(join(gitDir, name)))
}

const GIT: GitOptions = { hook: true }

/**
 * Rebuilds stale derived files of the work tree that have no edits: file, staged file and last commit are the
 * same. Every other stale file is left. Gives a line of remarks for each outcome, and nothing when all is fresh.
 */
async function rebuildUnedited(project: HookProject, request: HookRequest): Promise<string[]> {
  const memory = await openMemory({ ...request, project, git: GIT })
  const behind = hooksBehind(project, memory.settings)
  const plan = await stalePlan(memory)
  if (plan.size === 0) return [...behind]
  const paths = [...plan.keys()]
  const edited = await changedPaths(project.root, paths, GIT)
  const skipped = await skippedPaths(project.root, paths, GIT)
  const ours = new Map([...plan].filter(([path]) => !edited.has(path) && !skipped.has(path)))
  recordGenerated(project, ours)
  const { written, refused } = applyWritePlan(
    project.root,
    ours,
    await readExpected(memory.after, ours),
    writingIn(project),
  )
  return [
    ...behind,
    ...(written.length > 0 ? [`rebuilt ${listed(written)}: commit the change`] : []),
    ...[...edited].map(left),
    ...refused.map(({ path, reason }) => `${safeText(path)} is stale and was left as it is: ${reason}`),
  ]
}

async function stalePlan(memory: OpenMemory): Promise<WritePlan> {
  const { focus } = await staleParts(memory)
  const { memories } = await checkMemory(withFacts(withFocus(memory, focus), keepingFacts(memory.facts)))
  memory.facts.save?.()
  return planDerivedFiles({ snapshot: memory.after, memories }, memory)
}

/** Records what was written here as memkeep's own, so that a later commit may replace it. */
function recordGenerated({ repository }: HookProject, plan: WritePlan): void {
  const texts = [...plan.values()].flatMap((file) => (file.kind === 'text' ? [Buffer.from(file.text)] : []))
  generatedIds(repository.gitDir).add(texts.flatMap((text) => [blobId(text), blobId(text, 'sha256')]))
}

function left(path: string): string {
  return `${safeText(path)} is stale, and was left because it has other changes: see \`memkeep index --check\``
}

function listed(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map(safeText)
  return others.length > 2
    ? `${first} and ${others.length} more derived files`
    : [first, ...others].join(', ')
}

/**
 * Checks a merge that git has made without a conflict, against all of its parents, before it is committed. What this hook
 * stages would not be in the commit, so nothing is: a derived file that the merge left stale is rebuilt after it. Errors
 * that a parent has already do not count.
 */
export async function preMergeCommit(request: HookRequest): Promise<HookResult> {
  const started = performance.now()
  const project = await openHookProject(request.cwd)
  const { root } = project
  const head = (await runGit(root, ['rev-parse', '--verify', 'HEAD^{commit}'], GIT)).toString('utf8').trim()
  const parents = [head, ...mergedCommits()]
  const [after, before, merge] = await Promise.all([
    openStaged(root, GIT),
    openCommit(root, head, GIT),
    openMergeSides(root, parents, GIT),
  ])
  const sides = { after, before, merge }
  const memory = await openMemory({ ...request, project, git: GIT, sides, onlyChange: true })
  const checked = await judgeChange(await loadSides(memory), memory, { isWhole: false })
  memory.facts.save?.()
  const own = checked.diagnostics.filter(isOfChange)
  const diagnostics = own.filter(({ rule }) => rule !== DERIVED_FRESH)
  const stale = checked.diagnostics.filter(({ rule }) => rule === DERIVED_FRESH).map(({ path }) => path)
  return {
    refused: diagnostics.some((one) => one.severity === 'error' && one.new),
    check: checkResult({ sides: memory, checked, diagnostics, known: checked.known, started }),
    notes: [
      ...[...new Set(stale)].map(
        (path) => `${path} does not follow the merged memory yet: it is rebuilt after the merge`,
      ),
      ...hooksBehind(project, memory.settings),
    ],
  }
}

/** Git names them only in variables: it writes MERGE_HEAD after this hook. */
function mergedCommits(): string[] {
  const oids = Object.keys(process.env).flatMap((name) => /^GITHEAD_(.*)$/.exec(name)?.[1] ?? [])
  if (oids.length > 0 && oids.every(isObjectId)) return oids.sort()
  throw new UserError(
    'git did not say which commits are merged (GITHEAD_… variables)',
    'This hook is for `git merge`; it checks nothing on its own.',
  )
}
