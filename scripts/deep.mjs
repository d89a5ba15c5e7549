// Runs the properties about what every output may hold, and about what every save leaves, 100,000 times each.
// usage: node scripts/deep.mjs [ARG OF VITEST…]
import { spawnSync } from 'node:child_process'

const FILES = [
  'reporters/no-commands.test.ts',
  'reporters/no-commands-in-texts.test.ts',
  'reporters/github.test.ts',
  'reporters/junit.test.ts',
  'layouts/workspace/operations/save-memory-property.test.ts',
]
const args = ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]
const env = { ...process.env, MEMKEEP_DEEP: '1' }
const files = FILES.map((name) => `test/${name}`)
process.exitCode = spawnSync(process.execPath, [...args, ...files], { env, stdio: 'inherit' }).status ?? 2
