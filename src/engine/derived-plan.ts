import { derivationOf, type Layout } from '../core/layout.ts'
import type { Memory } from '../core/memory.ts'
import type { WritePlan } from '../core/write-plan.ts'
import type { MemoryContext } from './load-options.ts'
import { type MemoriesOf, withLostFiles } from './lost-files.ts'

/** The rebuild of every layout's derived files. One that is gone keeps what people wrote in it; see `withLostFiles`. */
export async function planDerivedFiles(side: MemoriesOf, load: MemoryContext): Promise<WritePlan> {
  const memories = await withLostFiles(side, load)
  return new Map([...memories].flatMap(([layout, memory]) => [...derivationOf(layout, memory).plan]))
}

/** Derived files that are there and cannot be read, and that a rebuild replaces: no word of them is kept. */
export function replacedUnread(memories: ReadonlyMap<Layout, Memory>): ReadonlySet<string> {
  return new Set([...memories].flatMap(([layout, memory]) => derivationOf(layout, memory).replacesUnreadable))
}
