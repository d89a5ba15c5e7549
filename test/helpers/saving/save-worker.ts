// Saves lines and prints each that was saved: `SAVED name-0`. Anything else that is printed is a refusal.
// usage: node save-worker.mjs FOLDER NAME COUNT LOCK SLOW: LOCK is `real` or `none`, SLOW the milliseconds before a rename.
import { writeSync } from 'node:fs'
import { type FsPort, NODE_FS } from '../../../src/files/fs-port.ts'
import type { TakeLock } from '../../../src/files/lock.ts'
import { recentFacts } from '../../../src/run/recent-facts.ts'
import { runTool } from '../../../src/run/tools.ts'
import { appendLine, lineLog } from './line-log.ts'

const [cwd = '', name = '', count = '0', lock = 'real', slow = '0'] = process.argv.slice(2)

const noLock: TakeLock = async () => ({ isOurs: () => true, release: () => null })

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
  today: '2026-06-01',
  recent: recentFacts(),
  ports: { fs, ...(lock === 'none' && { takeLock: noLock }) },
}
async function saveAll(): Promise<void> {
  for (let i = 0; i < Number(count); i += 1) {
    const line = `${name}-${i} ${'text '.repeat(i % 7)}end.`
    const result = await runTool({ tool: appendLine, layout: lineLog }, { log: 'a', line }, options)
    writeSync(1, 'refusal' in result ? `REFUSED ${result.refusal}\n` : `SAVED ${name}-${i}\n`)
  }
}

void saveAll()
