import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCalendarDate } from '../../src/core/date.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { checkSchema } from '../../src/formats/schema.ts'
import { runs } from '../helpers/runs.ts'

const PLAN: JsonObject = {
  type: 'object',
  required: ['name', 'status', 'created'],
  properties: {
    name: { type: 'string', minLength: 1, description: 'The name of the plan, for people.' },
    status: {
      type: 'string',
      enum: ['new', 'in_progress', 'partial', 'done', 'abandoned'],
      description: 'How far the plan has come.',
    },
    created: { type: 'string', format: 'date', description: 'The day the plan was made.' },
    tags: { type: 'array', items: { type: 'string', minLength: 1 }, uniqueItems: true },
    size: { type: 'integer', minimum: 1, maximum: 9 },
    code: { type: 'string', pattern: '^[a-z]+$' },
    either: { anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'A name or a number.' },
    nested: { type: 'object', additionalProperties: false, properties: { threshold: { type: 'integer' } } },
  },
}

const GOOD: JsonObject = { name: 'x', status: 'done', created: '2026-02-08' }
const check = (more: JsonObject) => checkSchema({ ...GOOD, ...more }, PLAN)

describe('checkSchema', () => {
  test('says nothing of what fits', () => {
    expect(
      check({ tags: ['a', 'b'], size: 3, code: 'abc', either: 4, nested: { threshold: 1 }, other: true }),
    ).toEqual([])
    expect(checkSchema(Object.assign(Object.create(null), GOOD), PLAN)).toEqual([])
  })

  test.each<[string, JsonObject, string, string, string]>([
    [
      'a choice',
      { status: 'finished' },
      '/status',
      'The value is "finished", it should be one of new, in_progress, partial, done, abandoned',
      'Write one of the allowed values.',
    ],
    [
      'a misspelt choice',
      { status: 'in progress' },
      '/status',
      'The value is "in progress", it should be one of new, in_progress, partial, done, abandoned',
      'Did you mean "in_progress"?',
    ],
    [
      'a choice of another type',
      { status: 3 },
      '/status',
      'The value is 3, it should be one of new, in_progress, partial, done, abandoned',
      'Correct the value: how far the plan has come.',
    ],
    [
      'a number for text',
      { name: 1.1 },
      '/name',
      'The value is 1.1, it should be text',
      'Put the value in quotes.',
    ],
    [
      'no value',
      { name: null },
      '/name',
      'The value is nothing, it should be text',
      'Write a value after the colon, or delete the line.',
    ],
    [
      'a list for text',
      { name: ['x'] },
      '/name',
      'The value is a list, it should be text',
      'Correct the value: the name of the plan, for people.',
    ],
    [
      'empty text',
      { name: '' },
      '/name',
      'The value is empty text, it should be some text',
      'Correct the value: the name of the plan, for people.',
    ],
    [
      'text for a list',
      { tags: 'a, b' },
      '/tags',
      'The value is "a, b", it should be a list',
      'Write a list: `[one, two]`, or one `- item` a line.',
    ],
    [
      'a map in a list',
      { tags: ['a', { b: 1 }] },
      '/tags/1',
      'The value is a map, it should be text',
      'Correct the value.',
    ],
    [
      'an item twice',
      { tags: ['a', 'b', 'a'] },
      '/tags',
      'The value is a list, it should be a list without repeated items',
      'Delete the item that is there twice.',
    ],
    [
      'a day that does not exist',
      { created: '2026-02-30' },
      '/created',
      'The value is "2026-02-30", it should be a calendar date YYYY-MM-DD',
      'Write a day that exists, for example 2026-02-08.',
    ],
    ['too little', { size: 0 }, '/size', 'The value is 0, it should be at least 1', 'Correct the value.'],
    ['too much', { size: 10 }, '/size', 'The value is 10, it should be at most 9', 'Correct the value.'],
    [
      'not whole',
      { size: 1.5 },
      '/size',
      'The value is 1.5, it should be a whole number',
      'Correct the value.',
    ],
    [
      'another pattern',
      { code: 'A1' },
      '/code',
      'The value is "A1", it should be text that matches ^[a-z]+$',
      'Correct the value.',
    ],
    [
      'none of two types',
      { either: true },
      '/either',
      'The value is true, it should be a value that fits the schema',
      'Correct the value: a name or a number.',
    ],
    [
      'an unknown key',
      { nested: { treshold: 2 } },
      '/nested/treshold',
      'The key "treshold" is unknown, it should be threshold',
      'Did you mean "threshold"?',
    ],
    [
      'a wholly unknown key',
      { nested: { colour: 2 } },
      '/nested/colour',
      'The key "colour" is unknown, it should be threshold',
      'Delete the key, or correct its name.',
    ],
  ])('%s', (_, more, pointer, message, help) => {
    expect(check(more)).toMatchObject([{ pointer, message, help }])
  })

  test('a missing field is named with its meaning', () => {
    expect(checkSchema({ name: 'x' }, PLAN)).toEqual([
      {
        pointer: '',
        missing: 'created',
        message: 'Missing field "created": the day the plan was made',
        help: 'Add a line `created: YYYY-MM-DD`.',
      },
      {
        pointer: '',
        missing: 'status',
        message: 'Missing field "status": how far the plan has come',
        help: 'Add a line `status: …`, one of new, in_progress, partial, done, abandoned.',
      },
    ])
  })

  test('one problem for each bad value, sorted by pointer', () => {
    const problems = check({ status: 3, size: 'x', tags: [1, 2], name: '', nested: { b: 1, a: 1 } })
    expect(problems.map((one) => one.pointer)).toEqual([
      '/name',
      '/nested/a',
      '/nested/b',
      '/size',
      '/status',
      '/tags/0',
      '/tags/1',
    ])
    expect(problems.filter((one) => one.unknown)).toHaveLength(2)
  })

  test('the value as a whole', () => {
    expect(checkSchema(['x'], PLAN)).toMatchObject([
      {
        pointer: '',
        message:
          'The value is a list, it should be a map with the keys name, status, created, tags, size, code, either, nested',
      },
    ])
    expect(checkSchema(null, PLAN)).toMatchObject([{ pointer: '' }])
  })

  test('pointers are escaped, and odd keys are only keys', () => {
    const schema: JsonObject = {
      additionalProperties: false,
      properties: { 'a/b~c %é': { type: 'integer' } },
    }
    const value = JSON.parse('{"a/b~c %é": "x", "__proto__": 1, "toString": 2}') as Json
    expect(checkSchema(value, schema).map((one) => one.pointer)).toEqual([
      '/__proto__',
      '/a~1b~0c %é',
      '/toString',
    ])
  })

  test('a long text or an address in a message could be a secret', () => {
    const [long] = check({ status: 'x'.repeat(40) })
    expect(long?.message).toMatch(/^The value is a text of 40 characters, it should be/)
    expect(check({ status: 'db://a:b@c' })[0]?.message).not.toContain('a:b')
  })

  test('the schema is not changed, frozen or not', () => {
    const schema = JSON.parse(JSON.stringify(PLAN)) as JsonObject
    const frozen = Object.freeze({ ...schema, properties: Object.freeze(schema.properties) }) as JsonObject
    expect(checkSchema({}, frozen)).toHaveLength(3)
    expect(JSON.stringify(frozen)).toBe(JSON.stringify(PLAN))
    expect(Object.getOwnPropertyNames(frozen)).toEqual(Object.keys(PLAN))
  })

  test('a date is what the core calls a calendar date', () => {
    const part = (max: number, size: number) =>
      fc.integer({ min: 0, max }).map((n) => String(n).padStart(size, '0'))
    fc.assert(
      fc.property(part(9999, 4), part(13, 2), part(32, 2), (year, month, day) => {
        const date = `${year}-${month}-${day}`
        expect(check({ created: date }).length === 0).toBe(isCalendarDate(date))
      }),
      { numRuns: runs(1000) },
    )
  })
})

test('a word that the schema gives a meaning is named by it, however it is spaced and cased', () => {
  const schema = {
    properties: {
      status: { enum: ['in_progress', 'done'], 'x-synonyms': { on_it: 'in_progress', finished: 'done' } },
    },
  }
  const helpFor = (status: string) => checkSchema({ status }, schema).map(({ help }) => help)
  expect(helpFor('Finished')).toEqual(['Did you mean "done"?'])
  expect(helpFor('On-it')).toEqual(['Did you mean "in_progress"?'])
  expect(helpFor('toString')).toEqual(['Write one of the allowed values.'])
  expect(helpFor('dnoe')).toEqual(['Did you mean "done"?'])
})

test.each([
  [{ exclusiveMinimum: 3 }, 3, 'more than 3'],
  [{ exclusiveMaximum: 3 }, 3, 'less than 3'],
  [{ minimum: 3 }, 2, 'at least 3'],
  [{ maximum: 3 }, 4, 'at most 3'],
  [{ minLength: 3 }, 'ab', 'at least 3 characters'],
  [{ minItems: 1 }, [], 'at least one item'],
  [{ minItems: 2 }, ['a'], 'at least 2 items'],
  [{ pattern: '^a$' }, 'b', 'text that matches ^a$'],
  [{ const: 'a' }, 'b', 'a'],
  [{ type: ['string', 'null'] }, 3, 'text or nothing'],
  [{ multipleOf: 2 }, 3, 'a value that fits the schema'],
])('%j says what it expects', (schema, value, expected) => {
  const [problem] = checkSchema({ field: value }, { properties: { field: schema } })
  expect(problem?.message).toContain(`it should be ${expected}`)
  expect(problem?.help).not.toBe('')
})

test.each<[JsonObject, Json, string]>([
  [{ maxLength: 3 }, 'abcd', 'The text has 4 characters, and at most 3 are allowed'],
  [{ maxItems: 1 }, ['a', 'b'], 'The list has 2 items, and at most 1 are allowed'],
])('%j says how long the value is', (schema, value, message) => {
  expect(checkSchema({ field: value }, { properties: { field: schema } })).toMatchObject([
    { message, help: 'Shorten it.' },
  ])
})
