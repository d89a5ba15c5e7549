import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'DECISIONS.md'
const days = (...first: readonly string[]): string =>
  `# Log\n\n## 2026-01-05\n\n${first.map((one) => `- ${one}\n`).join('')}\n## 2026-01-06\n\n- Whole cents in every price\n`

const QUEUE = 'A queue in Postgres, since nothing else has to run there'
const LOCK = 'One lockfile for all packages, since two of them drifted apart'
const JSON_LOGS = 'Logs are JSON with one line for each event that happened'
const before = { [PATH]: days(QUEUE, LOCK, JSON_LOGS) }

ruleTest('log-list-item', {
  valid: [
    { name: 'another item', before, files: { [PATH]: days(QUEUE, LOCK, JSON_LOGS, 'Ports are fixed') } },
    { name: 'an item that is reworded', before, files: { [PATH]: days(QUEUE, 'One lockfile', JSON_LOGS) } },
    { name: 'another order', before, files: { [PATH]: days(JSON_LOGS, QUEUE, LOCK) } },
    {
      name: 'an item that moves to another day',
      before,
      files: { [PATH]: `${days(QUEUE, LOCK)}- ${JSON_LOGS}\n` },
    },
    {
      name: 'a day that gets a title',
      before,
      files: { [PATH]: days(QUEUE, LOCK, JSON_LOGS).replace('2026-01-05', '2026-01-05: Queues') },
    },
    {
      name: 'an item of an entry that has a title',
      before: { [PATH]: days(QUEUE, LOCK, JSON_LOGS).replace('2026-01-05', '2026-01-05: Queues') },
      files: { [PATH]: days(QUEUE, LOCK).replace('2026-01-05', '2026-01-05: Queues') },
    },
  ],
  invalid: [
    {
      name: 'one item that goes',
      before,
      files: { [PATH]: days(QUEUE, JSON_LOGS) },
      expect: [
        {
          path: PATH,
          line: 3,
          severity: 'warning',
          message: /^Entry "2026-01-05" lost 1 of its 3 list items$/,
        },
      ],
    },
    {
      name: 'most of the items as the loss of the entry’s text',
      before,
      files: { [PATH]: days(QUEUE) },
      expect: [{ path: PATH, line: 3, rule: 'item-lost', message: /lost most of its text/ }],
    },
    {
      name: 'an item of an immutable log as an edit',
      before,
      files: { [PATH]: days(QUEUE, LOCK) },
      settings: 'history: { log: { mode: immutable } }\n',
      expect: [{ path: PATH, line: 3, rule: 'history', severity: 'error' }],
    },
  ],
})
