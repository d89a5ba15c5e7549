import { join } from 'node:path'
import type { RemovedList } from '../../cache/removed.ts'
import type { Removal } from '../../core/citation.ts'
import { isThere } from '../../fs/read-files.ts'
import { type FileLog, readFileHistoryTo } from '../../git/file-history.ts'
import { commitSubjects, commitsInOrder, hasCommit, headCommit, isAncestor } from '../../git/history.ts'
import { unkeptPaths } from '../../git/path-status.ts'
import { readBlobs } from '../../git/read-blobs.ts'
import {
  type PathAt,
  readPathsAt,
  readRemovals,
  readRemovedSince,
  readRenames,
} from '../../git/removed-paths.ts'
import { type GitOptions, isObjectId, lacksObjects } from '../../git/run-git.ts'
import { type OpenSnapshot, textOfBytes } from '../../snapshot/project.ts'

/** What git knows of the files around a memory, up to one commit. */
export type CodeHistory = {
  /** What git calls that commit. */
  readonly tip: string
  /** True where this clone has only the newest commits. */
  readonly isShallow: () => boolean
  /** The id of that commit; null before the first one. */
  readonly head: () => Promise<string | null>
  /** True for a commit that leads to the tip, or is it. */
  readonly holds: (commit: string) => Promise<boolean>
  /** Files that were taken away or renamed, the newest first; null where that cannot be known, and why. */
  readonly removals: () => Promise<readonly Removal[] | { readonly unknown: string }>
  /** What was taken away since a commit, the tip where none is given, with the new path of what was renamed. */
  readonly since: (commit?: string) => Promise<ReadonlyMap<string, string | null>>
  readonly renames: (commits: readonly string[]) => Promise<ReadonlyMap<string, ReadonlyMap<string, string>>>
  /** What commits did to each of some files; null where git takes too long. */
  readonly logs: (paths: readonly string[]) => Promise<ReadonlyMap<string, FileLog> | null>
  /** Object ids of what is at some commits, by `nameAt`. */
  readonly at: (asked: readonly PathAt[]) => Promise<ReadonlyMap<string, string>>
  /** Texts by blob id, without those that cannot be read. */
  readonly texts: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Every commit that leads to the tip, the newest first; null where git takes too long. */
  readonly commits: () => Promise<readonly string[] | null>
  /** First lines of messages, by commit. */
  readonly subjects: (commits: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Those of some paths that git cannot keep: it ignores them, or they lie behind a symlink or in a submodule. */
  readonly unkept: (paths: readonly string[]) => Promise<readonly string[]>
}

/** Milliseconds that git may take for each question about many commits. */
export const MOST = 6000

const known = new WeakMap<OpenSnapshot, CodeHistory>()

/** The history that leads to a snapshot, asked once for each. */
export function historyOf(snapshot: OpenSnapshot, at: Repository): CodeHistory {
  const found = known.get(snapshot) ?? openHistory(snapshot, at)
  known.set(snapshot, found)
  return found
}

type Repository = {
  readonly top: string
  readonly commonDir: string
  readonly git: GitOptions
  readonly removed?: RemovedList | undefined
}

function openHistory(
  { revision, stored, hasHead, head: asked }: OpenSnapshot,
  { top, commonDir, git, removed }: Repository,
): CodeHistory {
  const tip = revision ?? 'HEAD'
  const side = revision !== undefined ? { commit: revision } : stored ? 'staged' : 'work tree'
  const since = new Map<string, ReturnType<CodeHistory['since']>>()
  const isWhole = (commit: string): boolean => commit === revision || (commit === 'HEAD' && hasHead === true)
  let removals: ReturnType<CodeHistory['removals']> | undefined
  const isShallow = (): boolean => isThere(join(commonDir, 'shallow'))
  let head: Promise<string | null> | undefined
  const readHead = (): Promise<string | null> => {
    const known = revision ?? asked
    head ??= known !== undefined && isObjectId(known) ? Promise.resolve(known) : headCommit(top, git)
    return head
  }
  const readAll: CodeHistory['removals'] = async () => {
    if (isShallow()) return { unknown: SHALLOW }
    const commit = revision ?? (await readHead())
    if (commit === null) return []
    const kept = isObjectId(commit) ? removed : undefined
    const known = kept?.read(commit)
    if (known) return known
    const found = await readRemovals(top, commit, { ...git, most: MOST })
    if (found) kept?.write(commit, found)
    return found ?? { unknown: TOO_LONG }
  }
  return {
    tip,
    isShallow,
    head: readHead,
    holds: async (commit) => {
      const now = await readHead()
      if (now === null || now === commit || !isObjectId(commit)) return now !== null && now === commit
      return (await hasCommit(top, commit, git)) && isAncestor(top, [commit, now], git)
    },
    removals: () => {
      removals ??= readAll()
      return removals
    },
    since: (commit = tip) => {
      const asked = since.get(commit) ?? (isWhole(commit) ? NONE : readRemovedSince(top, commit, [side, git]))
      since.set(commit, asked)
      return asked
    },
    renames: (commits) => readRenames(top, commits, { ...git, most: MOST }),
    logs: (paths) => readFileHistoryTo(top, paths, { ...git, tip, most: MOST }),
    at: (asked) => readPathsAt(top, asked, git),
    texts: async (ids) => {
      const blobs = await readBlobs(top, ids, git)
      return new Map(
        [...blobs].flatMap(([id, blob]) => ('bytes' in blob ? [[id, textOfBytes(blob.bytes)]] : [])),
      )
    },
    commits: () => commitsInOrder(top, tip, { ...git, most: MOST }),
    subjects: (commits) => commitSubjects(top, commits, git),
    unkept: (paths) => unkeptPaths(top, paths),
  }
}

const NONE: ReturnType<CodeHistory['since']> = Promise.resolve(new Map())

/** What the history answers; `unknown`, with the reason, where this clone lacks what it needs. Other failures are thrown. */
export async function orUnknown<Answer>(
  ask: () => Promise<Answer>,
  unknown: (why: string) => Answer,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (lacksObjects(error)) return unknown(PARTIAL)
    throw error
  }
}

const PARTIAL = 'this clone lacks parts of the history (`git fetch --refetch --no-filter` brings them)'

/** Why nothing is known of the history of a clone, and of a long one. */
export const SHALLOW = 'this clone is shallow (`git fetch --unshallow`)'
export const TOO_LONG = 'git takes too long to list its history'
