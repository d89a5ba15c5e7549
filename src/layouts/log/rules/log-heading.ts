import type { Document } from '../../../core/document.ts'
import type { LogShape } from '../../../core/log-shape.ts'
import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Heading, Source } from '../../../core/source.ts'
import { patternFor } from '../../../formats/logs/describe-shape.ts'
import { isSectionTitle } from '../../../formats/logs/plain-entries.ts'
import { ENTRY_KINDS } from '../kinds.ts'
import { logOf, type ReadLog, shownHeading } from '../read-log.ts'

/** Every heading at the level of a log's entries is one, or is known not to be. */
export const logHeading: DocumentRule = {
  id: 'log-heading',
  summary: "A heading at or above the level of a log's entries is read as an entry.",
  why: 'The text below such a heading belongs to no entry: nothing guards it, and it is not counted. It may be meant so, as for a section: what was there before is information, and what a change adds is a warning.',
  howToFix: 'Write an entry in the form of the others; give a heading inside an entry more `#`.',
  severity: 'info',
  severities: ['warning', 'info'],
  fixable: false,
  example: {
    bad: '## 2026-02-08: A queue in Postgres\n\n## One lockfile\n',
    good: '## 2026-02-08: A queue in Postgres\n\n## 2026-03-01: One lockfile\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    const log = logOf(source)
    // What a log is read as that is not certain has a finding of its own.
    if (!log || log.doubt === 'other') return
    for (const run of runsOf(log)) report(unread(run, log.shape, source))
  },
  added: { severity: 'warning', isAdded: hasMoreUnread },
}

/**
 * True where a log has more headings, other than those of sections, that no log had before, neither as an entry nor so, than it
 * lost: one that is reworded is not added. One that became an entry is not lost.
 */
function hasMoreUnread(
  { path, unread: all, items: entries, layout }: Document,
  before: readonly Document[],
): boolean {
  const logs = before.filter((one) => one.layout === layout)
  const left = countTexts(logs.flatMap((one) => one.unread.map(({ text }) => text)))
  const titles = logs.flatMap(({ items }) => items.map(({ title }) => title))
  const now = countTexts(all.map((one) => one.text))
  const own = countTexts(logs.flatMap((one) => (one.path === path ? one.unread.map(({ text }) => text) : [])))
  const isOf = (known: readonly string[], text: string): boolean =>
    isSectionTitle(text) || known.some((title) => text.includes(title))
  const added = excess(now, left).filter((text) => !isOf(titles, text))
  const became = entries.map(({ title }) => title)
  const gone = excess(own, now).filter((text) => !isOf(became, text))
  return added.length > gone.length
}

/** The texts that one side has more often than the other, each as often as it has more. */
function excess(more: ReadonlyMap<string, number>, than: ReadonlyMap<string, number>): readonly string[] {
  return [...more].flatMap(([text, count]) =>
    Array<string>(Math.max(0, count - (than.get(text) ?? 0))).fill(text),
  )
}

function countTexts(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Headings, or list items or rows, with no entry between them. */
function runsOf({ unread: all, entries }: ReadLog): (readonly Heading[])[] {
  const starts = entries.map(({ start }) => start)
  const runs: Heading[][] = []
  let passed = -1
  let at = 0
  for (const heading of all) {
    while ((starts[at] ?? Number.POSITIVE_INFINITY) < heading.start) at += 1
    const last = runs.at(-1)
    if (last && at === passed) last.push(heading)
    else runs.push([heading])
    passed = at
  }
  return runs
}

/** What is no heading, by its name. */
const LINES = { heading: 'heading', line: 'line', bullet: 'list item', row: 'row' } as const

function unread([first, ...more]: readonly Heading[], shape: LogShape, source: Source): Found {
  if (!first) throw new Error('a run of headings has a first one')
  const shown = shownHeading(first).replaceAll('`', "'")
  const what = first.depth > 0 ? 'heading' : LINES[shape.unit]
  return {
    place: first.place,
    message:
      more.length === 0
        ? `${what.slice(0, 1).toUpperCase()}${what.slice(1)} \`${shown}\` is not read as an entry`
        : `${more.length + 1} ${what}s from \`${shown}\` on are not read as entries`,
    help: `Write an entry in the form of the others${exampleOf(source)}${OTHERWISE[what]}.`,
  }
}

/** The form of the entries as a line to copy; empty where no pattern says it. */
function exampleOf(source: Source): string {
  const { markdown } = source
  const log = logOf(source)
  const pattern = markdown && log && patternFor({ ...source, markdown }, log.shape, log)
  const line = pattern?.replace('{date}', 'YYYY-MM-DD').replace('{title}', 'Title')
  return line === undefined || /[{}`]/.test(line) ? '' : `, \`${line}\``
}

const OTHERWISE = {
  heading: '; give a heading inside an entry more `#`',
  line: '',
  'list item': '; indent an item inside an entry',
  row: '',
} as const
