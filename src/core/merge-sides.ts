import type { Document } from './document.ts'
import type { DataPath, Json, JsonObject } from './json.ts'

/** One thing as the common ancestor and the two sides of a merge have it. */
export type Sides<T> = { readonly base: T; readonly ours: T; readonly theirs: T }

/** What a merge makes of a value that both sides changed. */
export type Chosen = { readonly value: Json } | 'conflict'

/** How the sides of a data file are joined: by members, and by the items of lists. */
export type DataJoin = {
  /** Their version, with new ids where both sides gave out the same ones. */
  readonly theirs: JsonObject
  /** What makes an item of a list the same in another version; null where all of it does. */
  readonly keyOf: (list: DataPath, item: Json) => string | null
  /** Asked of what both sides changed differently, by its place in ours; null where its parts are joined. */
  readonly choose: (path: DataPath, sides: Sides<Json | undefined>) => Chosen | null
}

/**
 * The merged derived file of both sides, as text. Where both sides changed the same words of a person differently, each
 * text has the words of its side; where they did not, the three are equal.
 */
export type DerivedTexts = Sides<string>

/** How git's two sides of a file are joined. */
export type Join =
  /** Entry by entry, in the form that the layout gives for its logs, or as `merge.entries` of the settings says. */
  | { readonly by: 'entries' }
  /** Line by line; `prepare` gives the sides as they are joined, such as with new numbers where both gave out the same ones. */
  | { readonly by: 'lines'; readonly prepare?: (sides: Sides<string>) => Sides<string> }
  /** By the items of data; a side without the file is empty. */
  | { readonly by: 'data'; readonly join: (sides: Sides<JsonObject>) => DataJoin }
  /**
   * By what its sides say, each read by its kind, where what it derives from is not at hand: derived values nearly as a rebuild
   * gives them, people's words exactly. Null when a side cannot be read. Such a kind derives from files below its own folder alone,
   * so that a rebuild can follow.
   */
  | { readonly by: 'derived'; readonly join: (sides: Sides<Document>) => DerivedTexts | null }
