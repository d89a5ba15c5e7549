import type { Document } from '../../../../core/document.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'

/** Rules by which a file says of itself that something in it is not read. */
const HIDES: readonly string[] = ['entry-heading', 'entry-hidden', 'front-matter-position']

/** What must be said where a document could not be read in full, or holds entries that are read as none; else nothing. */
export function documentTrouble({ path, complete, findings }: Document): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error')
  const hiding = errors.filter(({ rule }) => HIDES.includes(rule))
  const [first] = complete ? hiding : errors
  if (!first && complete) return []
  const where = first ? `, line ${first.place.line}: ${safeText(first.message).slice(0, 300)}` : ''
  const what = complete ? 'is not read in full' : 'cannot be read in full'
  return [
    `${safePath(path)} ${what}${where}. What is missing here may stand there: read the file, and mend what \`memkeep check\` says.`,
  ]
}
