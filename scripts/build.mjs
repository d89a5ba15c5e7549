// Bundles the command (CommonJS, which starts fastest), the parsing half of it that a warm check never loads,
// the parse worker, and the library (ES module, packages left outside).
// usage: node scripts/build.mjs [--quiet]
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'esbuild'

const { version } = createRequire(import.meta.url)('../package.json')

/** Dynamic imports that become files of their own beside the command. */
const LAZY = ['document-stage', 'code-frame', 'explain', 'porcelain', 'settings-file']

const lazyFiles = {
  name: 'lazy-files',
  setup(builder) {
    builder.onResolve({ filter: /^\.{1,2}\// }, ({ path, kind }) => {
      const name = path.replace(/^.*\//, '').replace(/\.ts$/, '')
      return kind === 'dynamic-import' && LAZY.includes(name)
        ? { path: `./${name}.cjs`, external: true }
        : undefined
    })
  },
}

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
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [lazyFiles],
  define: { 'import.meta.url': 'importMetaUrl', MEMKEEP_VERSION: JSON.stringify(version) },
  banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
}

rmSync('dist', { recursive: true, force: true })
await Promise.all([
  build({
    ...command,
    entryPoints: {
      memkeep: 'src/bin.ts',
      'document-stage': 'src/run/document-stage.ts',
      'parse-worker': 'src/run/parse-worker.ts',
      'code-frame': 'src/reporters/code-frame.ts',
      explain: 'src/cli/explain.ts',
      porcelain: 'src/git/porcelain.ts',
      'settings-file': 'src/run/settings-file.ts',
    },
  }),
  build({
    ...shared,
    format: 'esm',
    packages: 'external',
    entryPoints: { index: 'src/index.ts' },
    outdir: 'dist',
    define: { MEMKEEP_VERSION: JSON.stringify(version) },
  }),
])
if (!process.argv.includes('--quiet')) process.stdout.write('built dist/\n')
