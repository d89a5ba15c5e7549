import type { ItemAt } from './item-changes.ts'
import type { Memory } from './memory.ts'

/** True for what was kept for a time and went with its whole file: that is no loss. */
export function isOver({ document }: ItemAt, { histories, files }: Memory): boolean {
  return histories[document.kind]?.ephemeral === true && !files.has(document.path)
}
