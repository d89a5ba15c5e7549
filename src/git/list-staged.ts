import { createHash } from 'node:crypto'
import type { SnapshotFile } from '../core/snapshot.ts'
import type { GitOptions } from './git-environment.ts'
import { gitNonsense } from './git-failure.ts'
import { parseStaged, type StagedRecord } from './parse-staged.ts'
import { runGit } from './run-git.ts'
import { splitRecords } from './split-records.ts'

/** What would be committed. */
export type StagedListing = {
  readonly entries: readonly (SnapshotFile & { readonly id: string })[]
  /** Paths of an unresolved merge; where our side has the file, it is among the entries. */
  readonly unmerged: readonly string[]
  readonly oddPaths: readonly string[]
}

const OURS = 2

/** What an entry looks like whose path is not UTF-8. */
const ODD = /^[0-7]{6} [0-9a-f]{40,64} [0-3]\t./
const ARGS = ['ls-files', '-z', '-s']

/**
 * Lists the index. Files that are only intended to be added are left out: git stages them as empty and commits nothing.
 * It takes one git process, and a second one only when an empty file is staged.
 */
export async function listStaged(top: string, options: GitOptions = {}): Promise<StagedListing> {
  const { good, odd } = splitRecords(await runGit(top, ARGS, options))
  for (const record of odd) if (!ODD.test(record)) refuse(record)
  const records = good.map((record) => parseStaged(record) ?? refuse(record))
  const empty = records.filter(({ id }) => id === emptyId('blob', id))
  const real = empty[0] ? await committedPaths(top, emptyId('tree', empty[0].id), options) : null
  const entries = records
    .filter(({ stage }) => stage === 0 || stage === OURS)
    .filter(({ path, id }) => id !== emptyId('blob', id) || real?.has(path))
    .map(({ path, id, mode }) => ({ path, id, mode }))
  return { entries, unmerged: unmergedPaths(records), oddPaths: odd.map(pathOf) }
}

/** Paths with content in the index, as a difference from the empty tree: that needs no HEAD and takes no lock. */
async function committedPaths(top: string, tree: string, options: GitOptions): Promise<Set<string>> {
  const args = ['diff-index', '--cached', '--ita-invisible-in-index', '--name-only', '-z', '--no-renames']
  const output = await runGit(top, [...args, '--no-ext-diff', '--ignore-submodules=all', tree, '--'], options)
  return new Set(splitRecords(output).good)
}

/** The id of the empty blob or tree in the hash that `like` was made with; git knows both without storing them. */
function emptyId(type: 'blob' | 'tree', like: string): string {
  return EMPTY[type][like.length === 64 ? 'sha256' : 'sha1']
}

const EMPTY = { blob: emptyIds('blob'), tree: emptyIds('tree') }

function emptyIds(type: string): { sha1: string; sha256: string } {
  const idIn = (algorithm: string): string => createHash(algorithm).update(`${type} 0\0`).digest('hex')
  return { sha1: idIn('sha1'), sha256: idIn('sha256') }
}

function unmergedPaths(records: readonly StagedRecord[]): string[] {
  return [...new Set(records.filter(({ stage }) => stage > 0).map(({ path }) => path))]
}

function pathOf(record: string): string {
  return record.slice(record.indexOf('\t') + 1)
}

function refuse(record: string): never {
  throw gitNonsense(ARGS, record)
}
