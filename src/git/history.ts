import { UserError } from '../core/messages.ts'
import type { SnapshotFile } from '../core/snapshot.ts'
import { fileMode, recordPath, splitRecords } from './records.ts'
import { askGit, type GitOptions, gitFailure, gitNonsense, isObjectId, runGit } from './run-git.ts'

/** The branch that is checked out, with commits or without; null when there is none. */
export function currentBranch(top: string): Promise<string | null> {
  return target(top, 'HEAD', 'refs/heads/')
}

/** The default branch of `origin`, as the clone found it; null when it is not known here. */
export function defaultBranch(top: string): Promise<string | null> {
  return target(top, 'refs/remotes/origin/HEAD', 'refs/remotes/origin/')
}

const MAIN = [
  'refs/remotes/*/HEAD',
  ...['refs/remotes/*', 'refs/heads'].flatMap((of) => [`${of}/main`, `${of}/master`]),
]

/** The commits of branches that others are merged into: the default one of each remote, and `main` and `master`, there and here. */
export async function mainBranches(top: string): Promise<string[]> {
  const args = ['for-each-ref', '--format=%(objecttype) %(objectname)', ...MAIN]
  const lines = (await runGit(top, args)).toString('utf8').split('\n')
  return [...new Set(lines.flatMap((line) => /^commit ([0-9a-f]+)$/.exec(line)?.[1] ?? []))]
}

async function target(top: string, name: string, prefix: string): Promise<string | null> {
  const { code, stdout } = await askGit(top, ['symbolic-ref', '--quiet', name])
  const found = stdout.toString('utf8').replace(/\r?\n$/, '')
  return code === 0 && found.startsWith(prefix) ? found.slice(prefix.length) : null
}

const ARGS = ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']

/** The commit that is checked out, as a full object id; null before the first one. Throws `UserError` when git cannot say. */
export async function headCommit(top: string, options: GitOptions = {}): Promise<string | null> {
  const answer = await askGit(top, ARGS, options)
  const oid = answer.stdout.toString('utf8').trim()
  if (answer.code === 0 && isObjectId(oid)) return oid
  if (answer.code === 1) return null
  throw gitFailure(top, ARGS, answer)
}

/** True when this clone has a commit, by full object id. */
export async function hasCommit(top: string, oid: string, options: GitOptions = {}): Promise<boolean> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${oid}^{commit}`]
  if (!isObjectId(oid)) throw gitNonsense(args, `${oid} is no object id`)
  const answer = await askGit(top, args, options)
  if (answer.code === 0) return true
  // For an unknown id git either prints nothing, or says that it cannot be peeled.
  if (answer.code === 1 || /Needed a single revision|bad object|unknown revision/.test(answer.stderr))
    return false
  throw gitFailure(top, args, answer)
}

/**
 * True before the first commit: then the branch has no value at all. A broken one has a value that leads to no
 * commit.
 */
export async function isUnborn(top: string, options: GitOptions): Promise<boolean> {
  const head = await askGit(top, ['rev-parse', '--verify', '--quiet', 'HEAD'], options)
  const branch = await askGit(top, ['symbolic-ref', '--quiet', 'HEAD'], options)
  return head.code === 1 && branch.code === 0
}

/** What to do where the history ends too early. */
export const FETCH_HINT =
  'This clone is shallow: fetch the whole history (in GitHub Actions `fetch-depth: 0`, in GitLab `GIT_DEPTH: 0`).'

/** True for a clone that does not have the whole history. */
export async function isShallow(top: string, options: GitOptions = {}): Promise<boolean> {
  const answer = await runGit(top, ['rev-parse', '--is-shallow-repository'], options)
  return answer.toString('utf8').trim() === 'true'
}

/**
 * The parents that a commit itself names, by full object id: git's listings leave out those that a shallow clone
 * lacks. Throws `UserError` when a parent of several is missing.
 */
export async function commitParents(top: string, oid: string, options: GitOptions = {}): Promise<string[]> {
  const args = ['cat-file', 'commit', oid]
  if (!isObjectId(oid)) throw gitNonsense(args, `${oid} is no object id`)
  const [head = ''] = (await runGit(top, args, options)).toString('utf8').split('\n\n', 1)
  const parents = head.split('\n').flatMap((line) => (line.startsWith('parent ') ? [line.slice(7)] : []))
  if (!parents.every(isObjectId)) throw gitNonsense(args, parents.join(' '))
  if (parents.length > 1) for (const parent of parents) await assertCommit(top, { oid, parent }, options)
  return parents
}

async function assertCommit(
  top: string,
  { oid, parent }: { oid: string; parent: string },
  options: GitOptions,
): Promise<void> {
  const { code } = await askGit(top, ['cat-file', '-e', `${parent}^{commit}`], options)
  if (code === 0) return
  throw new UserError(
    `parent ${parent.slice(0, 12)} of ${oid.slice(0, 12)} is not in this repository`,
    (await isShallow(top, options)) ? FETCH_HINT : 'Run `git fsck`.',
  )
}

/** The parents of a commit as far as this clone has them, by full object id: a shallow clone ends somewhere. */
export async function localParents(top: string, oid: string, options: GitOptions = {}): Promise<string[]> {
  const args = ['rev-list', '--parents', '--max-count=1', oid, '--']
  if (!isObjectId(oid)) throw gitNonsense(args, `${oid} is no object id`)
  const said = (await runGit(top, args, options)).toString('utf8').trim()
  const [self, ...parents] = said.split(' ')
  if (self !== oid || !parents.every(isObjectId)) throw gitNonsense(args, said)
  return parents
}

/** True when a commit is in the history of another, or the same. Both are full object ids of commits that are here. */
export async function isAncestor(
  top: string,
  [older, newer]: readonly [string, string],
  options: GitOptions = {},
): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', older, newer]
  if (!isObjectId(older) || !isObjectId(newer)) throw gitNonsense(args, 'revisions that are not resolved')
  const answer = await askGit(top, args, options)
  if (answer.code === 0) return true
  if (answer.code === 1) return false
  throw gitFailure(top, args, answer)
}

/**
 * All best common ancestors of two commits, by full object id: several after a criss-cross, none for unrelated
 * histories. Throws `UserError` where a shallow clone cannot know.
 */
export async function mergeBases(
  top: string,
  [a, b]: readonly [string, string],
  options: GitOptions = {},
): Promise<string[]> {
  const args = ['merge-base', '--all', a, b]
  if (!isObjectId(a) || !isObjectId(b)) throw gitNonsense(args, 'revisions that are not resolved')
  const answer = await runGit(top, args, { ...options, okCodes: [0, 1] })
  const bases = answer
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  if (!bases.every(isObjectId)) throw gitNonsense(args, bases.join(' '))
  if (bases.length === 0 && (await isShallow(top, options))) {
    throw new UserError(`${a.slice(0, 12)} and ${b.slice(0, 12)} have no common history here`, FETCH_HINT)
  }
  return bases
}

/** Every commit that leads to some tips and not to a base, as far as this clone has them; full object ids. */
export async function listCommits(
  top: string,
  { tips, base }: { readonly tips: readonly string[]; readonly base: string },
  options: GitOptions = {},
): Promise<string[]> {
  const args = ['rev-list', ...tips, '--not', base, '--']
  if (![...tips, base].every(isObjectId)) throw gitNonsense(args, 'revisions that are not resolved')
  const oids = (await runGit(top, args, options)).toString('utf8').split('\n').slice(0, -1)
  if (oids.every(isObjectId)) return oids
  throw gitNonsense(args, oids.join(' '))
}

/** What an object id names here: a commit (itself, or a tag's target), something else, or no object. */
type ResolvedObject = { readonly commit: string } | 'other' | 'missing'

/** Looks up object ids that git gave to a hook. */
export async function resolveObject(top: string, oid: string, options: GitOptions): Promise<ResolvedObject> {
  const args = ['cat-file', '--batch-check=%(objecttype) %(objectname)']
  const input = `${oid}^{commit}\n${oid}\n`
  const answer = (await runGit(top, args, { ...options, input })).toString('utf8')
  const [commit = '', object = ''] = answer.split('\n')
  const id = /^commit ([0-9a-f]+)$/.exec(commit)?.[1]
  if (id !== undefined && isObjectId(id)) return { commit: id }
  if (object === `${oid} missing`) return 'missing'
  if (/^(?:blob|tree|tag) /.test(object)) return 'other'
  throw gitNonsense(args, answer)
}

/** At most so many remote-tracking branches are compared with, the newest ones: all of them go into one command line. */
const MOST_REFS = 500

/**
 * The newest commit of a history that a remote has, judged by its remote-tracking branches. For a remote that has
 * none, those of every remote count. Null when there are none, or when no history is shared.
 */
export async function publishedBase(
  top: string,
  { tip, remote }: { readonly tip: string; readonly remote: string },
  options: GitOptions,
): Promise<string | null> {
  const own = remote === '' ? [] : await tracked(top, `refs/remotes/${remote}/`, options)
  const tips = own.length > 0 ? own : await tracked(top, 'refs/remotes/', options)
  if (tips.length === 0) return null
  const args = ['merge-base', tip, ...tips]
  const answer = await askGit(top, args, options)
  if (answer.code === 1 && answer.stderr === '') return null
  const [base = ''] = answer.stdout.toString('utf8').split('\n')
  if (answer.code === 0 && isObjectId(base)) return base
  throw gitFailure(top, args, answer)
}

async function tracked(top: string, prefix: string, options: GitOptions): Promise<string[]> {
  const format = '--format=%(objecttype) %(objectname)'
  const args = ['for-each-ref', `--count=${MOST_REFS}`, '--sort=-committerdate', format, '--', prefix]
  const lines = (await runGit(top, args, options)).toString('utf8').split('\n')
  return [...new Set(lines.flatMap((line) => /^commit ([0-9a-f]+)$/.exec(line)?.[1] ?? []))]
}

/**
 * A part of a history: the commits that lead to `tip`, without those that a base or, unless `published` is set, a
 * remote has.
 */
type MergesRequest = {
  readonly tip: string
  readonly base: string | null
  readonly published: boolean
  /** At most so many; all when absent. */
  readonly most?: number | undefined
}

/** The merge commits of a part of a history, the newest first. */
export async function listMerges(
  top: string,
  { tip, base, published, most }: MergesRequest,
  options: GitOptions,
): Promise<string[]> {
  const but = [...(base === null ? [] : [base]), ...(published ? [] : ['--remotes'])]
  const limit = most === undefined ? [] : [`--max-count=${most}`]
  const args = ['rev-list', '--merges', ...limit, tip, '--not', ...but, '--']
  const oids = (await runGit(top, args, options)).toString('utf8').split('\n').slice(0, -1)
  if (oids.every(isObjectId)) return oids
  throw gitNonsense(args, oids.join(' '))
}

/** The commits that came after one and lead to a tip, itself left out, that change some paths; the newest first, at most so many. */
export async function listLater(
  top: string,
  { from, tip, paths, most }: { from: string; tip: string; paths: readonly string[]; most: number },
  options: GitOptions,
): Promise<string[]> {
  const args = ['rev-list', '--ancestry-path', `--max-count=${most}`, tip, '--not', from, '--', ...paths]
  if (![from, tip].every(isObjectId)) throw gitNonsense(args, 'revisions that are not resolved')
  const oids = (await runGit(top, args, options)).toString('utf8').split('\n').slice(0, -1)
  if (oids.every(isObjectId)) return oids.filter((oid) => oid !== tip)
  throw gitNonsense(args, oids.join(' '))
}

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

/**
 * Every commit that leads to `tip`, the newest first, as `git log --date-order` has them. Null where git is not done after `most`
 * milliseconds. Throws `UserError` when git fails.
 */
export async function commitsInOrder(
  top: string,
  tip: string,
  { most, ...options }: GitOptions & { readonly most: number },
): Promise<readonly string[] | null> {
  const args = ['rev-list', '--date-order', tip, '--']
  const answer = await askGit(top, args, { ...options, most })
  if (answer.code === null && answer.signal !== null) return null
  if (answer.code !== 0) throw gitFailure(top, args, answer)
  return answer.stdout.toString('latin1').split('\n').slice(0, -1)
}

/** The first lines of the messages of some commits, by their ids. Throws `UserError` when git fails. */
export async function commitSubjects(
  top: string,
  commits: readonly string[],
  options: GitOptions = {},
): Promise<ReadonlyMap<string, string>> {
  if (commits.length === 0) return new Map()
  const args = ['log', '--no-walk=unsorted', '--no-color', '--no-show-signature', '--no-notes', '--stdin']
  const stdin = `${commits.join('\n')}\n`
  const out = (await runGit(top, [...args, '-z', '--format=%H %s'], { ...options, input: stdin })).toString(
    'utf8',
  )
  return new Map(
    out.split('\0').flatMap((line) => {
      const at = line.indexOf(' ')
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const]
    }),
  )
}

const DIFF = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--diff-algorithm=histogram', '-U2']

/** The hunks between two blobs, by id, as git prints them, without its lines about the files; both are untrusted. Throws `UserError` when git fails. */
export async function blobHunks(
  top: string,
  [from, to]: readonly [string, string],
  options: GitOptions = {},
): Promise<string> {
  const args = [...DIFF, from, to]
  if (!isObjectId(from) || !isObjectId(to)) throw gitNonsense(args, `${from} ${to}`)
  const text = (await runGit(top, args, options)).toString('utf8')
  const at = text.search(/^@@ /m)
  return at < 0 ? '' : text.slice(at)
}
