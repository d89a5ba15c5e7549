import { join, resolve } from 'node:path'
import { build } from 'esbuild'

/** Bundles a program of this folder so that Node can start it, and gives the file. */
export async function bundleWorker(name: 'save-worker' | 'lock-worker'): Promise<string> {
  const outfile = resolve(join('node_modules', '.cache', 'memkeep-tests', `${name}-${process.pid}.mjs`))
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
    define: { MEMKEEP_VERSION: '"0.0.0-source"' },
  })
  return outfile
}
