import type { StatedDate, UnreadHeading } from './document.ts'
import type { Item } from './item.ts'
import type { Json, JsonObject } from './json.ts'
import type { History } from './settings.ts'
import type { Source } from './source.ts'

/** What a kind reads from one parsed file. */
export type Reading = {
  readonly items?: readonly Item[]
  /** Headings that look like items and are not read as such; they are counted beside the items. */
  readonly unread?: readonly UnreadHeading[]
  readonly tombstones?: readonly Item[]
  readonly dates?: readonly StatedDate[]
  readonly facts?: Json
  /** What the file itself allows, such as a budget. */
  readonly declared?: Json
}

/** A class of document. */
export type Kind = {
  readonly id: string
  readonly summary: string
  /** Where its files lie, for people: `user/memory/workspaces/{W}/_index.yaml`. */
  readonly paths: string
  /** `text` is not parsed: the kind reads it itself. */
  readonly format: 'markdown' | 'yaml' | 'json' | 'text' | 'link'
  readonly frontMatter: 'required' | 'optional' | 'none'
  /** JSON Schema of the front matter, or of the whole file for YAML and JSON; `description` says what a field means. */
  readonly schema?: JsonObject
  readonly history: History
  /** What a history setting may name as editable in its items, `title` and `body` included; absent without items. */
  readonly fields?: readonly string[]
  /** Those of the fields that its own history leaves free; none when absent. */
  readonly editable?: readonly string[]
  /** Its files are thrown away when their time is over: what goes with a whole file is no loss. */
  readonly ephemeral?: true
  /** Its items can be archived one by one, and a tombstone can stand for one that must not stay anywhere. */
  readonly tombstones?: true
  /** How git's two sides are joined: entry by entry, or by rebuilding; as text when absent. */
  readonly merge?: 'entries' | 'derived'
  /** Its files load into a model's context as they are: their tokens are estimated. */
  readonly tokens?: boolean
  /**
   * Whether a file proves that its layout is in use: by its path alone, or by what was read from it. A kind without it
   * proves nothing: other tools have such files as well.
   */
  readonly signature?: 'path' | ((source: Source, reading: Reading) => boolean)
  /** Other tools keep such files in the same place: without the layout they do not even resemble it. */
  readonly ordinary?: true
  /** Which of those files load by themselves into every conversation, as their front matter says; all of them when absent. */
  readonly loads?: (frontMatter: JsonObject | null) => boolean
  /** Items and facts of a parsed file. Must not throw on bad input: what cannot be read is left out. */
  readonly read?: (source: Source) => Reading
}
