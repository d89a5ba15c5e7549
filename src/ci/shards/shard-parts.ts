import type { FactsStore } from '../../engine/load-options.ts'
import type { OpenMemory } from '../../engine/open-memory.ts'
import { settingsBefore } from '../../engine/settings-before.ts'
import type { OpenSnapshot } from '../../snapshot/real-snapshot.ts'
import type { ShardPart } from './write-shard.ts'

/** Every side whose documents a check takes through the document stage, each with the settings that it reads them with. */
export async function shardParts(memory: OpenMemory): Promise<readonly [ShardPart, ...ShardPart[]]> {
  const { after, before, merge, facts, ...options } = memory
  const load = { ...options, facts: { ...NO_FACTS, get: facts.get } }
  const partOf = (snapshot: OpenSnapshot): ShardPart => ({ snapshot, load })
  const settings = await settingsBefore(before, load)
  const earlier = settings ? { ...options, settings, facts: NO_FACTS } : load
  return [
    partOf(after),
    ...(before ? [{ snapshot: before, load: earlier }] : []),
    ...(merge?.others ?? []).map(partOf),
    ...(merge?.bases ?? []).map(({ snapshot }) => partOf(snapshot)),
  ]
}

/** Keeps nothing: what was written to a file is not needed in memory. */
const NO_FACTS: FactsStore = { get: () => null, put: () => undefined }
