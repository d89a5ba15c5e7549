import { join } from 'node:path'
import { openShardFacts } from '../../src/ci/shards/shard-facts.ts'
import { writeShard } from '../../src/ci/shards/write-shard.ts'
import { amongLayoutsOn } from '../../src/core/places.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { literalSnapshot } from '../../src/core/snapshot.ts'
import type { FactsStore } from '../../src/engine/documents/facts.ts'
import { layouts as allLayouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'
import type { Files } from './check-literal.ts'

const layouts = amongLayoutsOn(allLayouts)

const NOTHING_KNOWN: FactsStore = { get: () => null, put: () => undefined }

/** Writes every shard of literal memories, the sides of a check, into a folder; gives how many documents each holds. */
export async function writeLiteralShards(
  folder: string,
  sides: readonly [Files, ...Files[]],
  of: number,
): Promise<readonly number[]> {
  const load = { layouts, rules, settings: DEFAULT_SETTINGS, facts: NOTHING_KNOWN, today: '' }
  const [first, ...others] = sides.map((files) => ({ snapshot: literalSnapshot(files), load }))
  if (!first) return []
  const counts: number[] = []
  for (let index = 1; index <= of; index += 1) {
    const name = `${index}-of-${of}.jsonl`
    const path = join(folder, name)
    counts.push(
      await writeShard({ parts: [first, ...others], shard: { index, of }, made: ['literal'], path, name }),
    )
  }
  return counts
}

/** The facts of a folder of shard files, for a check with default settings. */
export function literalShardFacts(folder: string): Promise<FactsStore> {
  return openShardFacts(folder, { settings: DEFAULT_SETTINGS, parser: 'auto', layouts, rules })
}
