import type { Document } from '../../core/document.ts'
import type { Memory } from '../../core/memory.ts'

/** The documents of one task. */
export type Task = {
  readonly name: string
  readonly state: Document | null
  readonly log: Document | null
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
    log: own.find(({ kind }) => kind === 'task-log') ?? null,
    updates: own.filter(({ kind }) => kind === 'task-update'),
  }))
}
