import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  memberOf,
  readJson,
  withMember,
  withOwnMember,
  withoutMember,
} from '../../src/formats/json/json-edits.ts'

const KEY = 'ours'

const objects = fc.dictionary(
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
)

const texts = fc
  .tuple(
    objects,
    fc.constantFrom(0, 2, 4, '\t', '\r'),
    fc.constantFrom('', '\ufeff'),
    fc.constantFrom('', '\n', '\r\n'),
  )
  .map(([value, indent, mark, end]) => {
    const text = JSON.stringify(value, null, indent === '\r' ? 2 : indent)
    return mark + (indent === '\r' ? text.replaceAll('\n', '\r\n') : text) + end
  })

describe('a member', () => {
  test('goes into any object and out again, and changes nothing else', () => {
    fc.assert(
      fc.property(texts, fc.string(), (text, value) => {
        const put = withOwnMember(text, KEY, value) ?? ''
        expect(memberOf(readJson(put), [KEY])).toBe(value)
        expect(withoutMember(put, [KEY])).toBe(text)
        const before = readJson(text)
        expect(readJson(put)).toEqual({ ...(before as object), [KEY]: value })
      }),
    )
  })

  test('goes into an object inside, which is made where there is none', () => {
    fc.assert(
      fc.property(texts, fc.string({ maxLength: 4 }), fc.string(), (text, outer, value) => {
        fc.pre(outer !== '__proto__')
        const holder = memberOf(readJson(text), [outer])
        const put = withMember(text, [outer, KEY], value)
        const isObject =
          holder === undefined || (typeof holder === 'object' && holder !== null && !Array.isArray(holder))
        expect(put !== null).toBe(isObject)
        if (put === null) return
        expect(memberOf(readJson(put), [outer, KEY])).toBe(value)
        expect(withoutMember(put, [outer, KEY])).toBe(text)
      }),
    )
  })

  test('that is there is replaced in its place', () => {
    expect(withOwnMember('{"a":1, "b" : "x","c":2}', 'b', 'y')).toBe('{"a":1, "b" : "y","c":2}')
    expect(withMember('{"a":{"b": [1, "]"]}}', ['a', 'b'], 'y')).toBe('{"a":{"b": "y"}}')
  })

  test('of several with one name the last one counts', () => {
    expect(withOwnMember('{"b":1,"b":2}', 'b', 'y')).toBe('{"b":1,"b":"y"}')
  })

  test('is taken out from before others, too', () => {
    expect(withoutMember('{ "a": 1, "b": 2 }', ['a'])).toBe('{ "b": 2 }')
    expect(withoutMember('{"a":1}', ['b'])).toBe('{"a":1}')
  })

  test('has no place in what is nested without end, but in what only looks so', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    for (const text of [`{"a":${deep}}`, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`]) {
      expect(readJson(text)).toBeUndefined()
      expect(withMember(text, ['b', 'c'], 'd')).toBeNull()
      expect(withOwnMember(text, 'b', 'c')).toBeNull()
      expect(withoutMember(text, ['a'])).toBe(text)
    }
    const flat = JSON.stringify({ a: `\\"${deep}`, b: '[]'.repeat(500) })
    expect(withOwnMember(flat, 'c', 'd')).toBe(`${flat.slice(0, -1)},"c": "d"}`)
  })

  test('has no place in what is no object', () => {
    for (const text of ['', '[]', '{', '"a"', '{"a":1}x']) expect(withOwnMember(text, 'b', 'c')).toBeNull()
    expect(memberOf(readJson('{"a":1}'), ['toString'])).toBeUndefined()
  })
})
