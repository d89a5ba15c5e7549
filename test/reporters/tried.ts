import fc from 'fast-check'
import { HOSTILE_RUNS } from '../helpers/runs.ts'

/** So many runs at a stretch; between them the worker answers, or it would be taken for dead. */
const STRETCH = 1_000

/** Tries a property of an output as often as hostile text is tried in this run. */
export async function tried<T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void): Promise<void> {
  for (let left = HOSTILE_RUNS; left > 0; left -= STRETCH) {
    fc.assert(fc.property(arbitrary, check), { numRuns: Math.min(left, STRETCH) })
    await new Promise((done) => setImmediate(done))
  }
}
