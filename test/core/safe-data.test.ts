import { expect, test } from 'vitest'
import { safeData } from '../../src/core/messages.ts'

test('every text and key is escaped, and all else stays as it is', () => {
  const data = {
    'a\u202e': 'x\u200by\n',
    list: ['\u0007', 1, null, true, { deep: ['\u2028'] }],
    empty: {},
  }
  expect(safeData(data)).toEqual({
    'a\\u202e': 'x\\u200by\n',
    list: ['\\u0007', 1, null, true, { deep: ['\\u2028'] }],
    empty: {},
  })
})

test('a key that means something elsewhere is only a key', () => {
  const data = JSON.parse('{"__proto__": {"x": "\\u0007"}}')
  const safe = safeData(data)
  expect(Object.keys(safe)).toEqual(['__proto__'])
  expect(JSON.stringify(safe)).toBe('{"__proto__":{"x":"\\\\u0007"}}')
})
