import { crc32 } from 'node:zlib'
import type { SearchFiles } from '../../cache/search-files.ts'
import { indexFromBytes, type ReadIndex } from '../../retrieval/index-bytes.ts'
import type { ItemRange } from './item-texts.ts'

/** Which memory is searched. */
export type SearchRequest = {
  readonly cwd: string
  readonly config?: string | undefined
  /** What earlier searches know is used, and kept for later ones. */
  readonly cache: boolean
  readonly today: string
  /** What a long-lived process remembers from one search to the next. */
  readonly recent?: RecentSearch | undefined
}

/** The index of the last search of this process. */
export type RecentSearch = { last: { readonly digest: string; readonly read: ReadIndex } | null }

/** One thing that is remembered, as a search shows it. Every text of it is untrusted. */
export type Card = ItemRange & {
  readonly layout: string
  readonly kind: string
  /** Where the memory gives it one. */
  readonly id?: string
  readonly path: string
  /** Its text is the whole file, with what is above its line. */
  readonly isWhole?: true
  readonly title: string
  /** Names its title and text. */
  readonly digest: string
  /** Another one means that its text was changed since. */
  readonly mark: number
  readonly tags?: readonly string[]
  /** The day that it is of, `YYYY-MM-DD`. */
  readonly day?: string
}

/** The index of exactly that memory, from this process or an earlier one. */
export function readIndex(
  digest: string,
  files: SearchFiles | null,
  recent: RecentSearch | undefined,
): ReadIndex | null {
  if (recent?.last?.digest === digest) return recent.last.read
  const bytes = files?.getIndex(digest)
  if (!bytes) return null
  const read = indexFromBytes(bytes)
  if (recent) recent.last = { digest, read }
  return read
}

/** What is kept of a text to notice that it was changed: a search that finds its index as it was loads no slower hash. */
export function textMark(text: string): number {
  return crc32(text)
}
