import type { Memory } from '../../core/document.ts'
import { chainsOf } from './chains.ts'

/** Which files are loaded together. */
export type FileReaders = {
  /** Wherever the one is loaded, the other is as well; of two that are always loaded together this holds for the later one. */
  readonly isRedundant: (path: string, other: string) => boolean
  /** Every agent that loads files of this kind, and is used here, always loads this one at the top. */
  readonly isAlwaysWith: (kind: string, path: string) => boolean
}

/** Asks what every agent that is used here loads, at the top and in each folder. */
export function readersOf(memory: Memory): FileReaders {
  const all = chainsOf(memory)
  const chains = all.map(({ files }) => files.map(({ path }) => path))
  const readers = new Map<string, Set<number>>()
  chains.forEach((paths, i) => {
    for (const path of paths) {
      const known = readers.get(path)
      if (known) known.add(i)
      else readers.set(path, new Set([i]))
    }
  })
  const of = (path: string): ReadonlySet<number> => readers.get(path) ?? new Set()
  const isWithin = (path: string, other: string): boolean =>
    of(path).size > 0 && [...of(path)].every((chain) => of(other).has(chain))
  return {
    isAlwaysWith: (kind, path) => {
      const own = all.filter(({ model, folder }) => folder === '' && model.own.includes(kind))
      return own.length > 0 && own.every(({ files }) => files.some((file) => file.path === path))
    },
    isRedundant: (path, other) => {
      if (!isWithin(path, other)) return false
      if (!isWithin(other, path)) return true
      const [first = 0] = of(path)
      const order = chains[first] ?? []
      return order.indexOf(path) > order.indexOf(other)
    },
  }
}
