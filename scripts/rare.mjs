// Runs the tests of rare situations, which `npm test` leaves out: vitest.config.ts lists them.
// usage: node scripts/rare.mjs [ARG OF VITEST…]
import { spawnSync } from 'node:child_process'

const args = ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]
const env = { ...process.env, MEMKEEP_TESTS: 'rare' }
process.exitCode = spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status ?? 2
