import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Plugin } from 'vitest/config'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { BUNDLE, bundledSources, bundleFor } from './test/helpers/bundled-sources.ts'
import { LONG } from './test/helpers/runs.ts'

/** Real git and real processes are slower than pure functions, above all on a busy machine. */
const SLOW = 60_000

/** The sources, run in a test, are of the same version as the bundle that hooks start. */
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
const define = { MEMKEEP_VERSION: JSON.stringify(version) }

/**
 * Coverage is counted per source, and a watched source is loaded again. `MEMKEEP_UNBUNDLED=1` gives the lines of sources
 * in stacks of errors.
 */
const isBundled =
  process.argv.includes('run') &&
  !process.argv.some((arg) => arg.startsWith('--coverage')) &&
  process.env.MEMKEEP_UNBUNDLED !== '1'

/** Tests that put others in the place of modules: each has a process and sources of its own. */
const REPLACING = ['test/cli/{check,explain,formats,main,operation-command,rebuild-index}.test.ts']

/**
 * Rare situations: faults of git and disks, kills, caches, odd repositories and events, models that fail. They take as long as a
 * third of the others: `npm test` leaves them to `npm run test:rare`, which CI runs as well.
 */
const RARE = [
  'test/integration/commit/{forms,history,hostile,line-ends,lost-words,paths,repositories,settings-of-git}.test.ts',
  'test/integration/ci/{git-failures,other-events,shards}.test.ts',
  'test/integration/migrate/kill.test.ts',
  'test/integration/{git-failures,hook-git-failures,hook-kill,save-faults,save-attacks,parallel-checks,lock}.test.ts',
  'test/integration/**/*-processes.test.ts',
  'test/integration/{agent-memory-degraded,check-cache,context-from-part,facts-cache,focus,search-cache,shards}.test.ts',
  'test/integration/{hooks-not-there,hostile-repository,init-work-trees,odd-places,package-below,set-up}.test.ts',
  'test/integration/{hidden-secrets,safe-output,search-embeddings,working-memory-models}.test.ts',
  'test/integration/ways-out/commands.test.ts',
  'test/integration/{many-generated-ranges,mcp-lines,memory-index-on-corpus,prepare}.test.ts',
  'test/{engine/guarded-markdown,engine/random-merges,setup/doctor/fire-hook}.test.ts',
  'test/models/{ask-models,embeddings,no-key-leaks}.test.ts',
]

/** They try some in every run, and all of it with the rare ones. */
const MORE_WHEN_RARE = ['test/merge/merge-items.test.ts']

/** Folders of tests that call functions alone. They need neither git nor what users run. */
const PURE = 'core|engine|formats|fs|layouts|migrations|reporters|retrieval|rules'

/** What is in these folders and starts a process or the parse worker. */
const NEEDS_BUNDLE = [
  'test/engine/guarded-markdown.test.ts',
  'test/layouts/_template-operations.test.ts',
  'test/layouts/agent-memory/operations/{maintenance,records}.test.ts',
  'test/reporters/junit.test.ts',
  'test/retrieval/bm25.test.ts',
  'test/rules/{baseline,looks-like}.test.ts',
]

/** What starts processes takes longest and waits most: begun last, it would leave a core idle at the end. */
const FIRST = [
  'test/browser/',
  // A worker keeps what it has loaded for files of one project: another one in between would start it anew.
  'test/cli/',
  'test/integration/hook-kill',
  'test/scenarios/',
  'test/integration/',
  'test/project/',
]

/**
 * V8 optimises a function when it has run for so long or so often. Most of what tests run ends soon after: with V8's own number,
 * a thirtieth of this, a quarter of a worker's processor time was spent on optimised code. A Node that does not know a
 * flag does not start, so a version that is not named here gets none.
 */
const LATE_OPTIMISATION: { readonly [major: string]: string } = {
  20: '--interrupt-budget=4000000',
  22: '--invocation-count-for-turbofan=90000',
  24: '--invocation-count-for-turbofan=90000',
}
const [major = ''] = process.versions.node.split('.')
const execArgv = [LATE_OPTIMISATION[major] ?? []].flat()

const rank = ({ moduleId, project }: TestSpecification): number => {
  if (project.name === 'pure') return FIRST.length + 1
  const found = FIRST.findIndex((part) => moduleId.includes(`/${part}`))
  return found === -1 ? FIRST.length : found
}

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const all = process.env.MEMKEEP_MUTANT_TESTS?.split('\n').map((path) => resolve(path))
    bundleFor(all ?? files.map(({ moduleId }) => moduleId))
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/** Packages are tested as users run them: Vite would ask for builds with assertions of their own, which are slower. */
const asUsersRunThem: Plugin = {
  name: 'as-users-run-them',
  configResolved: ({ ssr }) => {
    if (ssr.resolve) ssr.resolve.conditions = ['node']
  },
}

const isRare = process.env.MEMKEEP_TESTS === 'rare'

/** `npm run test:mutants` sets it: its sources hold mutants, and a run has one of them. */
const isMutated = process.env.MEMKEEP_MUTANTS === '1'
const forMutants = isMutated ? ['scripts/mutants/in-worker.ts'] : []

/** Tests that share the sources that their worker has loaded: most files take longer to load what they test than to test it. */
const onSources = {
  plugins: [asUsersRunThem, ...(isBundled ? [bundledSources(define)] : [])],
  define,
  test: {
    execArgv,
    isolate: false,
    server: { deps: { external: [BUNDLE] } },
    testTimeout: SLOW,
    hookTimeout: SLOW,
  },
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    // Many tests wait for git, a browser or a worker's time limit: of two cores a fourth would idle with two workers.
    // As a percentage it would be cut at 100.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    projects: [
      {
        ...onSources,
        test: {
          ...onSources.test,
          name: 'node',
          globalSetup: ['test/helpers/build-once.ts'],
          setupFiles: forMutants,
          include: isRare
            ? [...RARE, ...MORE_WHEN_RARE]
            : ['test/*.test.ts', `test/!(${PURE})/**/*.test.ts`, ...NEEDS_BUNDLE],
          exclude: [...REPLACING, ...(isRare || LONG || isMutated ? [] : RARE)],
        },
      },
      {
        ...onSources,
        test: {
          ...onSources.test,
          name: 'pure',
          setupFiles: ['test/helpers/pure.ts', ...forMutants],
          include: isRare ? [] : [`test/(${PURE})/**/*.test.ts`],
          exclude: NEEDS_BUNDLE,
        },
      },
      // They put others in the place of what a command calls.
      { test: { name: 'cli', execArgv, include: isRare ? [] : REPLACING, testTimeout: SLOW } },
    ],
    coverage: {
      include: ['src/{core,formats,rules,layouts}/**/*.ts', 'migrations/**/*.ts'],
      reporter: ['text-summary', 'text'],
    },
  },
})
