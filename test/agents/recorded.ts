import { CASES, type Case, type Seen } from './cases.ts'

/** What agents sent, by the name of the agent and the id of the case. */
export type Recording = {
  readonly [agent: string]: {
    readonly version: string
    readonly seen: { readonly [id: string]: Seen }
    readonly loop?: Loop
  }
}

/** What memkeep's hooks did in sessions of an agent with an open task of working memory. */
export type Loop = {
  /** Updates of the task after one prompt for which the agent called five tools. */
  readonly updates: number
  /** The first request of the next session has what the update wrote. */
  readonly nextHasIt: boolean
  /** Updates after that session, less than ten minutes later. */
  readonly updatesByNext: number
  /** Updates by a compaction right after it; null where the agent cannot be asked to compact. */
  readonly updatesByCompaction: number | null
  /** Lines that say why the model failed, in the first request of the session after that. */
  readonly linesOfFailure: number
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
