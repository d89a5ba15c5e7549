import type { Document } from '../../../core/document.ts'
import type { ChangeRule, Found } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { ENTRY_KINDS } from '../kinds.ts'
import { type LogFacts, logFacts } from '../read-log.ts'

/** A log keeps the form of its entries. */
export const logForm: ChangeRule = {
  id: 'log-form',
  summary: 'The form of entries that a log shows is the one that it had before, unless settings give it.',
  why: 'Without settings the form is the one that repeats. Where another one becomes more frequent, other lines are the entries from then on: the loss of one that was there before is noticed by no check. In the change itself the log is read by the form before, as far as that still finds its entries.',
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
  const help = `Name it in memkeep.yaml: \`logs: [{ path: ${after.path}, entries: ${JSON.stringify(old.entries ?? '## {title}')} }]\`.`
  if (now?.shown) {
    const shown = now.shown.entries ?? unitOf(now.shown)
    return {
      place: WHOLE_FILE,
      message: `Entries have had the form ${JSON.stringify(form)}, and by itself the log shows ${JSON.stringify(shown)} now: it is read as before in this change alone`,
      help,
    }
  }
  if (JSON.stringify(old.shape) === JSON.stringify(now?.shape) || isGiven(old) || (now && isGiven(now)))
    return null
  const shown = now ? JSON.stringify(now.entries ?? unitOf(now)) : 'none'
  return {
    place: WHOLE_FILE,
    message: `Entries have had the form ${JSON.stringify(form)}, and the log shows ${shown} now`,
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
