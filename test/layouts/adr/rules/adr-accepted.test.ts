import { ruleTest } from '../../../helpers/rule-test.ts'
import { record } from '../records.ts'

const PATH = 'docs/adr/0001-a-queue.md'
const NEW = 'docs/adr/0002-a-table.md'

ruleTest('adr-accepted', {
  valid: [
    {
      name: 'an edit of what is only proposed',
      before: { [PATH]: record('1. A queue', 'Proposed') },
      files: { [PATH]: record('1. A queue', 'Proposed', 'Because of the reports.') },
    },
    {
      name: 'a status that names the record that replaces it',
      before: { [PATH]: record('1. A queue'), [NEW]: record('2. A table', 'Accepted', 'ADR-0001 was slow.') },
      files: {
        [PATH]: record('1. A queue', 'Superseded by [2. A table](0002-a-table.md)'),
        [NEW]: record('2. A table', 'Accepted', 'ADR-0001 was slow.'),
      },
    },
  ],
  invalid: [
    {
      name: 'an edit of the text',
      before: { [PATH]: record('1. A queue') },
      files: { [PATH]: record('1. A queue', 'Accepted', 'Because of the reports.') },
      expect: [
        { path: PATH, line: 1, severity: 'warning', message: /^The text of an accepted record changed$/ },
      ],
    },
    {
      name: 'an edit of text and title',
      before: { [PATH]: record('1. A queue') },
      files: { [PATH]: record('1. A table', 'Accepted', 'Because of the reports.') },
      expect: [{ path: PATH, line: 1, message: /^The text and title of/ }],
    },
  ],
})
