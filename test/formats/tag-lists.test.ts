import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Data, TagList } from '../../src/core/source.ts'
import { applyEdits, lineStarts } from '../../src/core/text.ts'
import { tagParts } from '../../src/formats/entry-labels.ts'
import { parseJson } from '../../src/formats/json/json.ts'
import { renamedTags, renameEdits, type TagRename, writtenTags } from '../../src/formats/tag-lists.ts'
import { parseYaml } from '../../src/formats/yaml/yaml.ts'
import { runs } from '../helpers/runs.ts'

const RENAME = { from: 'old', to: 'new' }

function dataOf(text: string, form: 'yaml' | 'json'): Data {
  const parse = form === 'json' ? parseJson : parseYaml
  const parsed = parse(text, { start: 0, end: text.length }, lineStarts(text))
  if ('problem' in parsed) throw new Error(parsed.problem.message)
  return parsed.data
}

function listIn(text: string, form: 'yaml' | 'json'): TagList {
  const data = dataOf(text, form)
  const { tags } = data.value as { readonly tags: readonly string[] }
  const named = tags.map((tag, i) => [`/tags/${i}`, tag] as const)
  return { form, tags: writtenTags(text, data, named), comments: data.comments }
}

function lineIn(text: string): TagList {
  return { form: 'line', tags: tagParts({ start: 0, end: text.length, text }) }
}

function renamed(text: string, list: TagList, rename: TagRename = RENAME): string | null {
  const edits = renameEdits(text, list, rename)
  return edits && applyEdits(text, edits)
}

describe('a YAML list', () => {
  test.each([
    ['flow', 'tags: [a, old, b]', 'tags: [a, new, b]'],
    ['flow, all of one name', 'tags: [old, old]', 'tags: [new]'],
    ['flow with quotes', `tags: ["old", 'x']`, `tags: ["new", 'x']`],
    ['single quotes', `tags: ['old']`, `tags: ['new']`],
    ['a block with a comment', 'tags:\n  - a\n  - old # why\nb: 1\n', 'tags:\n  - a\n  - new # why\nb: 1\n'],
    ['CRLF', 'tags:\r\n- old\r\n- b\r\n', 'tags:\r\n- new\r\n- b\r\n'],
    ['only whole tags', 'tags: [older, old-one, old]', 'tags: [older, old-one, new]'],
    ['flow that has the new one before', 'tags: [new, old, b]', 'tags: [new, b]'],
    ['flow that has the new one behind', 'tags: [old, b, new]', 'tags: [b, new]'],
    ['flow with the old one twice', 'tags: [old, b, old]', 'tags: [new, b]'],
    ['flow with all of them', 'tags: [old, old, new]', 'tags: [new]'],
    ['flow on several lines', 'tags: [\n  old,\n  new,\n]', 'tags: [\n  new,\n]'],
    ['a block that has the new one', 'tags:\n  - old\n  - new\nb: 1\n', 'tags:\n  - new\nb: 1\n'],
    ['a block that has it, at the end', 'tags:\r\n  - new\r\n  - old', 'tags:\r\n  - new'],
    ['a block with the old one twice', 'tags:\n  - old\n  - old\n', 'tags:\n  - new\n'],
  ])('%s', (_, text, result) => {
    expect(renamed(text, listIn(text, 'yaml'))).toBe(result)
  })

  test('quotes a name that YAML takes for something else', () => {
    const text = 'tags: [old]'
    expect(renamed(text, listIn(text, 'yaml'), { from: 'old', to: '2024' })).toBe('tags: ["2024"]')
    expect(renamed(text, listIn(text, 'yaml'), { from: 'old', to: 'c#' })).toBe('tags: [c#]')
  })

  test.each([
    ['block', 'tags:\n  - new\n  - old # why\n'],
    ['flow', 'tags: [\n  new, # a\n  old,\n]'],
  ])('a comment is not removed with a tag: %s', (_, text) => {
    expect(renamed(text, listIn(text, 'yaml'))).toBe(null)
  })
})

describe('a JSON list', () => {
  test.each([
    ['one line', '{"tags":["old","b"]}', '{"tags":["new","b"]}'],
    [
      'several lines',
      '{\r\n  "tags": [\r\n    "a",\r\n    "old"\r\n  ]\r\n}',
      '{\r\n  "tags": [\r\n    "a",\r\n    "new"\r\n  ]\r\n}',
    ],
    ['with the new one', '{"tags": ["old", "new"], "old": "old"}', '{"tags": ["new"], "old": "old"}'],
    ['an escape', '{"tags":["\\u006fld"]}', '{"tags":["new"]}'],
  ])('%s', (_, text, result) => {
    expect(renamed(text, listIn(text, 'json'))).toBe(result)
  })
})

describe('a line', () => {
  test.each([
    ['a, old , b', 'a, new , b'],
    ['old', 'new'],
    ['new,old', 'new'],
    ['old,  new', 'new'],
    ['a,,old, new', 'a,, new'],
    ['older, hold', 'older, hold'],
  ])('%j', (text, result) => {
    expect(renamed(text, lineIn(text))).toBe(result)
  })
})

const tag = fc.constantFrom('old', 'new', 'a', 'b-c', 'older')
const some = fc.array(tag, { minLength: 1, maxLength: 6 })

test('every form reads back as the renamed list, and renaming again changes nothing', () => {
  fc.assert(
    fc.property(some, fc.constantFrom('flow', 'block', 'json', 'line'), (tags, form) => {
      const wanted = renamedTags(tags, RENAME)
      if (form === 'line') {
        const text = tags.join(', ')
        const result = renamed(text, lineIn(text)) ?? ''
        expect(result.split(', ')).toEqual(wanted)
        expect(renamed(result, lineIn(result))).toBe(result)
        return
      }
      const text =
        form === 'json'
          ? JSON.stringify({ tags })
          : form === 'flow'
            ? `tags: [${tags.join(', ')}]\nb: 1\n`
            : `tags:\n${tags.map((one) => `  - ${one}\n`).join('')}b: 1\n`
      const kind = form === 'json' ? 'json' : 'yaml'
      const result = renamed(text, listIn(text, kind)) ?? ''
      expect((dataOf(result, kind).value as { tags: string[] }).tags).toEqual(wanted)
      expect(renamed(result, listIn(result, kind))).toBe(result)
    }),
    { numRuns: runs(300) },
  )
})
