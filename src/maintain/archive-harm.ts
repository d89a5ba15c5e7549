import type { Diagnostic } from '../core/diagnostic.ts'
import { UserError } from '../core/errors.ts'
import { itemChanges } from '../core/item-changes.ts'
import { safePath, safeText } from '../core/safe-text.ts'
import type { Checked } from '../engine/check-snapshot.ts'

const HELP =
  'Nothing was written. Look at the ends of the log and of its archive: an open fence, a comment or a heading there has become a part of the last item.'

/**
 * Throws `UserError` when an archive run would do more than move: an item that reads otherwise or is gone, or a new
 * error. Returns a remark for each new warning, such as a link that no longer leads anywhere.
 */
export function assertOnlyMoved(before: Checked, after: Checked, file: string): string[] {
  const name = safeText(file)
  for (const change of itemChanges(before.documents, after.documents)) {
    if (change.type === 'same') continue
    const { item } = change.type === 'added' ? change.after : change.before
    const title = safeText(item.title)
    throw new UserError(`archiving ${name} would change "${title}", so it was not done`, HELP)
  }
  const fresh = newFindings(before.diagnostics, after.diagnostics)
  const [error] = fresh.filter(({ severity }) => severity === 'error')
  if (error) {
    const where = `${safePath(error.path)}:${error.line}`
    throw new UserError(
      `archiving ${name} would make an error: ${where} ${safeText(error.message)}`,
      'Nothing was written.',
    )
  }
  return fresh
    .filter(({ severity }) => severity === 'warning')
    .map(({ path, line, message }) => `new in ${path}:${line}: ${message}`)
}

/** Findings of a moved item move with it: only those that were not there at all count as new. */
function newFindings(before: readonly Diagnostic[], after: readonly Diagnostic[]): Diagnostic[] {
  const left = new Map<string, number>()
  for (const one of before) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1)
  return after.filter((one) => {
    const count = left.get(keyOf(one)) ?? 0
    left.set(keyOf(one), count - 1)
    return count <= 0
  })
}

function keyOf({ rule, message }: Diagnostic): string {
  return JSON.stringify([rule, message])
}
