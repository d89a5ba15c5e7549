import { ruleTest } from '../../../helpers/rule-test.ts'
import { changed, cleanWorkingMemory, LOG, STATE, T2 } from '../task-files.ts'

const MARK = `    archived:\n      at: ${T2}\n      reason: the trace had two jobs with one name\n`
const laid = (from: string, to: string) => ({ ...cleanWorkingMemory, [STATE]: changed(STATE, from, to) })

const unmarked = {
  ...laid(MARK, ''),
  [LOG]: changed(LOG, '- KL-1 because the trace had two jobs with one name\n', ''),
}
const renumbered = {
  ...laid('id: KL-2', 'id: KL-4'),
  [LOG]: changed(LOG, '+ KL-2 because', '+ KL-4 because'),
}
const OFF = 'history: { task-state: { mode: off } }\n'

ruleTest('task-history', {
  valid: [
    { name: 'no change', files: cleanWorkingMemory, before: cleanWorkingMemory },
    {
      name: 'an entry that is archived',
      files: cleanWorkingMemory,
      before: { ...unmarked, [LOG]: cleanWorkingMemory[LOG] ?? '' },
    },
    {
      name: 'a mark in another form',
      files: laid(MARK, `    archived: { reason: "the trace had two jobs with one name", at: '${T2}' }\n`),
      before: cleanWorkingMemory,
    },
    { name: 'anything, where settings say so', files: renumbered, before: cleanWorkingMemory, settings: OFF },
  ],
  invalid: [
    {
      name: 'an entry that comes back',
      files: { ...unmarked, [LOG]: cleanWorkingMemory[LOG] ?? '' },
      before: cleanWorkingMemory,
      expect: [
        {
          path: STATE,
          line: 7,
          column: 9,
          severity: 'error',
          message: /The entry KL-1 was archived and holds again/,
        },
        { path: LOG, line: 19, rule: 'log-state' },
      ],
    },
    {
      name: 'another reason for archiving',
      files: laid('reason: the trace had two', 'reason: the trace had three'),
      before: cleanWorkingMemory,
      expect: [{ path: STATE, line: 7, message: /when and why KL-1 was archived is changed/ }],
    },
    {
      name: 'another time of archiving',
      files: laid(`at: ${T2}`, 'at: 2026-04-02T10:00:01Z'),
      before: cleanWorkingMemory,
      expect: [{ path: STATE, line: 7, message: /when and why/ }],
    },
    {
      name: 'an entry under another number',
      files: renumbered,
      before: cleanWorkingMemory,
      expect: [
        {
          path: STATE,
          line: 14,
          message: /The entry KL-2 has another id, KL-4/,
        },
      ],
    },
    {
      name: 'an archiving that a merge drops, where either side had it',
      files: unmarked,
      before: unmarked,
      merge: { others: [cleanWorkingMemory], base: unmarked },
      expect: [
        { path: LOG, line: 13, rule: 'merge-invented', message: /throws away an edit/ },
        { path: STATE, line: 7, message: /holds again/ },
      ],
    },
    {
      name: 'not a number that a merge changes without need, which another rule does',
      files: renumbered,
      before: cleanWorkingMemory,
      merge: { others: [cleanWorkingMemory], base: cleanWorkingMemory },
      expect: [{ path: STATE, line: 14, rule: 'merge-invented', message: /which no parent changed/ }],
    },
  ],
})
