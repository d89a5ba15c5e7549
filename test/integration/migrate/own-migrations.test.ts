import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runRevert } from '../../../src/migrate/last-run.ts'
import { tempFolder } from '../../helpers/temp-repo.ts'
import { filesIn, migrating, noteRepo } from './migrate-repo.ts'

const OWN = 'migrations/0001-shout.mjs'

/** A migration of a repository; `plan` is the body of its function. */
function shout(plan: string, more = ''): string {
  return `export const memkeepMigration = {
  id: '0001-shout', summary: 'Shout.', wants: ({ path }) => path === 'a.note', ${more}
  plan: ({ files, today }) => { ${plan} },
}\n`
}

const SHOUT = shout(`
  const open = files.filter(({ text }) => !text.includes('!'))
  return { forPerson: [], sets: open.map(({ path, text }) => [{
    kind: 'edit', path, edits: [{ start: text.length, end: text.length, text: '!' + today }], values: [],
  }]) }`)

test('runs after memkeep’s own, on what they leave, and is taken back with them', async () => {
  const repo = noteRepo({ [OWN]: SHOUT })
  const before = filesIn(repo.dir)
  const { migrations } = await migrating(repo)
  expect(migrations.map(({ id }) => id)).toEqual(['0001-stamp', '0002-fold', '0001-shout'])
  expect(filesIn(repo.dir)['a.note']).toBe('stamped\na\n!2026-03-01')
  await runRevert({ cwd: repo.dir })
  expect(filesIn(repo.dir)).toEqual(before)
})

test('is called by its name; a number that two have is refused', async () => {
  const repo = noteRepo({ [OWN]: SHOUT })
  expect((await migrating(repo, { ids: ['shout'] })).written).toEqual(['a.note'])
  await expect(migrating(repo, { ids: ['1'] })).rejects.toMatchObject({
    message: '1 names 0001-stamp and 0001-shout',
    hint: 'Give the whole id.',
  })
})

test('is not even loaded when others are named', async () => {
  const repo = noteRepo({ [OWN]: 'memkeepMigration = {' })
  expect((await migrating(repo, { ids: ['stamp'] })).written).toEqual(['a.note', 'b.note'])
  await expect(migrating(repo, { ids: ['shuot'] })).rejects.toMatchObject({ hint: 'Did you mean shout?' })
})

test('is not loaded by a run that only looks, unless it is asked for', async () => {
  const proof = join(tempFolder(), 'ran')
  const code = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(proof)}, '')\n${SHOUT}`
  const repo = noteRepo({ [OWN]: code })
  const looked = await migrating(repo, { write: false })
  expect(looked.notLoaded).toEqual([{ id: '0001-shout', file: OWN }])
  expect(looked.migrations.map(({ id }) => id)).toEqual(['0001-stamp', '0002-fold'])
  expect(existsSync(proof)).toBe(false)
  const named = await migrating(repo, { write: false, ids: ['shout'] })
  expect([named.notLoaded, named.migrations.map(({ id }) => id)]).toEqual([[], ['0001-shout']])
  expect(existsSync(proof)).toBe(true)
  const included = await migrating(repo, { write: false, include: ['0001-shout'] })
  expect([included.notLoaded, included.migrations.at(-1)?.id]).toEqual([[], '0001-shout'])
  expect((await migrating(repo)).notLoaded).toEqual([])
})

test('one that cannot run stops no run that only looks', async () => {
  const repo = noteRepo({ [OWN]: 'memkeepMigration = {' })
  expect((await migrating(repo, { write: false })).migrations).toHaveLength(2)
})

test('the one that docs/migrations.md shows works, and recognises its own result', async () => {
  const page = readFileSync('docs/migrations.md', 'utf8')
  const code = /```js\n(.*?memkeepMigration.*?)```/s.exec(page)?.[1] ?? ''
  const repo = noteRepo({ 'migrations/0001-team-tag.mjs': code })
  const { written } = await migrating(repo, { migrations: [] })
  expect(written).toEqual(['user/memory/workspaces/shop/decisions.md'])
  expect(filesIn(repo.dir)[written[0] ?? '']).toContain('**Tags:** team-a, ci\n')
  repo.commit()
  expect((await migrating(repo, { migrations: [] })).plan.size).toBe(0)
})

test('nothing else in the folder is ever run', async () => {
  const proof = join(tempFolder(), 'ran')
  const code = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(proof)}, '')\n`
  const repo = noteRepo({
    'migrations/0001-users.mjs': code,
    'migrations/0002-users.js': `${code}// memkeepMigration\n`,
    'migrations/users.mjs': `${code}// memkeepMigration\n`,
    'migrations/sub/0001-users.mjs': `${code}// memkeepMigration\n`,
    'db/migrations/0001-users.mjs': `${code}// memkeepMigration\n`,
    '.gitignore': 'migrations/0009-ignored.mjs\n',
  })
  repo.write('migrations/0009-ignored.mjs', `${code}// memkeepMigration\n`)
  repo.write('elsewhere.mjs', `${code}// memkeepMigration\n`)
  repo.link('migrations/0008-link.mjs', '../elsewhere.mjs')
  await migrating(repo)
  expect(existsSync(proof)).toBe(false)
})

describe('what cannot run is named', () => {
  const faults: readonly (readonly [string, string, string])[] = [
    ['does not parse', 'memkeepMigration = {', 'is no migration that can run: SyntaxError'],
    ['throws', "throw new Error('no memkeepMigration')", 'no memkeepMigration'],
    ['exports nothing', '// memkeepMigration', 'it does not export memkeepMigration'],
    ['has another id', SHOUT.replace("id: '0001", "id: '0002"), 'its id is not 0001-shout'],
    ['has no summary', SHOUT.replace("summary: 'Shout.',", ''), 'its summary is no text'],
    ['has no plan', SHOUT.replace('plan:', 'plans:'), 'its plan is no function'],
    ['throws in wants', SHOUT.replace("path === 'a.note'", 'nothing.here'), 'wants of 0001-shout threw'],
    [
      'throws in plan',
      shout("throw new Error('\\u001b[31mred')"),
      'plan of 0001-shout threw Error: \\u001b[31mred',
    ],
    ['gives no plan', shout(''), 'it gave no plan'],
    ['gives a promise', shout('return Promise.resolve({ sets: [], forPerson: [] })'), '`sets` is no list'],
    ['gives no sets', shout('return { sets: [{}], forPerson: [] }'), '`sets` is no list of lists'],
    ['gives a strange change', shout("return { sets: [[{ kind: 'run' }]], forPerson: [] }"), 'another shape'],
    [
      'gives an inherited kind',
      shout("return { sets: [[{ kind: 'toString', path: 'x', values: [] }]], forPerson: [] }"),
      'another shape',
    ],
    [
      'gives strange edits',
      shout("return { sets: [[{ kind: 'edit', path: 'a.note', values: [], edits: [{}] }]], forPerson: [] }"),
      'another shape',
    ],
    [
      'gives strange evidence',
      shout(
        "return { sets: [[{ kind: 'create', path: 'x', text: '', values: [{ field: 'f', value: 'v', evidence: {} }] }]], forPerson: [] }",
      ),
      'another shape',
    ],
    [
      'gives a circle',
      shout('const round = {}; round.round = round; return { sets: [[round]], forPerson: [] }'),
      'object that is no JSON',
    ],
    ['gives strange lines', shout("return { sets: [], forPerson: ['x'] }"), '`forPerson` has another shape'],
  ]

  test.each(faults)('%s', async (_, code, message) => {
    const repo = noteRepo({ [OWN]: code })
    await expect(migrating(repo)).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining(message),
    })
    await expect(migrating(repo)).rejects.toThrow(OWN)
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('one that has the id of ours', async () => {
    const repo = noteRepo({ 'migrations/0001-stamp.mjs': SHOUT.replaceAll('0001-shout', '0001-stamp') })
    await expect(migrating(repo)).rejects.toThrow('memkeep has a migration of this name')
  })
})

test('its changes go through the same guards', async () => {
  const repo = noteRepo({
    [OWN]: shout(
      "return { forPerson: [], sets: [[{ kind: 'create', path: '.git/hooks/post-commit', text: 'x', values: [] }]] }",
    ),
  })
  const { refused, written } = await migrating(repo, { ids: ['shout'] })
  expect(written).toEqual([])
  expect(refused).toEqual([{ path: '.git/hooks/post-commit', reason: "it is in git's own directory" }])
})
