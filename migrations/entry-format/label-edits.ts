import type { Edit } from '../../src/core/edit.ts'
import type { LabelLine } from '../../src/formats/entry-labels.ts'
import type { Entry } from '../../src/formats/entry-log.ts'
import { tagsIn } from './entry-evidence.ts'
import { endOfLine, isTextBelow, type LogText, lineBreakAfter } from './log-text.ts'
import { topicOf } from './topics.ts'

/** What an entry's labels are to say where they do not say it yet. */
export type Lacking = {
  readonly category: string | null
  readonly tags: readonly string[] | null
  readonly time: string | null
}

/** Splices that give an entry its label lines in the exact form, and the time of day a line of its own. */
export function labelEdits(log: LogText, entry: Entry, { category, tags, time }: Lacking): Edit[] {
  const { text } = log
  const lineBreak = lineBreakAfter(log, entry.heading.end)
  const exact = [...exactCategory(text, entry, category), ...exactTags(text, entry)]
  const heading = { at: endOfLine(text, entry.heading.end), lines: [] as string[] }
  const added: Edit[] = []
  if (category && !entry.category) {
    if (entry.tags) added.push(inserted(entry.tags.line.start, `**Category:** ${category}${lineBreak}`))
    else heading.lines.push(`**Category:** ${category}`)
  }
  if (tags && !entry.tags) {
    const line = `**Tags:** ${tags.join(', ')}`
    if (entry.category) added.push(inserted(entry.category.line.end, lineBreak + line))
    else heading.lines.push(line)
  }
  const labelled = heading.lines.length > 0
  const last = Math.max(entry.category?.line.end ?? 0, entry.tags?.line.end ?? 0)
  const clock = time ? `${lineBreak}${lineBreak}Time: ${time}` : ''
  if (labelled || (clock && last === 0)) {
    const lines = labelled ? lineBreak + lineBreak + heading.lines.join(lineBreak) : ''
    added.push(block(text, heading.at, { lines: lines + (last === 0 ? clock : ''), lineBreak }))
  }
  if (clock && last > 0) added.push(block(text, last, { lines: clock, lineBreak }))
  return merged([...exact, ...added])
}

/** Lines behind a line, with a blank line below them. */
function block(
  text: string,
  at: number,
  { lines, lineBreak }: { readonly lines: string; readonly lineBreak: string },
): Edit {
  return inserted(at, lines + (isTextBelow(text, at) ? lineBreak : ''))
}

function exactCategory(text: string, { category }: Entry, value: string | null): Edit[] {
  if (!category) return []
  const isWritten = category.value.text !== ''
  if (category.isExact && isWritten) return []
  return relabelled(text, category, `**Category:** ${isWritten ? knownCategory(category.value.text) : value}`)
}

/** A category that is known by its lower-case name gets it. */
function knownCategory(written: string): string {
  return topicOf(written) === written.toLowerCase() ? written.toLowerCase() : written
}

/** Tags keep their spelling where one of them has no other. */
function exactTags(text: string, { tags }: Entry): Edit[] {
  if (!tags || tags.value.text === '') return []
  const clean = tagsIn(tags.value.text)?.join(', ') ?? tags.value.text
  return tags.isExact && clean === tags.value.text ? [] : relabelled(text, tags, `**Tags:** ${clean}`)
}

function relabelled(log: string, { line, value }: LabelLine, text: string): Edit[] {
  const tail = log.slice(value.end, line.end).trim()
  // What closed the marks of the label behind its value goes with it; a hard line break stays.
  const end = value.text === '' || (tail !== '' && tail !== '\\') ? line.end : value.end
  return [{ start: line.start, end, text }]
}

function inserted(at: number, text: string): Edit {
  return { start: at, end: at, text }
}

/** Joins splices at one offset, in the order in which they are given. */
function merged(edits: readonly Edit[]): Edit[] {
  const found: Edit[] = []
  for (const edit of edits) {
    const at = found.findIndex((one) => one.end === edit.start || one.start === edit.end)
    const other = found[at]
    if (!other) found.push(edit)
    else if (other.end === edit.start)
      found[at] = { start: other.start, end: edit.end, text: other.text + edit.text }
    else found[at] = { start: edit.start, end: other.end, text: edit.text + other.text }
  }
  return found
}
