// Runs the tests with all that `npm test` leaves out for the sake of time.
// usage: node scripts/long.mjs [ARG OF VITEST…]
import { spawnSync } from 'node:child_process'

const args = ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]
const env = { ...process.env, MEMKEEP_LONG: '1' }
process.exitCode = spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status ?? 2
