import type { Edit } from '../../src/core/edit.ts'
import type { Arrangement, Group } from './arrange.ts'
import { type LogText, lineBreakAfter, type Remark } from './log-text.ts'
import type { Stop } from './stop.ts'

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
  return `is a heading that would need ${depth} marks inside its entry, one more than there are: it keeps the ones it has`
}

/** A section between two entries is told from them by its depth, and one of a single day by the lack of brackets. */
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
