import { expect, test } from 'vitest'
import { hideKeys, shortLine } from '../../src/models/provider.ts'

const KEY = 'a+b/c"d\\e f-0123456789'

test.each([
  KEY,
  JSON.stringify(KEY).slice(1, -1),
  JSON.stringify(JSON.stringify(KEY)).slice(3, -3),
  encodeURIComponent(KEY),
  KEY.replace('+', '\\u002b').replaceAll('/', '\\/'),
])('a key is hidden as it is spelt: %s', (spelt) => {
  expect(hideKeys(`x ${spelt} y`, [KEY])).toBe('x [key] y')
})

test('a text without the key stays', () => {
  for (const text of ['', 'a+b/c', KEY.slice(1), '\\'.repeat(50_000)])
    expect(hideKeys(text, [KEY])).toBe(text)
  expect(hideKeys('ollama', ['ollama'])).toBe('ollama')
})

test('a line is cut behind the key, and not within it', () => {
  const line = shortLine(`${'x'.repeat(190)}\n${KEY}${'y'.repeat(99)}`, [KEY])
  expect(line).toBe(`${'x'.repeat(190)} [key]yyyy`)
})

test('a long text of backslashes takes no longer than another', () => {
  const text = '\\'.repeat(2_000_000)
  const began = performance.now()
  expect(hideKeys(text, [`/${KEY}`])).toBe(text)
  expect(performance.now() - began).toBeLessThan(3000)
})
