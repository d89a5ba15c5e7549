import { ruleTest } from '../../../helpers/rule-test.ts'
import { record } from '../records.ts'

const [OLD, NEW] = ['docs/adr/0001-a-queue.md', 'docs/adr/0002-a-table.md']

ruleTest('adr-supersedes', {
  valid: [
    {
      name: 'what both sides say',
      files: {
        [OLD]: record('1. A queue', 'Superseded by ADR-0002'),
        [NEW]: record('2. A table', 'Accepted\n\nSupersedes [1. A queue](0001-a-queue.md)'),
      },
    },
    {
      name: 'a proposal that would replace an accepted one',
      files: { [OLD]: record('1. A queue'), [NEW]: record('2. A table', 'Proposed\n\nSupersedes ADR-0001') },
    },
    {
      name: 'a part of an old record that still counts',
      files: {
        [OLD]: record('1. A queue', 'Superseded in part by ADR-0002'),
        [NEW]: record('2. A table', 'Accepted\n\nSupersedes ADR-0001 in part'),
      },
    },
    {
      name: 'none',
      files: { [OLD]: record('1. A queue', 'Accepted\n\nSupersedes: None (extends ADR-0009)') },
    },
  ],
  invalid: [
    {
      name: 'an old record of another series that still counts',
      files: {
        'docs/decisions/D-001-a-queue.md': record('D-001: A queue'),
        'docs/decisions/D-002-a-table.md': record('D-002: A table', 'Accepted\n\nSupersedes D-001'),
      },
      expect: [{ path: 'docs/decisions/D-002-a-table.md', line: 1, message: /supersedes D 1, whose/ }],
    },
    {
      name: 'a record that is not there',
      files: { [OLD]: record('1. A queue', 'Superseded by ADR-0009') },
      expect: [
        { path: OLD, line: 5, severity: 'warning', message: /superseded by ADR 9, which does not exist/ },
      ],
    },
    {
      name: 'a new record that does not name the old one',
      files: { [OLD]: record('1. A queue', 'Superseded by ADR-0002'), [NEW]: record('2. A table') },
      expect: [
        {
          path: OLD,
          line: 5,
          severity: 'info',
          message: /^ADR 2, which replaces this record, does not name it$/,
        },
      ],
    },
    {
      name: 'an old record that still counts',
      files: { [OLD]: record('1. A queue'), [NEW]: record('2. A table', 'Accepted\n\nSupersedes ADR-0001') },
      expect: [
        { path: NEW, line: 1, severity: 'warning', message: /supersedes ADR 1, whose status is "accepted"/ },
      ],
    },
  ],
})
