import { isJsonObject } from '../../../core/json.ts'
import type { DocumentRule } from '../../../core/rule.ts'
import { placeIn, stateEntries, textOf } from '../read-files.ts'

/** Every entry says why it is there, and why it no longer holds. */
export const taskReason: DocumentRule = {
  id: 'task-reason',
  summary: 'Every entry of a state has a reason, and every archived one a reason for that too.',
  why: 'Without its reason it cannot be known later whether an entry still holds, or whether it was right to drop it.',
  howToFix: 'Write in one sentence why the entry was added (`reason`) or archived (`archived.reason`).',
  severity: 'error',
  fixable: false,
  example: {
    bad: '- id: KL-1\n  insight: The queue drops jobs whose lease runs out.\n  archived: { at: 2026-04-02T10:00:00Z }\n',
    good: '- id: KL-1\n  insight: The queue drops jobs whose lease runs out.\n  reason: two fixes failed on it\n  archived: { at: 2026-04-02T10:00:00Z, reason: the queue was replaced }\n',
  },
  kinds: ['task-state', 'task-archive'],
  subject: 'document',
  check: (source, report) => {
    const { data, starts } = source
    if (!data) return
    for (const { fields, pointer } of stateEntries(source)) {
      const id = textOf(fields, 'id') ?? 'an entry'
      if (isMissing(fields.reason)) {
        report({
          place: placeIn(data, pointer, { starts, field: 'reason' }),
          message: `${id} has no reason for its adding`,
          help: 'Add a line `reason: …` that says in one sentence why it was added.',
        })
      }
      const { archived } = fields
      if (isJsonObject(archived) && isMissing(archived.reason)) {
        report({
          place: placeIn(data, `${pointer}/archived`, { starts, field: 'reason' }),
          message: `${id} has no reason for its archiving`,
          help: 'Add `reason: …` below `archived` that says in one sentence why it was archived.',
        })
      }
    }
  },
}

/** The schema reports anything but text. */
function isMissing(reason: unknown): boolean {
  return reason === undefined || (typeof reason === 'string' && reason.trim() === '')
}
