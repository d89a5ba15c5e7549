import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPlainYaml } from '../../src/formats/yaml/plain-yaml.ts'
import { parseWhole } from '../../src/formats/yaml/yaml.ts'
import { runs } from '../helpers/runs.ts'

const MOST = 5_000

/** True when the text was read without the parser; it then reads the same with it. */
function agrees(text: string): boolean {
  const plain = readPlainYaml(text, MOST)
  if (!plain) return false
  const whole = parseWhole(text, 0, MOST)
  expect(whole, JSON.stringify(text)).toHaveProperty('data')
  if (!('data' in whole)) return false
  expect(plain.value, JSON.stringify(text)).toEqual(whole.data.value)
  expect([...plain.nodes], JSON.stringify(text)).toEqual([...whole.data.nodes])
  expect(whole.data.comments).toEqual([])
  return true
}

describe('what is read without the parser reads the same with it', () => {
  test.each([
    'a: b\n',
    'a: b',
    'a: b\nc: 1\n\n',
    'a:\n  b: c\n  d: [x, y]\n\ne: "q: r"\n',
    'tags:\n  - name: x\n    count: 3\n  - name: y\n    count: 4\n\nz: 2020-01-01\n',
    'a:\n- b\n- c\nd: e\n',
    'a: []\nb: c#\n',
    "a: it's, or — “not” …\n",
    'a:\n  - b:\n    - c\n    d: e\n',
    '__proto__: x\nconstructor: y\n',
  ])('%j', (text) => {
    expect(agrees(text)).toBe(true)
  })

  test('every index and front matter of the examples', () => {
    const paths = readdirSync('examples', { recursive: true, encoding: 'utf8' })
    const texts = paths
      .filter((path) => /\.(?:ya?ml|md)$/.test(path))
      .map((path) => readFileSync(`examples/${path}`, 'utf8'))
      .map((text) => (text.startsWith('---\n') ? text.slice(4, text.indexOf('\n---\n', 3) + 1) : text))
    expect(texts.filter(agrees).length).toBeGreaterThan(10)
  })

  test('any text of likely and unlikely pieces', () => {
    const key = fc.constantFrom(
      'a',
      'b',
      'name',
      'x-y',
      'A_1',
      'true',
      'null',
      '1',
      'é',
      '"q"',
      '~',
      '__proto__',
      'on',
    )
    const value = fc.constantFrom(
      ...[
        'b',
        'a b',
        'true',
        'Null',
        '~',
        'yes',
        '1',
        '0',
        '01',
        '-1',
        '1.5',
        '1e3',
        '0x1f',
        '.5',
        '.inf',
        '1_000',
      ],
      ...[
        '2020-01-01',
        '2020-13-45',
        '12:30',
        '"x"',
        '"x y: z"',
        '"x\\n"',
        '"x" y',
        "'x'",
        'a: b',
        'a:b',
        'a #b',
        'a# b',
      ],
      ...[
        '[a, b]',
        '[]',
        '[a,b]',
        '[a, ]',
        '[ a]',
        '[a b, c#]',
        '[true]',
        '[1, 2]',
        '["x"]',
        '[a',
        '{a: b}',
        '- a',
        '-',
        '?',
      ],
      ...[
        '@x',
        '`x`',
        '%x',
        '&a',
        '*a',
        '!t',
        '|',
        '>',
        'a|b',
        'a, b; c!',
        'x…',
        'a “b”',
        'it’s — so',
        'a ',
        '',
        '123456789012345678',
      ],
    )
    const line = fc
      .tuple(
        fc.constantFrom('', '', '', '  ', '  ', '    ', '- ', '  - ', ' ', '\t'),
        key,
        fc.constantFrom(': ', ': ', ': ', ':', ' : ', ''),
        value,
      )
      .map((parts) => parts.join(''))
    const plainLine = fc
      .tuple(
        fc.constantFrom('', '', '  ', '- ', '  - ', '    '),
        fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
        fc.constantFrom(': x', ': [a, b]', ':', ': 1'),
      )
      .map((parts) => parts.join(''))
    const other = fc.constantFrom('', '', '# c', '---', '...', '- b', '  - b', '  more', ' ')
    const any = fc
      .array(fc.oneof({ weight: 3, arbitrary: plainLine }, { weight: 2, arbitrary: line }, other), {
        maxLength: 7,
      })
      .chain((lines) => fc.constantFrom('\n', '\n', '\n', '\r\n').map((end) => lines.join(end)))
      .chain((text) => fc.constantFrom('', '\n', '\n\n').map((end) => text + end))
    let read = 0
    fc.assert(
      fc.property(any, (text) => {
        if (agrees(text)) read += 1
      }),
      { numRuns: runs(40_000, 8_000) },
    )
    expect(read).toBeGreaterThan(runs(40_000, 8_000) / 100)
  })
})
