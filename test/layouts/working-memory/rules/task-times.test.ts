import { ruleTest } from '../../../helpers/rule-test.ts'
import { changed, cleanWorkingMemory, STATE, T2, UPDATED } from '../task-files.ts'

const laid = (from: string, to: string) => ({ ...cleanWorkingMemory, [STATE]: changed(STATE, from, to) })
const added = (to: string) =>
  laid(`failing test needs it\n    added: ${T2}`, `failing test needs it\n    added: ${to}`)
const archivedAt = (to: string) => laid(`at: ${T2}`, `at: ${to}`)

ruleTest('task-times', {
  valid: [
    { name: 'an entry of the last update, and one that was archived later', files: cleanWorkingMemory },
    { name: 'an entry that was archived as it was added', files: archivedAt('2026-04-02T09:00:00Z') },
    { name: 'the same instant in another zone', files: added('2026-04-30T12:00:00+02:00') },
    { name: 'a state that was never updated', files: laid(`updated: ${UPDATED}`, 'updated: null') },
  ],
  invalid: [
    {
      name: 'a state that was updated before its last entry was added',
      files: added('2026-04-30T10:00:01Z'),
      expect: [
        {
          path: STATE,
          line: 1,
          column: 10,
          severity: 'error',
          message: /^`updated` is 2026-04-30T10:00:00Z, before KL-2 was added, 2026-04-30T10:00:01Z$/,
        },
      ],
    },
    {
      name: 'the same by the zone alone',
      files: added('2026-04-30T10:00:00-01:00'),
      expect: [{ path: STATE, line: 1 }],
    },
    ...['2026-04-30 10:00:01z', '2026-04-30t10:00:01+00:00'].map((time) => ({
      name: `the same in another spelling: ${time}`,
      files: added(time),
      expect: [{ path: STATE, line: 1 }],
    })),
    {
      name: 'an entry that was archived before it was added',
      files: archivedAt('2026-04-02T08:59:59Z'),
      expect: [
        {
          path: STATE,
          line: 12,
          severity: 'error',
          message:
            /^The archiving of KL-1 is at 2026-04-02T08:59:59Z, before it was added, 2026-04-02T09:00:00Z$/,
        },
      ],
    },
    {
      name: 'nothing of a time that is none, which the schema finds',
      files: archivedAt('soon'),
      expect: [{ path: STATE, line: 12, rule: 'schema' }],
    },
  ],
})
