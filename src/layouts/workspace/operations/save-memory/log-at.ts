import type { Document } from '../../../../core/document.ts'
import type { OperationInput, Refusal } from '../../../../core/operation.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'
import type { Source } from '../../../../core/source.ts'

/**
 * The log at a path as it is; null when there is none yet. Unreadable is not empty; and a log in another format would look
 * like one that is right as soon as it held a single entry, while all the others went unseen.
 */
export function logAt(
  path: string,
  { memory, sources, hidden }: Omit<OperationInput, 'args'>,
): Source | Refusal | null {
  const inTheWay = hidden?.get(path)
  if (inTheWay !== undefined) {
    return {
      refusal: `${safePath(path)} cannot be written: ${safeText(inTheWay)}`,
      help: 'Nothing was written. Make it a regular file that git sees, or move it out of the way.',
    }
  }
  if (!memory.files.has(path)) return null
  const source = sources.get(path)
  const document = memory.documents.find((one) => one.path === path)
  if (!source?.markdown || !document?.complete) {
    return refused(document, { path, what: 'cannot be read in full' })
  }
  const isForeign =
    document.items.length === 0 && document.findings.some(({ rule }) => rule === 'entry-heading')
  return isForeign ? refused(document, { path, what: 'holds no entry that tools can read' }) : source
}

function refused(document: Document | undefined, { path, what }: { path: string; what: string }): Refusal {
  const finding = document?.findings.find(({ severity }) => severity === 'error')
  const why = finding ? `, line ${finding.place.line}: ${safeText(finding.message)}` : ''
  const how = finding ? safeText(finding.help) : 'See `memkeep check`.'
  return {
    refusal: `${safePath(path)} ${what}${why}`,
    help: `Nothing is added to it before that is mended. ${how}`,
  }
}
