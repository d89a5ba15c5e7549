// The last step of scripts/generate.ts: what follows from rules, layouts and settings.
import { settle } from './output.ts'
import { ruleOutputs } from './rule-outputs.ts'

const check = process.argv.includes('--check')
const stale = settle(ruleOutputs(), check)
if (check && stale.length > 0) process.exitCode = 1
