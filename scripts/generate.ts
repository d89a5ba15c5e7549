// Writes every generated file; with --check writes nothing, lists those that are not up to date and exits 1.
// usage: node scripts/run.mjs scripts/generate.ts [--check]
import { spawnSync } from 'node:child_process'
import { settle } from './generate/output.ts'
import { registries } from './generate/registries.ts'

const check = process.argv.includes('--check')
const stale = settle(registries(), check)
// What is made from the rules themselves runs second, in a process of its own: only now do the registries name them all.
const args = ['scripts/run.mjs', 'scripts/generate/from-rules.ts', ...(check ? ['--check'] : [])]
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
process.exitCode = status === 0 && check && stale.length > 0 ? 1 : (status ?? 2)
