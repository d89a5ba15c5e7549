import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { lineStarts } from '../../src/core/text.ts'
import { parseYaml } from '../../src/formats/yaml/yaml.ts'
import { quoteYaml, yamlScalar } from '../../src/formats/yaml/yaml-text.ts'
import { anyCharacter } from '../helpers/any-character.ts'
import { runs } from '../helpers/runs.ts'

describe('scalar', () => {
  test.each([
    ['nestjs', 'nestjs'],
    ['node.js', 'node.js'],
    ['c++', 'c++'],
    ['c#', 'c#'],
    ['NestJS framework (v11)', 'NestJS framework (v11)'],
    ['kiến trúc', 'kiến trúc'],
    ['設計', '設計'],
  ])('leaves %j plain', (text, yaml) => {
    expect(yamlScalar(text)).toBe(yaml)
  })

  test.each([
    '',
    'yes',
    'Off',
    'null',
    'TRUE',
    'n',
    'e1',
    '1.10',
    '2026-01-05',
    '0x1f',
    '~',
    'a: b',
    'a #b',
    'a, b',
    'a ',
    ' a',
    '- a',
    '[a]',
    '{a}',
    '*a',
    '&a',
    '!a',
    'a\nb',
    '"',
    "it's",
    '<<',
    '=',
  ])('quotes %j', (text) => {
    expect(yamlScalar(text)).toBe(JSON.stringify(text))
  })

  test('escapes what YAML takes for a line break and JSON does not', () => {
    expect(quoteYaml('a\u2028b\u0085c\ufeffd')).toBe('"a\\u2028b\\u0085c\\ufeffd"')
  })

  test('any text is read back as it was, in a map and in a flow list, by YAML 1.1 and 1.2', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[a-z0-9 .:#,_+-]{1,12}$/),
      fc.constantFrom('on', 'NO', 'y', '1e3', '0b1', '1:30', '.inf', '---', '...', '? a', 'e1', '1_000'),
    )
    fc.assert(
      fc.property(text, (one) => {
        const yaml = `a: ${yamlScalar(one)}\nb: [${yamlScalar(one)}, ${yamlScalar(one)}]\n`
        const expected = { a: one, b: [one, one] }
        expect(parse(yaml, { version: '1.1' })).toEqual(expected)
        const read = parseYaml(yaml, { start: 0, end: yaml.length }, lineStarts(yaml))
        expect('data' in read && { ...(read.data.value as object) }).toEqual(expected)
      }),
      { numRuns: runs(1000) },
    )
  })
})
