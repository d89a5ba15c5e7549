// Runs the properties about what every output may hold, 100,000 times each.
// usage: node scripts/deep.mjs [ARG OF VITEST…]
import { spawnSync } from 'node:child_process'

const FILES = ['no-commands.test.ts', 'no-commands-in-texts.test.ts', 'github.test.ts', 'junit.test.ts']
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...process.argv.slice(2)]
const env = { ...process.env, MEMKEEP_DEEP: '1' }
const files = FILES.map((name) => `test/reporters/${name}`)
process.exitCode = spawnSync(process.execPath, [...args, ...files], { env, stdio: 'inherit' }).status ?? 2
