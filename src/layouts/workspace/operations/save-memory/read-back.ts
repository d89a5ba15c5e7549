import type { TriedPlan } from '../../../../core/operation.ts'
import type { Range, Source } from '../../../../core/source.ts'
import { lineAt } from '../../../../core/text.ts'
import type { Saving } from './duplicates.ts'
import { partAt } from './entry.ts'

/** A log with an entry put in at `start`; `before` is the log as it was. */
export type Saved = Saving & { readonly before: Source | null; readonly start: number }

/** A saved log, parsed, and where the new entry stands in it. */
export type ReadBack = Saved & {
  readonly tried: TriedPlan
  readonly source: Source
  /** The offsets of the entry's text. */
  readonly range: Range
  /** The numbers of its first and last line. */
  readonly first: number
  readonly last: number
}

/** What stands at an offset of the log, in words for who wrote the entry. */
export function at({ source, entry, first }: ReadBack, offset: number): string {
  return partAt(entry, lineAt(source.starts, offset) - first)
}

/** True for what starts within the entry. */
export function isIn({ range }: ReadBack, { start }: Range): boolean {
  return start >= range.start && start < range.end
}
