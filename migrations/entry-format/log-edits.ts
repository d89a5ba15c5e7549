import { type Edit, lineEnd } from '../../src/core/text.ts'
import type { LabelLine } from '../../src/formats/entry-labels.ts'
import type { Entry } from '../../src/formats/entry-log.ts'
import type { Arrangement, Group } from './arrange.ts'
import { tagsIn, topicOf } from './entry-evidence.ts'
import { isTextBelow, type LogText, lineBreakAfter, type Remark, type Stop } from './log-text.ts'

const ENTRY_DEPTH = 3
const SECTION_DEPTH = 2
const DEEPEST = 6

/** What an entry's heading says where a person has to fill in the day. */
export const PENDING = '[YYYY-MM-DD]'

/** Splices that bring the headings of a log into the form: entries to depth 3, sections above it, parts of entries below. */
export function headingEdits(
  log: LogText,
  { groups, sections }: Arrangement,
): { readonly edits: readonly Edit[]; readonly remarks: readonly Remark[] } {
  const remarks: Remark[] = []
  const edits = groups.flatMap((group) => {
    const parts = partEdits(group.parts)
    remarks.push(...parts.remarks)
    return [...entryEdit(log, group), ...parts.edits]
  })
  const first = groups[0]?.stop.start ?? 0
  edits.push(...sections.flatMap((section) => sectionEdit(section, section.start > first)))
  return { edits, remarks }
}

function entryEdit(log: LogText, { stop, role }: Group): Edit[] {
  const { text, mark } = stop
  if (stop.read && stop.depth === ENTRY_DEPTH && (role === 'left' || text.startsWith(`[${mark?.date}]`)))
    return []
  const line =
    role === 'entry'
      ? `[${mark?.date}] ${mark?.title}`.trimEnd()
      : role === 'left'
        ? text
        : `${PENDING} ${text}`
  return [replaced(stop, headingText(ENTRY_DEPTH, line) + bodyOf(log, stop))]
}

function bodyOf(log: LogText, { body, start }: Stop): string {
  if (body === undefined) return ''
  const lineBreak = lineBreakAfter(log, start)
  return `${lineBreak}${lineBreak}${body}`
}

/** All headings of a body go down together, as far as its highest one has to, and none below 6. */
function partEdits(parts: readonly Stop[]): { edits: Edit[]; remarks: Remark[] } {
  const down = Math.max(ENTRY_DEPTH + 1 - Math.min(...parts.map(({ depth }) => depth)), 0)
  const edits: Edit[] = []
  const remarks: Remark[] = []
  for (const part of down === 0 ? [] : parts) {
    const depth = part.depth + down
    if (depth > DEEPEST) remarks.push({ line: part.line, what: tooDeep(depth) })
    else if (part.style === 'setext') edits.push(replaced(part, headingText(depth, part.text)))
    else edits.push({ start: part.heading.start, end: part.heading.start, text: '#'.repeat(down) })
  }
  return { edits, remarks }
}

function tooDeep(depth: number): string {
  return `is a heading that would need ${depth} marks inside its entry, and 6 is the most: it keeps the ones it has`
}

/** A section between entries differs from them by its depth; a section of one day also has no brackets. */
function sectionEdit(section: Stop, isBetween: boolean): Edit[] {
  const isSetext = section.style === 'setext'
  const text = section.ofDay ? section.text.replace(/^\\?\[([^\]\\]*)\\?\]/, '$1') : section.text
  const isRight = section.depth <= SECTION_DEPTH && !isSetext && text === section.text
  if (isRight || !(isBetween || section.ofDay)) return []
  return [replaced(section, headingText(Math.min(section.depth, SECTION_DEPTH), text))]
}

function replaced({ heading }: Stop, text: string): Edit {
  return { start: heading.start, end: heading.end, text }
}

function headingText(depth: number, text: string): string {
  return `${'#'.repeat(depth)} ${text}`
}

/** Splices that give every entry its `---`: where it is missing, stuck to a text, or another kind of line. */
export function separatorEdits(read: LogText): Edit[] {
  const { text, log } = read
  return log.entries.flatMap(({ separator, underline, ownEnd, heading }) => {
    const lineBreak = lineBreakAfter(read, heading.end)
    if (underline) return [{ start: underline.start, end: underline.start, text: lineBreak }]
    if (separator) {
      return text[separator.start] === '-'
        ? []
        : [{ start: separator.start, end: separator.end, text: '---' }]
    }
    const at = lineEnd(text, ownEnd).end
    return [
      { start: at, end: at, text: `${lineBreak}${lineBreak}---${isTextBelow(text, at) ? lineBreak : ''}` },
    ]
  })
}

/** What an entry's labels are to say where they do not say it yet. */
type Lacking = {
  readonly category: string | null
  readonly tags: readonly string[] | null
  readonly time: string | null
}

/** Splices that give an entry its label lines in the exact form, and the time of day on a separate line. */
export function labelEdits(log: LogText, entry: Entry, { category, tags, time }: Lacking): Edit[] {
  const { text } = log
  const lineBreak = lineBreakAfter(log, entry.heading.end)
  const exact = [...exactCategory(text, entry, category), ...exactTags(text, entry)]
  const heading = { at: lineEnd(text, entry.heading.end).end, lines: [] as string[] }
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
