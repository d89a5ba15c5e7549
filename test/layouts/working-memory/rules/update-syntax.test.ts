import { ruleTest } from '../../../helpers/rule-test.ts'
import { changed, cleanWorkingMemory, UPDATE } from '../task-files.ts'

const laid = (text: string) => ({ ...cleanWorkingMemory, [UPDATE]: text })

ruleTest('update-syntax', {
  valid: [
    { name: 'a clean update', files: cleanWorkingMemory },
    { name: 'the same with CRLF', files: laid(String(cleanWorkingMemory[UPDATE]).replaceAll('\n', '\r\n')) },
    { name: 'an empty update', files: laid('') },
    {
      name: 'a snippet that looks like an update',
      files: laid(
        'VERBATIM_CONTEXT:\n  ADD:\n    - because a: b =>\n      KEY_LEARNINGS:\n        ADD:\n      - c\n',
      ),
    },
  ],
  invalid: [
    {
      name: 'an insight without a reason',
      files: laid(changed(UPDATE, 'because the failing test needs it: ', '')),
      expect: [
        {
          path: UPDATE,
          line: 8,
          column: 5,
          severity: 'error',
          message: /The text "The clock of the tests .*" has no `because <reason>`/,
        },
      ],
    },
    {
      name: 'each of several problems',
      files: laid('KEY_LEARNINGS:\n  ADD:\n    - because a:\n    - because b\n  REMOVE:\n    - KL-1\n'),
      expect: [
        { path: UPDATE, line: 3, message: /insight is empty/ },
        { path: UPDATE, line: 4, message: /has no `:` behind its reason/ },
        { path: UPDATE, line: 5, column: 3, message: /The text "REMOVE:" in KEY_LEARNINGS/ },
      ],
    },
    {
      name: 'nothing but the conflict in a file that has one',
      files: laid('KEY_LEARNINGS:\n<<<<<<< HEAD\n  ADD:\n=======\n  ARCHIVE:\n>>>>>>> side\n'),
      expect: [{ path: UPDATE, line: 2, rule: 'no-conflict-marker' }],
    },
  ],
})
