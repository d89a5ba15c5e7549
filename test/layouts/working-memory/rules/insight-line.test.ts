import { ruleTest } from '../../../helpers/rule-test.ts'
import { changed, cleanWorkingMemory, STATE } from '../task-files.ts'

const INSIGHT = 'insight: The clock of the tests stands still unless it is moved.'

const laid = (to: string) => ({ ...cleanWorkingMemory, [STATE]: changed(STATE, INSIGHT, to) })

ruleTest('insight-line', {
  valid: [
    { name: 'insights on one line, and a snippet on two', files: cleanWorkingMemory },
    {
      name: 'one line that YAML folds, or ends',
      files: laid('insight: >\n      The clock\n      stands still.'),
    },
  ],
  invalid: [
    {
      name: 'an insight of two lines',
      files: laid('insight: |-\n      The clock\n      stands still.'),
      expect: [
        {
          path: STATE,
          line: 15,
          column: 14,
          severity: 'error',
          message: /The insight of KL-2 has more than one line/,
        },
      ],
    },
    {
      name: 'a line break that is escaped',
      files: laid('insight: "The clock\\nstands still."'),
      expect: [{ path: STATE, line: 15 }],
    },
    {
      name: 'a line break of Unicode',
      files: laid('insight: "The clock\\u2028stands still."'),
      expect: [{ path: STATE, line: 15 }],
    },
  ],
})
