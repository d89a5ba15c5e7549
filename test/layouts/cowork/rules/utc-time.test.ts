import { ruleTest } from '../../../helpers/rule-test.ts'
import { firstDecision, ITERATION, json, MEMORY } from '../clean-memory.ts'

const learnings = (...times: readonly string[]): string =>
  json({ learnings: times.map((created_at) => ({ content: `At ${created_at}.`, created_at })) })

ruleTest('utc-time', {
  valid: [
    {
      name: 'zones, fractions and small letters',
      files: {
        [ITERATION]: learnings(
          '2024-02-29T00:00:00Z',
          '2024-02-29T10:00:00.123456789+05:30',
          '2024-02-29t10:00:00z',
        ),
      },
    },
  ],
  invalid: [
    {
      name: 'what is no moment',
      files: {
        [ITERATION]: learnings(
          '2026-02-30T10:00:00Z',
          '2026-02-08T25:00:00Z',
          '2026-02-08T10:00:00',
          '2026-02-08',
          '1770544800',
          '',
        ),
      },
      expect: [5, 9, 13, 17, 21, 25].map((line) => ({ path: ITERATION, line, severity: 'error' as const })),
    },
    {
      name: 'a decision of yesterday',
      files: { [MEMORY]: json({ decisions: [{ ...firstDecision, created_at: 'yesterday' }] }) },
      expect: [
        {
          path: MEMORY,
          line: 13,
          column: 21,
          message: /Timestamp "yesterday" is not a moment such as/,
        },
      ],
    },
  ],
})
