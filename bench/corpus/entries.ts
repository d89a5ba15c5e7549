import { type Making, whole } from './documents.ts'
import { bullets, fence, paragraph } from './prose.ts'
import type { Random } from './random.ts'
import { tags, title } from './words.ts'

/** Whether a file holds decisions or lessons. */
export type Log = 'decisions' | 'lessons'

/** What is known of an entry in addition to its body. */
export type EntryHead = {
  readonly log: Log
  readonly date: string
  readonly category: string
  readonly tags: readonly string[]
}

/** A file of entries and the heads of what is in it. */
export type Entries = { readonly text: string; readonly heads: readonly EntryHead[] }

const CATEGORIES = {
  decisions: ['architecture', 'tooling', 'convention', 'dependency'],
  lessons: ['debugging', 'performance', 'configuration', 'integration'],
} as const
const ENTRIES = 40

/** Forty entries of one year, oldest first; no title occurs in `taken`, which grows by what was used. */
export function entries(making: Making, log: Log, year: number, taken: Set<string>): Entries {
  const { r, defects } = making
  const dates = Array.from({ length: ENTRIES }, () => day(r, year)).sort()
  const heads = dates.map((date) => ({ log, date, category: r.pick(CATEGORIES[log]), tags: tags(r) }))
  const lines = heads.flatMap((head) => {
    const entry = entryLines(making, head, freshTitle(r, taken))
    return r.chance(defects) ? damage(r, entry) : entry
  })
  return { text: whole([`# ${log === 'decisions' ? 'Decisions' : 'Lessons'}`, '', ...lines]), heads }
}

/** A calendar day of the year, as `YYYY-MM-DD`. */
export function day(r: Random, year: number): string {
  return new Date(Date.UTC(year, 0, r.int(1, 360))).toISOString().slice(0, 10)
}

function entryLines({ r, links }: Making, head: EntryHead, name: string): string[] {
  const more = r.chance(500) ? paragraph(r, links) : r.chance(300) ? bullets(r, links) : []
  const example = r.chance(80) ? fence(r) : []
  return [
    `### [${head.date}] ${name}`,
    '',
    `**Category:** ${head.category}`,
    `**Tags:** ${head.tags.join(', ')}`,
    '',
    ...paragraph(r, links),
    ...more,
    ...example,
    '---',
    '',
  ]
}

function freshTitle(r: Random, taken: Set<string>): string {
  for (;;) {
    const name = title(r)
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

function damage(r: Random, lines: readonly string[]): string[] {
  switch (r.int(0, 2)) {
    case 0:
      return lines.filter((line) => !line.startsWith('**Category:**'))
    case 1:
      return lines.map((line) => line.replace(/^### \[\d{4}-\d\d/, '### [2025-13'))
    default:
      return lines.slice(0, 5).concat('---', '')
  }
}
