import type { Json, JsonObject } from './json.ts'
import type { Kind } from './kind.ts'
import type { Markdown, Range } from './markdown.ts'
import type { LineStarts, Place } from './place.ts'
import type { Settings } from './settings.ts'

/** A problem that parsing found: the rule it belongs to, where, what, and what to do. */
export type ParseProblem = {
  readonly rule: 'syntax' | 'size-limit' | 'front-matter-position'
  readonly place: Place
  readonly message: string
  readonly help: string
  /** Another run may end otherwise: it is a matter of time, not of the text. */
  readonly transient?: true
  readonly edits?: readonly { readonly start: number; readonly end: number; readonly text: string }[]
}

/** A key or list item of YAML or JSON data, by JSON pointer (`/tags/0`), with the ranges of its key and value. */
export type DataNode = { readonly pointer: string; readonly key: Range | null; readonly value: Range }

/** Parsed YAML or JSON with places. */
export type Data = {
  /** The value; objects have no prototype. */
  readonly value: Json
  /** Every node by JSON pointer; the root is ''. */
  readonly nodes: ReadonlyMap<string, DataNode>
  /** Comments of a YAML text: ranges include the `#`. */
  readonly comments: readonly Range[]
}

/** A front-matter block at the start of a Markdown text. */
export type FrontMatter = Data & {
  /** From the opening `---` to the end of the closing line, its line break included. */
  readonly block: Range
  /** What stands between the two lines. */
  readonly yaml: Range
  readonly fields: JsonObject
}

/** A secret that a detector found: never the secret itself, but the fingerprint that settings allow it by. */
export type SecretHit = { readonly detector: string; readonly range: Range; readonly fingerprint: string }

/** One file in the document stage: text and everything parsed from it. It never leaves that stage. */
export type Source = {
  readonly path: string
  readonly kind: Kind
  readonly scope: string
  /** Decoded; a byte order mark is kept as U+FEFF at offset 0. For a link: its target. */
  readonly text: string
  readonly starts: LineStarts
  /** Null when there is no front matter, or it could not be parsed (then `problems` says why). */
  readonly frontMatter: FrontMatter | null
  /** For Markdown kinds; null when it could not be parsed. */
  readonly markdown: Markdown | null
  /** For YAML and JSON kinds; null when it could not be parsed. */
  readonly data: Data | null
  readonly problems: readonly ParseProblem[]
  readonly secrets: readonly SecretHit[]
  /** Estimated tokens of the whole text; 0 for kinds that do not ask for them. */
  readonly tokens: number
  readonly settings: Settings
}
