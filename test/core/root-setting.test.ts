import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, rootSetting } from '../../src/core/settings.ts'

const { schema, read } = rootSetting('fieldNotes', { description: 'Where.', holds: 'Notes.', value: 'notes' })

test.each([
  ['nothing is set', {}, 'notes'],
  ['another layout is moved', { other: { root: 'elsewhere' } }, 'notes'],
  ['it is moved', { fieldNotes: { root: 'my notes' } }, 'my notes'],
])('the directory where %s', (_, options, expected) => {
  expect(read({ ...DEFAULT_SETTINGS, options })).toBe(expected)
})

test('the schema has one key, knows no other property, and says the default that is read', () => {
  expect(schema).toMatchObject({
    fieldNotes: { additionalProperties: false, properties: { root: { type: 'string', default: 'notes' } } },
  })
})
