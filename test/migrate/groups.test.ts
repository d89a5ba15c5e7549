import { expect, test } from 'vitest'
import type { ChangeSet } from '../../src/core/migration.ts'
import type { PlannedFile } from '../../src/core/write-plan.ts'
import { groupsOf } from '../../src/migrate/write-groups.ts'
import { stamp } from '../helpers/tiny-migrations.ts'

const TEXT: PlannedFile = { kind: 'text', text: '' }

function grouped(sets: readonly (readonly string[])[], deleted: readonly string[] = []): unknown {
  const asSet = (paths: readonly string[]): ChangeSet =>
    paths.map((path) => ({ kind: 'edit', path, edits: [], values: [] }))
  const plan = new Map(
    sets.flat().map((path) => [path, deleted.includes(path) ? ({ kind: 'delete' } as const) : TEXT]),
  )
  const run = {
    migrations: [
      { known: { migration: stamp, file: null }, sets: sets.map(asSet), refused: [], forPerson: [] },
    ],
    plan,
    rebuilt: new Map([['derived', TEXT]]),
  }
  return groupsOf(run).map((group) => [...group.plan.keys()].join(' '))
}

test('files of one set are a group, and what is derived comes last', () => {
  expect(grouped([['a'], ['b', 'c']])).toEqual(['a', 'b c', 'derived'])
})

test('sets that share a file are one group, whatever their order', () => {
  expect(grouped([['a', 'b'], ['c', 'd'], ['e'], ['d', 'a']])).toEqual(['a b c d', 'e', 'derived'])
  expect(
    grouped([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
    ]),
  ).toEqual(['a b c d', 'derived'])
})

test('deletions come last', () => {
  expect(grouped([['a', 'b', 'c']], ['a'])).toEqual(['b c a', 'derived'])
})
