import { ruleTest } from '../../../helpers/rule-test.ts'
import { record } from '../records.ts'

const PATH = 'docs/adr/0007-a-queue.md'

ruleTest('adr-title', {
  valid: [
    { name: 'the number of the file', files: { [PATH]: record('ADR-007: A queue') } },
    {
      name: 'the number of the file in another series',
      files: { 'docs/decisions/D-007-a-queue.md': record('D-007: A queue') },
    },
    { name: 'a title without a number', files: { [PATH]: record('2 queues are enough') } },
  ],
  invalid: [
    {
      name: 'another number of that series',
      files: { 'docs/decisions/D-007-a-queue.md': record('D-006: A queue') },
      expect: [
        { path: 'docs/decisions/D-007-a-queue.md', line: 1, message: /has the number 6, the file has 7$/ },
      ],
    },
    {
      name: 'another number',
      files: { [PATH]: record('6. A queue') },
      expect: [
        { path: PATH, line: 1, column: 3, severity: 'warning', message: /has the number 6, the file has 7$/ },
      ],
    },
  ],
})
