import type { Diagnostic } from '../../../../core/diagnostic.ts'
import type { Refusal } from '../../../../core/operation.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'
import { entriesOf } from '../../entries.ts'
import { partAt } from './entry.ts'
import type { ReadBack } from './read-back.ts'

/** How to say instead what a rule refuses in an entry; other rules say it themselves. */
const INSTEAD: { readonly [rule: string]: string } = {
  'entry-heading': 'Use `####` for a heading within an entry; put an example into a closed code fence.',
  'no-conflict-marker': 'Keep one of the two versions; put an example into a closed code fence.',
  'link-resolves': 'Links count from the folder of the log: correct the target, or write the path as code.',
}

/** Rules that look at several entries; what they say is settled before an entry is written, or is nothing against it. */
const SETTLED: ReadonlySet<string> = new Set(['entry-duplicate', 'tag-near-duplicate', 'growth'])

/**
 * What the check has to say of a new entry, with the rule's message; or of the rest of the log, where the entry would bring
 * errors to light. Remarks are no faults.
 */
export function findingFault(back: ReadBack): Refusal | null {
  const { tried, path } = back
  const fresh = tried.findings.filter((one) => one.severity !== 'info' && !SETTLED.has(one.rule))
  const inLog = fresh.filter((one) => one.path === path)
  const own = inLog.find((one) => isOwn(one, back))
  if (own) return ownFault(own, back)
  const [other, ...more] = inLog.filter((one) => one.severity === 'error')
  if (!other) return null
  return {
    refusal: `${safePath(path)}, line ${other.line}: ${safeText(other.message)}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
    help: `Nothing can be saved there before that is mended. ${safeText(other.help)}`,
  }
}

/** A misspelt category that is in use is reported where it is used first. */
function isOwn({ line, endLine, rule }: Diagnostic, { first, last, entry, before }: ReadBack): boolean {
  if (endLine < first || line > last) return false
  const log = rule === 'category-known' && before ? entriesOf(before) : null
  return !log?.entries.some(({ category }) => category?.value.text === entry.category)
}

function ownFault({ line, rule, message, help }: Diagnostic, { entry, first }: ReadBack): Refusal {
  return {
    refusal: safeText(`${capital(partAt(entry, Math.max(0, line - first)))}: ${message} (${rule})`),
    help: INSTEAD[rule] ?? safeText(help),
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
