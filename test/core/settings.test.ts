import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, readOption } from '../../src/core/settings.ts'

const settings = {
  ...DEFAULT_SETTINGS,
  options: { growth: { threshold: 20 }, list: ['a'], nothing: null, text: 'x' },
}

test('reads an option by its keys', () => {
  expect(readOption(settings, 'growth', 'threshold')).toBe(20)
  expect(readOption(settings, 'growth')).toEqual({ threshold: 20 })
  expect(readOption(settings, 'nothing')).toBe(null)
  expect(readOption(settings)).toBe(settings.options)
})

test.each([
  ['absent'],
  ['growth', 'absent'],
  ['list', '0'],
  ['nothing', 'x'],
  ['text', 'length'],
  ['absent', 'x'],
])('gives undefined for %s %s', (...keys) => {
  expect(readOption(settings, ...keys.filter((key) => typeof key === 'string'))).toBeUndefined()
})
