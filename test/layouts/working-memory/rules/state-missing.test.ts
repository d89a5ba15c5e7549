import { ruleTest } from '../../../helpers/rule-test.ts'
import { cleanWorkingMemory, LOG, STATE, UPDATE } from '../task-files.ts'

const NEW_UPDATE = '.working-memory/new task/001.dsl'

ruleTest('state-missing', {
  valid: [
    { name: 'a state next to everything', files: cleanWorkingMemory },
    { name: 'a state without updates', files: { ...cleanWorkingMemory, [UPDATE]: null } },
    { name: 'no task at all', files: { '.working-memory/README.md': '# Tasks\n' } },
  ],
  invalid: [
    {
      name: 'a log and updates without a state, once',
      files: { ...cleanWorkingMemory, [STATE]: null },
      expect: [
        {
          path: LOG,
          line: 1,
          severity: 'error',
          message: /^The log of the task lost-retries has no state.yaml next to it$/,
        },
      ],
    },
    {
      name: 'updates that were never applied',
      files: { ...cleanWorkingMemory, [NEW_UPDATE]: '', '.working-memory/new task/002.dsl': '' },
      expect: [
        {
          path: NEW_UPDATE,
          line: 1,
          severity: 'warning',
          message: /update of the task new task has no state/,
        },
      ],
    },
    {
      name: 'nothing where the state is there and cannot be read',
      files: { ...cleanWorkingMemory, [STATE]: '[\n' },
      expect: [{ path: STATE, line: 2, rule: 'syntax' }],
    },
  ],
})
