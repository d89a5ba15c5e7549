import { expect, test } from 'vitest'
import { tempFolder } from '../helpers/temp-repo.ts'
import { variants } from '../helpers/variant.ts'
import { buildCommand, type Mutation, mutateSources } from '../model/build-command.ts'
import { runModel } from '../model/model.ts'

const COMMITS = 12

/**
 * Mistakes that a hook of this kind makes, and seeds with which the model comes upon them early; with the same seeds it
 * finds nothing in the hook as it is.
 */
const MUTANTS: readonly (readonly [string, readonly Mutation[], readonly number[]])[] = [
  [
    'only the index being committed is rebuilt',
    [
      {
        file: 'src/git/repository.ts',
        find: "remaining: THROW_AWAY.test(name) ? join(gitDir, 'index.lock') : committed",
        replace: 'remaining: committed',
      },
    ],
    [1, 2],
  ],
  [
    'the work tree is read instead of what is staged',
    [
      {
        file: 'src/snapshot/open-snapshot.ts',
        find: '[openStaged(top, options), listIndexChanges',
        replace: `[
          Promise.all([openStaged(top, options), openWorkTree({ root: top, repository: {
            top, gitDir: top + '/.git', commonDir: top + '/.git' }, git: options })]).then(
            ([staged, { files, read }]) => ({ ...staged, files, read })),
          listIndexChanges`,
      },
    ],
    [1, 3],
  ],
]

test.each(MUTANTS)('the sources have what is replaced: %s', (_, mutations) => {
  expect(mutateSources(mutations).size).toBe(1)
})

variants('the model finds mistakes that are put into the hook', () => {
  test.each(MUTANTS)(
    '%s',
    async (_, mutations, seeds) => {
      const memkeep = await buildCommand(tempFolder(), mutations)
      const broken = await Promise.all(seeds.map((seed) => runModel({ seed, commits: COMMITS, memkeep })))
      expect(broken.filter(({ faults }) => faults.length > 0)).not.toEqual([])
    },
    180_000,
  )
})
