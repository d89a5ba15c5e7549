import fc from 'fast-check'
import type { Rule } from '../../src/core/rule.ts'
import { hostileText } from './hostile-text.ts'

/** A rule whose texts are hostile; its id is memkeep's own and is not. */
export const hostileRule: fc.Arbitrary<Rule> = fc
  .record({
    summary: hostileText,
    why: hostileText,
    howToFix: hostileText,
    example: fc.record({ bad: hostileText, good: hostileText }),
    severity: fc.constantFrom('error' as const, 'warning' as const, 'info' as const),
    fixable: fc.boolean(),
  })
  .map((one) => ({ ...one, id: 'some-rule', subject: 'engine' }))
