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
        test: {
          name: 'unit',
          // Most files take longer to load what they test than to test it: a worker keeps what it has loaded.
          isolate: false,
          include: [
            'test/{action,bench,core,formats,hooks,migrations,rules,layouts,reporters,run}/**/*.test.ts',
            'test/*.test.ts',
          ],
          testTimeout: 30_000,
        },
      },
      { test: { name: 'cli', include: ['test/cli/**/*.test.ts'], testTimeout: 30_000 } },
      {
        define: { MEMKEEP_VERSION: JSON.stringify(version) },
        test: {
          name: 'integration',
          // They load the same sources: what is kept of them is kept in as few workers as there can be.
          isolate: false,
          include: ['test/{integration,project,scenarios}/**/*.test.ts'],
          testTimeout: SLOW,
          hookTimeout: SLOW,
        },
      },
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
