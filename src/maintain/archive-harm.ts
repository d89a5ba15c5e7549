import type { Diagnostic } from '../core/diagnostic.ts'
import { UserError } from '../core/errors.ts'
import { itemChanges } from '../core/item-changes.ts'
import { safePath, safeText } from '../core/safe-text.ts'
import type { Checked } from '../engine/check-snapshot.ts'

const HELP =
  'Nothing was written. Look at the ends of the log and of its archive: an open fence, a comment or a heading there has become a part of the last item.'

/**
 * Throws `UserError` when a move would do more than move: an item that would read otherwise or be gone, an error that is new.
 * Returns a remark for each warning that is new, such as a link that no longer leads anywhere.
 */
export function needUnharmed(before: Checked, after: Checked, file: string): string[] {
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

/** What is said of a moved item moves with it: only what was said nowhere counts. */
function newFindings(before: readonly Diagnostic[], after: readonly Diagnostic[]): Diagnostic[] {
  const left = new Map<string, number>()
  for (const one of before) left.set(saying(one), (left.get(saying(one)) ?? 0) + 1)
  return after.filter((one) => {
    const count = left.get(saying(one)) ?? 0
    left.set(saying(one), count - 1)
    return count <= 0
  })
}

function saying({ rule, message }: Diagnostic): string {
  return JSON.stringify([rule, message])
}
