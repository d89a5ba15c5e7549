import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { oncePerRun } from '../once-per-run.ts'

/** The programs of this folder, which tests start as processes. */
const WORKERS = [
  'save-worker',
  'lock-worker',
  'agent-memory-worker',
  'atomic-worker',
  'cowork-worker',
  'tokens-worker',
  'working-worker',
] as const

/**
 * The file with which Node starts a program of this folder. All of them are one bundle of all sources and packages, made
 * once per run, and what V8 has compiled of it is kept for the processes that follow: tests start more than a hundred.
 */
export function bundledWorker(name: (typeof WORKERS)[number]): string {
  return join(oncePerRun('memkeep-workers', bundleInto), `${name}.cjs`)
}

function bundleInto(folder: string): void {
  const programs = WORKERS.map((name) => `${JSON.stringify(name)}: () => import('./${name}.ts')`)
  buildSync({
    stdin: {
      contents: `export const programs = { ${programs.join(', ')} }`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    outfile: join(folder, 'workers.cjs'),
    bundle: true,
    minifySyntax: true,
    minifyWhitespace: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    target: 'node20.19',
    logLevel: 'warning',
    define: { MEMKEEP_VERSION: '"0.0.0-source"', 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href" },
  })
  copyFileSync(join(import.meta.dirname, 'load-worker.cjs'), join(folder, 'load-worker.cjs'))
  for (const name of WORKERS)
    writeFileSync(join(folder, `${name}.cjs`), `require('./load-worker.cjs')(${JSON.stringify(name)})\n`)
}
