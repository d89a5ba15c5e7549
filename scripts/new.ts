// Starts a rule, a layout or an operation from its template: source, test, registries and pages, and what is left to a person.
// usage: npm run new rule NAME [LAYOUT] | npm run new layout NAME | npm run new operation VERB-NOUN LAYOUT
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { planNew } from './new/plan-new.ts'

const BIOME = 'node_modules/@biomejs/biome/bin/biome'

process.exitCode = run()

/** The exit code: 0, or 2 when nothing was written. */
function run(): number {
  const made = planNew(process.argv.slice(2))
  if (typeof made === 'string') {
    process.stderr.write(made)
    return 2
  }
  for (const { path, text } of made.files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    process.stdout.write(`wrote ${path}\n`)
  }
  const sources = made.files.map(({ path }) => path).filter((path) => path.endsWith('.ts'))
  node(BIOME, 'check', '--write', '--log-level=error', ...sources)
  const code = node('scripts/run.mjs', 'scripts/generate.ts')
  process.stdout.write(`\nNext:\n${made.next.map((step, i) => `  ${i + 1}. ${step}\n`).join('')}`)
  return code
}

/** Runs a program of this project; gives its exit code. */
function node(...args: readonly string[]): number {
  return spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 2
}
