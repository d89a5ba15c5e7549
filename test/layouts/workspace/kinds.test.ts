import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import type { Source } from '../../../src/core/source.ts'
import { lineStarts } from '../../../src/core/text.ts'
import { readFrontMatter } from '../../../src/formats/front-matter.ts'
import { digest, sketch } from '../../../src/formats/hash.ts'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'
import { normaliseTitle } from '../../../src/formats/names.ts'
import { countSentences } from '../../../src/formats/sentences.ts'
import { workspace } from '../../../src/layouts/workspace/layout.ts'

function source(path: string, text: string): Source {
  const claim = workspace.claim(path, 'file', DEFAULT_SETTINGS)
  const kind = workspace.kinds.find(({ id }) => id === claim?.kind)
  if (!claim || !kind) throw new Error(`no layout claims ${path}`)
  const starts = lineStarts(text)
  const { frontMatter, bodyStart } = readFrontMatter(text, starts, 65_536)
  const markdown = parseMarkdown(text, bodyStart)
  const parsed = { frontMatter, markdown, data: null, problems: [], secrets: [], tokens: 0 }
  return { path, kind, scope: claim.scope, text, starts, ...parsed, settings: DEFAULT_SETTINGS }
}

function read(path: string, text: string): ReturnType<NonNullable<Source['kind']['read']>> {
  const one = source(path, text)
  return one.kind.read?.(one) ?? {}
}

const LOG = `# Decisions

### [2026-01-05] \`XState\`  runs the Workflows!

**Category:** architecture
**Tags:** xstate, workflow, xstate

It gives history.

---

### [2026-02-01] Bare

Text.
`

describe('kinds', () => {
  test('ids are unique, and every kind that a path can be claimed as is declared', () => {
    const ids = workspace.kinds.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual([
      'overview',
      'plan',
      'feature',
      'spike',
      'architecture',
      'decisions',
      'lessons',
      'archive',
      'memory-index',
      'hot-rule',
      'agent-file',
      'agent-link',
      'abstract',
    ])
  })

  test('every field of a front matter says what it means', () => {
    for (const { schema, frontMatter } of workspace.kinds) {
      if (frontMatter === 'none' || !schema) continue
      for (const field of Object.values(schema.properties ?? {})) expect(field.description).toMatch(/\w+\.$/)
    }
  })

  test('rules name kinds that exist', () => {
    const ids = new Set(workspace.kinds.map(({ id }) => id))
    for (const rule of workspace.rules) {
      for (const kind of rule.kinds ?? []) expect(ids, rule.id).toContain(kind)
    }
  })
})

describe('entries as items', () => {
  const PATH = 'user/memory/workspaces/shop/decisions.md'

  test('an entry becomes an item with its date, category, tags and body', () => {
    const { items, dates } = read(PATH, LOG)
    expect(items).toEqual([
      {
        kind: 'decision',
        key: '2026-01-05 xstate runs the workflows',
        title: '`XState`  runs the Workflows!',
        place: { line: 3, column: 1, endLine: 3, endColumn: 47 },
        digest: digest('It gives history.'),
        sketch: sketch('It gives history.'),
        date: '2026-01-05',
        tags: ['xstate', 'workflow'],
        fields: { date: '2026-01-05', category: 'architecture', tags: ['xstate', 'workflow'] },
      },
      {
        kind: 'decision',
        key: '2026-02-01 bare',
        title: 'Bare',
        place: { line: 12, column: 1, endLine: 12, endColumn: 22 },
        digest: digest('Text.'),
        sketch: sketch('Text.'),
        date: '2026-02-01',
        fields: { date: '2026-02-01', category: null, tags: [] },
      },
    ])
    expect(dates).toEqual([
      { date: '2026-01-05', what: 'entry date', place: { line: 3, column: 6, endLine: 3, endColumn: 16 } },
      { date: '2026-02-01', what: 'entry date', place: { line: 12, column: 6, endLine: 12, endColumn: 16 } },
    ])
  })

  test('a lessons file holds lessons, an archive what its name says', () => {
    const kindOf = (path: string): string | undefined => read(path, LOG).items?.[0]?.kind
    expect(kindOf('user/memory/workspaces/shop/lessons.md')).toBe('lesson')
    expect(kindOf('user/memory/workspaces/shop/_archive/lessons-2025.md')).toBe('lesson')
    expect(kindOf('user/memory/workspaces/shop/_archive/decisions-2025.md')).toBe('decision')
  })

  test('line ends, the fix of a tight separator and spacing of the title leave key and digest alone', () => {
    const same = ([item]: readonly { key: string; digest: string }[]): unknown => [item?.key, item?.digest]
    const expected = same(read(PATH, LOG).items ?? [])
    expect(same(read(PATH, LOG.replaceAll('\n', '\r\n')).items ?? [])).toEqual(expected)
    expect(same(read(PATH, LOG.replace('history.\n\n---', 'history.\n---')).items ?? [])).toEqual(expected)
    expect(same(read(PATH, LOG.replace('`XState`  runs', '`xstate` runs')).items ?? [])).toEqual(expected)
  })

  test('a history setting may name every field that an entry has, and no other', () => {
    const { items = [] } = read(PATH, LOG)
    const fields = workspace.kinds.find(({ id }) => id === 'decisions')?.fields
    const own = items.flatMap((item) => Object.keys(item.fields))
    expect([...(fields ?? [])].sort()).toEqual([...new Set([...own, 'title', 'body'])].sort())
    const withItems = workspace.kinds.filter((kind) => kind.fields).map(({ id }) => id)
    expect(withItems).toEqual(['decisions', 'lessons', 'archive'])
  })

  test('facts say where the labels of each item are, whatever the line ends', () => {
    const expected = {
      labels: [
        [
          [5, 15, 27],
          [6, 11, 35],
        ],
        [null, null],
      ],
    }
    expect(read(PATH, LOG).facts).toEqual(expected)
    for (const br of ['\r\n', '\r']) expect(read(PATH, LOG.replaceAll('\n', br)).facts).toEqual(expected)
  })

  test('an entry whose heading has another form is no item', () => {
    expect(read(PATH, LOG.replace('2026-02-01', '2026-2-1')).items?.length).toBe(1)
  })
})

describe('dates of front matter', () => {
  const PATH = 'resources/workspaces/shop/_plans/260208-x.md'

  test('real dates are stated, with their places', () => {
    expect(read(PATH, '---\ncreated: 2026-02-08\nupdated: "2026-02-09"\n---\n').dates).toEqual([
      { date: '2026-02-08', what: 'created date', place: { line: 2, column: 10, endLine: 2, endColumn: 20 } },
      { date: '2026-02-09', what: 'updated date', place: { line: 3, column: 10, endLine: 3, endColumn: 22 } },
    ])
  })

  test('what is not a date is left out', () => {
    expect(read(PATH, '---\ncreated: soon\nupdated: 2026-02-30\n---\n').dates).toEqual([])
    expect(read(PATH, '# No front matter\n').dates).toEqual([])
  })
})

test.each([
  ['Use  C++ ', 'use c++'],
  ['“Quoted” – and dashed –', 'quoted – and dashed'],
  ['`pnpm` **locks**, its snake_case.', 'pnpm locks, its snake_case'],
  ['Café', 'café'],
  ['...', '...'],
  ['', ''],
])('the normalised title of %j is %j', (title, expected) => {
  expect(normaliseTitle(title)).toBe(expected)
})

test.each([
  ['', 0],
  ['No full stop', 1],
  ['One. Two.', 2],
  ['One! Two? Three…', 3],
  ['Runs on Node.js v20.19.0 with file.md.', 1],
  ['Uses e.g. Redis, i.e. a cache, vs. Postgres.', 1],
  ['Written by J. Doe.', 1],
  ['It says “done.” Then it ends.', 2],
  ['1. First 2. second', 1],
  ['Ends in dots... and goes on.', 1],
  ['- One\n- Two\n- Three', 3],
  ['One\n\nTwo', 2],
  ['Wrapped\nover lines.', 1],
  ['一。二。三', 3],
  ['`npm test.` Then more', 2],
])('%j has %i sentences', (text, expected) => {
  expect(countSentences(text)).toBe(expected)
})
