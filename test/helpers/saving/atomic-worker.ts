// Calls the operations of the atomic layout, and prints what became of each.
// usage: node atomic-worker.cjs FOLDER rounds NAME COUNT LOCK SLOW: every process does the same and its own; LOCK is `real` or
// `none`, SLOW the milliseconds before a file is put in its place.
//        node atomic-worker.cjs FOLDER complete ID DEATH: completes a task, and dies as in `death.ts`.
import { writeSync } from 'node:fs'
import type { JsonObject } from '../../../src/core/json.ts'
import type { FsPort } from '../../../src/fs/atomic-write.ts'
import { type TakeLock, takeLock } from '../../../src/fs/lock.ts'
import { operationNamed } from '../../../src/operations/registry.ts'
import { runOperation } from '../../../src/operations/run-operation.ts'
import { wrappedFs } from '../faulty-fs.ts'
import { deathOf } from './death.ts'

const [cwd = '', what = '', name = '', count = '0', lock = 'real', slow = '0'] = process.argv.slice(2)

const noLock: TakeLock = async () => ({ isOurs: () => true, release: () => null })

/** Longer than an agent waits: a test is run on machines that have other things to do. */
const patientLock: TakeLock = (path, options) => takeLock(path, { ...options, patience: 600_000 })

const cell = new Int32Array(new SharedArrayBuffer(4))

function slowly(): FsPort {
  return wrappedFs((call, real) => {
    const isPut = call === 'renameSync' || call === 'linkSync'
    if (isPut && slow !== '0') Atomics.wait(cell, 0, 0, Number(slow))
    return real()
  })
}

function say(text: string): void {
  writeSync(1, `${text}\n`)
}

async function call(operation: string, args: JsonObject, fs: FsPort): Promise<JsonObject | null> {
  const ports = { fs, takeLock: lock === 'none' ? noLock : patientLock }
  const options = { cwd, cache: false, today: '2026-06-01', clock: () => '2026-06-01T10:00:00.000Z', ports }
  const result = await runOperation(operationNamed(operation), args, options)
  if ('refusal' in result) say(`REFUSED ${operation} ${result.refusal}`)
  else say(`${result.data.saved ? 'SAVED' : 'KNOWN'} ${operation} ${result.data.id}`)
  return 'refusal' in result ? null : result.data
}

async function rounds(): Promise<void> {
  const fs = slowly()
  for (let i = 0; i < Number(count); i += 1) {
    await call('write_fact', { title: `Shared fact ${i}`, content: `What all say in round ${i}.` }, fs)
    const choice = { title: `Choice ${i} of ${name}`, content: `As ${name} sees it.`, supersedes: `dec-${i}` }
    await call('write_decision', choice, fs)
    const task = { title: `Task ${i} of ${name}`, content: `What ${name} does in round ${i}.` }
    const written = await call('write_task', task, fs)
    await call('update_task', { id: written?.id ?? '', status: 'done' }, fs)
  }
}

/** What puts a file in its place, or takes it away. */
const STEPS: ReadonlySet<keyof FsPort> = new Set(['renameSync', 'linkSync', 'unlinkSync'])

async function complete(): Promise<void> {
  const isAfterStep = (before: keyof FsPort | null): boolean => before !== null && STEPS.has(before)
  const meetDeath = deathOf(cwd, count, (at, before) => isAfterStep(before) || at % 25 === 1)
  const fs = wrappedFs((one, real) => {
    meetDeath(one)
    return real()
  })
  await call('update_task', { id: name, status: 'done' }, fs)
}

void (what === 'rounds' ? rounds() : complete())
