import type { Random } from './random.ts'

type Words = readonly [string, ...string[]]

const NOUNS: Words =
  words(`agent cache index workspace domain resource plan decision lesson hook commit branch
  token budget parser schema header table worker queue retry timeout session memory pipeline build release
  rollback migration endpoint request response payload contract service module package dependency lockfile
  fixture snapshot report warning threshold limit gateway replica shard ledger invoice customer tenant region
  bucket cursor page`)
const VERBS: Words = words(`reads writes keeps drops moves checks rebuilds skips merges splits retries blocks
  returns accepts rejects logs measures caches expires validates loads sorts counts`)
const ADJECTIVES: Words = words(`stale derived shared slow small empty nested hidden early late strict partial
  local remote shallow signed cold warm flaky stable duplicated optional required`)
// No two of them may differ only in case, hyphens, dots or plural: that would be a finding.
const TAGS: Words = words(`api auth billing build cache ci cli data deploy docs errors git hooks infra memory
  metrics node.js perf queue release schema search security tests type-safety ui c++`)

export const noun = (r: Random): string => r.pick(NOUNS)
export const verb = (r: Random): string => r.pick(VERBS)
export const adjective = (r: Random): string => r.pick(ADJECTIVES)

/** Two to five different tags. */
export function tags(r: Random): readonly string[] {
  return [...new Set(Array.from({ length: r.int(2, 5) }, () => r.pick(TAGS)))]
}

/** A directory name for a domain: a plain word and its number. */
export const domainName = (r: Random, number: number): string => `${noun(r)}-${number}`

/** `Stale gateway ledger`. */
export const title = (r: Random): string => capital(`${adjective(r)} ${noun(r)} ${noun(r)}`)

/** Lower-case kebab, as in file names. */
export const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function words(text: string): Words {
  const [first = '', ...rest] = text.split(/\s+/)
  return [first, ...rest]
}
