import { ruleTest } from '../../../helpers/rule-test.ts'
import { changed, cleanWorkingMemory, OTHER_STATE, STATE, UPDATE } from '../task-files.ts'

const OTHER_UPDATE = OTHER_STATE.replace('state.yaml', 'later.dsl')

ruleTest('update-ids', {
  valid: [{ name: 'ids of the state, archived or not', files: cleanWorkingMemory }],
  invalid: [
    {
      name: 'ids that the state does not have, in both sections',
      files: {
        ...cleanWorkingMemory,
        [UPDATE]: `${changed(UPDATE, 'KL-1', 'KL-3')}VERBATIM_CONTEXT:\n\tARCHIVE:\n\t\t- VC-2 because it is old\n`,
      },
      expect: [
        {
          path: UPDATE,
          line: 10,
          column: 5,
          severity: 'warning',
          message: /^The state of the task has no id KL-3$/,
        },
        { path: UPDATE, line: 13, column: 5, message: /id VC-2/ },
      ],
    },
    {
      name: 'an id of another task',
      files: {
        ...cleanWorkingMemory,
        [OTHER_UPDATE]: 'KEY_LEARNINGS:\n  ARCHIVE:\n    - KL-1 because it is of another task\n',
      },
      expect: [{ path: OTHER_UPDATE, line: 3, column: 7 }],
    },
    {
      name: 'nothing of a state that cannot be read',
      files: {
        ...cleanWorkingMemory,
        [STATE]: changed(STATE, 'remaining: []', 'remaining: ['),
        [UPDATE]: changed(UPDATE, 'KL-1', 'KL-3'),
      },
      expect: [{ path: STATE, line: 6, rule: 'syntax' }],
    },
  ],
})
