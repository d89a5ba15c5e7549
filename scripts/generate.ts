// Writes every generated file; with --check writes nothing, lists those that are not up to date and exits 1.
// A rule or layout whose names do not fit its file's or folder's name is told of in one line, nothing is written, and it exits 1.
// usage: node scripts/run.mjs scripts/generate.ts [--check]
import { spawnSync } from 'node:child_process'
import { settle } from './generate/output.ts'
import { pageParts } from './generate/page-parts.ts'
import { nameFaults, registries } from './generate/registries.ts'

const faults = nameFaults()
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : generate(process.argv.includes('--check'))

/** The exit code. */
function generate(check: boolean): number {
  const stale = settle([...registries(), pageParts()], check)
  // What is made from the rules themselves runs second, in a process of its own: only now do the registries name them all.
  const args = ['scripts/run.mjs', 'scripts/generate/from-rules.ts', ...(check ? ['--check'] : [])]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  return status === 0 && check && stale.length > 0 ? 1 : (status ?? 2)
}
