import { ruleTest } from '../../../helpers/rule-test.ts'
import { record } from '../records.ts'

const PATH = 'docs/adr/0001-a-queue.md'

ruleTest('adr-status', {
  valid: [
    {
      name: 'usual words with more behind them',
      files: { [PATH]: record('1. A queue', '✅ **Accepted** - March 2026') },
    },
    { name: 'another language', files: { [PATH]: record('1. Eine Schlange', 'Akzeptiert') } },
    {
      name: 'none in a folder whose records have none',
      files: {
        [PATH]: '# A queue\n\nJobs are rows of a table.\n',
        'docs/adr/0002-one-lockfile.md': '# One lockfile\n\nTwo disagreed.\n',
      },
    },
    {
      name: 'a template',
      files: { 'docs/adr/0000-template.md': record('Title', 'Proposed | Accepted | Deprecated') },
    },
  ],
  invalid: [
    {
      name: 'none in one of three',
      files: {
        [PATH]: '# 1. A queue\n\n## Context\n\nx\n',
        'docs/adr/0002-a.md': record('2. A'),
        'docs/adr/0003-b.md': record('3. B'),
      },
      expect: [{ path: PATH, line: 1, severity: 'info', message: /no status/ }],
    },
    {
      name: 'none',
      files: { [PATH]: '# 1. A queue\n\n## Context\n\nx\n' },
      expect: [{ path: PATH, line: 1, severity: 'info', message: /no status/ }],
    },
    {
      name: 'words of its own',
      files: { [PATH]: record('1. A queue', 'Looks good') },
      expect: [{ path: PATH, line: 5, severity: 'info', message: /"looks good" is none of the usual words/ }],
    },
    {
      name: 'the choice of the template',
      files: { [PATH]: record('1. A queue', 'Proposed | Accepted | Deprecated') },
      expect: [{ path: PATH, line: 5, message: /still lists the choices of the template$/ }],
    },
  ],
})
