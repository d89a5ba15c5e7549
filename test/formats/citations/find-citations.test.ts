import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Source } from '../../../src/core/source.ts'
import { lineStarts } from '../../../src/core/text.ts'
import { findCitations } from '../../../src/formats/citations/find-citations.ts'
import { statementsOf } from '../../../src/formats/citations/statements.ts'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'

function cited(text: string): readonly string[] {
  return citationsIn(text).map(({ within, target }) => `${within} ${target}`)
}

function citationsIn(text: string): ReturnType<typeof findCitations> {
  const markdown = parseMarkdown(text, 0)
  const source = { text, markdown, data: null, frontMatter: null, starts: lineStarts(text) }
  return findCitations(source as unknown as Source)
}

describe('paths that a text names', () => {
  test.each<[string, readonly string[]]>([
    ['See `src/pool.ts` and `pool.ts`.', ['code src/pool.ts', 'code pool.ts']],
    [
      'See [the guide](docs/guide.md#part) and ![x](./img/a.png).',
      ['link docs/guide.md', 'link ./img/a.png'],
    ],
    [
      'Line `src/a.ts:42`, `src/a.ts#L10-L20`, `src/a.ts:3-9`.',
      ['code src/a.ts', 'code src/a.ts', 'code src/a.ts'],
    ],
    [
      '- src/db/pool.ts: the pool\n- [ ] src/x.ts\n1. lib/y.py',
      ['list src/db/pool.ts', 'list src/x.ts', 'list lib/y.py'],
    ],
    ['@docs/rules.md\n\nRead @./more.md too.', ['import docs/rules.md', 'import ./more.md']],
    ['Run `pytest tests/y.py -q` or `go build ./cmd/x`.', ['command tests/y.py', 'command ./cmd/x']],
    ['```sh\n$ node scripts/a.mjs --b\n```', ['command scripts/a.mjs']],
    ['Folder `src/db/` and `src/db`.', ['code src/db/', 'code src/db']],
    [
      '`app/[slug]/page.tsx` and `app/(group)/layout.tsx`',
      ['code app/[slug]/page.tsx', 'code app/(group)/layout.tsx'],
    ],
    [
      '```\nsrc/\n├── db/\n│   └── pool.ts  # one\n└── a.ts\n```',
      ['tree src/db/', 'tree src/db/pool.ts', 'tree src/a.ts'],
    ],
    ['`Makefile` and `docker/Dockerfile`', ['code Makefile', 'code docker/Dockerfile']],
  ])('%j', (text, expected) => {
    expect(cited(text)).toEqual(expected)
  })

  test('none in what is recorded below the heading of a day', () => {
    const text =
      '`src/a.ts`\n\n## 2026-02-08 A fix\n\n`src/b.ts`\n\n### Why\n\n`src/c.ts`\n\n## Now\n\n`src/d.ts`\n'
    expect(cited(text)).toEqual(['code src/a.ts', 'code src/d.ts'])
  })

  test.each([
    'Placeholders `src/<name>.ts`, `{id}/a.ts`, `$HOME/a.ts`, `path/to/a.ts`, `YYYY-MM-DD/a.md`, `src/.../a.ts`.',
    'Globs `src/**/*.ts` and `*.md`.',
    'URLs `https://example.org/a.md`, `example.com/x/a.ts`, [x](https://example.org/a.md), [m](mailto:a@b.c).',
    'Examples, e.g. `src/pool.ts`, (ej: `src/pool.ts`), z. B. `src/pool.ts`, for example `src/pool.ts`, 例如 `src/pool.ts`.',
    '```\n~/memory/\n├── src/pool.ts\n└── a/b.md\n```',
    '```\n/opt/app\n├── src/pool.ts\n```',
    'Home and absolute `~/a/b.ts`, `/etc/x.conf`, `C:/a/b.ts`.',
    'Packages `@scope/name`, and words `thing`, `a b`, `x`.',
    'Fenced code:\n\n```ts\nimport x from "src/pool.ts"\n```',
    'A comment <!-- `src/pool.ts` -->',
    'Installed `node_modules/x/a.js` and built `dist/a.js`.',
    'An address a@example.org and a handle @someone.',
  ])('none in %j', (text) => {
    expect(cited(text)).toEqual([])
  })

  test('the place holds the path and nothing else', () => {
    const text = 'A.\r\nSee `./src/pool.ts:42` and\r\n@docs/rules.md.\r\n'
    const lines = text.split('\r\n')
    const shown = citationsIn(text).map(({ place }) =>
      lines[place.line - 1]?.slice(place.column - 1, place.endColumn - 1),
    )
    expect(shown).toEqual(['./src/pool.ts', 'docs/rules.md'])
  })

  test('any text gives places that lie in it, without a crash', () => {
    const part = fc.constantFrom(
      '`',
      '``',
      'src/',
      'a.ts',
      ' ',
      '\n',
      '├── ',
      '│   ',
      '[x](',
      ')',
      '@',
      '- ',
      '```\n',
      '|',
      '"',
      '\u202e',
      '../',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 40 }), (parts) => {
        const text = parts.join('')
        const lines = text.split(/\r\n|\n|\r/)
        for (const { place, target, written = target } of citationsIn(text)) {
          expect(lines[place.line - 1]?.slice(place.column - 1, place.endColumn - 1)).toBe(written)
        }
      }),
    )
  })
})

describe('no text is slow', () => {
  const SIZE = 60_000
  test.each([
    ' ',
    '|',
    '│ ',
    'a-',
    '-a',
    'a/',
    '@a',
    'a.',
    '`a',
    '``',
    '[',
    ':1',
    './',
    '- a/',
    '├── a/\n',
    '│   ├── a\n',
    '"',
    '$',
  ])('of %j', (part) => {
    for (const text of [
      part.repeat(SIZE / part.length),
      `\`\`\`\n${part.repeat(SIZE / part.length)}\n\`\`\`\n`,
    ]) {
      const begun = process.cpuUsage().user
      citationsIn(text)
      statementsOf(text)
      expect((process.cpuUsage().user - begun) / 1000).toBeLessThan(1500)
    }
  })
})
