/** The day and title of an entry, or what stands where they should. */
export type Mark = {
  /** Null for what was meant as a day and is none. */
  readonly date: string | null
  readonly time: string | null
  readonly title: string
  /** The line that names the day. */
  readonly dateLine: number
  /** It starts an entry wherever it stands; a day that is named elsewhere does so only where no other entry is open. */
  readonly leads: boolean
}

/** Where an entry, a section or a part of an entry may start: a heading, a line with a day in brackets, a list item. */
export type Stop = {
  readonly style: 'atx' | 'setext' | 'line' | 'item'
  /** Where its first line starts, and its last one ends; of an item, the whole of it. */
  readonly start: number
  readonly end: number
  /** What a heading in its place replaces. */
  readonly heading: { readonly start: number; readonly end: number }
  readonly line: number
  /** Of a heading; lines and items lie below any heading. */
  readonly depth: number
  readonly text: string
  readonly mark: Mark | null
  /** What the entry reader takes it for: the start of an entry, or of something that was meant as one. */
  readonly read: 'entry' | 'misshapen' | null
  /** It is a section of one day: what lies one level below it is of that day. */
  readonly ofDay?: true
  /** Of an item: what stands under its heading. */
  readonly body?: string
}

/** The depth of what is no heading. */
export const BELOW_HEADINGS = 7
