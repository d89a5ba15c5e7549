import type { EngineRule } from '../core/rule.ts'

/** Suppression comments say why, and suppress something. */
export const suppression: EngineRule = {
  id: 'suppression',
  summary: 'A suppression comment gives a reason, and covers a finding.',
  why: 'Without a reason no one knows later whether it may go; one that covers nothing hides the next mistake.',
  howToFix: 'Write `RULE -- reason`, or delete the comment. A comment without a reason suppresses nothing.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '<!-- memkeep-disable-next-line link-resolves -->\n[design](../design.md)\n',
    good: '<!-- memkeep-disable-next-line link-resolves -- lies in the docs repository -->\n[design](../design.md)\n',
  },
  subject: 'engine',
}
