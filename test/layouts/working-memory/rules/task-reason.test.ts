import { ruleTest } from '../../../helpers/rule-test.ts'
import { changed, cleanWorkingMemory, STATE } from '../task-files.ts'

const laid = (from: string, to: string) => ({ ...cleanWorkingMemory, [STATE]: changed(STATE, from, to) })

ruleTest('task-reason', {
  valid: [
    { name: 'a reason for every entry, and for the archived one a second', files: cleanWorkingMemory },
    {
      name: 'a reason of several lines',
      files: laid('reason: the failing test needs it', 'reason: |\n      the failing test\n      needs it'),
    },
  ],
  invalid: [
    {
      name: 'an entry without a reason, at its first line',
      files: laid('    reason: the failing test needs it\n', ''),
      expect: [
        {
          path: STATE,
          line: 14,
          column: 5,
          severity: 'error',
          message: /^KL-2 has no reason for its adding$/,
        },
      ],
    },
    {
      name: 'a blank reason, at its place',
      files: laid('reason: the test has to use the same values', "reason: ' '"),
      expect: [{ path: STATE, line: 24, column: 13, message: /^VC-1 has no reason for its adding$/ }],
    },
    {
      name: 'an archiving without a reason',
      files: laid('      reason: the trace had two jobs with one name\n', ''),
      expect: [{ path: STATE, line: 12, message: /^KL-1 has no reason for its archiving$/ }],
    },
    {
      name: 'nothing of a reason that is no text, which the schema finds',
      files: laid('reason: the failing test needs it', 'reason: [it]'),
      expect: [{ path: STATE, line: 16, rule: 'schema' }],
    },
  ],
})
