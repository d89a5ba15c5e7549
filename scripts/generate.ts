// Writes every generated file; with --check writes nothing, lists those that are not up to date and exits 1.
// For a rule, layout or operation whose names do not fit its file or folder, it prints one line, writes nothing and exits 1.
// usage: node scripts/run.mjs scripts/generate.ts [--check]
import { spawnSync } from 'node:child_process'
import { settle } from './generate/output.ts'
import { pageParts } from './generate/page-parts.ts'
import { nameFaults, registries } from './generate/registries.ts'

/** The steps that read generated files, in the order of their needs; each is a separate process. */
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
