import { expect, test } from 'vitest'
import { obeyedCommands, runnerCommands } from '../helpers/runner-commands.ts'

test.each([
  ['::error::x', ['error']],
  ['\u00a0\u0085 ::set-env name=PATH::/x', ['set-env']],
  ['\u2003\u2028\u3000::debug::x', ['debug']],
  ['fine\r::warning file=a::b', ['warning']],
  ['said ##[add-mask]x', ['add-mask']],
  ['::ERROR::x', ['ERROR']],
  ['::unknown ::x ##[group]x', ['group']],
  ['##[unknown]x ##[group]x', []],
  ['| ::error::x', []],
  ['\u200b::error::x', []],
  ['::error', []],
  ['::unknown::x', []],
  [':: error::x', []],
  ['##[error', []],
  ['##\\u005berror]x', []],
  // The names of tests are printed as well.
])('the port of the runner reads line %#', (output, commands) => {
  expect(obeyedCommands(output)).toEqual(commands)
})

test.each([
  [
    '::error file=a%2Cb%3A%25.md,line=3,col=::one%0Atwo: %25::three%3A',
    { name: 'error', properties: { file: 'a,b:%.md', line: '3' }, data: 'one\ntwo: %::three%3A' },
  ],
  ['::notice title==,col=3::x', { name: 'notice', properties: { col: '3' }, data: 'x' }],
  ['::notice  title= a b ::x', { name: 'notice', properties: { title: ' a b' }, data: 'x' }],
  ['::notice title==a=b,c::x', { name: 'notice', properties: { title: 'a=b' }, data: 'x' }],
  [
    'x ##[set-env name=a%3Bb%5D;x=%0D]y%5Dz%3A',
    { name: 'set-env', properties: { name: 'a;b]', x: '\r' }, data: 'y]z%3A' },
  ],
])('command %# is taken apart', (line, command) => {
  expect(runnerCommands(line)).toEqual([command])
})
