import { expect, test } from 'vitest'
import type { Trim, TrimKind } from '../../src/core/trim.ts'
import { trimMarkdown } from '../../src/reporters/trim-markdown.ts'

const trim = (kind: TrimKind, more: Partial<Trim> = {}): Trim => ({
  path: 'CLAUDE.md',
  line: 3,
  ranges: [[3, 9]],
  kind,
  count: 4,
  truth: ['package.json'],
  tokens: 120,
  agents: ['Claude Code'],
  ...more,
})

const textOf = (...trims: readonly Trim[]): string =>
  trimMarkdown({
    version: 1,
    name: 'studio',
    agents: [{ agent: 'Claude Code', tokens: 900, saves: 120 }],
    trims,
  })

test('each kind in words, with where the truth is', () => {
  expect(
    textOf(
      trim('scripts'),
      trim('tree', { truth: [''] }),
      trim('tree', { truth: ['src'], count: 1 }),
      trim('dependencies', { truth: ['package.json', 'web/package.json'] }),
      trim('enforced', { truth: ['.prettierrc'], ranges: [[3, 3]], count: 1 }),
      trim('repeated', {
        truth: ['AGENTS.md:14'],
        ranges: [
          [3, 5],
          [8, 8],
        ],
      }),
      trim('finished', { truth: [], count: 0 }),
      trim('finished', {
        truth: [],
        ranges: Array.from({ length: 10 }, (_, i): [number, number] => [2 * i + 1, 2 * i + 1]),
      }),
    ),
  ).toMatchInlineSnapshot(`
    "# What could go

    \`studio\`: 8 proposals. Tokens, estimated, that each session saves of those that it starts with: \`Claude Code\` 120 of 900.

    - 120 tokens: \`CLAUDE.md:3\` 4 scripts that \`package.json\` holds: lines 3-9 (\`Claude Code\`)
    - 120 tokens: \`CLAUDE.md:3\` 4 lines of a tree that the repository shows: lines 3-9 (\`Claude Code\`)
    - 120 tokens: \`CLAUDE.md:3\` 1 line of a tree that \`src/\` shows: lines 3-9 (\`Claude Code\`)
    - 120 tokens: \`CLAUDE.md:3\` 4 lines of dependencies that \`package.json\`, \`web/package.json\` hold: lines 3-9 (\`Claude Code\`)
    - 120 tokens: \`CLAUDE.md:3\` 1 rule that \`.prettierrc\` enforces (\`Claude Code\`)
    - 120 tokens: \`CLAUDE.md:3\` 4 statements that \`AGENTS.md:14\` and after has as well: lines 3-5, 8 (\`Claude Code\`)
    - 120 tokens: \`CLAUDE.md:3\` a section about finished work, which git's history keeps: lines 3-9 (\`Claude Code\`)
    - 120 tokens: \`CLAUDE.md:3\` 4 notes about finished work, which git's history keeps: lines 1, 3, 5, 7, 9, 11, 13, 15 and 2 more ranges (\`Claude Code\`)
    "
  `)
})

test('nothing to propose', () => {
  expect(textOf()).toMatchInlineSnapshot(`
    "# What could go

    \`studio\`: nothing of what agents load at start is seen to be said elsewhere. Tokens: \`Claude Code\` 120 of 900.
    "
  `)
})

test('texts of the repository are no markup', () => {
  const text = textOf(trim('scripts', { path: '`a`\n# b', truth: ['<b>\u202e`c`'], agents: ['# d'] }))
  expect(text).not.toContain('\u202e')
  expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual(['# What could go'])
  expect(text).not.toMatch(/(?<!`[^`]*)<b>/)
})
