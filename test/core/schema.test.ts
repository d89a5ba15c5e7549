import { expect, test } from 'vitest'
import { defineOperation } from '../../src/core/operation.ts'
import {
  anyObject,
  anyOf,
  choice,
  closedObject,
  count,
  flag,
  integer,
  list,
  literal,
  map,
  NOTHING,
  number,
  openObject,
  orNull,
  text,
  typed,
  type ValueOf,
} from '../../src/core/schema.ts'

/** Whether two types are one: it compiles only where the answer is the right one. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

function sameTypes<A, B>(same: Same<A, B>): boolean {
  return same
}

const note = typed(
  'Note',
  closedObject(
    ['title', 'kind'],
    {
      title: text('Its title.', { minLength: 1, maxLength: 100 }),
      kind: choice(['fact', 'plan'], 'What it is.', { 'x-synonyms': { todo: 'plan' } }),
      tags: list(text(), 'Words to filter by.', { maxItems: 20, 'x-flag': { commas: false } }),
      sure: number('How sure it is.', { minimum: 0, maximum: 1 }),
      line: integer('Where it is.', { minimum: 1 }),
      done: flag('Whether it is over.', { default: false }),
    },
    'One note.',
  ),
)

test('a schema is plain JSON Schema', () => {
  expect(note).toEqual({
    'x-type': 'Note',
    type: 'object',
    description: 'One note.',
    additionalProperties: false,
    required: ['title', 'kind'],
    properties: {
      title: { type: 'string', description: 'Its title.', minLength: 1, maxLength: 100 },
      kind: {
        type: 'string',
        description: 'What it is.',
        enum: ['fact', 'plan'],
        'x-synonyms': { todo: 'plan' },
      },
      tags: {
        type: 'array',
        description: 'Words to filter by.',
        items: { type: 'string' },
        maxItems: 20,
        'x-flag': { commas: false },
      },
      sure: { type: 'number', description: 'How sure it is.', minimum: 0, maximum: 1 },
      line: { type: 'integer', description: 'Where it is.', minimum: 1 },
      done: { type: 'boolean', description: 'Whether it is over.', default: false },
    },
  })
  expect(openObject([], { id: text() }, 'A row.')).toEqual({
    type: 'object',
    description: 'A row.',
    properties: { id: { type: 'string' } },
  })
  expect([map(count()), anyObject(), literal(1), NOTHING]).toEqual([
    { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
    { type: 'object' },
    { const: 1 },
    { type: 'null' },
  ])
})

test('null is allowed by the type, and by the words where there are some', () => {
  expect(orNull(text('Its name.'))).toEqual({ type: ['string', 'null'], description: 'Its name.' })
  expect(orNull(choice(['a']))).toEqual({ type: ['string', 'null'], enum: ['a', null] })
  expect(anyOf([text(), NOTHING], 'Its name.', { default: null })).toEqual({
    anyOf: [{ type: 'string' }, { type: 'null' }],
    description: 'Its name.',
    default: null,
  })
})

test('the type of a value is that of its schema', () => {
  type Note = {
    readonly title: string
    readonly kind: 'fact' | 'plan'
    readonly tags?: readonly string[]
    readonly sure?: number
    readonly line?: number
    readonly done?: boolean
  }
  const row = openObject(['id'], { id: orNull(text()), notes: list(note), counts: map(integer()) })
  type Row = {
    readonly id: string | null
    readonly notes?: readonly Note[]
    readonly counts?: { readonly [name: string]: number }
  }
  const either = anyOf([choice(['a', 'b']), list(literal(1)), NOTHING])
  expect([
    sameTypes<ValueOf<typeof note>, Note>(true),
    sameTypes<ValueOf<typeof row>, Row>(true),
    sameTypes<ValueOf<typeof either>, 'a' | 'b' | readonly 1[] | null>(true),
    sameTypes<ValueOf<typeof either>, 'a' | null>(false),
  ]).toEqual([true, true, true, false])
})

test('what is required is a property', () => {
  // @ts-expect-error: there is no property of that name
  expect(closedObject(['name'], { title: text() })).toHaveProperty('required')
})

test('an operation is given what its input says, and answers what its output says', () => {
  const face = { name: 'a_b', title: 'A', description: 'A.', input: note }
  const hints = { readOnly: true, destructive: false, idempotent: true } as const
  const output = closedObject(['title'], { title: text(), tags: list(text()) })
  const whole = defineOperation({
    ...face,
    ...hints,
    output,
    wants: ({ args }) => args.tags ?? [],
    plan: ({ args: { title, tags } }) => ({ text: title, data: { title, ...(tags && { tags }) } }),
  })
  const lacking = defineOperation({
    ...face,
    ...hints,
    output,
    wants: () => [],
    // @ts-expect-error: the data has no title
    plan: () => ({ text: '', data: { tags: [] } }),
  })
  expect([whole, lacking]).toHaveLength(2)
})
