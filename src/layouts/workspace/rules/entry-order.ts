import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { placeOf } from '../../../core/text.ts'
import type { Entry } from '../../../formats/entry-log.ts'
import { ENTRY_KINDS, entriesOf } from '../entries.ts'

/** A log grows at its end. */
export const entryOrder: DocumentRule = {
  id: 'entry-order',
  summary: 'The dates of entries ascend.',
  why: 'Tools append: in a log that is in order, the last entry that says something is the one that holds.',
  howToFix: 'Move the entry to its place by date.',
  severity: 'info',
  fixable: false,
  example: {
    bad: '### [2026-02-08] XState runs the workflows\n\n…\n\n### [2026-01-12] One lockfile for all packages\n',
    good: '### [2026-01-12] One lockfile for all packages\n\n…\n\n### [2026-02-08] XState runs the workflows\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    const entries = (entriesOf(source)?.entries ?? []).filter(({ day }) => day !== null)
    const pairs = entries.slice(1).map((entry, index) => [entries[index] ?? entry, entry] as const)
    const falls = pairs.filter(([before, entry]) => before.date.text > entry.date.text)
    const rises = pairs.filter(([before, entry]) => before.date.text < entry.date.text)
    const first = falls[0]
    if (first && falls.length > 1 && rises.length === 0)
      report(newestFirst(source, first[1], falls.length + 1))
    else for (const [before, entry] of falls) report(outOfOrder(source, before, entry))
  },
}

function outOfOrder({ starts }: Source, before: Entry, { date }: Entry): Found {
  return {
    place: placeOf(starts, date.start, date.end),
    message: `Date ${date.text} follows ${before.date.text}, but dates ascend`,
    help: 'Move the entry up to its place by date.',
  }
}

/** A log that is kept the other way round is one finding, not one for every entry. */
function newestFirst({ starts }: Source, { date }: Entry, dates: number): Found {
  return {
    place: placeOf(starts, date.start, date.end),
    message: `The order of ${dates} dates is newest first, but dates ascend`,
    help: 'Reverse the log: the oldest entry first, new ones at the end.',
  }
}
