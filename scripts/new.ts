// Starts a rule, a layout or an operation from its template: source, test, registries and pages, and what is left to a person.
// usage: npm run new rule NAME [LAYOUT] | npm run new layout NAME | npm run new operation VERB-NOUN LAYOUT
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { newLayout } from './new/new-layout.ts'
import { newOperation } from './new/new-operation.ts'
import { newRule } from './new/new-rule.ts'
import type { NewThing } from './new/new-thing.ts'

const BIOME = 'node_modules/@biomejs/biome/bin/biome'

const USAGE = `usage: npm run new rule NAME [LAYOUT]
       npm run new layout NAME
       npm run new operation VERB-NOUN LAYOUT
`

const [what = '', name = '', layout, ...rest] = process.argv.slice(2)
process.exitCode = run()

/** The exit code: 0, or 2 when nothing was written. */
function run(): number {
  const made = rest.length > 0 ? USAGE : plan()
  if (typeof made === 'string') {
    process.stderr.write(made)
    return 2
  }
  const present = made.files.find(({ path, isChanged }) => !isChanged && existsSync(path))
  if (present) {
    process.stderr.write(`${present.path} exists\n`)
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

/** What would be written, or why not. */
function plan(): NewThing | string {
  if (what === 'rule' && name !== '') return newRule(name, layout)
  if (what === 'layout' && name !== '' && layout === undefined) return newLayout(name)
  if (what === 'operation' && layout !== undefined) return newOperation(name, layout)
  return USAGE
}
