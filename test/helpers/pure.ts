import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import workerThreads from 'node:worker_threads'

/**
 * Keeps the project `pure` so: no bundle is built for it, and a stale one would pass. Only what starts a process or the
 * parse worker needs one.
 */
function refuse(): never {
  throw new Error(
    'A pure test starts no process and no worker: add the file to NEEDS_BUNDLE in vitest.config.ts',
  )
}

const STARTERS = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const
for (const name of STARTERS) Object.assign(childProcess, { [name]: refuse })
Object.assign(workerThreads, { Worker: refuse })
syncBuiltinESMExports()
