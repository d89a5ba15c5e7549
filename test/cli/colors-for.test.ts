import { expect, test } from 'vitest'
import { colorsFor } from '../../src/cli/command.ts'
import { fakeIo } from './fake-io.ts'

const flags = { color: true, cache: true }

test.each([
  ['a terminal', {}, {}, true, true],
  ['no terminal', {}, {}, false, false],
  ['--no-color', { color: false }, { FORCE_COLOR: '1' }, true, false],
  ['--output', { output: 'report.txt' }, { FORCE_COLOR: '1' }, true, false],
  ['NO_COLOR', {}, { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ['an empty NO_COLOR', {}, { NO_COLOR: '' }, true, true],
  ['FORCE_COLOR', {}, { FORCE_COLOR: '1' }, false, true],
  ['an empty FORCE_COLOR', {}, { FORCE_COLOR: '' }, false, true],
  ['FORCE_COLOR=0', {}, { FORCE_COLOR: '0' }, true, false],
  ['FORCE_COLOR=false', {}, { FORCE_COLOR: 'false' }, true, false],
  ['a dumb terminal', {}, { TERM: 'dumb' }, true, false],
])('%s', (_, changes, env, isTTY, expected) => {
  expect(colorsFor({ ...flags, ...changes }, fakeIo({ env, isTTY })).isColorSupported).toBe(expected)
})
