import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
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
  expect(commandName(program, { cwd, env: {} })).toBe(expected)
})

// The user agents and paths are those of the real managers.
test.each([
  ['npm/11.19.1 node/v20.20.2 linux x64 workspaces/false', '.bin/memkeep', 'npx memkeep'],
  ['yarn/1.22.22 npm/? node/v20.20.2 linux x64', '.bin/memkeep', 'yarn memkeep'],
  ['yarn/4.18.1 npm/? node/v20.20.2 linux x64', 'memkeep/dist/memkeep.cjs', 'yarn memkeep'],
  ['yarn/4.18.1 npm/?', '.store/memkeep-file-7ae/package/dist/memkeep.cjs', 'yarn memkeep'],
  ['pnpm/12.21.0 npm/?', '.pnpm/memkeep@0.1.0/node_modules/memkeep/dist/memkeep.cjs', 'pnpm exec memkeep'],
  ['bun/1.4.5 npm/? node/v26.3.0 linux x64', '.bin/memkeep', 'bunx memkeep'],
  ['constructor', '.bin/memkeep', 'npx memkeep'],
])('called by %s, it is called so again', (agent, below, expected) => {
  const env = { npm_config_user_agent: agent }
  expect(commandName(`/srv/shop/node_modules/${below}`, { cwd: '/srv/shop', env })).toBe(expected)
  expect(commandName('/usr/lib/node_modules/memkeep/dist/memkeep.cjs', { cwd: '/srv/shop', env })).toBe(
    'memkeep',
  )
})

test("with yarn's Plug'n'Play the package lies in a cache, outside the project", () => {
  const program =
    '/root/.yarn/berry/cache/memkeep-file-7ae7c18918-10c0.zip/node_modules/memkeep/dist/memkeep.cjs'
  expect(commandName(program, { cwd: '/srv/shop', env: {}, isPlugAndPlay: true })).toBe('yarn memkeep')
})

test('each command of the table is known in advice', () => {
  const hidden = ['hook', 'merge-driver']
  const names = COMMANDS.map(({ name }) => name).filter((name) => !hidden.includes(name))
  const unknown = names.filter((name) => asCalled(`memkeep ${name}`, 'yarn memkeep') === `memkeep ${name}`)
  expect(unknown).toEqual([])
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
