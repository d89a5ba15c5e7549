import type { EngineRule } from '../core/rule.ts'

/** No rule broke down. */
export const internal: EngineRule = {
  id: 'internal',
  summary: 'Every rule ran to its end.',
  why: 'A rule that failed found nothing because it looked at nothing. It is reported instead of passed over, and the other rules go on.',
  howToFix:
    'This is a bug in memkeep: report it with the file that causes it. Until it is fixed, turn the rule off in `memkeep.yaml`.',
  severity: 'error',
  fixable: false,
  example: {
    bad: 'decisions.md:1:1 error internal: Rule entry-tags failed: TypeError: tags is not iterable\n',
    good: 'decisions.md: nothing to report\n',
  },
  subject: 'engine',
}
