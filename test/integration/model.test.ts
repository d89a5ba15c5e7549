import { describe, expect, test } from 'vitest'
import { residentCommand } from '../helpers/resident/resident.ts'
import { runs } from '../helpers/runs.ts'
import { describeResult, runModel } from '../model/model.ts'

/** Repositories with so many attempts to commit in each. `npm run test:model` goes on for as long as one likes. */
const SEEDS = Array.from({ length: runs(15, 1) }, (_, index) => index + 1)
const COMMITS = runs(20, 12)

const memkeep = residentCommand()

describe.concurrent('the pre-commit hook keeps its promises, whatever people do', () => {
  test.each(SEEDS)(
    'seed %i',
    async (seed) => {
      const result = await runModel({ seed, commits: COMMITS, memkeep })
      expect(result.faults, describeResult(result)).toEqual([])
      expect(result.outcomes.committed).toBeGreaterThan(COMMITS / 4)
    },
    180_000,
  )
})
