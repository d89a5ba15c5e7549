// Runs a TypeScript file of this repository on any supported Node: bundles it below node_modules, runs it, removes the bundle.
// usage: node scripts/run.mjs FILE.ts [ARG…]
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const [file, ...args] = process.argv.slice(2)
// Where the packages are found that it imports, whatever the current directory is.
const folder = fileURLToPath(new URL('../node_modules/.cache/memkeep-scripts/', import.meta.url))
mkdirSync(folder, { recursive: true })
const outfile = join(folder, `${basename(file, '.ts')}-${process.pid}.mjs`)
await build({
  entryPoints: [file],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  logLevel: 'warning',
  define: { MEMKEEP_VERSION: '"0.0.0-source"' },
})
const { status } = spawnSync(process.execPath, [outfile, ...args], { stdio: 'inherit' })
rmSync(outfile, { force: true })
process.exitCode = status ?? 2
