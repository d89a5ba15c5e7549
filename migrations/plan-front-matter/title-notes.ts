import { cleanPlainTitle, plainTitle } from '../evidence/clean-title.ts'
import { isStatusNote, statusOfEmoji, statusOfWords } from './status-in.ts'

/** A note about the document that is set off in its title: `✅ SHIPPED (run 2)`, `WIP`, `📋 for review`. */
type TitleNote = {
  readonly text: string
  /** What of it says a state: all, its emoji alone, or nothing. */
  readonly state: string
}

/** A title, and the notes that are set off from it. */
type TitleNotes = {
  /** Without markup and notes. */
  readonly name: string
  readonly notes: readonly TitleNote[]
}

const FIRST_BRACKETS = /^[[(]([^[\]()]{2,40})[\])]:?\s*/
const LAST_BRACKETS = /\s*[[(]([^[\]()]{2,60})[\])]$/
const CAPITALS_FIRST = /^([A-Z][A-Z ]+)(?::|\s[–—-])\s+/
/** Where a segment starts that is a note by its look: an emoji, or words in capitals. */
const SEGMENT = /(?:\s+[–—|-]|:)\s+(?=\p{Extended_Pictographic}|\P{L}{0,3}[A-Z]{2})/gu
const CAPITALS = /^\P{L}*([A-Z]{2}[A-Z ]*)(?![\p{L}\p{N}])/u

/** Splits a title, given as Markdown. What is left is never empty: a title of a note alone is a name. */
export function titleNotes(markdown: string): TitleNotes {
  const notes: TitleNote[] = []
  let name = plainTitle(markdown)
  const take = (rest: string, note: string | undefined): void => {
    if (note === undefined || cleanPlainTitle(rest) === '') return
    notes.push({ text: note, state: stateOf(note) })
    name = rest.trim()
  }
  const start = segmentStart(name)
  if (start) take(name.slice(0, start.index), name.slice(start.index + start.length))
  for (const pattern of [FIRST_BRACKETS, LAST_BRACKETS, CAPITALS_FIRST]) {
    const match = pattern.exec(name)
    if (match && isStatusNote(match[1] ?? '')) take(name.replace(pattern, ''), match[1])
  }
  return { name, notes }
}

/** The first segment that is a note: it goes on to the end of the title. */
function segmentStart(title: string): { readonly index: number; readonly length: number } | null {
  for (const { 0: found, index } of title.matchAll(SEGMENT)) {
    const segment = title.slice(index + found.length)
    const opensWithEmoji = /^\p{Extended_Pictographic}/u.test(segment)
    if (opensWithEmoji || isLoud(segment)) return { index, length: found.length }
  }
  return null
}

function stateOf(note: string): string {
  if (isStatusNote(note) || isLoud(note)) return note
  const emoji = /^[^\p{L}\p{N}]+/u.exec(note)?.[0] ?? ''
  return statusOfEmoji(emoji) === null ? '' : emoji
}

/** Capitals that start with a state: `SHIPPED in May`, `NOT STARTED`. */
function isLoud(segment: string): boolean {
  const capitals = CAPITALS.exec(segment)?.[1] ?? ''
  return (
    isStatusNote(capitals) ||
    (isStatusNote(capitals.split(' ', 1)[0] ?? '') && statusOfWords(capitals) !== null)
  )
}
