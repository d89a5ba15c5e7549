import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { JsonObject } from '../../../src/core/json.ts'
import type { Operation } from '../../../src/core/operation.ts'
import { runCheck } from '../../../src/engine/check.ts'
import { workingMemory } from '../../../src/layouts/working-memory/layout.ts'
import type { OperationOptions, OperationResult } from '../../../src/operations/operation-call.ts'
import { runOperation } from '../../../src/operations/run-operation.ts'

/** An instant of a test. */
const NOW = '2026-06-01T10:00:00.000Z'

/** Calls an operation on the memory in a directory. */
export function call(
  cwd: string,
  operation: Operation,
  args: JsonObject,
  options: Partial<OperationOptions> = {},
): Promise<OperationResult> {
  const all = { cwd, cache: false, today: '2026-06-01', clock: () => NOW, ...options }
  return runOperation({ operation, layout: workingMemory }, args, all)
}

/** The data of a call that must not be refused. */
export async function dataOf(result: Promise<OperationResult>): Promise<JsonObject> {
  const done = await result
  if ('refusal' in done) throw new Error(`${done.refusal} ${done.help}`)
  return done.data
}

/** A file of the task `t`. */
export function taskFile(dir: string, name: string, task = 't'): string {
  return readFileSync(join(dir, '.working-memory', task, name), 'utf8')
}

/** The check of the work tree finds nothing, other than what is only advice. */
export async function expectClean(dir: string, today = '2026-06-01'): Promise<void> {
  const { report } = await runCheck({
    cwd: dir,
    source: { kind: 'work-tree' },
    paths: [],
    fix: false,
    cache: false,
    today,
    skip: [],
  })
  expect(report.diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
}
