import type { EngineRule } from '../core/rule.ts'

/** Known findings only become fewer. */
export const baseline: EngineRule = {
  id: 'baseline',
  summary: 'Counts in memkeep-baseline.json only fall.',
  why: 'The file lets a repository adopt the rules on day one: findings that it counts are not reported. A count that may rise again would hide what a change adds, so a change is judged by the counts of its base: a higher one hides nothing in it, and `loosened` names it. A count of a rule that is always reported is an error; one that is higher than what is found, or than in the base, is an info.',
  howToFix:
    'Fix what is new instead of counting it, and run `memkeep baseline`: it lowers the counts to what is left, and moves those of a file that was renamed as it is. Findings of `internal`, `unreadable`, `no-secret` and `no-conflict-marker`, and those about a change, are never counted.',
  severity: 'error',
  severities: ['error', 'info'],
  fixable: false,
  example: {
    bad: '# memkeep-baseline.json, where the base has 2\n{ "version": 1, "findings": { "user/memory/workspaces/shop/lessons.md": { "link-resolves": 3 } } }\n',
    good: '# memkeep-baseline.json, where the base has 2\n{ "version": 1, "findings": { "user/memory/workspaces/shop/lessons.md": { "link-resolves": 1 } } }\n',
  },
  subject: 'engine',
}
