// Works on one memory as an agent does, and prints what it did: `ADD id`, `PROMOTE id`, else nothing. Prints refusals that are no part
// of working side by side.
// usage: node worker.cjs FOLDER NAME COUNT
import { writeSync } from 'node:fs'
import type { JsonObject } from '../../../src/core/json.ts'
import type { Operation } from '../../../src/core/operation.ts'
import { type TakeLock, takeLock } from '../../../src/fs/lock.ts'
import { agentMemory } from '../../../src/layouts/agent-memory/layout.ts'
import { addRecord } from '../../../src/layouts/agent-memory/operations/add-record.ts'
import { compactRecords } from '../../../src/layouts/agent-memory/operations/compact-records.ts'
import { findRecords } from '../../../src/layouts/agent-memory/operations/find-records.ts'
import { maintainRecords } from '../../../src/layouts/agent-memory/operations/maintain-records.ts'
import { promoteRecord } from '../../../src/layouts/agent-memory/operations/promote-record.ts'
import { recentReads } from '../../../src/operations/operation-call.ts'
import { runOperation } from '../../../src/operations/run-operation.ts'

const [cwd = '', name = '', count = '0'] = process.argv.slice(2)

const patientLock: TakeLock = (path, options) =>
  takeLock(path, { ...options, patience: options?.patience ?? 600_000 })
const recent = recentReads()

async function run(operation: Operation, args: JsonObject): Promise<JsonObject | null> {
  const ports = { takeLock: patientLock }
  const options = { cwd, cache: false, today: '2026-06-01', recent, ports }
  const result = await runOperation({ operation, layout: agentMemory }, args, options)
  if (!('refusal' in result)) return result.data
  writeSync(1, `REFUSED ${operation.name} ${result.refusal}\n`)
  return null
}

async function work(): Promise<void> {
  const own: string[] = []
  for (let i = 0; i < Number(count); i += 1) {
    const scope = i % 2 === 0 ? 'session' : 'working'
    // Every third content is one that all writers have: two that add it at the same time are found by a compaction.
    const content = i % 3 === 0 ? `Shared fact ${i}` : `Fact ${i} of ${name}`
    const added = await run(addRecord, {
      kind: 'fact',
      summary: `${name} ${i}`,
      content,
      scope,
      tags: [name],
    })
    if (added?.saved === true) {
      writeSync(1, `ADD ${added.id}\n`)
      own.push(`${scope} ${added.id}`)
    }
    if (i % 4 === 1) await run(findRecords, { query: `fact ${i}`, scope })
    if (i % 4 === 2) {
      const [fromScope = '', id = ''] = own.shift()?.split(' ') ?? []
      if (id !== '') {
        // Another writer may have archived it as a duplicate.
        const options = { cwd, cache: false, today: '2026-06-01', recent, ports: { takeLock: patientLock } }
        await runOperation({ operation: promoteRecord, layout: agentMemory }, { id, fromScope }, options)
      }
    }
    if (i % 10 === 5) await run(compactRecords, { scope, apply: i % 20 === 5 })
    if (i % 25 === 12) await run(maintainRecords, { apply: true })
  }
}

void work()
