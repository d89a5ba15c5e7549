// Runs a TypeScript file of this repository on any supported Node: bundles it below node_modules, runs it, removes the bundle.
// usage: node scripts/run.mjs FILE.ts [ARG…]
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const [file, ...args] = process.argv.slice(2)
// Where the packages are found that it imports, whatever the current directory is.
const folder = fileURLToPath(new URL('../node_modules/.cache/memkeep-scripts/', import.meta.url))
mkdirSync(folder, { recursive: true })
// The worker that parses slow texts is looked for next to what runs: it is the built one.
const worker = fileURLToPath(new URL('../dist/parse-worker.cjs', import.meta.url))
writeFileSync(join(folder, 'parse-worker.cjs'), `require(${JSON.stringify(worker)})\n`)
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
