import { timestampOf } from '../../../core/date.ts'
import { isJsonObject } from '../../../core/json.ts'
import type { OperationInput, RawFile } from '../../../core/operation.ts'
import { readJson } from '../../../formats/json-edits.ts'
import { agentMemoryRoot } from '../claim.ts'
import { isScope } from '../record.ts'
import type { KnownRecords } from './known-records.ts'

/** A file that is no record, and where it is kept from now on. */
export type PutAside = { readonly from: string; readonly to: string }

/** Another program may still be writing a file that is younger, in milliseconds. */
const SETTLED = 600_000

/** The files at places of records that are no JSON object, and were not changed for ten minutes: where each goes. */
export function planQuarantine(
  { memory, raw, now }: OperationInput,
  { faulty }: KnownRecords,
): readonly PutAside[] {
  const taken = new Set(memory.files.keys())
  return faulty.flatMap(({ path, scope }): PutAside[] => {
    const file = raw?.get(path)
    if (!file || !isScope(scope) || !isSettled(file, now) || isObject(file.bytes)) return []
    const folder = `${agentMemoryRoot(memory.settings)}/_archive/${scope}-invalid`
    const to = freePath(folder, path.slice(path.lastIndexOf('/') + 1), taken)
    taken.add(to)
    return [{ from: path, to }]
  })
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
