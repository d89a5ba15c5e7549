// Runs the tests with a variable that chooses more or other ones: MEMKEEP_LONG=1 all that `npm test` leaves out for the sake of
// time, MEMKEEP_TESTS=rare those of rare situations, which vitest.config.ts lists.
// usage: node scripts/test-with.mjs NAME=VALUE [ARG OF VITEST…]
import { spawnSync } from 'node:child_process'

const [chosen = '', ...others] = process.argv.slice(2)
const [name = '', value = ''] = chosen.split('=')
const args = ['node_modules/vitest/vitest.mjs', 'run', ...others]
const env = { ...process.env, [name]: value }
process.exitCode = spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status ?? 2
