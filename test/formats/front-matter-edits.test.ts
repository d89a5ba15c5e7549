import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { applyEdits, lineStarts } from '../../src/core/text.ts'
import { readFrontMatter } from '../../src/formats/front-matter.ts'
import { type FrontMatterField, frontMatterEdits } from '../../src/formats/front-matter-edits.ts'
import { runs } from '../helpers/runs.ts'

const read = (text: string) => readFrontMatter(text, lineStarts(text), 65_536)

const FIELDS = [
  { key: 'name', value: 'Pay back' },
  { key: 'created', value: '2026-02-08' },
  { key: 'tags', value: ['shop', 'a b'] },
]
const LINES = 'name: Pay back\ncreated: 2026-02-08\ntags: [shop, a b]\n'

function edited(text: string, fields: readonly FrontMatterField[] = FIELDS): string {
  const found = frontMatterEdits(text, fields)
  if ('refused' in found) throw new Error(`${found.line}: ${found.refused}`)
  return applyEdits(text, found.edits)
}

describe('a new block', () => {
  test.each([
    ['of an empty file', '', `---\n${LINES}---\n`],
    ['before text', '# T\n', `---\n${LINES}---\n\n# T\n`],
    ['before a blank line', '\n# T', `---\n${LINES}---\n\n# T`],
    ['behind a byte order mark', '\ufeff# T', `\ufeff---\n${LINES}---\n\n# T`],
    ['in a file with CRLF', '# T\r\nx\n', `---\n${LINES}---\n\n# T\n`.replaceAll('\n', '\r\n').concat('x\n')],
    ['before a comment', '<!-- c -->\n# T\n', `---\n${LINES}---\n\n<!-- c -->\n# T\n`],
    ['before a break', '---\n\nText\n\n---\n', `---\n${LINES}---\n\n---\n\nText\n\n---\n`],
    ['before breaks further down', 'T\n\n---\na: 1\n---\n', `---\n${LINES}---\n\nT\n\n---\na: 1\n---\n`],
    ['before a lone carriage return', 'T\rx', `---\n${LINES}---\n\nT\rx`],
  ])('%s', (_, text, result) => {
    expect(edited(text)).toBe(result)
    expect(frontMatterEdits(result, FIELDS)).toEqual({ edits: [] })
  })
})

describe('a block that is there', () => {
  test.each([
    ['gets what it lacks at its end', '---\ntitle: x # why\n---\nT', `---\ntitle: x # why\n${LINES}---\nT`],
    ['empty', '---\n---\nT', `---\n${LINES}---\nT`],
    ['of comments', '---\n# note\n---\n', `---\n# note\n${LINES}---\n`],
    ['without text behind it', '---\na: 1\n---', `---\na: 1\n${LINES}---`],
    [
      'keeps what it has',
      '---\nname: "n"\ntags:\n- z\n---\n',
      '---\nname: "n"\ntags:\n- z\ncreated: 2026-02-08\n---\n',
    ],
    [
      'gets values in place',
      '---\nname: # n\ncreated: ""\r\ntags: []\n---\n',
      '---\nname: Pay back # n\ncreated: 2026-02-08\r\ntags: [shop, a b]\n---\n',
    ],
    [
      'gets values for nothing said in words',
      '---\nname: ~\ncreated: null\ntags:\n---\n',
      `---\nname: Pay back\ncreated: 2026-02-08\ntags: [shop, a b]\n---\n`,
    ],
    [
      'indented as a whole',
      '---\n  a: 1\n---\n',
      '---\n  a: 1\n  name: Pay back\n  created: 2026-02-08\n  tags: [shop, a b]\n---\n',
    ],
    ['that ends in a text of lines', '---\na: |\n  x\n\n---\n', `---\na: |\n  x\n\n${LINES}---\n`],
    [
      'with CRLF',
      '---\r\na: 1\r\n---\r\nT\n',
      `---\na: 1\n${LINES}---\n`.replaceAll('\n', '\r\n').concat('T\n'),
    ],
  ])('%s', (_, text, result) => {
    expect(edited(text)).toBe(result)
    expect(frontMatterEdits(result, FIELDS)).toEqual({ edits: [] })
  })

  test('has nothing to gain: no edit', () => {
    expect(frontMatterEdits(`---\n${LINES}---\nT`, FIELDS)).toEqual({ edits: [] })
    expect(frontMatterEdits('T', [])).toEqual({ edits: [] })
  })
})

describe('refused, with the line and what to do', () => {
  test.each([
    ['a block that is not YAML', '---\nname: x\nglobs: **/*\n---\n', 3, /starts with `\*`.*quotes/],
    ['a block that is not closed', '---\nname: x\nT\n', 1, /not closed/],
    ['a late block', '# T\n\n---\na: 1\n---\n', 3, /does not start on line 1.*top/],
    ['two blocks', '---\na: 1\n---\n---\nb: 2\n---\n', 4, /second front-matter block/],
    ['a block in braces', '---\n{a: 1}\n---\n', 2, /`{…}`.*on its own line/],
    ['a list', '---\n- a\n---\n', 2, /^The front matter is a list/],
    ['a block after which YAML has ended', '---\na: 1\n...\n---\n', 1, /cannot be added safely/],
  ])('%s', (_, text, line, refused) => {
    expect(frontMatterEdits(text, FIELDS)).toEqual({ line, refused: expect.stringMatching(refused) })
  })

  test('a block that would grow past what is read', () => {
    const text = `---\na: ${'x'.repeat(65_500)}\n---\n`
    expect(frontMatterEdits(text, FIELDS)).toMatchObject({ refused: expect.stringContaining('safely') })
  })
})

const PIECES =
  '---|--- |---js|\n|\r\n|\r|name: x|name:|tags: [|]|a:| b|- c|# T|<!--|-->|\ufeff|"|>|\t|`|🎉|*|{a: 1}|...|? k|: v'
const piece = fc.constantFrom(...PIECES.split('|'), '|')
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
  fc
    .tuple(fc.array(piece, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\ufeff'))
    .map(([pieces, lineEnd, mark]) => mark + ['---', ...pieces, '---', 'T'].join(lineEnd)),
)
const anyValue = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'ay1-:#,[]{}"\'\\ \n\t%@`!&*?|>~=.eé\u0085\u2028\ufeff🎉') }),
  fc.constantFrom(
    'no',
    'NULL',
    '1.10',
    '0x1f',
    '2026-02-08',
    '12:30:45',
    '.inf',
    '~',
    '<<',
    '=',
    '1e3',
    '---',
  ),
)
const anyFields = fc
  .record({ name: anyValue, description: anyValue, tags: fc.array(anyValue, { minLength: 1, maxLength: 3 }) })
  .map((values) => Object.entries(values).map(([key, value]) => ({ key, value })))

describe('any text', () => {
  test('the body stays, every other field stays, and a second time there is nothing to do', () => {
    let done = 0
    fc.assert(
      fc.property(anyText, anyFields, (text, fields) => {
        const found = frontMatterEdits(text, fields)
        if ('refused' in found) {
          expect(found.line).toBeGreaterThan(0)
          return
        }
        done += 1
        const before = read(text)
        const result = applyEdits(text, found.edits)
        const after = read(result)
        expect(after.problems).toEqual([])
        for (const { start, end } of found.edits) {
          expect(start >= (before.frontMatter?.block.start ?? before.bodyStart)).toBe(true)
          expect(end <= before.bodyStart).toBe(true)
        }
        const body = result.slice(after.bodyStart)
        const old = text.slice(before.bodyStart)
        expect(before.frontMatter ? body : body.replace(/^\r?\n/, '')).toBe(
          before.frontMatter ? old : old.replace(/^\r?\n/, ''),
        )
        for (const [key, value] of Object.entries(before.frontMatter?.fields ?? {})) {
          if (!fields.some((field) => field.key === key))
            expect(after.frontMatter?.fields[key]).toEqual(value)
        }
        const fieldsAgain = fields.filter(({ value }) => typeof value !== 'string' || value.trim() !== '')
        expect(frontMatterEdits(result, fieldsAgain)).toEqual({ edits: [] })
      }),
      { numRuns: runs(1000, 200) },
    )
    expect(done).toBeGreaterThan(runs(1000, 200) / 4)
  })

  test('values are the same text to readers of YAML 1.1 and 1.2; a date is plain', () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        const result = edited('# T\n', fields)
        const yaml = result.slice(4, result.indexOf('\n---\n'))
        const wanted = Object.fromEntries(fields.map(({ key, value }) => [key, value]))
        expect(parse(yaml, { version: '1.2' })).toEqual(wanted)
        const timestamps = /\d{4}-\d\d-\d\d/.test(yaml)
        if (!timestamps) expect(parse(yaml, { version: '1.1' })).toEqual(wanted)
      }),
      { numRuns: runs(1000, 200) },
    )
  })
})
