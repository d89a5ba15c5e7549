import { defineConfig } from 'vitest/config'

/** Real git and real processes are slower than pure functions, above all on a busy machine. */
const SLOW = 60_000

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
          include: ['test/{core,formats,hooks,rules,layouts,reporters,run}/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      { test: { name: 'cli', include: ['test/cli/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: SLOW,
          hookTimeout: SLOW,
        },
      },
      {
        test: {
          name: 'scenario',
          include: ['test/scenarios/*.test.ts'],
          testTimeout: SLOW,
          hookTimeout: SLOW,
        },
      },
      {
        test: {
          name: 'project',
          include: ['test/project/**/*.test.ts'],
          testTimeout: SLOW,
          hookTimeout: SLOW,
        },
      },
    ],
    coverage: { include: ['src/{core,formats,rules,layouts}/**/*.ts'], reporter: ['text-summary', 'text'] },
  },
})
