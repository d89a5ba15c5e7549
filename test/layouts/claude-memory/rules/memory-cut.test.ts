import { ruleTest } from '../../../helpers/rule-test.ts'

const INDEX = '.claude/memory/MEMORY.md'
const lines = (count: number, end = '\n'): string =>
  Array.from({ length: count }, (_, i) => `Remark ${i}.${end}`).join('')

ruleTest('memory-cut', {
  valid: [
    { name: 'two hundred lines, and blank lines behind them', files: { [INDEX]: `${lines(200)}\n\n\n` } },
    { name: '25,000 characters', files: { [INDEX]: `${'a'.repeat(24_999)}\n` } },
    { name: 'fewer characters that are more bytes', files: { [INDEX]: `${'字'.repeat(12_000)}\n` } },
    { name: 'a document of that name', files: { 'docs/MEMORY.md': lines(300), [INDEX]: '# Memory\n' } },
  ],
  invalid: [
    {
      name: 'headings, list items and a correction behind the line',
      files: {
        [INDEX]: `${lines(199, '\r\n')}\r\n## Later\r\n\r\n- one\r\n- two\r\n\r\nThe port is no longer 80.\r\n`,
      },
      expect: [
        {
          path: INDEX,
          line: 201,
          severity: 'warning',
          message:
            /^Claude Code loads 200 of 206 lines of this file; lost: "## Later"; 2 list items; a correction in line 206/,
        },
      ],
    },
    {
      name: 'too many characters in few lines',
      files: { [INDEX]: `# Memory\n\n- ${'a'.repeat(24_000)}\n- ${'b'.repeat(2000)}\n\n## Later\n` },
      expect: [
        {
          path: INDEX,
          line: 4,
          message: /^Claude Code loads 25000 of 26025 characters of this file; lost: "## Later"$/,
        },
      ],
    },
  ],
})
