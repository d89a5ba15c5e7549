import { changedItems } from '../../../core/changes/item-changes.ts'
import { isMerge } from '../../../core/changes/merge-changes.ts'
import type { ChangeRule } from '../../../core/rule.ts'
import { stateOf } from '../../../formats/status.ts'

/** What was accepted stays as it was accepted. */
export const adrAccepted: ChangeRule = {
  id: 'adr-accepted',
  summary: 'Of an accepted decision record only the status changes.',
  why: 'A record that is edited afterwards no longer says what was decided and why, and work that followed from it can no longer be explained.',
  howToFix:
    'Restore the record, write a new one, and name it in the status of the old one. `rules: { adr-accepted: error }` makes commits refuse such an edit, `off` allows it.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '# before: accepted\nJobs run in Postgres.\n\n# after: accepted\nJobs run in Redis.\n',
    good: '# 0004: superseded by ADR-0012\nJobs run in Postgres.\n\n# 0012: accepted\nJobs run in Redis.\n',
  },
  kinds: ['adr'],
  subject: 'change',
  check: (change, report) => {
    if (isMerge(change)) return
    for (const one of changedItems(change.before.documents, change.after.documents)) {
      if (one.type !== 'edited') continue
      const { item: before } = one.before
      const { item: after, document } = one.after
      const status = before.fields.status
      if (typeof status !== 'string' || stateOf(status) !== 'accepted') continue
      const what = [
        ...(before.digest === after.digest ? [] : ['text']),
        ...(before.title === after.title ? [] : ['title']),
      ]
      if (what.length === 0) continue
      report(document.path, {
        place: after.place,
        message: `The ${what.join(' and ')} of an accepted record changed`,
        help: 'Restore it, write a new record, and name that in the status of this one.',
      })
    }
  },
}
