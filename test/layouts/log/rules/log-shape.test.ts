import { expect, test } from 'vitest'
import { checkLiteral } from '../../../helpers/check-literal.ts'
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
      expect: [
        { path: PATH, line: 1, severity: 'warning', message: /^No line has the form "### \{title\}"/ },
      ],
    },
    {
      name: 'a form of the settings, and nothing yet that could have it',
      files: { [PATH]: '# Decisions\n' },
      settings: `logs: [{ path: ${PATH}, entries: "### {title}" }]\n`,
      expect: [{ path: PATH, line: 1, severity: 'info' }],
    },
  ],
})

const helpOf = async (text: string): Promise<string | undefined> => {
  const { diagnostics } = await checkLiteral({ [PATH]: text })
  return diagnostics.find(({ rule }) => rule === 'log-shape')?.help
}

test('the form that is advised is the one that was measured, with what it finds', async () => {
  const labelled = ['A', 'B', 'C'].map((title) => `### ${title}\n**By:** x\n\nShort.\n\n`).join('')
  const text = `## Rules\n\n${labelled}# Decision: D\n\n## Work\n\n${PROSE}\n\n## Rest\n\n${PROSE}\n`
  const help = await helpOf(text)
  expect(help).toContain(
    'entries: "# {title}" }]` finds 1 entry, and `entries: "## {title}"` finds 3 entries',
  )
})

test('where nothing shows a form, a plain one is counted, and none is made up', async () => {
  expect(await helpOf(`# Decisions\n\n### How\n\n${PROSE}\n\n### Why\n\n${PROSE}\n`)).toContain(
    'entries: "### {title}" }]` finds 2 entries',
  )
  expect(await helpOf(`# Decisions\n\n${PROSE}\n`)).toMatch(/^Give .*: no form was found/)
})
