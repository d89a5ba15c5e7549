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
        {
          ...file,
          path: 'a/lessons.md',
          items: 3,
          lines: 9,
          unread: [
            { line: 4, text: '- One' },
            { line: 5, text: '- Two' },
          ],
        },
        { ...file, path: 'a/rule.md', kind: 'hot-rule', items: 0, lines: 1, unread: [], loads: 'always' },
      ],
      unclaimed: [{ path: 'memory/tasks/a.md', looksLike: 'atomic', why: 'no `id`' }],
      unread: [{ folder: 'docs/til/', files: 2, notes: { pattern: 'docs/til/**/*.md', files: 2 } }],
    },
    { colors: pc.createColors(false), columns: Number.POSITIVE_INFINITY, isExplained: false },
  )
  expect(text).toBe(`workspace
  a/decisions.md  decisions, 2 items, 20 lines, ~120 tokens
    1 heading not read as items
    9: ## Later\\u001b[31m
  a/lessons.md  decisions, 3 items, 9 lines, ~120 tokens
    2 lines not read as items
    4: - One
    5: - Two
  a/rule.md  hot-rule, 1 line, ~120 tokens, always loaded

not read
  memory/tasks/a.md  looks like atomic: no \`id\`

looks like memory by its name, and is not read
  docs/til/  2 files
  To have 2 of these files read, write into memkeep.yaml: notes: ["docs/til/**/*.md"]

3 memory files, 5 items; 1 file not read
`)
})

test('on a narrow terminal what is said of a file is below its path', () => {
  const file = {
    layout: 'adr',
    kind: 'adr',
    path: 'docs/adrs/0004-config-driven-initialization.md',
    items: 1,
    lines: 44,
    tokens: 455,
    loads: 'on-demand',
    unread: [],
  } as const
  const found = {
    version: 1,
    files: [file],
    unclaimed: [],
    unread: [{ folder: 'notes/', files: 2, notes: { pattern: 'notes/**/*.md', files: 2 } }],
  } as const
  const text = filesText(found, { colors: pc.createColors(false), columns: 60, isExplained: false })
  expect(text).toBe(`adr
  docs/adrs/0004-config-driven-initialization.md
    adr, 1 item, 44 lines, ~455 tokens

looks like memory by its name, and is not read
  notes/  2 files
  To have 2 of these files read, write into memkeep.yaml:
  notes: ["notes/**/*.md"]

1 memory file, 1 item
`)
})
