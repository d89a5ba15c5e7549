/** What an entry of a log starts with. */
export type EntryUnit = 'heading' | 'bullet' | 'line' | 'row'

/** What a line holds by which it is an entry: a date, an id, `Decision:` in front, or a label right below it (`**By:**`). */
export type EntryMark = 'date' | 'id' | 'name' | 'label'

/** How the entries of a log differ from the rest of it: plain data, given in settings or found in a file. */
export type LogShape = {
  readonly unit: EntryUnit
  /** The depth of a heading; 0 for the other units. */
  readonly depth: number
  /** What follows the mark of the unit, with fields in braces: `[{date}] {title}`. Null where it was found in a file. */
  readonly pattern: string | null
  /** What a line has to hold to start an entry, where that was found; null where any line of the unit does. */
  readonly mark: EntryMark | null
}

/** What is known of a log before it is read: how much its entries have to show to be taken for such. */
export type ExpectedLog =
  /** They have a date or an id, or parts in common. */
  | 'decisions'
  /** It is a list of lessons, whatever they look like. */
  | 'lessons'
  /** It is a log, of decisions or of anything else. */
  | 'any'
  /** It holds entries, be it one. */
  | 'archive'

/** How the entries of a log are found: by its shape, or by the shape that the file itself shows. */
export type LogForm = LogShape | { readonly expected: ExpectedLog }
