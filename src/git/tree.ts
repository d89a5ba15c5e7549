import type { SnapshotFile } from '../core/snapshot.ts'
import { isUnborn } from './history.ts'
import { fileMode, recordPath, splitRecords } from './records.ts'
import { askGit, type GitOptions, gitFailure, gitNonsense, isObjectId, runGit } from './run-git.ts'

/** The form of an entry whose path is not UTF-8. */
const ODD = /^[0-7]{6} (?:blob|commit|tree) [0-9a-f]{40,64}\t./

/** Every file of a commit. */
type TreeListing = {
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
  return { entries: good.map(entryOf), oddPaths: odd.map(recordPath) }
}

/** `<mode> <type> <id>TAB<path>` */
function entryOf(record: string): SnapshotFile & { readonly id: string } {
  const tab = record.indexOf('\t')
  const [octal = '', , id = ''] = record.slice(0, Math.max(tab, 0)).split(' ')
  const mode = fileMode(octal)
  if (!mode || !isObjectId(id)) throw gitNonsense(LIST, record)
  return { path: recordPath(record), id, mode }
}

/** The blob ids of one path in several commits, in their order. Null where one of them does not have it. */
export async function blobIds(
  cwd: string,
  commits: readonly string[],
  { path, ...options }: GitOptions & { readonly path: string },
): Promise<string[] | null> {
  // Each argument begins with a commit, so none of them can be an option.
  const answer = await askGit(cwd, ['rev-parse', ...commits.map((commit) => `${commit}:${path}`)], options)
  const ids = answer.stdout.toString('utf8').trim().split('\n')
  return answer.code === 0 && ids.length === commits.length && ids.every(isObjectId) ? ids : null
}
