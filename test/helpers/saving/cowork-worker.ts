// Writes session memory, and dies where it is asked to. It prints each id that was said to be saved.
// usage: node cowork-worker.cjs FOLDER TASK NAME COUNT LOCK SLOW DEATH: TASK is `fill`, `promote` or `end`, LOCK is `real` or `none`,
// SLOW the milliseconds before a rename, DEATH as in `death.ts` (0: none).
import { writeSync } from 'node:fs'
import type { JsonObject } from '../../../src/core/json.ts'
import type { Operation } from '../../../src/core/operation.ts'
import { NODE_FS } from '../../../src/fs/atomic-write.ts'
import { type TakeLock, takeLock } from '../../../src/fs/lock.ts'
import { cowork } from '../../../src/layouts/cowork/layout.ts'
import { endSession } from '../../../src/layouts/cowork/operations/end-session.ts'
import { promoteToProjectMemory } from '../../../src/layouts/cowork/operations/promote-to-project-memory.ts'
import { saveSessionMemory } from '../../../src/layouts/cowork/operations/save-session-memory.ts'
import { recentReads } from '../../../src/operations/operation-call.ts'
import { runOperation } from '../../../src/operations/run-operation.ts'
import { wrappedFs } from '../faulty-fs.ts'
import { deathOf } from './death.ts'

const [cwd = '', task = '', name = '', count = '0', lock = 'real', slow = '0', death = '0'] =
  process.argv.slice(2)

const noLock: TakeLock = async () => ({ isOurs: () => true, release: () => null })
const patientLock: TakeLock = (path, options) => takeLock(path, { ...options, patience: 600_000 })

const cell = new Int32Array(new SharedArrayBuffer(4))
const meetDeath = deathOf(cwd, death, (call) => call % 31 === 1)
const fs = wrappedFs((called, call) => {
  meetDeath(called)
  if (called === 'renameSync' && slow !== '0') Atomics.wait(cell, 0, 0, Number(slow))
  return call()
})

const options = {
  cwd,
  cache: false,
  today: '2026-06-01',
  recent: recentReads(),
  ports: {
    fs: death === '0' && slow === '0' ? NODE_FS : fs,
    takeLock: lock === 'none' ? noLock : patientLock,
  },
}

async function ask(operation: Operation, args: JsonObject): Promise<string | null> {
  const result = await runOperation({ operation, layout: cowork }, args, options)
  writeSync(1, 'refusal' in result ? `REFUSED ${result.refusal}\n` : `SAVED ${String(result.data.id)}\n`)
  return 'refusal' in result ? null : String(result.data.id)
}

async function fill(): Promise<void> {
  for (let i = 0; i < Number(count); i += 1) {
    const id = await ask(saveSessionMemory, { memory_type: 'insight', content: `Insight ${name}-${i}.` })
    if (id !== null) await ask(promoteToProjectMemory, { memory_id: id, reason: `Because of ${name}-${i}.` })
  }
}

async function run(): Promise<void> {
  if (task === 'fill') await fill()
  else if (task === 'end') await ask(endSession, {})
  else await ask(promoteToProjectMemory, { memory_id: name, reason: 'It held.' })
}

void run()
