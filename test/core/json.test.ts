import { expect, test } from 'vitest'
import { isJsonObject } from '../../src/core/json.ts'

test('an object is one, with or without a prototype', () => {
  expect(isJsonObject({})).toBe(true)
  expect(isJsonObject(Object.create(null))).toBe(true)
})

test.each([null, [], 'text', 1, true, undefined])('%j is none', (value) => {
  expect(isJsonObject(value)).toBe(false)
})
