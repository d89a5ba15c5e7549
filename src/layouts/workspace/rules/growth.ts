import type { Document, Item } from '../../../core/document.ts'
import { quoteForShell } from '../../../core/messages.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { compareText, WHOLE_FILE } from '../../../core/text.ts'
import { categoryOf, dateOf, LOG_KINDS } from '../entries.ts'
import { workspaceSettings } from '../settings.ts'

/** How many titles, and how many categories, a message names. */
const TITLES = 3
const CATEGORIES = 5

/** A log that has outgrown its threshold, with what helps to split it. Reported at its first entry. */
export const growth: MemoryRule = {
  id: 'growth',
  summary: 'A decisions or lessons file holds no more entries than `growth.threshold`, 50 by default.',
  why: 'Agents read a log whole. Past some fifty entries it costs more of their context than it gives, and it is no longer pruned.',
  howToFix:
    'Move the oldest entries to `_archive/` with `memkeep archive FILE --keep 50`, or split the file by domain. `growth.threshold` in memkeep.yaml moves the limit.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: 'decisions.md with 61 entries\n',
    good: 'decisions.md with 50 entries\n_archive/decisions-2025.md with 11 entries\n',
  },
  kinds: LOG_KINDS,
  subject: 'memory',
  check: ({ documents, settings }, report) => {
    const { growthThreshold } = workspaceSettings(settings)
    for (const document of documents) {
      if (!LOG_KINDS.some((kind) => kind === document.kind)) continue
      if (document.items.length <= growthThreshold) continue
      report(document.path, {
        place: document.items[0]?.place ?? WHOLE_FILE,
        message: message(document, growthThreshold),
        help: `Move the oldest to \`_archive/\`: \`memkeep archive ${quoteForShell(document.path)} --keep ${growthThreshold}\`. Or split the file.`,
      })
    }
  },
}

function message({ items }: Document, threshold: number): string {
  const oldest = [...items]
    .sort((a, b) => compareText(dateOf(a), dateOf(b)))
    .slice(0, items.length - threshold)
  const titles = cut(
    oldest.map((item) => `[${dateOf(item)}] ${item.title}`),
    TITLES,
  )
  const years = counts(items, (item) => dateOf(item).slice(0, 4)).sort((a, b) => compareText(a.name, b.name))
  const categories = counts(items, (item) => categoryOf(item) ?? 'none')
  const byCategory = cut(categories.map(shown), CATEGORIES)
  return `The log has ${items.length} entries, the limit is ${threshold}; oldest past it: ${titles}; by year: ${years.map(shown).join(', ')}; by category: ${byCategory}`
}

type Count = { readonly name: string; readonly count: number }

/** How many items have each name, the commonest first. */
function counts(items: readonly Item[], nameOf: (item: Item) => string): Count[] {
  const found = new Map<string, number>()
  for (const item of items) found.set(nameOf(item), (found.get(nameOf(item)) ?? 0) + 1)
  return [...found]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || compareText(a.name, b.name))
}

function shown({ name, count }: Count): string {
  return `${name} ${count}`
}

function cut(texts: readonly string[], most: number): string {
  const rest = texts.length - most
  return [...texts.slice(0, most), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}
