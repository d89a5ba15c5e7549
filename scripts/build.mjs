// Bundles the command and the library (CommonJS, which starts fastest), in files for what is needed first and what is needed
// later (`bundles.mjs`), and the GitHub Action, which is its own entry with copies of those files.
// usage: node scripts/build.mjs [--quiet] [--clean] [--uncompiled]
// `--uncompiled` leaves out what V8 keeps: the command does the same, and starts later.

import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { build, transform } from 'esbuild'
import {
  ALONE,
  CHUNKS,
  COMMIT,
  COMMIT_CHUNKS,
  IN_ACTION,
  layoutBundle,
  ON_CALL,
  PACKAGES,
  packageBundle,
  SHARING,
  toolsBundle,
} from './bundles.mjs'
import { keepCompiled } from './keep-compiled.mjs'
import { lazyLayouts } from './lazy-layouts.mjs'
import { lazyModules, lazyPackages, separateStemmers } from './lazy-modules.mjs'
import { notices } from './notices.mjs'
import { loadedOnCall, onCallEntries } from './on-call.mjs'
import { buildSharing } from './shared-chunks.mjs'
import { spareProtocol } from './spare-protocol.mjs'

const { version, repository } = createRequire(import.meta.url)('../package.json')

/**
 * No file of ours has effects when it is imported, so unused files are left out of a bundle, also where the bundler cannot
 * know that of a call at the top of a file. What is imported later has a bundle: where several have the same file, the one in
 * `own`, which shares its chunks with the bundle that asks.
 */
const lazyFiles = (own) => ({
  name: 'lazy-files',
  setup(builder) {
    const bundles = [COMMIT, ALONE, SHARING, own].flatMap(Object.entries)
    const later = new Map(bundles.map(([name, path]) => [resolve(path), `./${name}.cjs`]))
    builder.onResolve({ filter: /^(?:\.{0,2}\/.*\.ts|ky)$/ }, ({ path, kind, resolveDir }) => {
      const full = path === 'ky' ? resolve(ALONE.ky) : resolve(resolveDir, path)
      if (kind !== 'dynamic-import') return path === 'ky' ? undefined : { path: full, sideEffects: false }
      const bundle = later.get(full)
      return bundle
        ? { path: bundle, external: true }
        : { errors: [{ text: `${path} is imported later, and has no bundle in scripts/bundles.mjs` }] }
    })
  },
})

/**
 * V8 reads ASCII twice as fast as a source with one character beyond it. The bundler leaves those in regular expressions,
 * where an escape is the same.
 */
function toAscii(text) {
  return text.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
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

function pluginsOf(family) {
  const bundleOf = (id, part) => `./${part === 'layout' ? layoutBundle(family)(id) : toolsBundle(id)}.cjs`
  const own = family === 'commit' ? COMMIT : SHARING
  const onCall = loadedOnCall(ON_CALL, '.', (name) => `./${name}.cjs`)
  return [
    lazyPackages(PACKAGES, packageBundle),
    lazyLayouts(bundleOf),
    onCall,
    lazyFiles(own),
    lazyModules,
    separateStemmers,
    spareProtocol,
  ]
}

const options = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
  legalComments: 'none',
  // Its other form requires files by names that no bundler can resolve.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  minifySyntax: true,
  plugins: pluginsOf('layout'),
  // `require` of a file loaded later does not start Node's ES module loader, which costs more than the file.
  supported: { 'dynamic-import': false },
  define: {
    MEMKEEP_VERSION: JSON.stringify(version),
    MEMKEEP_IS_PUBLISHED: JSON.stringify(repository !== undefined),
    MEMKEEP_BUILD: JSON.stringify(buildId()),
    'import.meta.url': 'importMetaUrl',
  },
}
const META_URL = 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;\n'

/** Shortens names inside functions. Those at the top of a bundle stay, as the bundle is no module: stacks show them. */
async function minified(text) {
  const { code } = await transform(text, { minify: true, target: options.target, legalComments: 'none' })
  return toAscii(code)
}

const packageEntries = Object.fromEntries(
  Object.entries(PACKAGES).map(([name, path]) => [packageBundle(name), path]),
)

/** Every bundle and chunk by name, and the bundler's metafile of all. */
async function bundleAll() {
  const [alone, shared, commit] = await Promise.all([
    build({
      ...options,
      format: 'cjs',
      entryPoints: { ...ALONE, ...packageEntries, ...onCallEntries(ON_CALL) },
      outdir: 'dist',
      write: false,
      metafile: true,
    }),
    buildSharing({ entries: SHARING, chunks: CHUNKS, options }),
    buildSharing({
      entries: COMMIT,
      chunks: COMMIT_CHUNKS,
      options: { ...options, plugins: pluginsOf('commit') },
    }),
  ])
  const texts = alone.outputFiles.map(({ path, text }) => [basename(path, '.js'), text])
  const all = [...texts, ...Object.entries({ ...shared.texts, ...commit.texts })].map(
    async ([name, text]) => [name, await minified(/\bimportMetaUrl\b/.test(text) ? META_URL + text : text)],
  )
  const outputs = {
    ...cjsNames(alone.metafile.outputs),
    ...shared.metafile.outputs,
    ...commit.metafile.outputs,
  }
  return {
    texts: new Map(await Promise.all(all)),
    metafile: {
      inputs: { ...alone.metafile.inputs, ...shared.metafile.inputs, ...commit.metafile.inputs },
      outputs,
    },
  }
}

function cjsNames(outputs) {
  return Object.fromEntries(
    Object.entries(outputs).map(([path, one]) => [path.replace(/\.js$/, '.cjs'), one]),
  )
}

/** A door for `import`: the names of a CommonJS file, each exported. */
function esModule(name, exports) {
  const names = exports.filter((one) => one !== 'default').sort()
  const named = names.length === 0 ? '' : `export const { ${names.join(', ')} } = all\n`
  const other = exports.includes('default') ? 'export default all.default\n' : ''
  return `import all from './${name}.cjs'\n${named}${other}`
}

/** The GitHub Action: its entry, and next to it all that it loads later. Nothing is installed where it runs. */
function writeAction({ texts, metafile }) {
  const folder = '.github/actions/check/dist'
  if (process.argv.includes('--clean')) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const names = new Set(['action', ...IN_ACTION])
  for (const name of names) {
    for (const [, chunk] of texts.get(name).matchAll(/\brequire\("\.\/([\w-]+)\.cjs"\)/g)) {
      if (CHUNKS.some(([one]) => one === chunk)) names.add(chunk)
    }
    writeFileSync(join(folder, `${name === 'action' ? 'index' : name}.cjs`), texts.get(name))
  }
  const inputs = [...names].flatMap((name) => Object.keys(metafile.outputs[`dist/${name}.cjs`].inputs))
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), notices(inputs))
}

// Tests and other processes may be running from dist/: files are replaced, and the folder is emptied only on request.
if (process.argv.includes('--clean')) rmSync('dist', { recursive: true, force: true })
// V8 identifies a source by its length alone: code compiled from another source must be removed first.
for (const name of existsSync('dist') ? readdirSync('dist') : []) {
  if (name.endsWith('.compiled') || name === 'compiled-here') rmSync(join('dist', name), { recursive: true })
}
const bundled = await bundleAll()
const { outputs } = bundled.metafile
mkdirSync('dist', { recursive: true })
for (const [name, text] of bundled.texts) {
  if (name !== 'action') writeFileSync(join('dist', `${name}.cjs`), text)
}
writeFileSync('dist/index.js', esModule('library', outputs['dist/library.cjs'].exports))
writeFileSync('dist/remark.js', esModule('remark', outputs['dist/remark.cjs'].exports))
copyFileSync('scripts/loader.cjs', 'dist/memkeep.cjs')
chmodSync('dist/memkeep.cjs', 0o755)
if (!process.argv.includes('--uncompiled')) {
  await keepCompiled()
  writeFileSync('dist/compiled-by', process.version)
}
// What the bundles consist of, for `npm run bench -- startup`.
mkdirSync('node_modules/.cache', { recursive: true })
writeFileSync('node_modules/.cache/memkeep-bundles.json', JSON.stringify(bundled.metafile))
const { 'dist/action.cjs': _, ...inPackage } = outputs
writeFileSync(
  'dist/THIRD-PARTY.txt',
  notices(Object.values(inPackage).flatMap(({ inputs }) => Object.keys(inputs))),
)
writeAction(bundled)
if (!process.argv.includes('--quiet')) process.stdout.write('built dist/\n')
