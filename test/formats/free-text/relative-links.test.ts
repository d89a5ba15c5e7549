import { describe, expect, test } from 'vitest'
import { findRelativeLinks } from '../../../src/formats/free-text.ts'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'

const targets = (text: string): string[] =>
  findRelativeLinks(parseMarkdown(text, 0)).map(({ target }) => target)

describe('keeps', () => {
  test.each([
    ['a file', '[x](a.md)', ['a.md']],
    ['a path', '[x](../b/a.md) and ![y](./i.png)', ['../b/a.md', './i.png']],
    ['a directory', '[x](docs/) [y](..) [z](.)', ['docs/', '..', '.']],
    ['a path from the root', '[x](/docs/a)', ['/docs/a']],
    ['a query and a fragment', '[x](a.md?raw=1#top)', ['a.md?raw=1#top']],
    ['percent-encoding as written', '[x](a%20b.md)', ['a%20b.md']],
    ['spaces in angle brackets', '[x](<a b.md>)', ['a b.md']],
    ['a definition', '[x][y]\n\n[y]: a.md "title"', ['a.md']],
    ['names with brackets', '[x](src/[id].tsx)', ['src/[id].tsx']],
    ['names of other scripts', '[x](заметки.md)', ['заметки.md']],
    ['a name with a dollar sign', '[x](routes/posts.$id.tsx)', ['routes/posts.$id.tsx']],
  ])('%s', (_, text, expected) => {
    expect(targets(text)).toEqual(expected)
  })
})

describe('leaves out', () => {
  test.each([
    ['URLs', '[x](https://example.org/a.md) <https://example.org> [y](mailto:a@example.org)'],
    ['URLs without a scheme', '[x](//example.org/a.md)'],
    ['a drive', '[x](C:/a.md)'],
    ['a fragment of the same text', '[x](#top) [y]() [z](?q=a.md)'],
    ['an example', '[text](url) [text](link) [text](...) [text](path/to/file.md) [text](src/.../a.ts)'],
    ['templates', `[x]({{url}}/a.md) [x](\${ROOT}/a.md) [x]($HOME/a.md) [x](docs/{name}.md)`],
    ['placeholders and globs', '[x](docs/&lt;name&gt;.md) [x](docs/*.md) [x](a.md|b.md)'],
    ['patterns', '[a-z](\\w+.) [a-z](.+) [0-9]([.][0-9]+) [^/](?:a.b)'],
    ['code', '`[x](a.md)`\n\n```\n[x](a.md)\n```\n'],
    ['comments', '<!-- [x](a.md) -->'],
  ])('%s', (_, text) => {
    expect(targets(text)).toEqual([])
  })
})

test('gives the place of the whole link', () => {
  expect(findRelativeLinks(parseMarkdown('a\n\nb [x](a.md) c', 0))).toEqual([
    { target: 'a.md', place: { line: 3, column: 3, endLine: 3, endColumn: 12 } },
  ])
})
