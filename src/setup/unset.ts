import { unsetConfig } from '../git/repository-config.ts'
import type { ConfigDone } from './setup-result.ts'

/** Takes settings of git out of the repository's own, or only says so. */
export async function unset(top: string, keys: readonly string[], dryRun: boolean): Promise<ConfigDone[]> {
  for (const key of dryRun ? [] : keys) await unsetConfig(top, key)
  return keys.map((key) => ({ key, did: 'unset' }))
}
