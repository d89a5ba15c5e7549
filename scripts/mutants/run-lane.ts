import { createVitest, type TestSpecification } from 'vitest/node'

/** A mutant, and the test files to try it with. */
export type Job = { readonly id: number; readonly files: readonly string[] }

export type Verdict = 'killed' | 'survived' | 'endless' | 'not reached'

/** A process that keeps vitest and the bundle of the sources, and gets one job after another. Each has a worker of its own. */
export async function runLane(): Promise<void> {
  const options = { watch: false, bail: 1, maxWorkers: 1, reporters: [{}] }
  const vitest = await createVitest('test', options)
  const all = await vitest.globTestSpecifications()
  const byPath = new Map<string, TestSpecification[]>()
  for (const one of all) {
    const path = one.moduleId.slice(process.cwd().length + 1).replaceAll('\\', '/')
    byPath.set(path, [...(byPath.get(path) ?? []), one])
  }
  // Its group: the worker as well, and what that has started.
  process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
  process.on('message', async ({ id, files }: Job) => {
    process.env.MEMKEEP_MUTANT = String(id)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
      files.flatMap((path) => byPath.get(path) ?? []),
    )
    const isKilled = unhandledErrors.length > 0 || testModules.some((one) => one.state() === 'failed')
    process.send?.(isKilled ? 'killed' : 'survived')
  })
}
