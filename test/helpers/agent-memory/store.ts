import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Json, JsonObject } from '../../../src/core/json.ts'
import type { Operation } from '../../../src/core/operation.ts'
import { agentMemory } from '../../../src/layouts/agent-memory/layout.ts'
import type { OperationOptions, OperationResult } from '../../../src/operations/operation-call.ts'
import { runOperation } from '../../../src/operations/run-operation.ts'

/** An instant long after every record of a test. */
export const NOW = '2026-06-01T10:00:00.000Z'

/** Calls an operation on the memory in a directory. */
export function call(
  cwd: string,
  operation: Operation,
  args: JsonObject,
  options: Partial<OperationOptions> = {},
): Promise<OperationResult> {
  const all = { cwd, cache: false, today: '2026-06-01', clock: () => NOW, ...options }
  return runOperation({ operation, layout: agentMemory }, args, all)
}

/** The data of a call that must not be refused. */
export async function dataOf(result: Promise<OperationResult>): Promise<JsonObject> {
  const done = await result
  if ('refusal' in done) throw new Error(`${done.refusal} ${done.help}`)
  return done.data
}

/** The memory in a directory, as a test sees it. */
export type Store = {
  readonly put: (path: string, bytes: string | Uint8Array) => void
  readonly read: (path: string) => Buffer
  readonly json: (path: string) => { [key: string]: Json }
  readonly has: (path: string) => boolean
  /** Every file, in order of paths. */
  readonly all: () => readonly string[]
  /** Paths and bytes of everything. */
  readonly picture: () => { readonly [path: string]: string }
}

export function storeAt(dir: string, root = '.agent-memory'): Store {
  const at = (path: string): string => join(dir, root, path)
  const all = (): string[] =>
    existsSync(at(''))
      ? readdirSync(at(''), { recursive: true, encoding: 'utf8' })
          .filter((path) => statSync(at(path)).isFile())
          .sort()
      : []
  return {
    put: (path, bytes) => {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), bytes)
      const old = new Date('2026-03-01T00:00:00Z')
      utimesSync(at(path), old, old)
    },
    read: (path) => readFileSync(at(path)),
    json: (path) => JSON.parse(readFileSync(at(path), 'utf8')),
    has: (path) => existsSync(at(path)),
    all,
    picture: () => Object.fromEntries(all().map((path) => [path, readFileSync(at(path), 'latin1')])),
  }
}
