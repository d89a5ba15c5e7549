import type { Derivation, Layout } from './layout.ts'
import type { Memory } from './memory.ts'

const known = new WeakMap<Memory, Derivation>()

/** What a layout's rebuild of a memory would do, asked once: a pure function of the memory, which several steps need. */
export function derivationOf(layout: Layout, memory: Memory): Derivation {
  const found = known.get(memory)
  if (found) return found
  const made = layout.derive(memory)
  known.set(memory, made)
  return made
}
