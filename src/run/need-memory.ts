import { UserError } from '../core/errors.ts'
import type { Settings } from '../core/settings.ts'
import { layouts } from '../layouts/index.ts'

/** What a run looked at: "checked nothing" is never a pass. */
export type LookedAt = {
  /** Where it looked, for people: `work tree`. */
  readonly label: string
  readonly settings: Settings
  /** Documents, on either side of a check, and findings, which may also be about the repository as a whole. */
  readonly documents: number
  readonly findings: number
}

/** Throws `UserError` when there was no memory to look at. */
export function needMemory({ label, settings, documents, findings }: LookedAt): void {
  if (documents > 0 || findings > 0) return
  const roots = layouts.flatMap((layout) => layout.roots(settings)).join(', ')
  throw new UserError(
    `no memory found in the ${label}`,
    `The layouts look below ${roots}; memkeep.yaml can move them.`,
  )
}
