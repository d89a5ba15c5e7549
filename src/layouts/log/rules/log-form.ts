import type { Document } from '../../../core/document.ts'
import type { ChangeRule, Found } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { ENTRY_KINDS } from '../kinds.ts'
import { type LogFacts, logFacts } from '../read-log.ts'

/** A log keeps the form of its entries. */
export const logForm: ChangeRule = {
  id: 'log-form',
  summary: 'The entries of a log keep their form, unless settings name it.',
  why: 'Without settings the form that repeats most is that of the entries. When another form becomes more frequent, other lines count as entries from then on, and no check notices the loss of an earlier one. In the change itself the log is still read by the form before, as far as that finds its entries.',
  howToFix:
    'Name the form in `memkeep.yaml`: `logs: [{ path: DECISIONS.md, entries: "## {date}: {title}" }]`.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '# before\n## 2026-02-08: A queue\n\n# after: more list items with a date than headings\n## 2026-02-08: A queue\n- 2026-02-09: x\n- 2026-02-10: y\n',
    good: '# memkeep.yaml\nlogs: [{ path: DECISIONS.md, entries: "## {date}: {title}" }]\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'change',
  check: ({ before, after }, report) => {
    const earlier = new Map(before.documents.map((document) => [document.path, document]))
    for (const document of after.documents) {
      const old = earlier.get(document.path)
      if (!old || old.id === document.id || !ENTRY_KINDS.includes(document.kind)) continue
      const found = changed(old, document)
      if (found) report(document.path, found)
    }
  },
}

function changed(before: Document, after: Document): Found | null {
  const [old, now] = [logFacts(before), logFacts(after)]
  if (!old || before.items.length === 0) return null
  const form = old.entries ?? unitOf(old)
  const help = `Name the form of the entries in memkeep.yaml: \`logs: [{ path: ${after.path}, entries: ${JSON.stringify(old.entries ?? '## {title}')} }]\`.`
  if (now?.shown) {
    const shown = now.shown.entries ?? unitOf(now.shown)
    return {
      place: WHOLE_FILE,
      message: `The entries had the form ${JSON.stringify(form)}, but most lines now have ${JSON.stringify(shown)}: after this change those are read as the entries`,
      help,
    }
  }
  if (JSON.stringify(old.shape) === JSON.stringify(now?.shape) || isGiven(old) || (now && isGiven(now)))
    return null
  const shown = now ? JSON.stringify(now.entries ?? unitOf(now)) : 'none'
  return {
    place: WHOLE_FILE,
    message: `The entries had the form ${JSON.stringify(form)}, and now have ${shown}`,
    help: `Write the entries as before, or name the form that they have in memkeep.yaml: \`logs: [{ path: ${after.path}, entries: … }]\`.`,
  }
}

/** The settings give it. */
function isGiven({ shape }: LogFacts): boolean {
  return shape.pattern !== null
}

function unitOf({ shape: { unit, depth } }: Pick<LogFacts, 'shape'>): string {
  const units = { heading: `${'#'.repeat(depth)} …`, bullet: '- …', row: '| …', line: '{date} …' }
  return units[unit]
}
