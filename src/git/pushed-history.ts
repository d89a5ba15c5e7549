import type { GitOptions } from './git-environment.ts'
import { gitFailure, gitNonsense } from './git-failure.ts'
import { isObjectId } from './object-id.ts'
import { askGit, runGit } from './run-git.ts'

/** What an object id names here: a commit (itself, or what a tag leads to), something else, or nothing that is here. */
export type Named = { readonly commit: string } | 'other' | 'missing'

/** Looks up object ids that git gave to a hook. */
export async function nameObject(top: string, oid: string, options: GitOptions): Promise<Named> {
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

/** So many remote-tracking branches are compared with, the newest ones: all of them are one command line. */
const MOST_REFS = 500

/**
 * The newest commit of a history that a remote has, as far as its remote-tracking branches tell; for a remote that has
 * none, those of every remote count. Null when there are none, or when nothing is shared.
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

/** A part of a history: what leads to `tip`, without what a base or, unless `published` is set, a remote has. */
export type MergesRequest = {
  readonly tip: string
  readonly base: string | null
  readonly published: boolean
  /** So many at most; all when absent. */
  readonly most?: number | undefined
}

/** The merge commits of a part of a history, the newest first. */
export async function mergesIn(
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
