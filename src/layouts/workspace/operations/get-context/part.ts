import type { Json } from '../../../../core/json.ts'
import type { Topic } from './request.ts'

/** A part of the answer that is left out as a whole where the token budget is short. */
export type ContextPart = {
  readonly section: Topic | 'overviews_t0' | 'folder_structure'
  /** What it is called where it is named as left out. */
  readonly title: string
  /** The document that it comes from. */
  readonly path: string
  readonly scope: string
  /** `YYYY-MM-DD`, by which the newest is found; empty where it does not say. */
  readonly date: string
  /** As it stands in the answer. */
  readonly data: Json
}

/** What parts are taken from: a document or a log that could not be read in full is told of in words. */
export type Gathered = { readonly parts: readonly ContextPart[]; readonly notes: readonly string[] }

/** Several gatherings as one, in their order. */
export function together(all: readonly Gathered[]): Gathered {
  return { parts: all.flatMap(({ parts }) => parts), notes: all.flatMap(({ notes }) => notes) }
}
