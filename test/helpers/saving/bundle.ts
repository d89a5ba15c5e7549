import { join, resolve } from 'node:path'
import { build } from 'esbuild'

/** A program of this folder. */
type Worker =
  | 'save-worker'
  | 'lock-worker'
  | 'agent-memory-worker'
  | 'atomic-worker'
  | 'cowork-worker'
  | 'tokens-worker'
  | 'working-worker'

/** Bundles a program of this folder, packages and all, so that Node starts it fast, and gives the file. */
export async function bundleWorker(name: Worker): Promise<string> {
  const outfile = resolve(join('node_modules', '.cache', 'memkeep-tests', `${name}.cjs`))
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    target: 'node20.19',
    logLevel: 'warning',
    define: { MEMKEEP_VERSION: '"0.0.0-source"', 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href" },
  })
  return outfile
}
