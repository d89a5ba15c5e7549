import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { applyEdits, lineStarts } from '../../src/core/text.ts'
import {
  addFields,
  changeFields,
  type FrontMatterChange,
  type FrontMatterField,
} from '../../src/formats/edit-front-matter.ts'
import { readFrontMatter } from '../../src/formats/front-matter.ts'
import { anyCharacter } from '../helpers/any-character.ts'
import { runs } from '../helpers/runs.ts'

const read = (text: string) => readFrontMatter(text, lineStarts(text), 65_536)

const FIELDS = [
  { key: 'name', value: 'Pay back' },
  { key: 'created', value: '2026-02-08' },
  { key: 'tags', value: ['shop', 'a b'] },
]
const LINES = 'name: Pay back\ncreated: 2026-02-08\ntags: [shop, a b]\n'

function edited(text: string, fields: readonly FrontMatterField[] = FIELDS): string {
  const found = addFields(text, fields)
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
    expect(addFields(result, FIELDS)).toEqual({ edits: [] })
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
    expect(addFields(result, FIELDS)).toEqual({ edits: [] })
  })

  test('has nothing to gain: no edit', () => {
    expect(addFields(`---\n${LINES}---\nT`, FIELDS)).toEqual({ edits: [] })
    expect(addFields('T', [])).toEqual({ edits: [] })
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
    expect(addFields(text, FIELDS)).toEqual({ line, refused: expect.stringMatching(refused) })
  })

  test('a block that would grow past what is read', () => {
    const text = `---\na: ${'x'.repeat(65_500)}\n---\n`
    expect(addFields(text, FIELDS)).toMatchObject({ refused: expect.stringContaining('safely') })
  })
})

const PIECES =
  '---|--- |---js|\n|\r\n|\r|name: x|name:|tags: [|]|a:| b|- c|# T|<!--|-->|\ufeff|"|>|\t|`|🎉|*|{a: 1}|...|? k|: v'
const piece = fc.constantFrom(...PIECES.split('|'), '|')
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
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
        const found = addFields(text, fields)
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
        expect(addFields(result, fieldsAgain)).toEqual({ edits: [] })
      }),
      { numRuns: runs(1000, 100) },
    )
    expect(done).toBeGreaterThan(runs(1000, 100) / 4)
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
      { numRuns: runs(1000, 100) },
    )
  })
})

function changed(text: string, changes: readonly FrontMatterChange[]): string {
  const found = changeFields(text, changes)
  if ('refused' in found) throw new Error(`${found.line}: ${found.refused}`)
  return applyEdits(text, found.edits)
}

const DONE = [{ key: 'status', value: 'done' }]
const TAGS = [{ key: 'tags', value: ['x', 'y z'] }]
const GONE = [{ key: 'status', value: null }]

describe('a field that has a value', () => {
  test.each<readonly [string, readonly FrontMatterChange[], string, string]>([
    ['gets another', DONE, 'a: 1\nstatus: todo\nb: 2', 'a: 1\nstatus: done\nb: 2'],
    ['keeps the comment on its line', DONE, 'status: todo # why', 'status: done # why'],
    ['in single quotes', DONE, "status: 'to''do' # c", 'status: done # c'],
    ['in double quotes', DONE, 'status: "to\\"do"', 'status: done'],
    ['below its key', DONE, 'status:\n  todo\nb: 2', 'status:\n  done\nb: 2'],
    ['of several lines', DONE, 'status: to\n  do\nb: 2', 'status: done\nb: 2'],
    ['as a block', DONE, 'status: |\n  to\n\n  do\nb: 2', 'status: done\nb: 2'],
    ['with a quoted key', DONE, '"status": todo', '"status": done'],
    ['that says nothing', DONE, 'status: # c\nb: 2', 'status: done # c\nb: 2'],
    ['that is null', DONE, 'status: ~ # c\nb: 2', 'status: done # c\nb: 2'],
    ['in braces', DONE, '{ a: 1, status: todo, b: [2] }', '{ a: 1, status: "done", b: [2] }'],
    ['a list on a line', TAGS, 'tags: [a,  b] # c', 'tags: [x, y z] # c'],
    ['a list of lines', TAGS, 'a: 1\ntags: # c\n  - a\n  - b\nb: 2', 'a: 1\ntags: [x, y z] # c\nb: 2'],
    ['a list without indent', TAGS, 'tags:\n- a\n- b', 'tags: [x, y z]'],
    ['a list below a comment', TAGS, 'tags:\n  # c\n  - a\nb: 1', 'tags: [x, y z]\n  # c\nb: 1'],
    ['a list that was a text', TAGS, 'tags: a, b', 'tags: [x, y z]'],
    ['a number', [{ key: 'n', value: 0.25 }], 'n: 1 # c', 'n: 0.25 # c'],
    ['is added', DONE, 'a: 1 # c', 'a: 1 # c\nstatus: done'],
    ['is taken out', GONE, 'a: 1\nstatus: todo\nb: 2', 'a: 1\nb: 2'],
    ['of several lines is taken out', GONE, 'a: 1\nstatus:\n  - x\n  - y\n# c\nb: 2', 'a: 1\n# c\nb: 2'],
    ['without a value is taken out', GONE, 'status:\na: 1', 'a: 1'],
    ['alone is taken out', GONE, 'status: todo', ''],
    ['that is not there is not taken out', GONE, 'a: 1', 'a: 1'],
    [
      'and another',
      [...DONE, ...TAGS, { key: 'a', value: null }],
      'a: 1\nstatus: x',
      'status: done\ntags: [x, y z]',
    ],
  ])('%s', (_, changes, before, after) => {
    for (const end of ['\n', '\r\n']) {
      const [text, result] = [before, after].map((yaml) => {
        const lines = ['---', ...(yaml === '' ? [] : [yaml]), '---', '', 'status: body', ''].join('\n')
        return lines.replaceAll('\n', end)
      }) as [string, string]
      expect(changed(text, changes)).toBe(result)
      expect(changeFields(result, changes)).toEqual({ edits: [] })
    }
  })

  test.each<readonly [string, readonly FrontMatterChange[], string, RegExp]>([
    ['a comment among its items', TAGS, 'tags:\n  - a # why\n  - b', /`tags`.* comment that would be lost/],
    ['a comment below its items', TAGS, 'tags:\n  - a\n  # why\n  - b', /comment that would be lost/],
    ['a comment in its block header', DONE, 'status: | # why\n  todo', /comment that would be lost/],
    ['a comment on the line that goes', GONE, 'a: 1\nstatus: todo # why', /comment that would be lost/],
    ['no line of its own to go', GONE, '{ a: 1, status: todo }', /on its own line/],
    ['no line of its own to come', DONE, '{ a: 1 }', /on its own line/],
    ['a key of the complex form', GONE, '? status\n: todo', /by hand|own line/],
  ])('is left where there is %s', (_, changes, yaml, refused) => {
    expect(changeFields(`---\n${yaml}\n---\nT`, changes)).toEqual({
      line: expect.any(Number),
      refused: expect.stringMatching(refused),
    })
  })

  test('is left where there is no front matter, or it cannot be read', () => {
    expect(changeFields('T', DONE)).toMatchObject({
      refused: expect.stringContaining('no front matter'),
    })
    expect(changeFields('---\na: *x\n---\n', DONE)).toHaveProperty('refused')
  })
})

/** A field as people write it: its value, and the lines that say it. */
type Written = { readonly value: unknown; readonly lines: readonly string[] }

const aWord = fc.constantFrom('todo', 'in_progress', 'open air', 'x1', 'é')
const aScalar: fc.Arbitrary<(key: string) => Written> = fc
  .tuple(aWord, fc.constantFrom('plain', 'single', 'double', 'below', 'block', 'folded'), fc.boolean())
  .map(([value, style, isRemarked]) => (key) => {
    const remark = isRemarked ? ' # remark' : ''
    switch (style) {
      case 'single':
        return { value, lines: [`${key}: '${value}'${remark}`] }
      case 'double':
        return { value, lines: [`${key}:   "${value}"${remark}`] }
      case 'below':
        return { value, lines: [`${key}:${remark}`, `    ${value}`] }
      case 'block':
        return { value: `${value}\n`, lines: [`${key}: |${remark}`, `  ${value}`] }
      case 'folded':
        return { value, lines: [`${key}: >-${remark}`, `  ${value}`] }
      default:
        return { value, lines: [`${key}: ${value}${remark}`] }
    }
  })
const aList: fc.Arbitrary<(key: string) => Written> = fc
  .tuple(fc.array(aWord, { minLength: 1, maxLength: 3 }), fc.constantFrom('flow', '  ', ''), fc.boolean())
  .map(([value, style, isRemarked]) => (key) => {
    const remark = isRemarked ? ' # remark' : ''
    if (style === 'flow') return { value, lines: [`${key}: [${value.join(',  ')}]${remark}`] }
    return { value, lines: [`${key}:${remark}`, ...value.map((one) => `${style}- ${one}`)] }
  })
const aBlock = fc
  .record({
    fields: fc.array(fc.oneof(aScalar, aList), { minLength: 1, maxLength: 4 }),
    isQuoted: fc.boolean(),
    end: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\ufeff'),
    between: fc.constantFrom('', '# a comment', ' '),
    body: fc.constantFrom('T', '\nT\n', '---\n\nstatus: x\n', ''),
  })
  .map(({ fields, isQuoted, end, mark, between, body }) => {
    const written = fields.map((field, i) => field(isQuoted ? `"k${i}"` : `k${i}`))
    return { written, end, mark, between, body }
  })
const aChange = fc.record({
  key: fc.constantFrom('k0', 'k1', 'k9'),
  value: fc.oneof(
    anyValue,
    fc.double({ noNaN: true, noDefaultInfinity: true, min: 0.1, max: 9 }),
    fc.array(anyValue, { maxLength: 3 }),
    fc.constant(null),
  ),
})

describe('any way to write a field', () => {
  test('only its own lines change, and it reads back as what was asked for', () => {
    let done = 0
    fc.assert(
      fc.property(aBlock, aChange, ({ written, end, mark, between, body }, change) => {
        const own = (lines: readonly (readonly string[])[]): string[] =>
          lines.flatMap((one) => [...one, ...(between === '' ? [] : [between])])
        const textWith = (lines: readonly (readonly string[])[]): string =>
          `${mark}${['---', ...own(lines), '---', ''].join(end)}${body}`
        const text = textWith(written.map(({ lines }) => lines))
        const before = read(text).frontMatter
        expect(before?.fields).toEqual(Object.fromEntries(written.map(({ value }, i) => [`k${i}`, value])))
        const found = changeFields(text, [change])
        if ('refused' in found) {
          expect(found.refused).not.toBe('')
          return
        }
        done += 1
        const result = applyEdits(text, found.edits)
        const after = read(result)
        const wanted: { [key: string]: unknown } = { ...before?.fields, [change.key]: change.value }
        if (change.value === null) delete wanted[change.key]
        expect(after.frontMatter?.fields).toEqual(wanted)
        expect(result.slice(after.bodyStart)).toBe(body)
        // Every line of the other fields is there, in its order, to the last byte.
        const others = own(written.flatMap(({ lines }, i) => (`k${i}` === change.key ? [] : [lines])))
        const left = result.split(end)
        for (const line of others) {
          const at = left.indexOf(line)
          expect(at).toBeGreaterThanOrEqual(0)
          left.splice(0, at + 1)
        }
        const remarks = (one: string): readonly string[] =>
          (read(one).frontMatter?.comments ?? []).map((range) => one.slice(range.start, range.end))
        expect(remarks(result)).toEqual(remarks(text))
      }),
      { numRuns: runs(3000, 200) },
    )
    expect(done).toBeGreaterThan(runs(3000, 200) / 2)
  })
})
