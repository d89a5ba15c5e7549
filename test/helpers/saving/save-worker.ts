// Saves lessons with the tool of agents and prints each that was saved: `SAVED name-0`. Else it prints the refusal.
// usage: node save-worker.cjs FOLDER NAME COUNT LOCK SLOW: LOCK is `real` or `none`, SLOW the milliseconds before a rename.
import { writeSync } from 'node:fs'
import { type FsPort, NODE_FS } from '../../../src/fs/atomic-write.ts'
import { type TakeLock, takeLock } from '../../../src/fs/lock.ts'
import { workspace } from '../../../src/layouts/workspace/layout.ts'
import { saveMemory } from '../../../src/layouts/workspace/operations/save-memory.ts'
import { recentReads } from '../../../src/operations/operation-call.ts'
import { runOperation } from '../../../src/operations/run-operation.ts'
import { lessonNamed, TODAY } from './lessons.ts'

const [cwd = '', name = '', count = '0', lock = 'real', slow = '0'] = process.argv.slice(2)

const noLock: TakeLock = async () => ({ isOurs: () => true, release: () => null })

/** Longer than an agent waits: a test is run on machines that have other things to do. */
const patientLock: TakeLock = (path, options) => takeLock(path, { ...options, patience: 600_000 })

const cell = new Int32Array(new SharedArrayBuffer(4))
const fs: FsPort = {
  ...NODE_FS,
  renameSync: (from, to) => {
    if (slow !== '0') Atomics.wait(cell, 0, 0, Number(slow))
    NODE_FS.renameSync(from, to)
  },
}

const options = {
  cwd,
  cache: false,
  today: TODAY,
  recent: recentReads(),
  ports: { fs, takeLock: lock === 'none' ? noLock : patientLock },
}

async function saveAll(): Promise<void> {
  for (let i = 0; i < Number(count); i += 1) {
    const result = await runOperation(
      { operation: saveMemory, layout: workspace },
      lessonNamed(`${name}-${i}`),
      options,
    )
    writeSync(1, 'refusal' in result ? `REFUSED ${result.refusal}\n` : `SAVED ${name}-${i}\n`)
  }
}

void saveAll()
