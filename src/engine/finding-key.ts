import type { Diagnostic } from '../core/diagnostic.ts'

/** Tells the findings of one file apart, whether they are reported already or come from its parse. */
export function findingKey({
  rule,
  line,
  column,
  message,
}: Pick<Diagnostic, 'rule' | 'line' | 'column' | 'message'>): string {
  return JSON.stringify([rule, line, column, message])
}
