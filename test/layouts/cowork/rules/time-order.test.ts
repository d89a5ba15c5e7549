import { ruleTest } from '../../../helpers/rule-test.ts'
import { ITERATION, json, MEMORY, projectMemory } from '../clean-memory.ts'

const issue = (created_at: string, resolved_at: string): string =>
  json({ issues: [{ stage: 'coding', content: 'Locked.', resolved: true, created_at, resolved_at }] })

ruleTest('time-order', {
  valid: [
    {
      name: 'one moment in two zones',
      files: { [ITERATION]: issue('2026-03-01T10:00:00Z', '2026-03-01T12:00:00+02:00') },
    },
    {
      name: 'rows of one second',
      files: {
        [ITERATION]: json({
          learnings: ['One.', 'Two.'].map((content) => ({ content, created_at: '2026-03-01T10:00:00Z' })),
        }),
      },
    },
  ],
  invalid: [
    {
      name: 'an issue that was solved first',
      files: { [ITERATION]: issue('2026-03-01T10:00:00.2Z', '2026-03-01T10:00:00.1Z') },
      expect: [
        {
          path: ITERATION,
          line: 8,
          column: 22,
          severity: 'error',
          message: /`resolved_at` is 2026-03-01T10:00:00\.1Z, before `created_at`/,
        },
      ],
    },
    {
      name: 'decisions that are not oldest first',
      files: {
        [MEMORY]: json({ ...projectMemory, decisions: [...projectMemory.decisions].reverse() }),
      },
      expect: [
        {
          path: MEMORY,
          line: 24,
          column: 21,
          severity: 'info',
          message: /follows a later one, but the oldest/,
        },
      ],
    },
  ],
})
