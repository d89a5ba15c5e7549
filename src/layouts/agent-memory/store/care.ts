import { timestampOf } from '../../../core/date.ts'
import type { Memory } from '../../../core/document.ts'
import { isJsonObject } from '../../../core/json.ts'
import type { OperationInput, RawFile } from '../../../core/operation.ts'
import type { MovingPlan } from '../../../core/write-plan.ts'
import { readJson } from '../../../formats/json/read-json.ts'
import { planDelete, planMove } from '../../../stores/plans.ts'
import { agentMemoryRoot, isScope } from '../claim.ts'
import { recordOf, SCHEMA_VERSION } from '../record.ts'
import type { Step } from './answers.ts'
import { type Compaction, compactionSteps, type Mode, planCompaction } from './compaction.ts'
import {
  byChange,
  isSameMove,
  type KnownRecord,
  type KnownRecords,
  knownRecords,
  type Scope,
} from './records.ts'

/** What a memory needs. */
export type Care = {
  readonly mode: Mode
  readonly known: KnownRecords
  readonly compactions: readonly Compaction[]
  /** What there is to do, in the order in which it is done. */
  readonly steps: readonly Step[]
  readonly quarantine: readonly PutAside[]
  readonly left: readonly KnownRecord[]
}

/** What there is to do in some scopes. */
export function careOf(input: OperationInput, wanted: readonly Scope[], mode: Mode): Care {
  const known = knownRecords(input.memory)
  const isWanted = (scope: string): boolean => wanted.some((one) => one === scope)
  const quarantine = planQuarantine(input, known).filter(({ from }) =>
    known.faulty.some(({ path, scope }) => path === from && isWanted(scope)),
  )
  const left = known.leftBehind.filter((record) => isWanted(record.scope) && isCopy(record, known, input))
  const compactions = wanted.map((scope) => planCompaction(input, known, scope, mode))
  const steps: Step[] = [
    ...quarantine.map((aside) => ({ path: aside.from, plan: asidePlan(aside) })),
    ...left.map(({ path }) => ({ path, plan: planDelete(path) })),
    ...compactions.flatMap(compactionSteps),
  ]
  return { mode, known, compactions, steps, quarantine, left }
}

/** The records that one was promoted to. */
export function laterOf({ id, scope }: KnownRecord, { records }: KnownRecords): readonly KnownRecord[] {
  return records.filter((one) => one.id === id && one.facts.from === scope)
}

function isCopy(earlier: KnownRecord, known: KnownRecords, { sources }: OperationInput): boolean {
  const old = recordOf(sources.get(earlier.path))
  return laterOf(earlier, known).some(({ path }) => {
    const record = recordOf(sources.get(path))
    return old !== null && record !== null && isSameMove(old, record)
  })
}

/** A file that is no record, and where it is kept from now on; with its text where it can be read. */
type PutAside = { readonly from: string; readonly to: string; readonly text: string | null }

/** Another program may still be writing a file that is younger, in milliseconds. */
const SETTLED = 600_000

/** The files at places of records that are no JSON object: where each goes. One that may not be whole yet is left for ten minutes. */
export function planQuarantine(
  { memory, raw, sources, now }: OperationInput,
  { faulty }: KnownRecords,
): readonly PutAside[] {
  const taken = new Set(memory.files.keys())
  return faulty.flatMap(({ path, scope, complete }): PutAside[] => {
    const [file, source] = [raw?.get(path), sources.get(path)]
    const isWhole = complete && source?.data && !isJsonObject(source.data.value)
    const isCut = !complete && file && isSettled(file, now) && !isObject(file.bytes)
    if (!isScope(scope) || !(isWhole || isCut)) return []
    const folder = `${agentMemoryRoot(memory.settings)}/_archive/${scope}-invalid`
    const to = freePath(folder, path.slice(path.lastIndexOf('/') + 1), taken)
    taken.add(to)
    return [{ from: path, to, text: isWhole && source ? source.text : null }]
  })
}

/** What puts a file aside: in one step where it cannot be read, and else as a text that is moved. */
function asidePlan({ from, to, text }: PutAside): MovingPlan {
  return text === null ? new Map([[to, { kind: 'move', from }]]) : planMove(from, to, text)
}

function isSettled({ changedAt }: RawFile, now: string): boolean {
  const [changed, instant] = [timestampOf(changedAt), timestampOf(now)]
  return changed !== null && instant !== null && instant - changed >= SETTLED
}

/** Also for a file that is too large to be checked. One with NUL bytes at its end, as a power loss leaves them, is none. */
function isObject(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return isJsonObject(readJson(text))
  } catch {
    return false
  }
}

/** Files that are no record and may not be whole yet: a later run looks after them. */
export function waitingFiles({ raw, now }: OperationInput, { faulty }: KnownRecords): readonly string[] {
  return faulty.flatMap(({ path, complete }) => {
    const file = raw?.get(path)
    return !complete && file && !isSettled(file, now) ? [path] : []
  })
}

function freePath(folder: string, name: string, taken: ReadonlySet<string>): string {
  const base = name.replace(/\.json$/, '')
  let path = `${folder}/${name}`
  for (let n = 2; taken.has(path); n += 1) path = `${folder}/${base}-${n}.json`
  return path
}

/** The list of a scope that other programs read; memkeep makes none, and rebuilds one that is there. */
export function scopeIndexPath(memory: Memory, scope: Scope): string {
  return `${agentMemoryRoot(memory.settings)}/${scope}/index.json`
}

/** The list of a scope, the last changed first. Uses are not in it: it would be stale with every search. */
export function scopeIndexText(scope: Scope, records: readonly KnownRecord[]): string {
  const rows = [...records]
    .sort(byChange)
    .map(({ id, kind, summary, tags, facts }) => ({ id, kind, summary, tags, updated_at: facts.updated }))
  return `${JSON.stringify({ schemaVersion: SCHEMA_VERSION, scope, records: rows }, null, 2)}\n`
}

/** True where a list is there and says something else, or cannot be read. */
export function isIndexStale({ memory, raw }: OperationInput, scope: Scope, text: string): boolean {
  const path = scopeIndexPath(memory, scope)
  if (!memory.files.has(path)) return false
  const file = raw?.get(path)
  return !file || new TextDecoder().decode(file.bytes) !== text
}
