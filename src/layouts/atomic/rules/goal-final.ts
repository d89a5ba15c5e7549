import type { ItemAt } from '../../../core/changes/item-changes.ts'
import type { ChangeRule, Found } from '../../../core/rule.ts'
import { isFinal, statusOf, stepsOf } from '../lifecycle.ts'
import { rememberedPlace } from '../read-item.ts'

/** A goal that is over stays over, unless a reason is given. */
export const goalFinal: ChangeRule = {
  id: 'goal-final',
  summary: 'A goal that is achieved or abandoned changes its status only with a reason in `reopened`.',
  why: 'Readers take a goal that has ended as settled. When it is pursued again without a reason, they cannot know whether that is meant. With `history: { goal: { mode: off } }` the rule finds nothing.',
  howToFix:
    'Put the status back, or say in the front matter why it changes: `reopened: The supplier failed.` A goal that is reopened again needs another reason.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '# before\nstatus: abandoned\n\n# after\nstatus: active\n',
    good: '# before\nstatus: abandoned\n\n# after\nstatus: active\nreopened: The supplier offers the part again.\n',
  },
  kinds: ['goal'],
  subject: 'change',
  check: (change, report) => {
    if (change.after.histories.goal?.mode === 'free') return
    for (const { before, after, shared } of stepsOf(change, 'goal', statusOf)) {
      if (!isFinal(statusOf(before)) || hasNewReason(before, after)) continue
      // Two sides ended it differently: a merge has to take one of them.
      if (shared && isFinal(statusOf(after))) continue
      report(after.document.path, reopened(before, after))
    }
  },
}

function hasNewReason(before: ItemAt, after: ItemAt): boolean {
  const reason = after.item.fields.reopened
  return typeof reason === 'string' && reason.trim() !== '' && reason !== before.item.fields.reopened
}

function reopened(before: ItemAt, after: ItemAt): Found {
  const { item, document } = after
  const [from, to] = [statusOf(before), statusOf(after)]
  return {
    place: rememberedPlace(document, 'status'),
    message: `Goal "${item.title}" was ${from} and has ${to ? `status ${to}` : 'no status'} now, without a new reason in \`reopened\``,
    help: `Put \`status: ${from}\` back, or add a line \`reopened: …\` that says why.`,
  }
}
