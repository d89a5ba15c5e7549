import type { Io } from './io.ts'

/** Rules that `MEMKEEP_SKIP` turns off: `rule,rule`. */
export function skippedRules({ env }: Io): string[] {
  return (env.MEMKEEP_SKIP ?? '').split(',').flatMap((rule) => rule.trim() || [])
}
