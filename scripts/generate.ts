// Writes every generated file; with --check writes nothing, lists those that are not up to date and exits 1.
// A rule, layout or operation whose names do not fit its file's or folder's name is told of in one line, nothing is written, and it exits 1.
// usage: node scripts/run.mjs scripts/generate.ts [--check]
import { spawnSync } from 'node:child_process'
import { settle } from './generate/output.ts'
import { pageParts } from './generate/page-parts.ts'
import { nameFaults, registries } from './generate/registries.ts'

/** What is made from what was generated before, in the order in which each needs the other: every step is a process of its own. */
const STEPS = ['from-operations', 'from-rules']

const faults = nameFaults()
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : generate(process.argv.includes('--check'))

/** The exit code. */
function generate(check: boolean): number {
  const stale = settle([...registries(), pageParts()], check)
  let code = check && stale.length > 0 ? 1 : 0
  for (const step of STEPS) {
    const args = ['scripts/run.mjs', `scripts/generate/${step}.ts`, ...(check ? ['--check'] : [])]
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    if (status !== 0) code = status ?? 2
    if (status !== 0 && !check) return code
  }
  return code
}
