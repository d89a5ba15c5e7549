import type { Document, FoundForm, Item, Link, Memory, StatedDate, UnreadHeading } from './document.ts'
import type { Json, JsonObject } from './json.ts'
import type { Join } from './merge-sides.ts'
import type { History, Settings } from './settings.ts'
import type { LineStarts, Place } from './text.ts'

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
  /** The text between the two lines. */
  readonly yaml: Range
  readonly fields: JsonObject
  /** Why it is no YAML, where it is read line by line instead. */
  readonly broken?: string
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
  /**
   * Offsets at which the text has U+FFFD for a byte that is not UTF-8: it is there to be checked, and nothing that is written comes
   * from it. Absent for any other text.
   */
  readonly replaced?: readonly number[]
  readonly secrets: readonly SecretHit[]
  /** Estimated tokens of the whole text; 0 for kinds that do not ask for them. */
  readonly tokens: number
  readonly settings: Settings
}

/** A range of UTF-16 offsets in the whole text, end exclusive. */
export type Range = { readonly start: number; readonly end: number }

/** A heading at any level of nesting, except inside code and HTML. */
export type Heading = Range & {
  readonly depth: number
  /** The source between the marks, trimmed: markup is kept as written. */
  readonly text: string
  readonly style: 'atx' | 'setext'
  /** False inside a quote or list. */
  readonly topLevel: boolean
  readonly place: Place
}

/** A block whose lines are not Markdown, or not at the top level. */
export type Block = Range & {
  readonly type: 'fence' | 'indented-code' | 'html' | 'quote' | 'list'
  /** False for a fence, comment or other HTML block that runs to the end of its container because nothing closes it. */
  readonly closed: boolean
  readonly place: Place
}

/** A list item that starts with a task box. */
export type TaskBox = { readonly checked: boolean; readonly place: Place }

/** An HTML comment outside code: `text` is the text between `<!--` and `-->`. */
export type Comment = Range & { readonly text: string; readonly place: Place }

/** A link, image or definition with its destination as written (escapes resolved, percent-encoding kept). */
export type Destination = { readonly target: string; readonly place: Place }

/** What the rules need to know of a Markdown text: everything in source order, offsets into the whole file. */
export type Markdown = {
  /** Offset where Markdown starts: after the byte order mark and front matter. */
  readonly start: number
  readonly headings: readonly Heading[]
  /** Thematic breaks at the top level. */
  readonly breaks: readonly (Range & { readonly place: Place })[]
  readonly blocks: readonly Block[]
  readonly tasks: readonly TaskBox[]
  readonly comments: readonly Comment[]
  readonly destinations: readonly Destination[]
}

/** A tag as a file writes it: its text, and its range with its quotes. */
export type WrittenTag = Range & { readonly text: string }

/** One list of tags in a file. */
export type TagList = {
  /** Items of a YAML or JSON list, or parts of a line between commas. */
  readonly form: 'yaml' | 'json' | 'line'
  readonly tags: readonly WrittenTag[]
  /** Comments of a YAML text: none is removed with a tag. */
  readonly comments?: readonly Range[]
}

/** What a kind reads from one parsed file. */
export type Reading = {
  readonly items?: readonly Item[]
  /** How they were found, where the kind has no fixed form. */
  readonly form?: FoundForm
  /** Headings that look like items and are not read as such; they are counted next to the items. */
  readonly unread?: readonly UnreadHeading[]
  readonly tombstones?: readonly Item[]
  readonly dates?: readonly StatedDate[]
  /** When the file as a whole was written. */
  readonly date?: string
  /** What the file says besides its items, where a search shows that and not its lines. */
  readonly says?: Document['says']
  /** A file of a living kind that is a record of its day, as a plan that is done: what it says of the code is not asked about. */
  readonly past?: true
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
  /**
   * Its files may go as a whole: no rule about items speaks of that. Where people write them (`freeText`) `file-lost` warns; else their
   * time was over, and the list of files names them.
   */
  readonly ephemeral?: true
  /** Its files say nothing that other files of the memory do not, as a log of changes: no search answers with them. */
  readonly repeats?: true
  /** Its files can set items of other ones aside; else each says by itself what of it is. */
  readonly setsOthersAside?: true
  /** Its items are meant to be true now. The items of other kinds are records of their day, such as entries of a log. */
  readonly living?: true
  /** True of the facts of a file that rules hold against files which configure tools (`Memory.configs`). None is when absent. */
  readonly asksConfigs?: (facts: Json) => boolean
  /** The paths of further files that agents load with a file, by its facts and its path: rules hold their texts against it (`Memory.pages`). */
  readonly asksPages?: (facts: Json, path: string) => readonly string[]
  /** Its files keep entries of their time, which are not rewritten: a link of theirs that is dead is only named. */
  readonly archive?: true
  /** A tombstone can replace an item that must not stay anywhere; items can be archived one by one as well, but where it says `only`. */
  readonly tombstones?: true | 'only'
  /** The command that archives an item, without the item's id: help names it where one is lost. */
  readonly archiveWith?: string
  /** How git's two sides are joined; as text when absent. */
  readonly merge?: Join
  /** Its files load into a model's context as they are: their tokens are estimated. */
  readonly tokens?: boolean
  /**
   * Whether a file proves that its layout is in use: by its path alone, or by what was read from it. A kind without it
   * proves nothing: other tools have such files as well.
   */
  readonly signature?: 'path' | ((source: Source, reading: Reading) => boolean)
  /** Whether files that prove nothing each by itself do so together, purely: asked where no file has the signature. */
  readonly signatureOfMany?: (documents: readonly Document[]) => boolean
  /**
   * Text that people and agents write freely, for a model to read: rules about templates, blocks and names look at it, and its
   * readers follow links from the folders above as well.
   */
  readonly freeText?: true
  /** Those of its links that no rule of its own follows: `link-resolves` follows them. All relative ones when absent. */
  readonly sharedLinks?: (source: Source) => readonly Link[]
  /** Its front matter is read as the vendor reads it: as YAML, and where that fails as `key: value` lines. */
  readonly looseFrontMatter?: true
  /**
   * Which of those files load by themselves into every conversation, as their front matter and the folder that they are about
   * say; all of them when absent.
   */
  readonly loads?: (frontMatter: JsonObject | null, scope: string) => boolean
  /**
   * Paths of documents that were written elsewhere, such as installed skills, purely: of findings about them only those of rules with
   * `ofForeign` remain, and errors.
   */
  readonly foreign?: (memory: Memory) => readonly string[]
  /** Agents can read its files whole, as resources of the protocol. */
  readonly resource?: true
  /** Where a parsed file keeps tags outside of its front matter, each list by itself, so that a tag can be renamed in place. */
  readonly tagLists?: (source: Source) => readonly TagList[]
  /** The texts of the items of a parsed file, in the order in which its document has them, for a log. */
  readonly itemTexts?: (source: Source) => readonly string[]
  /** The file to which items of a file are moved where it has no archive yet: git merges it, too, from its first commit on. */
  readonly archiveOf?: (path: string) => string
  /** Items and facts of a parsed file. Must not throw on bad input: what cannot be read is left out. */
  readonly read?: (source: Source) => Reading
}

/** Where in the package the JSON Schema of a kind lies: of a YAML or JSON file, or of a Markdown file's front matter. */
export function schemaPath(layout: string, kind: string): string {
  return `schemas/${layout}/${kind}.schema.json`
}
