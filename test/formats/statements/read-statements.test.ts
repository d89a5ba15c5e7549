import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { readSource } from '../../../src/engine/documents/document-stage.ts'
import { readChoices } from '../../../src/formats/statements/read-choices.ts'
import { comparable, readStatements } from '../../../src/formats/statements/read-statements.ts'
import { instructions } from '../../../src/layouts/instructions/layout.ts'

async function statements(text: string) {
  const claim = { kind: 'agents-md', scope: '' }
  const bytes = new TextEncoder().encode(text)
  const input = {
    path: 'AGENTS.md',
    bytes,
    id: '',
    layout: instructions,
    claim,
    rules: [],
    settings: DEFAULT_SETTINGS,
  }
  return readStatements(await readSource(input))
}

test('sentences, items, rows, headings and code, with their lines and the headings that they are below', async () => {
  const text = `---
name: x
---

# Shop

One sentence. Another one
over two lines.

## Tests

- **Use** \`vitest\`.
<!-- a comment
is no statement -->
| Tool | Name |
| --- | --- |
| Linter | Biome |

\`\`\`sh
npm ci
\`\`\`

### Why

Because.

## Style

**Quotes:** single
**Width:** 100
`
  const found = await statements(text)
  expect(
    found.map(
      ({ line, lastLine, form, under, text: words }) => `${line}-${lastLine} ${form} (${under}) ${words}`,
    ),
  ).toEqual([
    '5-5 heading () Shop',
    '7-7 sentence (Shop) One sentence.',
    '7-8 sentence (Shop) Another one over two lines.',
    '10-10 heading (Shop) Tests',
    '12-12 item (Shop > Tests) **Use** `vitest`.',
    '17-17 row (Shop > Tests) | Linter | Biome |',
    '20-20 code (Shop > Tests) npm ci',
    '23-23 heading (Shop > Tests) Why',
    '25-25 sentence (Shop > Tests > Why) Because.',
    '27-27 heading (Shop) Style',
    '29-29 sentence (Shop > Style) **Quotes:** single',
    '30-30 sentence (Shop > Style) **Width:** 100',
  ])
})

test('what is wrapped in another way, or has other line ends, is the same', async () => {
  const words = async (text: string) => (await statements(text)).map((one) => one.text)
  const one = await words('- Use pnpm for all of it.\n- Run the tests first.\n')
  expect(await words('* Use pnpm\r\n  for all of it.\r\n* Run the tests first.\r\n')).toEqual(one)
})

test('statements are compared without case, marks and the mark at the end', () => {
  expect(comparable('**Never** use `npm`, see [the page](docs/a.md)!')).toBe('never use npm, see the page')
  expect(comparable("✅ Don’t use 'npm'.")).toBe("don't use npm")
})

test('hostile texts are read in bounded time', async () => {
  const texts = [
    'a '.repeat(1 << 20),
    '- x\n'.repeat(1_000_000),
    `Use ${'npm, '.repeat(200_000)}`,
    `${'React 18, '.repeat(100_000)}\n`,
    '/'.repeat(1 << 20),
    '`'.repeat(1 << 19),
    `${'# a\n'.repeat(100_000)}`,
    `lines ${'under '.repeat(100_000)}80 characters`,
  ]
  for (const text of texts) {
    const found = await statements(text.slice(0, 250_000))
    const started = performance.now()
    readChoices(found, text.split('\n'))
    expect(found.length).toBeLessThanOrEqual(3000)
    expect(performance.now() - started).toBeLessThan(10_000)
  }
}, 60_000)

test('any text gives statements of its own lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('#', ' ', 'a', '\n', '-', '|', '`', '.', '<!--', '-->', '\r\n') }),
      async (text) => {
        const count = text.split(/\r\n|\n|\r/).length
        for (const { line, lastLine } of await statements(text)) {
          expect(line).toBeGreaterThan(0)
          expect(lastLine).toBeGreaterThanOrEqual(line)
          expect(lastLine).toBeLessThanOrEqual(count)
        }
      },
    ),
  )
})
