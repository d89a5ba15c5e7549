// The second step of scripts/generate.ts: what follows from the declarations of operations.
import { operationOutputs } from './operation-outputs.ts'
import { settle } from './output.ts'

const check = process.argv.includes('--check')
const stale = settle(operationOutputs(), check)
if (check && stale.length > 0) process.exitCode = 1
