import type { Document, Item } from '../../../core/document.ts'
import { textList } from '../../../core/json.ts'
import type { Memory } from '../../../core/memory.ts'
import { agentMemoryRoot } from '../claim.ts'
import { isScope, SCOPES } from '../record.ts'
import { type RecordFacts, recordFacts } from '../record-facts.ts'

/** A scope of records. */
export type Scope = (typeof SCOPES)[number]

/** A record that can be found and shown, as far as its facts say. */
export type KnownRecord = {
  readonly id: string
  readonly path: string
  readonly scope: Scope
  readonly kind: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly facts: RecordFacts
  readonly item: Item
  readonly document: Document
}

/** Records, and the documents at places of records that are none. */
export type KnownRecords = {
  readonly records: readonly KnownRecord[]
  /** Records that a promotion has copied and not yet taken away: the later place counts. */
  readonly leftBehind: readonly KnownRecord[]
  readonly faulty: readonly Document[]
  /** Symlinks in the place of the memory or of a scope: they are not followed, and what is behind them is not known. */
  readonly linked: readonly string[]
}

/** The records of a memory, in order of paths. */
export function knownRecords({ documents, files, settings }: Memory): KnownRecords {
  const all: KnownRecord[] = []
  const faulty: Document[] = []
  for (const document of documents) {
    if (document.kind !== 'record') continue
    const record = knownRecord(document)
    if (record) all.push(record)
    else faulty.push(document)
  }
  const root = agentMemoryRoot(settings)
  const folders = [root, ...SCOPES.map((scope) => `${root}/${scope}`)]
  const linked = folders.filter((folder) => files.get(folder)?.mode === 'link')
  const promoted = new Set(
    all.flatMap(({ id, scope, facts }) => (facts.from ? [`${facts.from} ${id} ${scope}`] : [])),
  )
  const isLeft = ({ id, scope }: KnownRecord): boolean =>
    LATER[scope].some((later) => promoted.has(`${scope} ${id} ${later}`))
  return { records: all.filter((one) => !isLeft(one)), leftBehind: all.filter(isLeft), faulty, linked }
}

/** Where a record of a scope can be promoted to. */
const LATER: { readonly [scope in Scope]: readonly Scope[] } = {
  session: ['working', 'durable'],
  working: ['durable'],
  durable: [],
}

/** True when records of one scope are promoted to the other. */
export function isLater(to: Scope, from: Scope): boolean {
  return LATER[from].includes(to)
}

function knownRecord(document: Document): KnownRecord | null {
  const [item] = document.items
  const facts = recordFacts(document.facts)
  const { scope, path, complete } = document
  if (!item?.id || !facts || !complete || !isScope(scope) || item.fields.scope !== scope) return null
  return {
    id: item.id,
    path,
    scope,
    kind: String(item.fields.kind),
    summary: item.title,
    tags: textList(item.fields.tags),
    facts,
    item,
    document,
  }
}

/** The file of a record. */
export function recordPath(memory: Memory, scope: string, id: string): string {
  return `${agentMemoryRoot(memory.settings)}/${scope}/${id}.json`
}
