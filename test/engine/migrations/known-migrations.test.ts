import { describe, expect, test } from 'vitest'
import type { Migration } from '../../../src/core/migration.ts'
import {
  callMigration,
  chosenMigrations,
  findOwnMigrations,
  type Known,
  knownChoices,
  loadOwnMigration,
  namedIds,
} from '../../../src/engine/migrations/known-migrations.ts'
import { storedSnapshot } from '../../helpers/check-literal.ts'
import { repoAt, tempFolder } from '../../helpers/temp-repo.ts'

const known = (id: string, part: Partial<Migration> = {}, file: string | null = null): Known => ({
  migration: { id, summary: id, wants: () => false, plan: () => ({ sets: [], forPerson: [] }), ...part },
  file,
})

const IDS = ['0001-dates', '0002-tags', '0012-tags', '0013-links']

describe('a migration', () => {
  test.each<readonly [string, string]>([
    ['0001-dates', '0001-dates'],
    ['dates', '0001-dates'],
    ['1', '0001-dates'],
    ['0012', '0012-tags'],
  ])('is named by its id, its name or its number: %s', (name, id) => {
    expect([...namedIds(IDS, { ids: [name], include: [] })]).toEqual([id])
    expect([...namedIds(IDS, { ids: [], include: [name, '0013-links'] })]).toEqual([id, '0013-links'])
  })

  test.each<readonly [string, string, string]>([
    ['tags', 'tags names 0002-tags and 0012-tags', 'Give the whole id.'],
    ['linx', 'unknown migration linx', 'Did you mean links?'],
    ['0013-link', 'unknown migration 0013-link', 'Did you mean 0013-links?'],
    ['7', 'unknown migration 7', 'memkeep migrate --list names them.'],
  ])('that is not named for sure is an error: %s', (name, message, hint) => {
    expect(() => namedIds(IDS, { ids: [name], include: [] })).toThrow(
      expect.objectContaining({ message, hint }),
    )
  })

  test('runs where it is named, or where none is and it does not have to be', () => {
    const all = [known('a'), known('b', { onlyNamed: true }), known('c')]
    const chosen = (ids: readonly string[], include: readonly string[]): string[] =>
      chosenMigrations(all, new Set([...ids, ...include]), { ids, include }).map(
        ({ migration }) => migration.id,
      )
    expect(chosen([], [])).toEqual(['a', 'c'])
    expect(chosen([], ['b'])).toEqual(['a', 'b', 'c'])
    expect(chosen(['c'], [])).toEqual(['c'])
    expect(chosen(['c'], ['b'])).toEqual(['b', 'c'])
  })
})

test('a word of --with is one that a migration that runs knows', () => {
  const some = [known('a', { choices: { 'rename-keys': 'x' } }), known('b')]
  expect([...knownChoices(some, ['rename-keys'])]).toEqual(['rename-keys'])
  expect([...knownChoices([], [])]).toEqual([])
  const hint = (chosen: readonly Known[], word: string): object => {
    try {
      return knownChoices(chosen, [word])
    } catch (error) {
      return error as object
    }
  }
  expect(hint(some, 'rename-key')).toMatchObject({
    message: 'no migration that runs knows --with rename-key',
    hint: 'Did you mean rename-keys?',
  })
  expect(hint(some, 'zzzz')).toMatchObject({ hint: 'They know: rename-keys.' })
  expect(hint([known('b')], 'zzzz')).toMatchObject({ hint: 'They know none.' })
})

describe('a migration of the repository', () => {
  const text = 'export const memkeepMigration = {}'

  test('is a file of that name at the root that has the word in it', async () => {
    const snapshot = storedSnapshot({
      'migrations/0001-own.mjs': text,
      'migrations/0002-other.mjs': 'export const other = {}',
      'migrations/0003-link.mjs': { link: '0001-own.mjs' },
      'migrations/3-short.mjs': text,
      'migrations/0004-code.js': text,
      'migrations/deep/0005-own.mjs': text,
      'docs/migrations/0006-own.mjs': text,
    })
    expect(await findOwnMigrations(snapshot)).toEqual([{ file: 'migrations/0001-own.mjs', id: '0001-own' }])
    expect(await findOwnMigrations(storedSnapshot({ 'README.md': text }))).toEqual([])
  })

  test('that cannot be read is an error', async () => {
    const snapshot = storedSnapshot({ 'migrations/0001-own.mjs': text })
    const unread = {
      ...snapshot,
      read: async () => new Map([['migrations/0001-own.mjs', { failure: 'EACCES' }]]),
    }
    await expect(findOwnMigrations(unread)).rejects.toThrow(
      /^migrations\/0001-own\.mjs is no migration that can run: EACCES$/,
    )
  })

  const GOOD = "id: '0001-own', summary: 'x', wants: () => true, plan: () => null"
  const FILE = 'migrations/0001-own.mjs'
  const loaded = (code: string, ours: readonly Migration[] = []): Known => {
    const folder = repoAt(tempFolder())
    folder.write('migrations/0001-own.cjs', code)
    const file = 'migrations/0001-own.cjs'
    return loadOwnMigration(folder.dir, { file, id: '0001-own' }, ours)
  }

  test('is loaded when it has the shape of one', () => {
    const { migration, file } = loaded(`exports.memkeepMigration = { ${GOOD}, choices: {} }`)
    expect([migration.id, migration.summary, file]).toEqual(['0001-own', 'x', FILE.replace('.mjs', '.cjs')])
  })

  test.each<readonly [string, string]>([
    ['exports.other = 1', 'it does not export memkeepMigration'],
    ['module.exports = null', 'it does not export memkeepMigration'],
    ['exports.memkeepMigration = () => 1', 'it does not export memkeepMigration'],
    ["exports.memkeepMigration = { id: '0002-own' }", 'its id is not 0001-own, the name of the file'],
    ["exports.memkeepMigration = { id: '0001-own' }", 'its summary is no text'],
    ["exports.memkeepMigration = { id: '0001-own', summary: 'x' }", 'its wants is no function'],
    ["exports.memkeepMigration = { id: '0001-own', summary: 'x', wants() {} }", 'its plan is no function'],
    [`exports.memkeepMigration = { ${GOOD}, choices: 'x' }`, 'its choices are no object'],
    [`exports.memkeepMigration = { ${GOOD}, choices: null }`, 'its choices are no object'],
    ["throw new Error('bad luck')", 'Error: bad luck'],
  ])('is an error otherwise: %s', (code, reason) => {
    expect(() => loaded(code)).toThrow(`migrations/0001-own.cjs is no migration that can run: ${reason}`)
  })

  test('has no name of one of memkeep’s own', () => {
    const { migration } = known('0001-own')
    expect(() =>
      loaded(`exports.memkeepMigration = { ${GOOD} }`, [known('0000-x').migration, migration]),
    ).toThrow('memkeep has a migration of this name')
  })

  test('that throws is its own fault; one of memkeep’s own is a bug', () => {
    const bug = new TypeError('bad')
    const fail = (): never => {
      throw bug
    }
    expect(callMigration(known('a'), 'plan', () => 7)).toBe(7)
    expect(() => callMigration(known('a'), 'plan', fail)).toThrow(bug)
    expect(() => callMigration(known('a', {}, 'migrations/a.mjs'), 'plan', fail)).toThrow(
      expect.objectContaining({
        name: 'UserError',
        message: 'migrations/a.mjs failed: plan of a threw TypeError: bad',
        cause: bug,
      }),
    )
  })
})
