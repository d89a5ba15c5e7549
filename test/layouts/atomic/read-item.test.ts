import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedFields } from '../../../src/core/changes/item-changes.ts'
import type { Item } from '../../../src/core/document.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import type { Reading } from '../../../src/core/source.ts'
import { lineStarts } from '../../../src/core/text.ts'
import { readFrontMatter } from '../../../src/formats/front-matter.ts'
import { atomic } from '../../../src/layouts/atomic/layout.ts'
import { item } from './items.ts'

const DECISION = 'memory/decisions/dec-1.md'

function read(text: string, path = DECISION): Reading {
  const claim = atomic.claim(path, 'file', DEFAULT_SETTINGS)
  const kind = atomic.kinds.find(({ id }) => id === claim?.kind)
  if (!claim || !kind?.read) throw new Error(`no layout claims ${path}`)
  const starts = lineStarts(text)
  const { frontMatter, problems } = readFrontMatter(text, starts, 65_536)
  const parsed = { frontMatter, problems, markdown: null, data: null, secrets: [], tokens: 0 }
  return kind.read({ path, kind, scope: claim.scope, text, starts, ...parsed, settings: DEFAULT_SETTINGS })
}

function itemIn(text: string, path?: string): Item {
  const [one] = read(text, path).items ?? []
  if (!one) throw new Error('no item')
  return one
}

describe('an item', () => {
  test('is what the front matter and the file say', () => {
    const text = item({
      id: 'dec-1',
      title: 'Sizes',
      tags: '[a, b]',
      supersedes: 'dec-0',
      scope: '{b: 1, a: 2}',
    })
    expect(itemIn(text, 'memory/decisions/archive/Größe.md')).toMatchObject({
      kind: 'decision',
      key: 'dec-1',
      id: 'dec-1',
      title: 'Sizes',
      place: { line: 3, column: 5 },
      fields: {
        file: 'decisions/archive/Größe.md',
        created: '2026-02-08',
        tags: ['a', 'b'],
        supersedes: 'dec-0',
        other: { scope: { a: 2, b: 1 } },
      },
    })
  })

  test('without an id or a title goes by its file', () => {
    const { id, key, title, place } = itemIn('---\ncreated: 2026-02-08\nid: 7\n---\nText.\n')
    expect({ id, key, title }).toEqual({
      id: undefined,
      key: 'file decisions/dec-1.md',
      title: 'decisions/dec-1.md',
    })
    expect(place.line).toBe(3)
  })

  test('states the day it was created, where that is a day', () => {
    expect(read(item({ id: 'dec-1', title: 'Sizes' })).dates).toMatchObject([
      { date: '2026-02-08', what: 'created date', place: { line: 2, column: 10 } },
    ])
    expect(read(item({ id: 'dec-1', title: 'Sizes', created: '2026-02-30' })).dates).toEqual([])
  })

  test.each(['', 'Text.\n', '---\nid: [1\n---\n', '---\n- a\n---\n', '---\nid: 1\n'])(
    'is not read from %j',
    (text) => {
      expect(read(text)).toEqual({})
    },
  )
})

describe('what is an edit', () => {
  const before = item({ id: 'dec-1', title: 'Sizes', tags: '[a, b]' }, 'First line.\n\nSecond line.\n')
  const changes = (text: string, path?: string): string[] => changedFields(itemIn(before), itemIn(text, path))

  test.each([
    ['CRLF', before.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${before}`],
    ['no blank line below the front matter', before.replace('---\n\n', '---\n')],
    ['no line break at the end', before.trimEnd()],
    [
      'quotes and another style',
      before.replace('[a, b]', '\n  - "a"\n  - \'b\'').replace('Sizes', '"Sizes"'),
    ],
    ['a field without a value', before.replace('title:', 'rationale: null\nlater:\ntitle:')],
  ])('not %s', (_, text) => {
    expect(text).not.toBe(before)
    expect(changes(text)).toEqual([])
  })

  test.each([
    ['the body', before.replace('Second', 'Third'), ['body']],
    ['the title', before.replace('Sizes', 'Size'), ['title']],
    ['the id', before.replace('dec-1', 'dec-2'), ['id']],
    ['the order of tags', before.replace('a, b', 'b, a'), ['tags']],
    ['a new field of the kind', before.replace('title:', 'rationale: Why\ntitle:'), ['rationale']],
    ['a new field that no kind has', before.replace('title:', '__proto__: 1\ntitle:'), ['other']],
    ['a field that is called as a part of the file', before.replace('title:', 'file: x\ntitle:'), ['other']],
    ['a comment', before.replace('tags:', '# do this first\ntags:'), ['comments']],
  ])('but %s', (_, text, expected) => {
    expect(changes(text)).toEqual(expected)
  })

  test('but another file', () => {
    expect(changes(before, 'memory/decisions/archive/dec-1.md')).toEqual(['file'])
  })

  const word = fc.stringMatching(/^[a-z]{1,8}$/)
  const fields = fc.uniqueArray(fc.tuple(fc.stringMatching(/^x[a-z]{1,6}$/), word), {
    selector: ([key]) => key,
  })

  const textOf = (entries: readonly (readonly [string, string])[]): string =>
    ['---', 'id: dec-1', ...entries.map(([key, value]) => `${key}: ${value}`), '---', '', 'Text.', ''].join(
      '\n',
    )

  test('never the order of keys or the line ends, always another value', () => {
    fc.assert(
      fc.property(fields, word, fc.nat(), (entries, other, at) => {
        const one = itemIn(textOf(entries))
        const moved = textOf([...entries].reverse()).replaceAll('\n', '\r\n')
        expect(changedFields(one, itemIn(moved))).toEqual([])
        const picked = entries[at % Math.max(1, entries.length)]
        if (!picked) return
        const edited = entries.map((entry) => (entry === picked ? ([entry[0], other] as const) : entry))
        expect(changedFields(one, itemIn(textOf(edited)))).toEqual(picked[1] === other ? [] : ['other'])
      }),
    )
  })
})
