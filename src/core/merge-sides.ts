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
