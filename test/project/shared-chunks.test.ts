import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { tempFolder } from '../helpers/temp-repo.ts'

const SHARED = `
export const LONGEST = 3
export function shout(text: string): string { return text.toUpperCase() }
export function pick(at: number, all: string): string { return all[at] ?? '' }
`

const entry = (name: string): string => `
import { LONGEST, pick, shout } from './shared.ts'
export const ${name} = [
  'abcdef'.slice(0, LONGEST),
  ['a', 'b'].concat('c').slice(0, LONGEST).join(''),
  shout('loud'),
  [1].map(() => shout('x')).join(),
  pick(0, LONGEST.toString()),
]
`

test('what entries share is used in calls and as an argument as it is written', async () => {
  const dir = tempFolder()
  const file = (name: string, text: string): string => {
    writeFileSync(join(dir, name), text)
    return join(dir, name)
  }
  file('shared.ts', SHARED)
  const { buildSharing } = await import(pathToFileURL(resolve('scripts/shared-chunks.mjs')).href)
  const { texts } = await buildSharing({
    entries: { one: file('one.ts', entry('one')), two: file('two.ts', entry('two')) },
    chunks: [['both', ['one', 'two']]],
    options: { bundle: true, platform: 'node', target: 'node20.19', plugins: [] },
  })
  mkdirSync(join(dir, 'out'))
  for (const [name, text] of Object.entries(texts))
    writeFileSync(join(dir, 'out', `${name}.cjs`), String(text))
  const load = createRequire(join(dir, 'out/'))
  expect(load('./one.cjs')).toEqual({ one: ['abc', 'abc', 'LOUD', 'X', '3'] })
  expect(load('./two.cjs')).toEqual({ two: ['abc', 'abc', 'LOUD', 'X', '3'] })
})
