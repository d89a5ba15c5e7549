import { join } from 'node:path'
import { isUserError, safeText, UserError } from '../core/messages.ts'
import { readSmall } from '../fs/text-files.ts'
import {
  commitParents,
  FETCH_HINT,
  hasCommit,
  isAncestor,
  isShallow,
  isUnborn,
  listCommits,
} from '../git/history.ts'
import type { Repository } from '../git/repository.ts'
import type { CiEvent } from './github/runner.ts'

/** A commit, for people and as a full object id. */
type Named = { readonly name: string; readonly oid: string }

/** The commit that is checked in CI, and the one to compare it with. */
export type CiBase = {
  /** The commit that is checked. */
  readonly head: string
  /** The commit from which the head started; null when there is none to compare with. */
  readonly base: (Named & { readonly isFork?: boolean }) | null
  /**
   * The branch into which the head will be merged; null where it will not. `merged` is the merge, if it exists
   * already.
   */
  readonly target: (Named & { readonly merged: string | null }) | null
  readonly notices: readonly string[]
}

/** The request: `base` is a revision, and overrides the event. */
type Asked = { readonly event: CiEvent; readonly base?: string | undefined }

/**
 * Finds the commit to check and the one to compare it with. Throws `UserError` where there is no commit, where a
 * revision is unknown, where two histories share no commit, and where a shallow clone ends too early.
 */
export async function findBase(repository: Repository, { event, base }: Asked): Promise<CiBase> {
  const { top } = repository
  if (await isUnborn(top, {})) throw new UserError('there is no commit to check', 'Commit the memory first.')
  const { resolveRevision } = await import('../git/porcelain.ts')
  const head = await resolveRevision(top, 'HEAD')
  if (base !== undefined) {
    const tip = { name: base, oid: await resolveBase(top, base) }
    return toBeMerged(repository, { head, tip, merged: null })
  }
  switch (event.kind) {
    case 'pull-request':
      return ofPullRequest(repository, event, head)
    case 'push':
      return ofPush(repository, event, head)
    case 'merge-group':
      return toBeMerged(repository, { head, tip: { name: 'the merge queue', oid: event.base }, merged: head })
    default:
      return { head, base: null, target: null, notices: [NOTHING] }
  }
}

/** A clone of CI often has a branch only as the remote's. */
async function resolveBase(top: string, base: string): Promise<string> {
  const { resolveRevision } = await import('../git/porcelain.ts')
  try {
    return await resolveRevision(top, base)
  } catch (error) {
    if (!isUserError(error) || (await remoteBranch(top, base)) === null) throw error
    throw new UserError(error.message, `Did you mean origin/${safeText(base)}?`)
  }
}

const NOTHING = 'there is nothing to compare with: every finding counts as new, and no history was judged'

type Parting = { readonly head: string; readonly tip: Named }
type Merging = Parting & { readonly merged: string | null }

/** The head's additions to a branch count from where the two parted. */
async function toBeMerged(repository: Repository, { head, tip, merged }: Merging): Promise<CiBase> {
  const oid = await startOf(repository, { head, tip })
  const base = { name: tip.name, oid, ...(oid !== tip.oid && { isFork: true }) }
  // The branch has no new commit: the merge is the head itself.
  const target = base.oid === tip.oid || merged === head ? null : { ...tip, merged }
  return { head, base, target, notices: [] }
}

/** The merge base, after a check that the history down to it is complete. */
async function startOf(repository: Repository, { head, tip }: Parting): Promise<string> {
  await assertInClone(repository.top, tip)
  const { mergeBase } = await import('../git/porcelain.ts')
  const base = await mergeBase(repository.top, tip.oid, head)
  await assertHistory(repository, { tips: [tip.oid, head], base })
  return base
}

async function assertInClone(top: string, { name, oid }: Named): Promise<void> {
  if (await hasCommit(top, oid)) return
  throw new UserError(
    `the commit ${oid.slice(0, 12)} of ${safeText(name)} is not in this clone`,
    (await isShallow(top)) ? FETCH_HINT : FETCH_ALL,
  )
}

const FETCH_ALL =
  'Fetch the whole history of all branches (in GitHub Actions, `fetch-depth: 0`), or name another base: --base.'

/** GitHub checks out the merge of both branches; a workflow may check out the head of the pull request instead. */
async function ofPullRequest(
  repository: Repository,
  event: Extract<CiEvent, { kind: 'pull-request' }>,
  checkedOut: string,
): Promise<CiBase> {
  const { top } = repository
  const [first, second, ...more] = await commitParents(top, checkedOut)
  const isMerge = first !== undefined && second !== undefined && more.length === 0
  const isMergeRef =
    checkedOut !== event.head && isMerge && (second === event.head || checkedOut === event.sha)
  const name = event.base.branch ?? 'the base branch'
  if (isMergeRef)
    return toBeMerged(repository, { head: second, tip: { name, oid: first }, merged: checkedOut })
  const tip = { name, oid: await tipOf(top, event.base) }
  return toBeMerged(repository, { head: checkedOut, tip, merged: null })
}

async function tipOf(
  top: string,
  { sha, branch }: Extract<CiEvent, { kind: 'pull-request' }>['base'],
): Promise<string> {
  if (sha !== null && (await hasCommit(top, sha))) return sha
  const tip = branch === null ? null : await remoteBranch(top, branch)
  if (tip !== null) return tip
  throw new UserError(
    `the base branch ${safeText(branch ?? '')} is not in this clone`,
    (await isShallow(top)) ? FETCH_HINT : FETCH_ALL,
  )
}

/** Null where the clone does not have it. */
async function remoteBranch(top: string, branch: string): Promise<string | null> {
  const { resolveRevision } = await import('../git/porcelain.ts')
  try {
    return await resolveRevision(top, `refs/remotes/origin/${branch}`)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('unknown revision ')) return null
    throw error
  }
}

type Push = Extract<CiEvent, { kind: 'push' }>

async function ofPush(repository: Repository, event: Push, head: string): Promise<CiBase> {
  const { before, branch, defaultBranch } = event
  const isDefault = branch !== null && branch === defaultBranch
  if (before === null) {
    if (isDefault) return { head, base: null, target: null, notices: [NOTHING] }
    return sinceDefault(repository, event, head)
  }
  const old = { name: `${branch ?? 'the tag'} before the push`, oid: before }
  const isHere = await hasCommit(repository.top, before)
  if (isHere && (await isAncestor(repository.top, [before, head]))) {
    await assertHistory(repository, { tips: [head], base: before })
    return { head, base: old, target: null, notices: [] }
  }
  if (await isShallow(repository.top))
    throw new UserError(`${old.name} (${before.slice(0, 12)}) is out of reach`, FETCH_HINT)
  return ofForcedPush(repository, { event, head, old, isHere, isDefault })
}

type Forced = {
  readonly event: Push
  readonly head: string
  readonly old: Named
  readonly isHere: boolean
  readonly isDefault: boolean
}

/**
 * On the default branch everyone had the commits that are gone: the head is compared with them, and not with where it
 * parted.
 */
async function ofForcedPush(
  repository: Repository,
  { event, head, old, isHere, isDefault }: Forced,
): Promise<CiBase> {
  const said = `the push replaced commits: ${old.name} was at ${old.oid.slice(0, 12)}`
  if (isHere && isDefault) return { head, base: old, target: null, notices: [said] }
  if (isHere) {
    const { base } = await toBeMerged(repository, { head, tip: old, merged: null })
    return { head, base, target: null, notices: [said] }
  }
  if (isDefault) {
    throw new UserError(
      `${old.name} was at ${old.oid.slice(0, 12)}, which is not here any more: what the push took away is not known`,
      `Fetch it (git fetch origin ${old.oid}) and run \`memkeep ci --base ${old.oid.slice(0, 12)}\`, or name another base.`,
    )
  }
  const found = await sinceDefault(repository, event, head)
  return { ...found, notices: [said, ...found.notices] }
}

async function sinceDefault(repository: Repository, { defaultBranch }: Push, head: string): Promise<CiBase> {
  const { top } = repository
  const oid = defaultBranch === null ? null : await remoteBranch(top, defaultBranch)
  if (defaultBranch === null || oid === null) {
    throw new UserError(
      `the default branch ${safeText(defaultBranch ?? '')} is not in this clone, so it is not known what is new`,
      (await isShallow(top)) ? FETCH_HINT : FETCH_ALL,
    )
  }
  const { base } = await toBeMerged(repository, { head, tip: { name: defaultBranch, oid }, merged: null })
  return { head, base, target: null, notices: [] }
}

/**
 * Throws `UserError` where a clone ends before all commits between some tips and a base are known: commits and merges
 * behind the cut would be missed, and a nearer common ancestor might be one of them.
 */
async function assertHistory(
  { top, commonDir }: Repository,
  range: { readonly tips: readonly string[]; readonly base: string },
): Promise<void> {
  if (!(await isShallow(top))) return
  const cut = readSmall(join(commonDir, 'shallow'))
  const ends = new Set(cut?.split(/\s+/))
  const commits = await listCommits(top, range)
  if (cut !== null && !commits.some((oid) => ends.has(oid))) return
  throw new UserError(`the history here ends before ${range.base.slice(0, 12)} is reached`, FETCH_HINT)
}
