import { timestampOf } from '../../../core/date.ts'
import type { Memory } from '../../../core/memory.ts'
import type { OperationInput } from '../../../core/operation.ts'
import { compareText } from '../../../core/text.ts'
import { agentMemoryRoot } from '../claim.ts'
import { SCHEMA_VERSION } from '../kinds.ts'
import type { KnownRecord, Scope } from './known-records.ts'

/** The list of a scope that other programs read; memkeep makes none, and rebuilds one that is there. */
export function scopeIndexPath(memory: Memory, scope: Scope): string {
  return `${agentMemoryRoot(memory.settings)}/${scope}/index.json`
}

/** The list of a scope, the last changed first. Uses are not in it: it would be stale with every search. */
export function scopeIndexText(scope: Scope, records: readonly KnownRecord[]): string {
  const time = ({ facts }: KnownRecord): number => timestampOf(facts.updated) ?? 0
  const rows = [...records]
    .sort((a, b) => time(b) - time(a) || compareText(a.id, b.id))
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
