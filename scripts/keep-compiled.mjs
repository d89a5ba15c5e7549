// Runs the built command once in each typical way, so that V8 keeps what it compiles.

import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const { version } = createRequire(import.meta.url)('../package.json')

/** Text that is added to files of the example. */
const CHANGE = {
  'resources/workspaces/shop/payments/_plans/260320-gateway-failover.md': '\nOne line more.\n',
  'user/memory/workspaces/shop/decisions.md':
    '\n### [2026-06-01] One entry more\n\n**Category:** tooling\n**Tags:** cache, ci\n\nBecause of it.\n\n---\n',
}

/**
 * Lets V8 keep the code that it compiles in typical runs, so that those start fast: a check without changes, a commit of a
 * plan and an entry with its index, the calls of git around a merge, a search, and an agent's first question.
 */
export async function keepCompiled() {
  await keepCompiledIn(layoutsInUse)
  await keepCompiledIn(typicalRuns)
}

/** Every layout once: its bundles are loaded where it is in use, and those of its operations in a list of all. */
function layoutsInUse({ folder, git, memkeep }) {
  const ids = readdirSync('examples', { withFileTypes: true }).filter((one) => one.isDirectory())
  for (const { name } of ids)
    cpSync(join('examples', name), folder, { recursive: true, verbatimSymlinks: true })
  git('init', '--quiet')
  git('add', '--all', '--force')
  memkeep('hook', 'pre-commit', '--')
  git('commit', '--quiet', '--message', 'all')
  memkeep('check', '--no-cache')
  memkeep('tools', '--format', 'json')
}

async function keepCompiledIn(runs) {
  const folder = mkdtempSync(join(tmpdir(), 'memkeep-build-'))
  const env = { ...process.env, MEMKEEP_KEEP_COMPILED: '1' }
  for (const name of Object.keys(env)) if (name.startsWith('GIT_')) delete env[name]
  const run = (command, ...args) => spawnSync(command, args, { env, cwd: folder })
  const git = (...args) => run('git', '-c', 'user.name=Build', '-c', 'user.email=build@example.com', ...args)
  const memkeep = (...args) => run(process.execPath, resolve('dist/memkeep.cjs'), ...args)
  await runs({ folder, env, git, memkeep })
  rmSync(folder, { recursive: true })
}

async function typicalRuns({ folder, env, git, memkeep }) {
  cpSync('examples/workspace', folder, { recursive: true, verbatimSymlinks: true })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'all')
  memkeep('check', '--no-cache')
  memkeep('check')
  for (const [path, text] of Object.entries(CHANGE)) appendFileSync(join(folder, path), text)
  git('add', '--all')
  memkeep('hook', 'pre-commit', '--')
  git('commit', '--quiet', '--message', 'more')
  memkeep('hook', 'post-merge', '--', '0')
  const [log, sides] = ['user/memory/workspaces/devtools/decisions.md', ['base', 'ours', 'theirs']]
  for (const side of sides) cpSync(join(folder, log), join(folder, side))
  memkeep('merge-driver', ...sides, log, '7')
  memkeep('context', '--workspace', 'shop', '--topics', 'decisions')
  // The first builds the index, the second reads it.
  memkeep('find', 'currency')
  memkeep('find', 'gift card currency')
  await talk(spawn(process.execPath, [resolve('dist/memkeep.cjs'), 'mcp'], { env, cwd: folder }))
}

/** What a client of the protocol asks first. */
const QUESTIONS = [
  ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'build', version } }],
  ['tools/list', {}],
  ['tools/call', { name: 'workspace_get_context', arguments: { scope: { workspace: 'shop' } } }],
]

/** Asks a server one question after the other. Its input stays open until the end: closing it early would compile nothing. */
async function talk(server) {
  const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  for (const [id, [method, params]] of QUESTIONS.entries()) {
    send({ id, method, params })
    await answers.next()
    if (method === 'initialize') send({ method: 'notifications/initialized' })
  }
  const ended = new Promise((done) => server.once('exit', done))
  server.stdin.end()
  await ended
}
