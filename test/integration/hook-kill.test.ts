import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { LONG } from '../helpers/runs.ts'
import { runKills } from '../model/kill.ts'

/** `npm run test:kill` goes on for as long as one likes. */
const SEEDS = LONG ? [1, 2, 3, 4] : [1]
const KILLS = LONG ? 5 : 1

test.each(SEEDS)(
  'commits killed at random moments lose nothing, and the next one is right: seed %i',
  async (seed) => {
    const { faults, story } = await runKills({ seed, kills: KILLS, memkeep: resolve('dist/memkeep.cjs') })
    expect(faults, story.join('\n')).toEqual([])
  },
)
