import type { LiteralFile } from '../../src/core/snapshot.ts'
import type { Files } from './check-literal.ts'

/** One violation: a text put for another in one file of the clean memory, and the text at whose line it is found. */
export type Planted = {
  readonly path: string
  readonly replace?: string
  readonly by?: string
  /** The whole file instead of a replacement; null deletes it. */
  readonly file?: LiteralFile | null
  /** Where the finding is: the line that holds this text after the replacement, or a number. */
  readonly at: string | number
  /** Where it is reported, when that is another file. */
  readonly reported?: string
  readonly settings?: string
  /** The clean memory is the other side of the change. */
  readonly change?: boolean
  /** The change is a merge of two sides that are both the clean memory. */
  readonly merge?: boolean
  /** The memory index is left as it was. */
  readonly stale?: boolean
}

/** A layout's memory without a finding, one violation per rule of its own, and what the items of its example are. */
export type PlantedLayout = {
  readonly clean: Files
  readonly planted: { readonly [rule: string]: Planted }
  /** The kinds of the example's items, of those that hold now, and of those among them that have a date; each sorted, with `, `. */
  readonly itemKinds: { readonly all: string; readonly living: string; readonly dated: string }
}
