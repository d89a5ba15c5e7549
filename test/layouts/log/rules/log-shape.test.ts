import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'docs/decisions.md'
const PROSE = 'We talked about queues, and about lockfiles, and went home. '.repeat(9)

ruleTest('log-shape', {
  valid: [
    { name: 'a title and an introduction', files: { [PATH]: '# Decisions\n\nNew ones at the end.\n' } },
    { name: 'one entry', files: { [PATH]: `# Decisions\n\n## 2026-01-05: A\n\n${PROSE}\n` } },
    {
      name: 'prose that settings take out',
      files: { [PATH]: PROSE },
      settings: `logs: [{ path: ${PATH}, ignore: true }]\n`,
    },
  ],
  invalid: [
    {
      name: 'prose',
      files: { [PATH]: `# Decisions\n\n## How\n\n${PROSE}\n\n## Why\n\n${PROSE}\n` },
      expect: [{ path: PATH, line: 1, severity: 'info', message: /^No form of entry repeats/ }],
    },
    {
      name: 'a form of the settings that no line has',
      files: { [PATH]: '# Decisions\n\n## A\n' },
      settings: `logs: [{ path: ${PATH}, entries: "### {title}" }]\n`,
      expect: [{ path: PATH, line: 1, message: /^No line has the form "### \{title\}"/ }],
    },
  ],
})
