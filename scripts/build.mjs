// Bundles the command (CommonJS, which starts fastest), the parsing half of it that a warm check never loads,
// the parse worker, and the library with the remark plugin (ES modules, packages left outside).
// usage: node scripts/build.mjs [--quiet] [--clean] [--uncompiled]
// `--uncompiled` leaves out what V8 keeps: the command does the same, and starts later.

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { lazyModules, separateStemmers } from './lazy-modules.mjs'
import { notices } from './notices.mjs'
import { spareProtocol } from './spare-protocol.mjs'

const { version } = createRequire(import.meta.url)('../package.json')

/** Dynamic imports that become separate files next to the command. */
const LAZY = {
  judge: 'src/engine/judge.ts',
  'judge-commit': 'src/commit/judge-commit.ts',
  'other-hooks': 'src/commit/other-hooks.ts',
  'document-stage': 'src/engine/documents/document-stage.ts',
  'merge-driver': 'src/cli/merge-driver.ts',
  ci: 'src/cli/ci.ts',
  migrate: 'src/cli/migrate.ts',
  report: 'src/cli/report.ts',
  agents: 'src/cli/agents.ts',
  mcp: 'src/cli/mcp.ts',
  seldom: 'src/cli/seldom.ts',
  find: 'src/cli/find.ts',
  'search-memory': 'src/operations/search/search-memory.ts',
  rendered: 'src/cli/rendered.ts',
  'code-frame': 'src/reporters/code-frame.ts',
  'html-report': 'src/reporters/html-report.ts',
  'for-machines': 'src/cli/for-machines.ts',
  porcelain: 'src/git/porcelain.ts',
  'settings-file': 'src/engine/settings/settings-file.ts',
  'shard-facts': 'src/ci/shards/shard-facts.ts',
  'user-models': 'src/cli/user-models.ts',
}

/** Bundles that no step of the GitHub Action loads. */
const NOT_IN_ACTION = ['agents', 'mcp', 'find', 'search-memory', 'user-models']

/**
 * No file of ours has effects when it is imported, so unused files are left out of a bundle, also where the bundler cannot
 * know that of a call at the top of a file.
 */
const lazyFiles = {
  name: 'lazy-files',
  setup(builder) {
    builder.onResolve({ filter: /^\.{1,2}\// }, ({ path, kind, resolveDir }) => {
      const name = path.replace(/^.*\//, '').replace(/\.ts$/, '')
      if (kind === 'dynamic-import' && Object.hasOwn(LAZY, name)) {
        return { path: `./${name}.cjs`, external: true }
      }
      return path.endsWith('.ts') ? { path: resolve(resolveDir, path), sideEffects: false } : undefined
    })
  },
}

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
async function keepCompiled() {
  const folder = mkdtempSync(join(tmpdir(), 'memkeep-build-'))
  const env = { ...process.env, MEMKEEP_KEEP_COMPILED: '1' }
  for (const name of Object.keys(env)) if (name.startsWith('GIT_')) delete env[name]
  const run = (command, ...args) => spawnSync(command, args, { env, cwd: folder })
  const git = (...args) => run('git', '-c', 'user.name=Build', '-c', 'user.email=build@example.com', ...args)
  const memkeep = (...args) => run(process.execPath, resolve('dist/memkeep.cjs'), ...args)
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
  rmSync(folder, { recursive: true })
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

/**
 * V8 reads ASCII twice as fast as a source with one character beyond it. The bundler leaves those in regular expressions,
 * where an escape is the same.
 */
function toAscii(path) {
  const unit = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  writeFileSync(path, readFileSync(path, 'utf8').replace(/[\u0080-\uffff]/g, unit))
}

/** Names the code and the packages that read documents: facts cached by another build are never used. */
function buildId() {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  )
  for (const path of files.sort()) hash.update(`${path}\0`).update(readFileSync(join('src', path)))
  return hash.digest('hex').slice(0, 16)
}

/** The GitHub Action: its entry, and next to it all that the command loads later. Nothing is installed where it runs. */
async function buildAction() {
  const outdir = '.github/actions/check/dist'
  if (process.argv.includes('--clean')) rmSync(outdir, { recursive: true, force: true })
  const { metafile } = await build({
    ...command,
    outdir,
    metafile: true,
    entryPoints: { index: 'src/bin-action.ts' },
  })
  toAscii(join(outdir, 'index.cjs'))
  const lazy = Object.keys(LAZY).filter((name) => !NOT_IN_ACTION.includes(name))
  for (const name of ['parse-worker', 'stemmers', ...lazy]) {
    copyFileSync(join('dist', `${name}.cjs`), join(outdir, `${name}.cjs`))
  }
  const inputs = new Set([bundled, { metafile }].flatMap((one) => Object.keys(one.metafile.inputs)))
  writeFileSync(join(outdir, 'THIRD-PARTY.txt'), notices([...inputs]))
}

const define = { MEMKEEP_VERSION: JSON.stringify(version), MEMKEEP_BUILD: JSON.stringify(buildId()) }
const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
  legalComments: 'none',
}
const command = {
  ...shared,
  format: 'cjs',
  // Its other form requires files by names that no bundler can resolve.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [lazyFiles, lazyModules, separateStemmers, spareProtocol],
  // `require` of a file loaded later does not start Node's ES module loader, which costs more than the file.
  supported: { 'dynamic-import': false },
  define: { ...define, 'import.meta.url': 'importMetaUrl' },
  banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
}

// Tests and other processes may be running from dist/: files are replaced, and the folder is emptied only on request.
if (process.argv.includes('--clean')) rmSync('dist', { recursive: true, force: true })
// V8 identifies a source by its length alone: code compiled from another source must be removed first.
for (const name of existsSync('dist') ? readdirSync('dist') : []) {
  if (name.endsWith('.compiled') || name === 'compiled-here') rmSync(join('dist', name), { recursive: true })
}
const [bundled] = await Promise.all([
  build({
    ...command,
    metafile: true,
    entryPoints: {
      main: 'src/bin.ts',
      hook: 'src/bin-hook.ts',
      'mcp-main': 'src/bin-mcp.ts',
      'check-main': 'src/bin-check.ts',
      'parse-worker': 'src/engine/documents/parse-worker.ts',
      stemmers: 'node_modules/snowball-stemmers/snowball-stemmers.js',
      ...LAZY,
    },
  }),
  build({
    ...shared,
    format: 'esm',
    packages: 'external',
    minifySyntax: true,
    minifyWhitespace: true,
    entryPoints: { index: 'src/index.ts', remark: 'src/remark.ts' },
    outdir: 'dist',
    define,
  }),
])
for (const name of readdirSync('dist')) if (name.endsWith('.cjs')) toAscii(join('dist', name))
copyFileSync('scripts/loader.cjs', 'dist/memkeep.cjs')
chmodSync('dist/memkeep.cjs', 0o755)
if (!process.argv.includes('--uncompiled')) {
  await keepCompiled()
  writeFileSync('dist/compiled-by', process.version)
}
// What the bundles consist of, for `npm run bench -- startup`.
mkdirSync('node_modules/.cache', { recursive: true })
writeFileSync('node_modules/.cache/memkeep-bundles.json', JSON.stringify(bundled.metafile))
writeFileSync('dist/THIRD-PARTY.txt', notices(Object.keys(bundled.metafile.inputs)))
await buildAction()
if (!process.argv.includes('--quiet')) process.stdout.write('built dist/\n')
