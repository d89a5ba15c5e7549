import { expect, test } from 'vitest'
import { asCalled, commandName } from '../../src/core/command-name.ts'
import { quoteForShell } from '../../src/core/messages.ts'

test.each([
  ['/srv/shop/node_modules/.bin/memkeep', '/srv/shop', 'npx memkeep'],
  ['/srv/shop/node_modules/.bin/memkeep', '/srv/shop/docs', 'npx memkeep'],
  ['/srv/shop/node_modules/memkeep/dist/memkeep.cjs', '/srv/shop', 'npx memkeep'],
  ['C:\\shop\\node_modules\\memkeep\\dist\\memkeep.cjs', 'C:\\shop', 'npx memkeep'],
  ['/home/ada/.npm/_npx/1f2e/node_modules/.bin/memkeep', '/srv/shop', 'npx memkeep'],
  ['/usr/lib/node_modules/memkeep/dist/memkeep.cjs', '/srv/shop', 'memkeep'],
  ['/srv/shop/node_modules/.bin/memkeep', '/srv/shopping', 'memkeep'],
  ['/usr/local/bin/memkeep', '/srv/shop', 'memkeep'],
  ['', '/srv/shop', 'memkeep'],
])('%s in %s is called %s', (program, cwd, expected) => {
  expect(commandName(program, cwd)).toBe(expected)
})

test('only what calls a command is written in another way', () => {
  const text =
    'Run memkeep init, then `memkeep archive a.md --keep 3`. memkeep checks it; npx memkeep doctor; .git/memkeep/hooks; memkeep indexes; memkeep-baseline.json'
  expect(asCalled(text, 'npx memkeep')).toBe(
    'Run npx memkeep init, then `npx memkeep archive a.md --keep 3`. memkeep checks it; npx memkeep doctor; .git/memkeep/hooks; memkeep indexes; memkeep-baseline.json',
  )
  expect(asCalled(text)).toBe(text)
})

test('names of entries in advice stay as they are', () => {
  const title = "it's memkeep check that runs"
  const said = (name: string): string =>
    `run \`${name} archive a.md --entry ${quoteForShell(title)}\`, or write \`<!-- memkeep-removed ${title} -- reason -->\`. Then ${name} index`
  expect(asCalled(said('memkeep'), 'npx memkeep')).toBe(said('npx memkeep'))
})
