import type { Diagnostic } from '../core/diagnostic.ts'
import { UserError } from '../core/errors.ts'
import { safePath, safeText } from '../core/safe-text.ts'
import type { Settings } from '../core/settings.ts'
import { layouts } from '../layouts/index.ts'
import { LOOKS_LIKE } from './root-findings.ts'

/** What a run looked at: "checked nothing" is never a pass. */
export type LookedAt = {
  /** Where it looked, for people: `work tree`. */
  readonly label: string
  readonly settings: Settings
  /** Documents, on either side of a check, and findings, which may also be about the repository as a whole. */
  readonly documents: number
  readonly diagnostics: readonly Diagnostic[]
}

/** Throws `UserError` when there was no memory to look at; it names what looks like some. */
export function assertMemory({ label, settings, documents, diagnostics }: LookedAt): void {
  const [near, ...more] = diagnostics.filter(({ rule }) => rule === LOOKS_LIKE)
  if (documents > 0 || diagnostics.length > more.length + (near ? 1 : 0)) return
  if (near) {
    throw new UserError(
      `no memory found in the ${label}; nearest to it: ${safePath(near.path)}`,
      safeText(`${near.message}. ${near.help}`),
    )
  }
  const roots = layouts.flatMap((layout) => layout.roots(settings)).join(', ')
  throw new UserError(
    `no memory found in the ${label}`,
    `The layouts look below ${roots}; memkeep.yaml can move them.`,
  )
}
