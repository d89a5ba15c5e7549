import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJsonObject, plainCopy } from '../../src/core/json.ts'

test('an object is one, with or without a prototype', () => {
  expect(isJsonObject({})).toBe(true)
  expect(isJsonObject(Object.create(null))).toBe(true)
})

test.each([null, [], 'text', 1, true, undefined])('%j is none', (value) => {
  expect(isJsonObject(value)).toBe(false)
})

const leaf = fc.constantFrom(undefined, null, NaN, -0, Infinity, 1.5, true, '', 'long enough to be a slice')
const plain = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value')),
    fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor', '1'), tie('value')),
  ),
})).value

test('a plain copy is what JSON keeps', () => {
  fc.assert(
    fc.property(plain, (value) => {
      const holder = { value }
      const copy = plainCopy(holder)
      expect(JSON.stringify(copy)).toBe(JSON.stringify(holder))
      expect(isDeepStrictEqual(copy, JSON.parse(JSON.stringify(holder)))).toBe(true)
    }),
  )
})
