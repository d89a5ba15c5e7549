import { excludeConfig, includeConfig, includeKeys, includingKeys } from '../git/included-config.ts'
import { START_CONFIG } from './hooks/start-hook.ts'
import type { ReadSite } from './read-site.ts'
import type { ConfigDone } from './setup-result.ts'

const WHY = 'git starts hooks in its own directory, whatever is checked out'

/** Makes git start hooks in its own directory, or where `isWanted` is false no longer; keys of a place that is left go. */
export async function setStart(
  { commonDir }: ReadSite,
  top: string,
  { isWanted, dryRun }: { readonly isWanted: boolean; readonly dryRun: boolean },
): Promise<readonly ConfigDone[]> {
  const wanted = isWanted ? includeKeys(commonDir) : []
  const present = await includingKeys(top, START_CONFIG)
  const [missing, old] = [without(wanted, present), without(present, wanted)]
  for (const key of dryRun ? [] : old) await excludeConfig(top, key, START_CONFIG)
  for (const key of dryRun ? [] : missing) await includeConfig(top, key, START_CONFIG)
  return [
    ...old.map((key) => ({ key, did: 'unset' }) as const),
    ...missing.map((key) => ({ key, did: 'set', why: WHY }) as const),
  ]
}

function without(keys: readonly string[], others: readonly string[]): readonly string[] {
  return keys.filter((key) => !others.includes(key))
}
