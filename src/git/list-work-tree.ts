import type { FileMode } from '../core/snapshot.ts'
import type { GitOptions } from './git-environment.ts'
import { gitNonsense } from './git-failure.ts'
import { parseStaged } from './parse-staged.ts'
import { runGit } from './run-git.ts'
import { splitRecords } from './split-records.ts'

/** One file of the work tree as git knows it. */
export type WorkTreeEntry = {
  readonly path: string
  /** The blob id when git is sure that the work tree holds that content, else null. */
  readonly id: string | null
  /** As staged; a changed or untracked file has to be looked at. */
  readonly mode: FileMode
  /** `skipped`: left out of the work tree by `skip-worktree`, as a sparse checkout does; `id` is then its blob. */
  readonly state: 'clean' | 'changed' | 'untracked' | 'skipped'
}

/** The work tree: what is tracked and present, and what is untracked and not ignored. */
export type WorkTreeListing = {
  readonly entries: readonly WorkTreeEntry[]
  readonly oddPaths: readonly string[]
}

/** Tags in lower case are files that git was told to assume unchanged. */
const ARGS = ['ls-files', '-z', '-v', '-s', '-c', '-o', '-m', '-d', '--exclude-standard']

/**
 * Lists the work tree of a repository's top level with one git process. An unresolved path is one entry without id;
 * deleted files and other repositories inside (`name/`) are left out.
 */
export async function listWorkTree(top: string, options: GitOptions = {}): Promise<WorkTreeListing> {
  const { good, odd } = splitRecords(await runGit(top, ARGS, options))
  const entries = new Map<string, WorkTreeEntry>()
  for (const record of good) take(record, entries)
  return { entries: [...entries.values()], oddPaths: oddPaths(odd) }
}

/** A file stands once per thing there is to say of it; whatever takes it out or casts doubt on it comes last. */
function take(record: string, entries: Map<string, WorkTreeEntry>): void {
  const tag = record[0]
  if (tag === '?') {
    const path = record.slice(2)
    if (!path.endsWith('/')) entries.set(path, { path, id: null, mode: 'file', state: 'untracked' })
    return
  }
  const staged = parseStaged(record.slice(2))
  if (!staged || record[1] !== ' ') throw gitNonsense(ARGS, record)
  const { path, id, mode } = staged
  if (tag === 'H') entries.set(path, { path, id, mode, state: 'clean' })
  else if (tag === 'S' || tag === 's') entries.set(path, { path, id, mode, state: 'skipped' })
  else if (tag === 'R' || tag === 'r') entries.delete(path)
  else if (tag === 'C' || tag === 'c') markChanged(path, entries)
  else if (tag === 'M' || tag === 'm' || tag === 'h')
    entries.set(path, { path, id: null, mode, state: 'changed' })
  else throw gitNonsense(ARGS, record)
}

/** Git prints a deleted file as changed, too: that must not bring it back. */
function markChanged(path: string, entries: Map<string, WorkTreeEntry>): void {
  const entry = entries.get(path)
  if (entry && entry.mode !== 'submodule') entries.set(path, { ...entry, id: null, state: 'changed' })
}

function oddPaths(records: readonly string[]): string[] {
  const paths = new Set<string>()
  for (const record of records) {
    const path = record.startsWith('?') ? record.slice(2) : record.slice(record.indexOf('\t') + 1)
    if (/^r /i.test(record)) paths.delete(path)
    else if (!/^c /i.test(record)) paths.add(path)
  }
  return [...paths]
}
