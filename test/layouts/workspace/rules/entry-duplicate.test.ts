import { ruleTest } from '../../../helpers/rule-test.ts'

const ROOT = 'user/memory/workspaces/shop'

const entry = (date: string, title: string, category: string): string =>
  `### [${date}] ${title}\n\n**Category:** ${category}\n\nOn ${date}: ${title}, said in full.\n\n---\n`

const decision = (date: string, title: string): string => entry(date, title, 'architecture')
const lesson = (date: string, title: string): string => entry(date, title, 'debugging')

ruleTest('entry-duplicate', {
  valid: [
    {
      name: 'one title in two scopes, two workspaces and two kinds',
      files: {
        [`${ROOT}/decisions.md`]: decision('2026-03-01', 'Queues are durable'),
        [`${ROOT}/checkout/decisions.md`]: decision('2026-03-01', 'Queues are durable'),
        [`${ROOT}/lessons.md`]: lesson('2026-03-01', 'Queues are durable'),
      },
    },
    {
      name: 'titles of one date that differ',
      files: {
        [`${ROOT}/lessons.md`]: [
          lesson('2026-03-01', 'Parsers in C'),
          lesson('2026-03-01', 'Parsers in C++'),
          lesson('2026-03-01', 'Parsers in C#'),
        ].join('\n'),
      },
    },
  ],
  invalid: [
    {
      name: 'one entry twice in a file, whatever the case and spacing of its title',
      files: {
        [`${ROOT}/lessons.md`]: [
          lesson('2026-03-01', 'Retries need a key'),
          lesson('2026-03-02', 'Something else'),
          lesson('2026-03-02', 'Retries need one more thing'),
          lesson('2026-03-03', 'A third'),
          lesson('2026-03-03', 'a  THIRD.'),
        ].join('\n'),
      },
      expect: [
        { path: `${ROOT}/lessons.md`, line: 33, severity: 'error', message: /the first is on line 25$/ },
      ],
    },
    {
      name: 'one title on two dates in a file',
      files: {
        [`${ROOT}/lessons.md`]: [
          lesson('2026-03-01', 'Retries need a key'),
          lesson('2026-03-05', 'Retries need a key'),
        ].join('\n'),
      },
      expect: [{ path: `${ROOT}/lessons.md`, line: 9, severity: 'warning', message: /is at line 1$/ }],
    },
    {
      name: 'an entry that is still in the log after it was archived',
      files: {
        [`${ROOT}/_archive/decisions-2025.md`]: decision('2025-03-01', 'Queues are durable'),
        [`${ROOT}/decisions.md`]: [
          decision('2025-03-01', 'Queues are durable'),
          decision('2026-03-02', 'Queues are partitioned'),
        ].join('\n'),
      },
      expect: [
        {
          path: `${ROOT}/decisions.md`,
          line: 1,
          severity: 'warning',
          message: /_archive\/decisions-2025\.md:1$/,
        },
      ],
    },
  ],
})
