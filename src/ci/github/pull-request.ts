import { isJsonObject } from '../../core/json.ts'
import { memberOf, readJson } from '../../formats/json-edits.ts'
import { readSmall } from '../../fs/text-files.ts'
import type { Environment } from './inputs.ts'

/** The pull request that a run is about. */
export type PullRequest = {
  readonly number: number
  /** It comes from another repository: its token may read, and nothing else. */
  readonly isFromFork: boolean
}

/** The pull request that the runner's event names; null for an event of another kind, or one that cannot be read. */
export function pullRequestOf({ GITHUB_EVENT_PATH: path = '' }: Environment): PullRequest | null {
  if (path === '') return null
  const event = readJson(readSmall(path) ?? '')
  if (!isJsonObject(event)) return null
  const number = memberOf(event, ['pull_request', 'number'])
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) return null
  const [head, base] = ['head', 'base'].map((side) =>
    memberOf(event, ['pull_request', side, 'repo', 'full_name']),
  )
  return { number, isFromFork: head !== base }
}
