import type { SnapshotFile } from '../core/snapshot.ts'
import { fileMode } from './file-mode.ts'
import type { GitOptions } from './git-environment.ts'
import { gitFailure, gitNonsense } from './git-failure.ts'
import { isUnborn } from './is-unborn.ts'
import { isObjectId } from './object-id.ts'
import { askGit, runGit } from './run-git.ts'
import { splitRecords } from './split-records.ts'

/** What an entry looks like whose path is not UTF-8. */
const ODD = /^[0-7]{6} (?:blob|commit|tree) [0-9a-f]{40,64}\t./

/** Every file of a commit. */
export type TreeListing = {
  readonly entries: readonly (SnapshotFile & { readonly id: string })[]
  readonly oddPaths: readonly string[]
}

const LIST = ['ls-tree', '-r', '-z', '--full-tree']

/** Lists a commit or tree by its full object id. Throws `UserError` when the repository does not have it. */
export async function listTree(top: string, oid: string, options: GitOptions = {}): Promise<TreeListing> {
  if (!isObjectId(oid)) throw gitNonsense(LIST, `${oid} is no object id`)
  return parse(await runGit(top, [...LIST, oid], options))
}

/** Lists what HEAD holds; null before the first commit. */
export async function listHead(top: string, options: GitOptions = {}): Promise<TreeListing | null> {
  const args = [...LIST, 'HEAD']
  const answer = await askGit(top, args, options)
  if (answer.code === 0) return parse(answer.stdout)
  if (answer.code === 128 && (await isUnborn(top, options))) return null
  throw gitFailure(top, args, answer)
}

function parse(output: Buffer): TreeListing {
  const { good, odd } = splitRecords(output)
  for (const record of odd) if (!ODD.test(record)) throw gitNonsense(LIST, record)
  return { entries: good.map(entryOf), oddPaths: odd.map(pathOf) }
}

/** `<mode> <type> <id>TAB<path>` */
function entryOf(record: string): SnapshotFile & { readonly id: string } {
  const tab = record.indexOf('\t')
  const [octal = '', , id = ''] = record.slice(0, Math.max(tab, 0)).split(' ')
  const mode = fileMode(octal)
  if (!mode || !isObjectId(id)) throw gitNonsense(LIST, record)
  return { path: pathOf(record), id, mode }
}

function pathOf(record: string): string {
  return record.slice(record.indexOf('\t') + 1)
}
