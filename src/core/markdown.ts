import type { Place } from './place.ts'

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

/** An HTML comment outside code: `text` is what stands between `<!--` and `-->`. */
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
