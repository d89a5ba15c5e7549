import type { EngineRule } from '../core/rule.ts'

/** Derived files are what a rebuild would write. */
export const derivedFresh: EngineRule = {
  id: 'derived-fresh',
  summary: 'A derived file equals what a rebuild writes.',
  why: 'An index that lags behind answers searches with memory that is gone, and does not show what is new.',
  howToFix: 'Run `memkeep index` or `memkeep check --fix`. Descriptions that people wrote in it are kept.',
  severity: 'error',
  fixable: true,
  example: {
    bad: '# _index.yaml, next to two decisions\nsummary:\n  total_decisions: 1\n',
    good: '# _index.yaml, next to two decisions\nsummary:\n  total_decisions: 2\n',
  },
  subject: 'engine',
}
