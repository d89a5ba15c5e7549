import { CASES, type Case, type Seen } from './cases.ts'

/** What agents sent, by the name of the agent and the id of the case. */
export type Recording = {
  readonly [agent: string]: { readonly version: string; readonly seen: { readonly [id: string]: Seen } }
}

/** Cases that a model speaks about: what it loads when it is started, in a repository that its user trusts. */
export const saidCases: readonly Case[] = CASES.filter(
  ({ reads, isUntrusted, isBeyond }) => reads === undefined && !isUntrusted && !isBeyond,
)

/** Rules of one folder come in the order in which the system lists them, which differs: their order says nothing. */
export function comparable(seen: Seen): Seen {
  const folder = (path: string): string => /^.*\/rules\//.exec(path)?.[0] ?? ''
  return seen
    .map((path, at) => ({
      path,
      at: folder(path) === '' ? at : seen.findIndex((one) => folder(one) === folder(path)),
    }))
    .sort((a, b) => a.at - b.at || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path)
}
