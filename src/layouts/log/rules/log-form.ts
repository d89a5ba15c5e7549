import { changedItems, type ItemChange } from '../../../core/changes/item-changes.ts'
import type { Document } from '../../../core/document.ts'
import { firstNames, quoteForShell } from '../../../core/messages.ts'
import type { ChangeRule, Found } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { ENTRY_KINDS } from '../kinds.ts'
import { isOtherForm, type LogForm, logFacts } from '../read-log.ts'

/** A log keeps the form of its entries. */
export const logForm: ChangeRule = {
  id: 'log-form',
  summary: 'The entries of a log keep their form, unless settings name it.',
  why: 'Without settings the form that repeats most is that of the entries. When another form becomes more frequent, other lines count as entries from then on, and no check notices the loss of an earlier one. In the change itself the log is read by the form that finds most of its entries. A log that is written again in another form, and keeps all words of its entries, loses nothing: that is information, in an append-only and an immutable log too.',
  howToFix:
    'Nothing, where all entries are kept. Else put back the words of those that are named, or name the form in `memkeep.yaml`: `logs: [{ path: DECISIONS.md, entries: "## {date}: {title}" }]`.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: {
    bad: '# before\n## 2026-02-08: A queue\n\n# after: more list items with a date than headings\n## 2026-02-08: A queue\n- 2026-02-09: x\n- 2026-02-10: y\n',
    good: '# memkeep.yaml\nlogs: [{ path: DECISIONS.md, entries: "## {date}: {title}" }]\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'change',
  noted: true,
  check: ({ before, after, merge }, report) => {
    // What a side did was named with the side's commits.
    if (merge) return
    const changes = changedItems(before.documents, after.documents)
    const earlier = new Map(before.documents.map((document) => [document.path, document]))
    for (const document of after.documents) {
      const old = earlier.get(document.path)
      if (!old || old.id === document.id || !ENTRY_KINDS.includes(document.kind)) continue
      const entries = new Set(old.items)
      const own = changes.filter((one) => one.type !== 'added' && entries.has(one.before.item))
      const found = changed(old, document, own)
      if (found) report(document.path, found)
    }
  },
}

/** What became of the form of a log that has entries on both sides. */
function changed(before: Document, after: Document, changes: readonly ItemChange[]): Found | null {
  const [old, now] = [logFacts(before), logFacts(after)]
  if (!old || before.items.length === 0) return null
  const form = JSON.stringify(formOf(old))
  const help =
    old.entries === null
      ? `No form that settings take finds these entries: \`memkeep files --explain ${quoteForShell(after.path)}\` shows how the log is read.`
      : `Name the form of the entries in memkeep.yaml: \`logs: [{ path: ${after.path}, entries: ${JSON.stringify(old.entries)} }]\`.`
  if (now?.shown?.uncertain) {
    return {
      place: WHOLE_FILE,
      message: `The log had ${before.items.length} entries of the form ${form}; after this change it is no longer certain what its entries are, and no loss among them is refused`,
      help,
    }
  }
  if (now?.shown) {
    const shown = JSON.stringify(formOf(now.shown))
    return {
      place: WHOLE_FILE,
      message: `The entries had the form ${form}, but most lines now have ${shown}: after this change those are read as the entries`,
      help,
    }
  }
  const isOther = isOtherForm(before, after)
  if (!isOther && after.kept === undefined) return null
  const forms = isOther
    ? `they were ${form} and are now ${now ? JSON.stringify(formOf(now)) : 'of no form'}`
    : `they are ${form} as before, with other labels or columns`
  const count = before.items.length
  const kept = changes.filter(({ type }) => type === 'same').length
  if (kept === count) {
    const message = `${count === 1 ? 'The entry is' : `All ${count} entries are`} kept; ${forms}`
    return { place: WHOLE_FILE, severity: 'info', message, help: HELP_KEPT }
  }
  return {
    place: WHOLE_FILE,
    message: `${kept} of ${count} entries are kept word for word; ${forms}${editedTitles(changes)}`,
    help: `Put back the words that should stay, or name the form of the entries in memkeep.yaml: \`logs: [{ path: ${after.path}, entries: … }]\`.`,
  }
}

/** Entries with words that are missing or new; those that are gone have a finding of their own. */
function editedTitles(changes: readonly ItemChange[]): string {
  const titles = changes.flatMap((one) => (one.type === 'edited' ? `"${one.before.item.title}"` : []))
  if (titles.length === 0) return ''
  return `. Words are missing or new in ${firstNames(titles, SHOWN)}`
}

const HELP_KEPT =
  'This only says that the entries start in another way from here on: it asks for nothing, whatever other findings do.'

/** At most so many titles are named. */
const SHOWN = 5

function formOf({ entries, shape: { unit, depth } }: LogForm): string {
  const units = { heading: `${'#'.repeat(depth)} …`, bullet: '- …', row: '| …', line: '{date} …' }
  return entries ?? units[unit]
}
