import type { Diagnostic } from '../core/diagnostic.ts'

/** What a report says of new and old findings. */
export type AgainstBase = {
  /** There was a side before, so that new findings and old ones can be told apart. */
  readonly markNew: boolean
  /** Whether a finding makes the run fail. */
  readonly fails: (one: Diagnostic) => boolean
}

/** True of what was there before and fails no run: it is told, but not as something to mend now. */
export function isForgiven(one: Diagnostic, { markNew, fails }: AgainstBase): boolean {
  return markNew && !one.new && !fails(one)
}
