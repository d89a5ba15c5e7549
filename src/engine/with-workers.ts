import type { LoadOptions } from './load-options.ts'

/** Fewer files than this are read before a worker is ready. */
const WORTH_WORKERS = 256

/** Does something with as many threads as were asked for, where so many files are to be read that they are worth it. */
export async function withWorkers<T>(
  count: number,
  options: LoadOptions,
  run: (options: LoadOptions) => Promise<T>,
): Promise<T> {
  const { jobs = 1, facts, workers } = options
  if (workers || jobs < 2 || facts.lacks || count < WORTH_WORKERS) return run(options)
  const { startStageWorkers } = await import('./stage-workers.ts')
  const started = await startStageWorkers(jobs - 1)
  try {
    return await run({ ...options, workers: started })
  } finally {
    await started.close()
  }
}
