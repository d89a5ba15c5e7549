import { UserError } from '../core/errors.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import { loadSides } from '../engine/check-memory.ts'
import { judgeChange } from '../engine/judge-change.ts'
import { openMemory } from '../engine/open-memory.ts'
import { isOfChange } from '../engine/staged-findings.ts'
import { type GitOptions, isObjectId, runGit } from '../git/run-git.ts'
import { openCommit, openMergeSides, openStaged } from '../snapshot/open-snapshot.ts'
import { checkResult, type HookRequest, type HookResult, openHookProject } from './hook-request.ts'

const GIT: GitOptions = { hook: true }

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
  await memory.facts.save()
  const own = checked.diagnostics.filter(isOfChange)
  const diagnostics = own.filter(({ rule }) => rule !== DERIVED_FRESH)
  const stale = checked.diagnostics.filter(({ rule }) => rule === DERIVED_FRESH).map(({ path }) => path)
  return {
    refused: diagnostics.some((one) => one.severity === 'error' && one.new),
    check: checkResult({ sides: memory, checked, diagnostics, known: checked.known, started }),
    notes: [...new Set(stale)].map(
      (path) => `${path} does not follow the merged memory yet: it is rebuilt after the merge`,
    ),
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
