import { describe, expect, test } from 'vitest'
import { lineStarts } from '../../src/core/text.ts'
import { frontMatterForm, loadsAlways } from '../../src/formats/agent-rule.ts'
import { readFrontMatter } from '../../src/formats/front-matter.ts'

const read = (text: string) => readFrontMatter(text, lineStarts(text), 65_536, 'raw')

describe('values are taken as they are written', () => {
  test.each<[string, unknown]>([
    ['globs: **/*.ts, *.md\nalwaysApply: false', { globs: '**/*.ts, *.md', alwaysApply: 'false' }],
    ['description: Rules: a "b" # c', { description: 'Rules: a "b" # c' }],
    ['globs:\n  - "*.ts"\n  - x\nalwaysApply: true', { globs: '\n  - "*.ts"\n  - x', alwaysApply: 'true' }],
    ['description:\nglobs: \nalwaysApply: true', { description: '', globs: '', alwaysApply: 'true' }],
    ['# a note\nglobs: {a,b}', { globs: '{a,b}' }],
    ['no key here\nglobs: @x', { globs: '@x' }],
    ['globs: a\nglobs: b', { globs: 'b' }],
    ['__proto__: x', { ['__proto__']: 'x' }],
  ])('%j', (lines, fields) => {
    for (const eol of ['\n', '\r\n']) {
      const { frontMatter, problems, bodyStart } = read(`---\n${lines}\n---\nbody`.replaceAll('\n', eol))
      const text = JSON.stringify(frontMatter?.fields).replaceAll('\\r', '')
      expect(JSON.parse(text)).toEqual(fields)
      expect(problems).toEqual([])
      expect(bodyStart).toBe(`---\n${lines}\n---\n`.replaceAll('\n', eol).length)
    }
  })
})

test('every value has its place', () => {
  const text = '---\n# note\nglobs: *.ts \n---\n'
  const { frontMatter } = read(text)
  expect(frontMatter?.comments.map(({ start, end }) => text.slice(start, end))).toEqual(['# note'])
  const { key, value } = frontMatter?.nodes.get('/globs') ?? {}
  expect([key, value].map((range) => range && text.slice(range.start, range.end))).toEqual(['globs', '*.ts'])
})

test('a block that is too long is not read', () => {
  const text = '---\nglobs: *.ts\n---\n'
  expect(readFrontMatter(text, lineStarts(text), 5, 'raw')).toMatchObject({
    frontMatter: null,
    problems: [{ rule: 'size-limit' }],
  })
})

test('only the ending says which form it is', () => {
  expect(['a/b.mdc', 'a/b.md', 'mdc'].map(frontMatterForm)).toEqual(['raw', 'yaml', 'yaml'])
})

describe('a rule loads always', () => {
  test.each([
    [null, true],
    [{}, true],
    [{ alwaysApply: 'true', globs: '*.ts' }, true],
    [{ alwaysApply: true }, true],
    [{ alwaysApply: 'false' }, false],
    [{ alwaysApply: false, globs: '' }, false],
    [{ alwaysApply: '', globs: '*.ts' }, false],
    [{ globs: ['*.ts'] }, false],
    [{ globs: [] }, true],
    [{ globs: '[ ]' }, true],
    [{ globs: null }, true],
  ])('%j: %s', (fields, expected) => {
    expect(loadsAlways(fields)).toBe(expected)
  })
})

test('a vendor that reads no strict YAML gets the lines where they are none', () => {
  const loose = (text: string) => readFrontMatter(text, lineStarts(text), 65_536, 'loose')
  expect(loose('---\nglobs: [a, b]\nalwaysApply: true\n---\n').frontMatter?.fields).toEqual({
    globs: ['a', 'b'],
    alwaysApply: true,
  })
  expect(loose('---\nglobs: **/*.ts\nalwaysApply: true\n---\n')).toMatchObject({
    frontMatter: { fields: { globs: '**/*.ts', alwaysApply: 'true' } },
    problems: [],
  })
})
