import type { LogShape } from '../../../core/log-shape.ts'
import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Heading } from '../../../core/source.ts'
import { ENTRY_KINDS } from '../kinds.ts'
import { logOf, type ReadLog, shownHeading } from '../read-log.ts'

/** Every heading at the level of a log's entries is one, or is known not to be. */
export const logHeading: DocumentRule = {
  id: 'log-heading',
  summary: "A heading at or above the level of a log's entries is read as an entry.",
  why: 'The text below such a heading belongs to no entry: nothing guards it, and it is not counted. It may be meant so, as for a section.',
  howToFix: 'Write an entry in the form of the others; give a heading inside an entry more `#`.',
  severity: 'info',
  fixable: false,
  example: {
    bad: '## 2026-02-08: A queue in Postgres\n\n## One lockfile\n',
    good: '## 2026-02-08: A queue in Postgres\n\n## 2026-03-01: One lockfile\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    const log = logOf(source)
    if (!log) return
    for (const run of runsOf(log)) report(unread(run, log.shape))
  },
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

function unread([first, ...more]: readonly Heading[], { unit }: LogShape): Found {
  if (!first) throw new Error('a run of headings has a first one')
  const shown = shownHeading(first).replaceAll('`', "'")
  const what = first.depth > 0 ? 'heading' : LINES[unit]
  return {
    place: first.place,
    message:
      more.length === 0
        ? `${what.slice(0, 1).toUpperCase()}${what.slice(1)} \`${shown}\` is not read as an entry`
        : `${more.length + 1} ${what}s from \`${shown}\` on are not read as entries`,
    help: HELP[what],
  }
}

const HELP = {
  heading: 'Write an entry in the form of the others; give a heading inside an entry more `#`.',
  line: 'Write an entry in the form of the others.',
  'list item': 'Write an entry in the form of the others; indent an item inside an entry.',
  row: 'Write an entry in the form of the others.',
} as const
