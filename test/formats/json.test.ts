import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineStarts } from '../../src/core/text.ts'
import { parseJson } from '../../src/formats/json/json.ts'
import { runs } from '../helpers/runs.ts'

function parse(text: string) {
  return parseJson(text, { start: 0, end: text.length }, lineStarts(text))
}

function problemOf(text: string) {
  const result = parse(text)
  if ('data' in result) throw new Error(`accepted as ${JSON.stringify(result.data.value)}`)
  const { rule, message, place } = result.problem
  return { rule, message, at: `${place.line}:${place.column}` }
}

describe('values', () => {
  test('any JSON gives the same value as JSON.parse, every node with its place', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
        const expected: unknown = JSON.parse(json)
        fc.pre(!/\\ud[89a-f]|\d{16}/i.test(json) && JSON.stringify(expected).isWellFormed())
        const text = JSON.stringify(expected, null, indent)
        const result = parse(text)
        if ('problem' in result) throw new Error(result.problem.message)
        expect(JSON.stringify(result.data.value)).toBe(JSON.stringify(JSON.parse(text)))
        for (const { value } of result.data.nodes.values()) {
          expect(() => JSON.parse(text.slice(value.start, value.end))).not.toThrow()
        }
      }),
      { numRuns: runs(300) },
    )
  })

  test('pointers name members and elements, keys have places of their own', () => {
    const text = '{"a/b": [1, {"~": true}]}'
    const result = parse(text)
    if ('problem' in result) throw new Error(result.problem.message)
    const { nodes } = result.data
    expect([...nodes.keys()]).toEqual(['', '/a~1b', '/a~1b/0', '/a~1b/1', '/a~1b/1/~0'])
    const key = nodes.get('/a~1b')?.key
    expect(key && text.slice(key.start, key.end)).toBe('"a/b"')
  })

  test('a byte order mark is skipped, and places count it', () => {
    const result = parse('\ufeff{"a": 1}')
    expect('data' in result && result.data.nodes.get('/a')?.value).toEqual({ start: 7, end: 8 })
  })

  test('__proto__ is a key like any other', () => {
    const result = parse('{"__proto__": {"polluted": true}, "constructor": 1}')
    expect('data' in result && Object.keys(result.data.value ?? {})).toEqual(['__proto__', 'constructor'])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test.each([
    ['9007199254740993', '9007199254740993'],
    ['1e999', '1e999'],
    ['-0', -0],
    ['1.5e3', 1500],
  ])('a number that a double cannot hold stays as written: %s', (written, expected) => {
    const result = parse(`[${written}]`)
    expect('data' in result && result.data.value).toEqual([expected])
  })
})

describe('what is not JSON', () => {
  test.each([
    ['', 'A value is missing', '1:1'],
    ['{"a": NaN}', 'The word is not a JSON value', '1:7'],
    ['{"a": 1,}', 'A key in double quotes is missing', '1:9'],
    ['[1,]', 'A value is missing', '1:4'],
    ['{a: 1}', 'The word is not a JSON value', '1:2'],
    ["{'a': 1}", 'The word is not a JSON value', '1:2'],
    ['{"a" 1}', '`:` is missing after the key', '1:6'],
    ['{"a": 1 "b": 2}', '`,` is missing before the next value', '1:9'],
    ['{"a": 1', '`}` is missing', '1:8'],
    ['[1', '`]` is missing', '1:3'],
    ['{} {}', 'Text follows the end of the JSON value', '1:4'],
    ['// x\n{}', 'JSON has no comments', '1:1'],
    ['{\n  "a": "x\n"}', 'The closing quote of a text is missing', '2:8'],
    ['{"a": "\\x"}', 'The escape after `\\` is not one of JSON', '1:7'],
    ['{"a": "\\u12"}', 'A `\\u` escape is not complete', '1:7'],
    ['{"a": "\t"}', 'A text holds a bare control character', '1:7'],
    ['{"a": 01}', '`,` is missing before the next value', '1:8'],
    ['{"a": 1,\n "a": 2}', 'This key has a second value', '2:2'],
    ['{"a": "\\ud800"}', 'Half of a surrogate pair is not a character', '1:7'],
    ['{"\\udc00": 1}', 'Half of a surrogate pair is not a character', '1:2'],
  ])('%j: %s', (text, message, at) => {
    expect(problemOf(text)).toEqual({ rule: 'syntax', message, at })
  })

  test('whatever JSON.parse refuses is refused, and nothing is thrown', () => {
    const pieces = fc.array(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', 'true', ' ', '\n', '"', '\\', '-', '/*'),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((all) => all.join('')),
        ),
        (text) => {
          fc.pre(!text.startsWith('\ufeff'))
          const result = parse(text)
          let isJson = true
          try {
            JSON.parse(text)
          } catch {
            isJson = false
          }
          if (!isJson) expect('problem' in result).toBe(true)
        },
      ),
      { numRuns: runs(2000) },
    )
  })

  test.each([
    ['100,000 brackets', '['.repeat(100_000), 'size-limit'],
    ['nested objects', '{"a":'.repeat(65), 'size-limit'],
    ['1 MiB of elements', `[${'1,'.repeat(500_000)}1]`, 'size-limit'],
  ])('%s are over a limit', (_, text, rule) => {
    expect(problemOf(text).rule).toBe(rule)
  })

  test('one text of 1 MiB is read', () => {
    const result = parse(JSON.stringify({ content: 'x\n'.repeat(500_000) }))
    expect('data' in result).toBe(true)
  })
})
