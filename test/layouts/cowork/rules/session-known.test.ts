import { ruleTest } from '../../../helpers/rule-test.ts'
import { ITERATION, iteration, json, SESSION } from '../clean-memory.ts'

ruleTest('session-known', {
  valid: [
    {
      name: 'a session with its file',
      files: { [SESSION]: json({ current_session: 'iter-3' }), [ITERATION]: json(iteration) },
    },
    { name: 'no session', files: { [SESSION]: json({ current_session: null }) } },
    {
      name: 'a latest session, whose file may be cleared',
      files: { [SESSION]: json({ latest_session: 'iter-2' }) },
    },
    {
      name: 'a current session that the list calls completed',
      files: {
        [SESSION]: json({
          session_id: 'iter-2',
          sessions: [{ session_id: 'iter-2', completed_at: '2026-03-01T10:00:00Z' }],
        }),
      },
    },
  ],
  invalid: [
    {
      name: 'a session without a file',
      files: { [SESSION]: json({ current_session: 'iter-4' }), [ITERATION]: json(iteration) },
      expect: [
        {
          path: SESSION,
          line: 2,
          column: 22,
          severity: 'warning',
          message: /Session "iter-4" has no file of that name in \.cowork\/memory\/iterations\//,
        },
      ],
    },
    {
      name: 'a session by another key',
      files: { [SESSION]: json({ version: 1, current_iteration_id: 'iter-4' }) },
      expect: [{ path: SESSION, line: 3 }],
    },
  ],
})
