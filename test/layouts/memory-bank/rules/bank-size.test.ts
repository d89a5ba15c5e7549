import { ruleTest } from '../../../helpers/rule-test.ts'

const files = {
  'memory-bank/progress.md': `# Progress\n\n${'A line of what is done.\n'.repeat(30)}`,
  'memory-bank/notes.md': '# Notes\n\nOne.\n',
  'memory-bank/old/notes.md': `# Notes\n\n${'A line of what was done.\n'.repeat(300)}`,
}

ruleTest('bank-size', {
  valid: [
    { name: 'any size without a limit', files },
    { name: 'what is within the limits', files, settings: 'memory-bank: { lines: 35, tokens: 400 }\n' },
  ],
  invalid: [
    {
      name: 'lines over the limit, at the largest file',
      files,
      settings: 'memory-bank: { lines: 34 }\n',
      expect: [
        {
          path: 'memory-bank/progress.md',
          line: 1,
          severity: 'info',
          message:
            /^The memory bank has 35 lines \(at most 34\); this file is its largest, with 32 lines and about \d+ tokens$/,
        },
      ],
    },
    {
      name: 'lines and tokens',
      files,
      settings: 'memory-bank: { lines: 10, tokens: 20 }\n',
      expect: [
        {
          path: 'memory-bank/progress.md',
          line: 1,
          message: /has 35 lines \(at most 10\) and about \d+ tokens \(at most 20\);/,
        },
      ],
    },
  ],
})
