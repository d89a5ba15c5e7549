import { join } from 'node:path'
import { isThere } from '../files/is-there.ts'
import type { GitOptions } from '../git/git-environment.ts'
import type { Sides } from './check-snapshot.ts'
import { openCommit, openHead, openStaged, openWorkTree } from './open-snapshot.ts'
import { needRepository, type Project } from './project.ts'
import type { OpenSnapshot } from './real-snapshot.ts'

/** What is checked. */
export type CheckSource =
  | { readonly kind: 'work-tree' }
  | { readonly kind: 'staged' }
  | { readonly kind: 'revision'; readonly revision: string }

/** Which sides a check has. */
export type SidesRequest = {
  readonly source: CheckSource
  readonly base?: string | undefined
  readonly today: string
  /** How git is asked for staged files: inside a hook, for the index that is being committed. */
  readonly git?: GitOptions | undefined
}

/** Opens what is checked, and what it is compared with. Throws `UserError` for unknown or unreachable revisions. */
export async function openSides(
  project: Project,
  { source, base, today, git = {} }: SidesRequest,
): Promise<Sides> {
  const [after, before] = await Promise.all([
    openAfter(project, source, git),
    base === undefined ? ownBefore(project, source, git) : openBase(project, source, base),
  ])
  return { after, before, merge: isMerging(project, source), today }
}

async function openAfter(project: Project, source: CheckSource, git: GitOptions): Promise<OpenSnapshot> {
  if (source.kind === 'work-tree') return openWorkTree(project)
  const { top } = needRepository(project, source.kind === 'staged' ? '--staged' : '--rev')
  if (source.kind === 'staged') return openStaged(top, git)
  const { resolveRevision } = await import('../git/porcelain.ts')
  return openCommit(top, await resolveRevision(top, source.revision))
}

/** What a commit would change is compared with HEAD; everything else with nothing, unless a base is given. */
async function ownBefore(
  project: Project,
  source: CheckSource,
  git: GitOptions,
): Promise<OpenSnapshot | null> {
  return source.kind === 'staged' ? openHead(needRepository(project, '--staged').top, git) : null
}

async function openBase(project: Project, source: CheckSource, base: string): Promise<OpenSnapshot> {
  const { top } = needRepository(project, '--base')
  const { mergeBase, resolveRevision } = await import('../git/porcelain.ts')
  const tip = source.kind === 'revision' ? source.revision : 'HEAD'
  const [from, to] = [await resolveRevision(top, base), await resolveRevision(top, tip)]
  return openCommit(top, await mergeBase(top, from, to))
}

/** A commit that ends a merge: what is lost in it was lost by nobody's wish. */
function isMerging({ repository }: Project, source: CheckSource): boolean {
  return source.kind === 'staged' && repository !== null && isThere(join(repository.gitDir, 'MERGE_HEAD'))
}
