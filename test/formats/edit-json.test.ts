import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DataPath, isJsonObject, type Json, valueAt } from '../../src/core/json.ts'
import type { DataChange } from '../../src/formats/edit-data.ts'
import { editJson, editSettings, readSettings } from '../../src/formats/json/edit-json.ts'
import { runs } from '../helpers/runs.ts'

function splice(text: string, ...splices: readonly DataChange[]): string {
  const result = editJson(text, splices)
  return 'text' in result ? result.text : `refused: ${result.refused}`
}

describe('a value is written as its neighbours are', () => {
  test.each<readonly [string, string, DataChange, string]>([
    ['the first item', '{\n  "a": []\n}\n', { at: ['a'], append: [1] }, '{\n  "a": [\n    1\n  ]\n}\n'],
    [
      'an object at the end of a list',
      '{\n\t"a": [\n\t\t{\n\t\t\t"b": 1\n\t\t}\n\t]\n}',
      { at: ['a'], append: [{ b: 2 }] },
      '{\n\t"a": [\n\t\t{\n\t\t\t"b": 1\n\t\t},\n\t\t{\n\t\t\t"b": 2\n\t\t}\n\t]\n}',
    ],
    [
      'CRLF and a byte order mark',
      '\ufeff{\r\n  "a": [\r\n    1.0\r\n  ]\r\n}\r\n',
      { at: ['a'], append: [2, 3] },
      '\ufeff{\r\n  "a": [\r\n    1.0,\r\n    2,\r\n    3\r\n  ]\r\n}\r\n',
    ],
    ['one line', '{"a":[1,2],"b":"x"}', { at: ['a'], append: [{ c: 1 }] }, '{"a":[1,2,{"c":1}],"b":"x"}'],
    [
      'one line with spaces',
      '{ "a": [{ "b": 1 }] }\n',
      { at: ['a'], append: [{ b: 2 }] },
      '{ "a": [{ "b": 1 }, { "b": 2 }] }\n',
    ],
    [
      'a list of one line in a text of several',
      '{\n  "a": ["x", "y"]\n}\n',
      { at: ['a'], set: ['z', 'y'] },
      '{\n  "a": ["z", "y"]\n}\n',
    ],
    [
      'a member that is absent',
      '{\n  "a": 1e3\n}\n',
      { at: ['b'], set: { c: [] } },
      '{\n  "a": 1e3,\n  "b": {\n    "c": []\n  }\n}\n',
    ],
    [
      'a list that is absent, in an object that is absent',
      '{}\n',
      { at: ['a', 'b'], append: ['x'] },
      '{"a": { "b": ["x"] }}\n',
    ],
    ['null', '{\n  "a": "x", "b": 2\n}', { at: ['a'], set: null }, '{\n  "a": null, "b": 2\n}'],
    [
      'a member of an item',
      '{\n  "a": [\n    { "b": 1, "c": 0.10 }\n  ]\n}',
      { at: ['a', 0, 'd'], set: 'x' },
      '{\n  "a": [\n    { "b": 1, "c": 0.10, "d": "x" }\n  ]\n}',
    ],
    [
      'a number that no double holds stays',
      '{"a": 12345678901234567890, "b": 1e400}',
      { at: ['c'], set: 1 },
      '{"a": 12345678901234567890, "b": 1e400, "c": 1}',
    ],
    ['the first member', '{ "a": 1,\n "b": 2 }', { at: ['a'], remove: true }, '{ "b": 2 }'],
    ['the last member', '{\n "a": 1,\n "b": 2\n}', { at: ['b'], remove: true }, '{\n "a": 1\n}'],
    ['the only member', '{ "a": 1 }\n', { at: ['a'], remove: true }, '{}\n'],
    ['what is absent', '{ "a": 1 }\n', { at: ['b', 'c'], remove: true }, '{ "a": 1 }\n'],
    ['an item', '[1, 2 , 3]', { at: [1], remove: true }, '[1 , 3]'],
    ['a key with a slash', '{"a/b~": 1}', { at: ['a/b~'], set: 2 }, '{"a/b~": 2}'],
    [
      'a value that is so already, however it is written',
      '{"a": 1.0, "b": "\\u0061"}',
      { at: ['b'], set: 'a' },
      '{"a": 1.0, "b": "\\u0061"}',
    ],
    ['a list that is null', '{"a": null}', { at: ['a', 'b'], append: [1] }, '{"a": { "b": [1] }}'],
    ['a key of the language', '{"a": 1}', { at: ['__proto__'], set: 2 }, '{"a": 1, "__proto__": 2}'],
  ])('%s', (_, text, one, after) => {
    expect(splice(text, one)).toBe(after)
  })
})

describe('a text stays as it is', () => {
  test.each<readonly [string, DataChange]>([
    ['{"a": [1], "a": []}', { at: ['a'], append: [1] }],
    ['{"a": [1],}', { at: ['a'], append: [1] }],
    ['', { at: ['a'], set: 1 }],
    ['{"a": 1}', { at: ['a'], append: [1] }],
    ['{"a": 1}', { at: ['a', 'b'], set: 1 }],
    ['{"a": [1]}', { at: ['a', 1], set: 1 }],
    ['{"a": [1]}', { at: ['a', 'b'], set: 1 }],
    ['[]', { at: ['a'], set: 1 }],
    ['{}', { at: ['a'], set: '\ud800' }],
    ['{}', { at: ['a'], set: 2 ** 53 }],
  ])('%s', (text, one) => {
    expect(splice(text, one)).toMatch(/^refused: /)
  })
})

/** JSON values whose texts differ in every way that a person may write them. */
const anything = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>

/** Whole numbers that are equal as doubles may be in a text, and are not written into one. */
const value = anything.filter((one) => !JSON.stringify(one).match(/\d{16}/))

const written = fc
  .record({
    root: fc.dictionary(fc.string({ maxLength: 4 }), anything, { maxKeys: 4 }),
    list: fc.array(anything, { maxLength: 3 }),
    indent: fc.constantFrom('', ' ', '  ', '    ', '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    bom: fc.constantFrom('', '\ufeff'),
    end: fc.constantFrom('', '\n'),
  })
  .map(({ root, list, indent, eol, bom, end }) => {
    const all = { ...root, list }
    return { all, text: bom + (JSON.stringify(all, null, indent) + end).replaceAll('\n', eol) }
  })

/** What two texts have in common at their start and at their end is all of the first but what a splice may take. */
function kept(before: string, after: string): number {
  let [head, tail] = [0, 0]
  while (head < before.length && before[head] === after[head]) head += 1
  while (tail < before.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return head + tail
}

function parsed(text: string): Json {
  return JSON.parse(text.replace('\ufeff', ''))
}

test('appends to any list: the rest stays to the byte, and the values are read back', () => {
  fc.assert(
    fc.property(written, fc.array(value, { minLength: 1, maxLength: 3 }), ({ all, text }, values) => {
      const after = splice(text, { at: ['list'], append: values })
      expect(parsed(after)).toEqual(parsed(JSON.stringify({ ...all, list: [...all.list, ...values] })))
      // An empty list may lose the white space between its brackets, and nothing else is lost.
      expect(kept(text, after)).toBe(text.length)
      if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    }),
    { numRuns: runs(5_000, 150) },
  )
})

test('sets and takes out any member: the rest stays to the byte', () => {
  const key = fc.string({ maxLength: 4 })
  fc.assert(
    fc.property(written, key, value, ({ all, text }, name, one) => {
      fc.pre(!Object.hasOwn(all, name) && name !== '__proto__')
      const set = splice(text, { at: [name], set: one })
      expect(parsed(set)).toEqual(parsed(JSON.stringify({ ...all, [name]: one })))
      expect(kept(text, set)).toBe(text.length)
      expect(splice(set, { at: [name], remove: true })).toBe(text)
      const path: DataPath = ['list', 0]
      if (all.list.length > 0) {
        const item = splice(text, { at: path, set: one })
        expect(parsed(item)).toEqual(parsed(JSON.stringify({ ...all, list: [one, ...all.list.slice(1)] })))
      }
    }),
    { numRuns: runs(5_000, 150) },
  )
})

test('several changes at once have the paths of the text before', () => {
  const text = '{\n  "a": [\n    1,\n    2,\n    3\n  ],\n  "c": {}\n}\n'
  expect(
    splice(
      text,
      { at: ['a', 0], remove: true },
      { at: ['a', 2], set: 4 },
      { at: ['a'], append: [5] },
      { at: ['a', 1], remove: true },
      { at: ['c', 'd'], set: 6 },
      { at: ['e', 'f'], set: 7 },
      { at: ['e', 'g'], append: [8] },
    ),
  ).toBe(
    '{\n  "a": [\n    4,\n    5\n  ],\n  "c": {\n    "d": 6\n  },\n  "e": {\n    "f": 7,\n    "g": [\n      8\n    ]\n  }\n}\n',
  )
  expect(
    splice('[1, 2]', { at: [0], remove: true }, { at: [], append: [3] }, { at: [1], remove: true }),
  ).toBe('[3]')
})

const KEY = 'ours'

/** Settings of other tools, as people and programs write them. */
const settings = fc
  .record({
    value: fc.dictionary(
      fc.string({ maxLength: 4 }).filter((key) => key !== KEY && key !== '__proto__'),
      fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.dictionary(
          fc.string({ maxLength: 3 }).filter((key) => key !== '__proto__'),
          fc.string(),
          { maxKeys: 3 },
        ),
      ),
      { maxKeys: 4 },
    ),
    indent: fc.constantFrom(0, 2, 4, '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    bom: fc.constantFrom('', '\ufeff'),
    end: fc.constantFrom('', '\n'),
  })
  .map(({ value: all, indent, eol, bom, end }) => {
    return bom + (JSON.stringify(all, null, indent) + end).replaceAll('\n', eol)
  })

function set(text: string, at: DataPath, text2: Json): string | null {
  const result = editSettings(text, [{ at, set: text2 }])
  return 'text' in result ? result.text : null
}

function removed(text: string, at: DataPath): string {
  const result = editSettings(text, [{ at, remove: true }])
  return 'text' in result ? result.text : text
}

describe('settings of another tool', () => {
  test('get a member and lose it again, to the byte', () => {
    fc.assert(
      fc.property(settings, fc.string(), (text, one) => {
        const put = set(text, [KEY], one) ?? ''
        expect(readSettings(put)).toEqual({ ...(readSettings(text) as object), [KEY]: one })
        expect(removed(put, [KEY])).toBe(text)
      }),
    )
  })

  test('get a member of an object, which is made where there is none, and lose both again', () => {
    fc.assert(
      fc.property(settings, fc.string({ maxLength: 4 }), fc.string(), (text, outer, one) => {
        fc.pre(outer !== '__proto__')
        const holder = valueAt(readSettings(text), [outer])
        const put = set(text, [outer, KEY], one)
        expect(put !== null).toBe(holder === undefined || holder === null || isJsonObject(holder))
        if (put === null) return
        expect(valueAt(readSettings(put), [outer, KEY])).toBe(one)
        if (holder !== null) expect(removed(put, [outer, KEY])).toBe(text)
      }),
    )
  })

  test.each<readonly [string, DataPath, Json, string]>([
    ['{"a":1, "b" : "x","c":2}', ['b'], 'y', '{"a":1, "b" : "y","c":2}'],
    ['{"a":{"b": [1, "]"]}}', ['a', 'b'], 'y', '{"a":{"b": "y"}}'],
    // Of several with one name the last one counts.
    ['{"b":1,"b":2}', ['b'], 'y', '{"b":1,"b":"y"}'],
    ['{}\n', ['a', 'b'], [1], '{"a": {\n    "b": [\n      1\n    ]\n  }}\n'],
    ['{\n}\n', ['a'], 1, '{"a": 1\n}\n'],
    [
      '{\n  // mine\n  "a": [1,], // why\n}\n',
      ['b'],
      [{ c: 1 }],
      '{\n  // mine\n  "a": [1,],\n  "b": [\n    {\n      "c": 1\n    }\n  ], // why\n}\n',
    ],
  ])('%j', (text, at, one, after) => {
    expect(set(text, at, one)).toBe(after)
  })

  test('lose the first of several, and the only one with the comma behind it', () => {
    expect(removed('{ "a": 1, "b": 2 }', ['a'])).toBe('{ "b": 2 }')
    expect(removed('{"a":1}', ['b'])).toBe('{"a":1}')
    expect(removed('{"a":[1, ]}', ['a', 0])).toBe('{"a":[ ]}')
  })

  test('are left where they are nested without end, and not where that only seems so', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    for (const text of [`{"a":${deep}}`, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`]) {
      expect(readSettings(text)).toBeUndefined()
      expect(set(text, ['b', 'c'], 'd')).toBeNull()
      expect(removed(text, ['a'])).toBe(text)
    }
    const flat = JSON.stringify({ a: `\\"${deep}`, b: '[]'.repeat(500) })
    expect(set(flat, ['c'], 'd')).toBe(`${flat.slice(0, -1)},"c":"d"}`)
  })

  test('are no other text', () => {
    for (const text of ['', '[]', '{', '"a"', '{"a":1}x', 'null']) expect(set(text, ['b'], 'c')).toBeNull()
    expect(valueAt(readSettings('{"a":1}'), ['toString'])).toBeUndefined()
  })
})
