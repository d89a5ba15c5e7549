import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Milliseconds that another worker may take. */
const PATIENCE = 120_000

/**
 * A folder that one worker of this run fills and all of them use: the first one that asks fills it, the others wait. Where
 * files are watched, each process has its own, for sources change.
 */
export function oncePerRun(name: string, fill: (folder: string) => void): string {
  const isWatched = process.env.VITEST_MODE === 'WATCH'
  const folder = join(tmpdir(), isWatched ? `${name}-of-${process.pid}` : name)
  const filled = join(folder, 'filled')
  if (isMade(folder)) {
    fill(folder)
    writeFileSync(filled, '')
  }
  const cell = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; !existsSync(filled); waited += 20) {
    if (waited > PATIENCE) throw new Error(`another worker has not filled ${folder}`)
    Atomics.wait(cell, 0, 0, 20)
  }
  return folder
}

/** Whether it was this worker that made the folder. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
