import type { EngineRule } from '../core/rule.ts'

/** A change names what it allows itself. */
export const loosened: EngineRule = {
  id: 'loosened',
  summary: 'A change does not loosen what it is judged by.',
  why: 'A change that turns a rule off, raises a budget, counts a finding as known or suppresses it could hide what it does at the same time. So a change is judged twice: by its own settings, budgets and baseline, and by those of the commit before. What only the second judgement finds is reported as well (`"loosened": true` in JSON). A new suppression of `no-secret`, `history`, `item-lost` or `merge-doubled` has no effect in the change that adds it. This rule names the loosening itself, so that a reviewer sees it.',
  howToFix:
    'Commit the loosening by itself first, and the rest after it. `ci: { newSuppressions: report }` in `memkeep.yaml` lets new suppressions of every rule count at once and lists them.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: {
    bad: '# memkeep.yaml, in the commit that also adds a token\nrules: { no-secret: off }\n',
    good: '# memkeep.yaml, in its own commit\nrules: { no-secret: off }\n',
  },
  subject: 'engine',
}
