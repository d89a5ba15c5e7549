import { ruleTest } from '../../../helpers/rule-test.ts'

const NOTE = '# Notes\n\nText.\n'

ruleTest('openclaw-day', {
  valid: [
    {
      name: 'days, days with a subject, and notes of other names',
      files: {
        'SOUL.md': NOTE,
        'memory/2026-02-08.md': NOTE,
        'memory/2026-02-09-a-queue.md': NOTE,
        'memory/2026-02.md': NOTE,
        'memory/people.md': NOTE,
      },
    },
    {
      name: 'a folder of notes that is none',
      files: { 'memory/2026-02-30.md': NOTE },
      settings: 'layouts:\n  atomic: off\n',
    },
  ],
  invalid: [
    {
      name: 'a day that does not exist, and one that is written otherwise',
      files: { 'IDENTITY.md': NOTE, 'memory/2026-02-30.md': NOTE, 'memory/2026-3-1-mails.md': NOTE },
      expect: [
        {
          path: 'memory/2026-02-30.md',
          line: 1,
          severity: 'warning',
          message: /^The name of the note starts with 2026-02-30, which is not a real day as YYYY-MM-DD$/,
        },
        { path: 'memory/2026-3-1-mails.md', line: 1, message: /2026-3-1,/ },
      ],
    },
    {
      name: 'a day that has not come is for another rule',
      files: { 'SOUL.md': NOTE, 'memory/2062-02-08.md': NOTE, 'memory/2026-02-31.md': NOTE },
      expect: [
        { path: 'memory/2026-02-31.md', line: 1 },
        { path: 'memory/2062-02-08.md', line: 1, rule: 'date-future' },
      ],
    },
  ],
})
