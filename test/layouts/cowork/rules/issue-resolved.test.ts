import { ruleTest } from '../../../helpers/rule-test.ts'
import { ITERATION, json } from '../clean-memory.ts'

const issue = (resolved: boolean, at?: string | null): string =>
  json({
    issues: [
      {
        stage: 'coding',
        content: 'The lock is held.',
        created_at: '2026-03-01T10:00:00Z',
        resolved,
        ...(at !== undefined && { resolved_at: at }),
      },
    ],
  })

const TIME = '2026-03-01T11:00:00Z'

ruleTest('issue-resolved', {
  valid: [
    { name: 'a solved issue with its time', files: { [ITERATION]: issue(true, TIME) } },
    { name: 'an open issue with null', files: { [ITERATION]: issue(false, null) } },
    { name: 'an open issue without the field', files: { [ITERATION]: issue(false) } },
  ],
  invalid: [
    {
      name: 'a solved issue without a time',
      files: { [ITERATION]: issue(true) },
      expect: [
        {
          path: ITERATION,
          line: 7,
          column: 19,
          severity: 'error',
          message: /issue is resolved but has no `resolved_at`/,
        },
      ],
    },
    {
      name: 'a solved issue with null',
      files: { [ITERATION]: issue(true, null) },
      expect: [{ path: ITERATION, line: 7 }],
    },
    {
      name: 'an open issue with a time',
      files: { [ITERATION]: issue(false, TIME) },
      expect: [
        { path: ITERATION, line: 8, column: 22, message: /issue is not resolved but has a `resolved_at`/ },
      ],
    },
  ],
})
