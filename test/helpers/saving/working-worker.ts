// Updates a task, and dies where it is asked to. It prints the ids that were said to be added.
// usage: node working-worker.cjs FOLDER TASK NAME COUNT LOCK SLOW DEATH: TASK is `fill`, `apply` or `update`, LOCK is `real` or `none`,
// SLOW the milliseconds before a rename, DEATH as in `death.ts` (0: none).
import { writeSync } from 'node:fs'
import type { JsonObject } from '../../../src/core/json.ts'
import type { AskModels } from '../../../src/core/model.ts'
import type { Operation } from '../../../src/core/operation.ts'
import { NODE_FS } from '../../../src/fs/atomic-write.ts'
import { type TakeLock, takeLock } from '../../../src/fs/lock.ts'
import { workingMemory } from '../../../src/layouts/working-memory/layout.ts'
import { applyTaskUpdate } from '../../../src/layouts/working-memory/operations/apply-task-update.ts'
import { updateTaskMemory } from '../../../src/layouts/working-memory/operations/update-task-memory.ts'
import { recentReads } from '../../../src/operations/operation-call.ts'
import { runOperation } from '../../../src/operations/run-operation.ts'
import { wrappedFs } from '../faulty-fs.ts'
import { deathOf } from './death.ts'

const [cwd = '', task = '', name = '', count = '0', lock = 'real', slow = '0', death = '0'] =
  process.argv.slice(2)

const noLock: TakeLock = async () => ({ isOurs: () => true, release: () => null })
const patientLock: TakeLock = (path, options) => takeLock(path, { ...options, patience: 600_000 })

const cell = new Int32Array(new SharedArrayBuffer(4))
const meetDeath = deathOf(cwd, death, (call) => call % 29 === 1)
const fs = wrappedFs((called, call) => {
  meetDeath(called)
  if (called === 'renameSync' && slow !== '0') Atomics.wait(cell, 0, 0, Number(slow))
  return call()
})

/** Models that add a learning and a snippet each time, and archive the first learning that they see. */
const ask: AskModels = async (requests) =>
  requests.map(({ role, user }) => {
    const first = / (KL-\d+) because/.exec(user)?.[1] ?? /- (KL-\d+) because/.exec(user)?.[1]
    return {
      role,
      model: 'm',
      seconds: 0.1,
      usage: { input: 10, output: 10 },
      text: texts(first)[role] ?? 'no change',
    }
  })

let round = 0

function texts(archived: string | undefined): { readonly [role: string]: string } {
  const gone = archived ? `  ARCHIVE:\n    - ${archived} because ${name}-${round} says so\n` : ''
  return {
    progress: `CURRENT_PROGRESS:\n  In Progress:\n    - ${name}-${round}\n`,
    learnings: `KEY_LEARNINGS:\n  ADD:\n    - because of ${name}: insight ${name}-${round}\n${gone}`,
    verbatim: `VERBATIM_CONTEXT:\n  ADD:\n    - because of ${name}: label ${name}-${round} =>\n      line ${round}\n        of ${name}\n`,
  }
}

const options = {
  cwd,
  cache: false,
  today: '2026-06-01',
  // One instant for all: the second update has to be later than the first.
  clock: () => '2026-06-01T10:00:00.000Z',
  recent: recentReads(),
  ask,
  ports: {
    fs: death === '0' && slow === '0' ? NODE_FS : fs,
    takeLock: lock === 'none' ? noLock : patientLock,
  },
}

async function call(operation: Operation, args: JsonObject): Promise<void> {
  const result = await runOperation({ operation, layout: workingMemory }, { task: 't', ...args }, options)
  if ('refusal' in result) {
    writeSync(1, `REFUSED ${result.refusal}\n`)
    return
  }
  const { added, archived } = result.data as {
    readonly added: readonly string[]
    readonly archived: readonly string[]
  }
  writeSync(1, `SAVED ${added.join(' ')}\nARCHIVED ${archived.join(' ')}\n`)
}

async function run(): Promise<void> {
  for (round = 0; round < Number(count); round += 1) {
    const isApply = task === 'apply' || (task === 'fill' && round % 2 === 1)
    if (isApply)
      await call(applyTaskUpdate, { sections: texts(round % 4 === 3 ? 'KL-1' : undefined) as JsonObject })
    else await call(updateTaskMemory, { description: 'x', context: `round ${round}` })
  }
}

void run()
