import { timestampOf } from '../../../core/date.ts'
import { isJsonObject } from '../../../core/json.ts'
import type { OperationInput, RawFile } from '../../../core/operation.ts'
import type { MovingPlan, PlannedFile } from '../../../core/write-plan.ts'
import { readJson } from '../../../formats/json/json-edits.ts'
import { agentMemoryRoot } from '../claim.ts'
import { isScope } from '../record.ts'
import type { KnownRecords } from './known-records.ts'

/** A file that is no record, and where it is kept from now on; with its text where it can be read. */
export type PutAside = { readonly from: string; readonly to: string; readonly text: string | null }

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
export function asidePlan({ from, to, text }: PutAside): MovingPlan {
  if (text === null) return new Map([[to, { kind: 'move', from }]])
  return new Map<string, PlannedFile>([
    [to, { kind: 'text', text }],
    [from, { kind: 'delete' }],
  ])
}

function isSettled({ changedAt }: RawFile, now: string): boolean {
  const [changed, instant] = [timestampOf(changedAt), timestampOf(now)]
  return changed !== null && instant !== null && instant - changed >= SETTLED
}

/** Also for a file that is too large to be checked, and for one with NUL bytes at its end, as a power loss leaves them. */
function isObject(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return isJsonObject(readJson(text.replace(/\0+$/, '')))
  } catch {
    return false
  }
}

function freePath(folder: string, name: string, taken: ReadonlySet<string>): string {
  const base = name.replace(/\.json$/, '')
  let path = `${folder}/${name}`
  for (let n = 2; taken.has(path); n += 1) path = `${folder}/${base}-${n}.json`
  return path
}
