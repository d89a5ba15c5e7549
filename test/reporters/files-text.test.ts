import pc from 'picocolors'
import { expect, test } from 'vitest'
import { filesText } from '../../src/reporters/maintain-text.ts'

test('a line for each file, what was not read of it, and what is not read at all', () => {
  const file = { layout: 'workspace', kind: 'decisions', tokens: 120, loads: 'on-demand' } as const
  const text = filesText(
    {
      version: 1,
      files: [
        {
          ...file,
          path: 'a/decisions.md',
          items: 2,
          lines: 20,
          unread: [{ line: 9, text: '## Later\u001b[31m' }],
        },
        { ...file, path: 'a/rule.md', kind: 'hot-rule', items: 0, lines: 1, unread: [], loads: 'always' },
      ],
      unclaimed: [{ path: 'memory/tasks/a.md', looksLike: 'atomic', why: 'no `id`' }],
    },
    pc.createColors(false),
  )
  expect(text).toBe(`workspace
  a/decisions.md  decisions, 2 items, 20 lines, ~120 tokens
    1 heading not read as items
    9: ## Later\\u001b[31m
  a/rule.md  hot-rule, 1 line, ~120 tokens, always loaded

not read
  memory/tasks/a.md  looks like atomic: no \`id\`

2 memory files, 2 items; 1 file not read
`)
})
