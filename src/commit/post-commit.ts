import { join } from 'node:path'
import { DERIVED_FRESH } from '../core/lint.ts'
import { loadSides } from '../engine/check-memory.ts'
import type { Sides } from '../engine/context.ts'
import { judgeChange } from '../engine/judge-change.ts'
import { openMemory } from '../engine/open-memory.ts'
import { readSmall } from '../fs/text-files.ts'
import { commitParents, headCommit, mergeBases } from '../git/history.ts'
import { type GitOptions, isObjectId } from '../git/run-git.ts'
import { openCommit, openMergeSides } from '../snapshot/open-snapshot.ts'
import {
  afterGit,
  checkResult,
  type HookProject,
  type HookRequest,
  type HookResult,
  NOTHING,
} from './hook-request.ts'

const GIT: GitOptions = { hook: true }

const UNCHECKED = 'the commit was not checked'

/**
 * Names what a commit breaks that git made without asking a hook before it: a revert, a cherry-pick, `git am`, `--no-verify`.
 * Git is done already, so nothing is stopped; a push that takes it from the remote is.
 */
export async function postCommit(request: HookRequest): Promise<HookResult> {
  return afterGit(request, UNCHECKED, async (project) => {
    const head = await headCommit(project.root, GIT)
    const parents = head === null ? [] : await commitParents(project.root, head, GIT)
    const [first] = parents
    if (head === null || first === undefined) return NOTHING
    return judged(project, request, {
      sides: await sidesOf(project.root, { head, parents }),
      advice:
        'the commit is made: git asks no hook before it. Put it right in a commit, or take it back with `git reset --soft HEAD~`; a push is judged against what the remote has',
    })
  })
}

/**
 * Names what a rebase lost: its result is judged as a merge of what was rebased with what it was rebased onto. Git has the
 * names of both in its directory until the hook is done.
 */
export async function afterRebase(request: HookRequest): Promise<HookResult> {
  return afterGit(request, UNCHECKED, async (project) => {
    const [head, old, onto] = [
      await headCommit(project.root, GIT),
      rebaseName(project, 'orig-head'),
      rebaseName(project, 'onto'),
    ]
    if (head === null || old === null || onto === null || head === old) return NOTHING
    const bases = await mergeBases(project.root, [old, onto], GIT)
    if (bases.length === 0) return NOTHING
    return judged(project, request, {
      sides: await sidesOf(project.root, { head, parents: [old, onto] }),
      // They are rebuilt next.
      but: DERIVED_FRESH,
      advice: `the rebase is done: what it lost is in ${old.slice(0, 12)}. Put it right in a commit, or take the rebase back with \`git reset --keep ${old.slice(0, 12)}\``,
    })
  })
}

function rebaseName({ repository }: HookProject, name: string): string | null {
  const names = ['rebase-merge', 'rebase-apply'].map((folder) => join(repository.gitDir, folder, name))
  return names.map((path) => (readSmall(path) ?? '').trim()).find(isObjectId) ?? null
}

async function sidesOf(
  top: string,
  { head, parents }: { readonly head: string; readonly parents: readonly string[] },
): Promise<Sides> {
  const [first = ''] = parents
  const [after, before, merge] = await Promise.all([
    openCommit(top, head, GIT),
    openCommit(top, first, GIT),
    parents.length > 1 ? openMergeSides(top, parents, GIT) : null,
  ])
  return { after, before, merge }
}

/** What is judged, and a rule whose findings are left out. */
type Judging = { readonly sides: Sides; readonly advice: string; readonly but?: string }

/** New errors alone: the rest is said at the push, and in CI. */
async function judged(
  project: HookProject,
  request: HookRequest,
  { sides, advice, but }: Judging,
): Promise<HookResult> {
  const started = performance.now()
  const memory = await openMemory({ ...request, project, git: GIT, sides, onlyChange: true })
  const checked = await judgeChange(await loadSides(memory), memory, { isWhole: false })
  memory.facts.save?.()
  const diagnostics = checked.diagnostics.filter(
    (one) => one.severity === 'error' && one.new && one.rule !== but,
  )
  if (diagnostics.length === 0) return NOTHING
  const check = checkResult({ sides: memory, checked, diagnostics, known: checked.known, started })
  return { refused: false, check, notes: [advice] }
}
