import { expect, test } from 'vitest'
import { obeyedCommands } from '../helpers/runner-commands.ts'

test.each([
  ['::error::x', ['error']],
  ['\u00a0\u0085 ::set-env name=PATH::/x', ['set-env']],
  ['fine\r::warning file=a::b', ['warning']],
  ['said ##[add-mask]x', ['add-mask']],
  ['::ERROR::x', ['ERROR']],
  ['| ::error::x', []],
  ['::error', []],
  ['::unknown::x', []],
  ['##\\u005berror]x', []],
])('the port of the runner reads %j as %j', (output, commands) => {
  expect(obeyedCommands(output)).toEqual(commands)
})
