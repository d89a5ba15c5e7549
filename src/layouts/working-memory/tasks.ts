import type { Document, Item, Memory } from '../../core/document.ts'
import type { Json } from '../../core/json.ts'
import { compareText, type Place } from '../../core/text.ts'

/** The documents of one task. */
export type Task = {
  readonly name: string
  readonly state: Document | null
  /** Entries that were moved out of the state. */
  readonly archives: readonly Document[]
  /** `log.md`, and the logs that go on after it. */
  readonly logs: readonly Document[]
  readonly updates: readonly Document[]
}

/** The documents of a memory by task, in the order of their paths. */
export function tasksOf({ documents }: Memory): Task[] {
  const byTask = new Map<string, Document[]>()
  for (const document of documents) {
    const list = byTask.get(document.scope)
    if (list) list.push(document)
    else byTask.set(document.scope, [document])
  }
  return [...byTask].map(([name, own]) => ({
    name,
    state: own.find(({ kind }) => kind === 'task-state') ?? null,
    archives: own.filter(({ kind }) => kind === 'task-archive'),
    // `log-001.md` is before `log.md` in the order of paths.
    logs: own
      .filter(({ kind }) => kind === 'task-log')
      .sort((a, b) => a.path.length - b.path.length || compareText(a.path, b.path)),
    updates: own.filter(({ kind }) => kind === 'task-update'),
  }))
}

/** An id and where it is. */
export type IdAt = { readonly id: string; readonly place: Place }

/** What a log says: what its diffs add and archive, and which texts were applied, by digest. */
export type LogFacts = {
  readonly added: readonly IdAt[]
  readonly archived: readonly IdAt[]
  readonly texts: readonly string[]
}

/** Which entries an update would archive. */
export type UpdateFacts = { readonly archive: readonly IdAt[] }

/** What is known of a log; null for any other file, and where it could not be read. */
export function logFactsOf({ kind, facts }: Document): LogFacts | null {
  return kind === 'task-log' ? (facts as LogFacts | null) : null
}

/** What is known of an update; null for any other file, and where it could not be read. */
export function updateFactsOf({ kind, facts }: Document): UpdateFacts | null {
  return kind === 'task-update' ? (facts as UpdateFacts | null) : null
}

/** What rules ask of an entry that was read. */
export type KnownEntry = {
  /** Empty where it has none. */
  readonly id: string
  readonly place: Place
  /** When and why it was archived; null for an entry that holds. */
  readonly archived: Json
}

/** Files that hold entries. */
export function holdsEntries({ kind }: Document): boolean {
  return kind === 'task-state' || kind === 'task-archive'
}

/** The entries of a file in source order; null for any other file, and where it could not be read. */
export function entriesOf(document: Document): readonly KnownEntry[] | null {
  return holdsEntries(document) && document.complete ? document.items.map(entryOf) : null
}

/** All entries of a task: those that were moved out of its state first. Null where the state could not be read. */
export function allEntriesOf({ state, archives }: Task): readonly KnownEntry[] | null {
  const own = state && entriesOf(state)
  return own && [...archives.flatMap((one) => entriesOf(one) ?? []), ...own]
}

/** An entry by its item. */
export function entryOf({ fields, place }: Item): KnownEntry {
  const { id, archived = null } = fields
  return { id: typeof id === 'string' ? id : '', place, archived }
}
