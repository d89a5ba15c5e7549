import { ruleTest } from '../../../helpers/rule-test.ts'
import { changed, cleanWorkingMemory, LOG, OTHER_STATE, STATE } from '../task-files.ts'

const laid = (path: string, from: string, to: string) => {
  return { ...cleanWorkingMemory, [path]: changed(path, from, to) }
}

const MARK =
  '    archived:\n      at: 2026-04-02T10:00:00Z\n      reason: the trace had two jobs with one name\n'

ruleTest('log-state', {
  valid: [
    { name: 'a log that records every entry once', files: cleanWorkingMemory },
    {
      name: 'a log in prose, with a list that looks like a diff',
      files: laid(LOG, '# Log', '- KL-9 because of it\n\n# Log'),
    },
  ],
  invalid: [
    {
      name: 'an entry that only the log has',
      files: laid(LOG, '+ KL-2 because', '+ KL-5 because of it: five\n+ KL-2 because'),
      expect: [
        {
          path: LOG,
          line: 20,
          column: 3,
          severity: 'error',
          message: /The log adds KL-5, which the state does not have/,
        },
      ],
    },
    {
      name: 'an entry that only the state has',
      files: laid(LOG, '+ KL-2 because', '+ KL 2 because'),
      expect: [
        {
          path: STATE,
          line: 14,
          column: 9,
          severity: 'warning',
          message: /The log does not record the adding of KL-2/,
        },
      ],
    },
    {
      name: 'an archiving that only the log has',
      files: laid(STATE, MARK, ''),
      expect: [
        { path: LOG, line: 19, severity: 'error', message: /The log archives KL-1, which the state has/ },
      ],
    },
    {
      name: 'an archiving that only the state has',
      files: laid(LOG, '- KL-1 because the trace had two jobs with one name\n', ''),
      expect: [
        {
          path: STATE,
          line: 7,
          severity: 'warning',
          message: /The log does not record the archiving of KL-1/,
        },
      ],
    },
    {
      name: 'a change that is recorded twice',
      files: laid(LOG, '+ KL-2 because', '+ KL-1 because it is said again: twice\n+ KL-2 because'),
      expect: [{ path: LOG, line: 20, severity: 'error', message: /The log adds KL-1 twice/ }],
    },
    {
      name: 'a state with entries and no log',
      files: { ...cleanWorkingMemory, [LOG]: null },
      expect: [{ path: STATE, line: 1, severity: 'warning', message: /The state of 3 entries has no log/ }],
    },
    {
      name: 'a log next to a state that is still empty',
      files: {
        ...cleanWorkingMemory,
        [OTHER_STATE.replace('state.yaml', 'log.md')]: cleanWorkingMemory[LOG] ?? '',
      },
      expect: [6 + 1, 8, 20].map((line) => ({ path: OTHER_STATE.replace('state.yaml', 'log.md'), line })),
    },
  ],
})
