import { expect, test } from 'vitest'
import type { Json } from '../../src/core/json.ts'
import { closedObject, list, NOTHING, text } from '../../src/core/schema.ts'
import { checkArguments } from '../../src/operations/check-arguments.ts'
import { operationNamed } from '../../src/operations/registry.ts'

const face = {
  ...operationNamed('write_fact').operation,
  name: 'note',
  input: closedObject(['title'], {
    title: text(undefined, { maxLength: 10 }),
    short: text(undefined, { maxLength: 3 }),
    names: list(text(undefined, { maxLength: 5 }), undefined, { maxItems: 2 }),
    tags: {
      anyOf: [list(text(undefined, { maxLength: 5 }), undefined, { maxItems: 2 }), NOTHING],
      'x-form': 'a list of at most 2 short words, or nothing',
    },
    source: {
      anyOf: [text(undefined, { maxLength: 10 }), NOTHING],
      'x-form': 'a text of at most 10 characters, or nothing',
    },
  }),
}

const FIX = 'Fix that, then call the tool again.'

/** Some agents show their model no bounds: the refusal alone says them. */
test.each<[string, { readonly [name: string]: Json }, string]>([
  ['a text', { title: 'x'.repeat(500) }, 'title: The text has 500 characters, and at most 10 are allowed'],
  [
    'a short text',
    { title: 'x', short: 'four' },
    'short: The text has 4 characters, and at most 3 are allowed',
  ],
  [
    'characters of two units',
    { title: '😀'.repeat(11) },
    'title: The text has 11 characters, and at most 10 are allowed',
  ],
  [
    'a list',
    { title: 'x', names: ['a', 'b', 'c'] },
    'names: The list has 3 items, and at most 2 are allowed',
  ],
  [
    'an item of a list that may be null',
    { title: 'x', tags: ['good', 'x'.repeat(300)] },
    'tags.1: The text has 300 characters, and at most 5 are allowed',
  ],
  [
    'a list that may be null',
    { title: 'x', tags: ['a', 'b', 'c'] },
    'tags: The list has 3 items, and at most 2 are allowed',
  ],
  [
    'a text that may be null',
    { title: 'x', source: 'x'.repeat(40) },
    'source: The text has 40 characters, and at most 10 are allowed',
  ],
  [
    'several',
    { title: 'x'.repeat(11), source: 'x'.repeat(40) },
    'source: The text has 40 characters, and at most 10 are allowed; title: The text has 11 characters, and at most 10 are allowed',
  ],
  [
    'more than any call may hold',
    { title: 'x'.repeat(2_000_000), source: 'x' },
    'title: The text has 2000000 characters, and at most 10 are allowed',
  ],
])('the refusal of %s that is too long says its length and the limit', (_, args, refusal) => {
  expect(checkArguments(args, face)).toEqual({ refusal, help: FIX, failure: 'use' })
})

test('what is wrong otherwise is said as before', () => {
  expect(checkArguments({ title: 'x', tags: 3 }, face)).toMatchObject({
    refusal: 'tags: The value is 3, it should be a list of at most 2 short words, or nothing',
  })
  expect(checkArguments({ title: 'x', other: 'x'.repeat(2_000_000) }, face)).toMatchObject({
    refusal: 'The arguments have 2000024 characters, and at most 1048576 are allowed',
  })
})

/** A format that escapes them would let them pass. */
test.each(['\0', '\u0007', '\u001b', '\u007f', '\u0085'])(
  'a control character is refused in every text: %j',
  (control) => {
    const hex = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    expect(checkArguments({ title: 'x', names: ['a', `b\nc${control}`] }, face)).toEqual({
      refusal: expect.stringMatching(`^Hidden text: U\\+${hex} .* in names\\.1, line 2, column 2$`),
      help: 'Delete it, or write what it means in visible characters.',
    })
  },
)

test('line ends and tabs are no control characters that are refused', () => {
  const args = { title: 'a\tb\r\nc\nd' }
  expect(checkArguments(args, face)).toEqual({ args })
})
