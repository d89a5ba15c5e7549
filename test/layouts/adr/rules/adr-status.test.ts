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
      name: 'a template',
      files: { 'docs/adr/0000-template.md': record('Title', 'Proposed | Accepted | Deprecated') },
    },
  ],
  invalid: [
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
