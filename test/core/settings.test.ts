import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, option } from '../../src/core/settings.ts'

const settings = {
  ...DEFAULT_SETTINGS,
  options: { growth: { threshold: 20 }, list: ['a'], nothing: null, text: 'x' },
}

test('reads an option by its keys', () => {
  expect(option(settings, 'growth', 'threshold')).toBe(20)
  expect(option(settings, 'growth')).toEqual({ threshold: 20 })
  expect(option(settings, 'nothing')).toBe(null)
  expect(option(settings)).toBe(settings.options)
})

test.each([
  ['absent'],
  ['growth', 'absent'],
  ['list', '0'],
  ['nothing', 'x'],
  ['text', 'length'],
  ['absent', 'x'],
])('gives undefined for %s %s', (...keys) => {
  expect(option(settings, ...keys.filter((key) => typeof key === 'string'))).toBeUndefined()
})
