import { expect, test } from 'vitest'
import {
  ATTACKS,
  type Attack,
  layoutsInGit,
  meantFor,
  type Outcome,
} from '../../scripts/generate/guard-table.ts'
import { amongLayoutsOn } from '../../src/core/places.ts'
import { layouts } from '../../src/layouts/index.ts'
import { attacked, type Sample, samplesOf } from '../helpers/attacked-files.ts'
import { judgedLiteral } from '../helpers/check-literal.ts'

/** Findings that say that a memory file, or what it holds, is not what it was. */
const GUARDS = ['item-lost', 'history', 'file-lost', 'unreadable', 'syntax', 'schema', 'derived-fresh']

async function outcomeOf(sample: Sample, attack: Attack): Promise<Outcome | 'silent' | null> {
  const changed = attacked(sample, attack)
  if (!changed) return null
  const { diagnostics, files } = await judgedLiteral(sample.files, changed)
  const found = diagnostics.filter((one) => one.new && GUARDS.includes(one.rule))
  if (found.some(({ severity }) => severity === 'error')) return 'refused'
  if (found.some(({ severity }) => severity === 'warning')) return 'warned'
  const { gone = [], changed: other = [], moved = [] } = files ?? {}
  const paths = [...gone, ...other, ...moved.map(({ from }) => from), ...found.map(({ path }) => path)]
  return paths.includes(sample.path) ? 'named' : 'silent'
}

const SEVERE: readonly string[] = ['silent', 'named', 'warned', 'refused']

/** What may not be said more severely than it is meant: pruning is right, and a refusal of it would be a false alarm. */
const EXACT: readonly Attack[] = ['file deleted', 'moved out of memory']

const SAMPLED = (await Promise.all(layoutsInGit(amongLayoutsOn(layouts)).map(samplesOf))).flat()

test.each(SAMPLED.map((sample) => [sample.layout.id, sample.kind.id, sample] as const))(
  'no change of a file goes unseen: %s, %s',
  async (_layout, _kind, sample) => {
    for (const attack of ATTACKS) {
      const found = await outcomeOf(sample, attack)
      if (found === null) continue
      const meant = meantFor(sample.kind, attack)
      if (EXACT.includes(attack)) expect(`${attack}: ${found}`).toBe(`${attack}: ${meant}`)
      expect(SEVERE.indexOf(found), `${attack}: ${found}, at least ${meant}`).toBeGreaterThanOrEqual(
        SEVERE.indexOf(meant),
      )
    }
  },
)
