import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Real git and real processes are slower than pure functions, above all on a busy machine. */
const SLOW = 60_000

/** The sources, run in a test, are of the same version as the bundle that hooks start. */
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/build-once.ts'],
    // Many tests wait for git or for a worker's time limit: a core to spare would only idle.
    maxWorkers: '100%',
    projects: [
      {
        define: { MEMKEEP_VERSION: JSON.stringify(version) },
        test: {
          name: 'node',
          // Most files take longer to load what they test than to test it: a worker keeps what it has loaded.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/{browser,cli}/**'],
          testTimeout: SLOW,
          hookTimeout: SLOW,
        },
      },
      // They put others in the place of what a command calls.
      { test: { name: 'cli', include: ['test/cli/**/*.test.ts'], testTimeout: SLOW } },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          // A browser is several processes more on a busy machine.
          testTimeout: 3 * SLOW,
          hookTimeout: 3 * SLOW,
        },
      },
    ],
    coverage: {
      include: ['src/{core,formats,rules,layouts}/**/*.ts', 'migrations/**/*.ts'],
      reporter: ['text-summary', 'text'],
    },
  },
})
