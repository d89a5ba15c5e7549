import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planFrontMatter } from '../../../migrations/0001-plan-front-matter.ts'
import { memoryIndex } from '../../../migrations/0003-memory-index.ts'
import type { Migration } from '../../../src/core/migration.ts'
import { onStep } from '../../../src/engine/progress.ts'
import { rowsOf } from '../../helpers/runs.ts'
import { tempFolder, tempRepo } from '../../helpers/temp-repo.ts'
import { fold, list, stamp } from '../../helpers/tiny-migrations.ts'
import { filesIn, LOG, migrating, noteRepo } from './migrate-repo.ts'

/** What the stamp and the fold leave behind. */
const AFTER = {
  'a.note': 'stamped\na\n',
  'b.note': 'stamped\nb\r\nno endwords of b\n',
  'c.note': 'words of c\n',
  'other.txt': 'other\n',
  'user/memory/workspaces/shop/decisions.md': LOG,
}

test('a plan whose named file was changed after it came is a guess', async () => {
  const plan = 'resources/workspaces/shop/_plans/till.md'
  const repo = noteRepo({ [plan]: '# Till\n\nStatus: not started\n\nWrite `src/till.ts`.\n' })
  const status = async () => {
    const { migrations } = await migrating(repo, { migrations: [planFrontMatter], write: false })
    const values = migrations.flatMap(({ changes }) => changes).flatMap(({ values }) => values)
    return values.find(({ field }) => field === 'status')
  }
  expect(await status()).toMatchObject({ value: 'new', evidence: { kind: 'text', line: 3 } })
  repo.write('src/till.ts', 'export {}\n')
  repo.commit()
  const why = 'line 3 says new, but the file that it names is there, changed after it'
  expect(await status()).toMatchObject({ value: 'done', evidence: { kind: 'guess', why } })
})

describe('a run', () => {
  test('writes what the migrations plan, one on top of the other, and nothing else', async () => {
    const repo = noteRepo()
    const result = await migrating(repo)
    expect(filesIn(repo.dir)).toEqual(AFTER)
    expect([...result.written].sort()).toEqual(['a.note', 'b.note', 'b.part', 'c.note', 'c.part'])
    expect(result.refused).toEqual([])
    expect(result.unnamed).toEqual([{ id: list.id, summary: list.summary }])
  })

  test('has nothing left to do afterwards', async () => {
    const repo = noteRepo()
    await migrating(repo)
    repo.commit()
    await migrating(repo) // What came new, `c.note`, is stamped by the next run.
    repo.commit()
    expect(await migrating(repo)).toMatchObject({ written: [], plan: new Map(), refused: [] })
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('writes nothing when it is only asked', async () => {
    const repo = noteRepo()
    const { plan, written } = await migrating(repo, { write: false })
    expect(written).toEqual([])
    expect(plan.get('a.note')).toEqual({ path: 'a.note', before: 'a\n', after: 'stamped\na\n' })
    expect(plan.get('b.part')).toEqual({ path: 'b.part', before: 'words of b\n', after: null })
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test.each([
    [{ ids: ['1'] }, ['0001-stamp']],
    [{ ids: ['0002'] }, ['0002-fold']],
    [{ ids: ['fold', '0001-stamp'] }, ['0001-stamp', '0002-fold']],
    [{ ids: ['list'] }, ['0003-list']],
    [{ include: ['3'] }, ['0001-stamp', '0002-fold', '0003-list']],
    [{ ids: ['1'], include: ['list'] }, ['0001-stamp', '0003-list']],
  ])('%j', async (asked, ran) => {
    const { migrations } = await migrating(noteRepo(), { ...asked, write: false })
    expect(migrations.map(({ id }) => id)).toEqual(ran)
  })

  test.each([
    [{ ids: ['fodl'] }, 'unknown migration fodl', 'Did you mean fold?'],
    [
      { include: ['nothing-like-it'] },
      'unknown migration nothing-like-it',
      'memkeep migrate --list names them.',
    ],
    [{ choices: ['lod'] }, 'no migration that runs knows --with lod', 'Did you mean loud?'],
    [{ ids: ['fold'], choices: ['loud'] }, 'no migration that runs knows --with loud', 'They know none.'],
    [{ only: ['a.nte'] }, 'there is no file at a.nte', 'Check --only.'],
    [{ only: ['..'] }, expect.stringContaining('.. is outside'), expect.anything()],
  ])('%j is wrong use', async (asked, message, hint) => {
    const repo = noteRepo()
    await expect(migrating(repo, asked)).rejects.toMatchObject({ name: 'UserError', message, hint })
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('a choice reaches the migration that knows it', async () => {
    const repo = noteRepo()
    await migrating(repo, { choices: ['loud'] })
    expect(filesIn(repo.dir)['a.note']).toBe('STAMPED\na\n')
  })

  test('is limited to sets that touch the given paths', async () => {
    const repo = noteRepo({ 'dir/d.note': 'd\n', 'dir/e.note': 'e\n' })
    await migrating(repo, { only: ['dir'] })
    expect(repo.git('diff', '--name-only').split('\n')).toEqual(['dir/d.note', 'dir/e.note'])
    await migrating(repo, { only: ['b.part'] })
    expect(filesIn(repo.dir)).toMatchObject({ 'b.note': 'b\r\nno endwords of b\n', 'a.note': 'a\n' })
    expect(filesIn(repo.dir)).not.toHaveProperty('b.part')
  })

  test('paths are read from where it was started', async () => {
    const repo = noteRepo({ 'dir/d.note': 'd\n' })
    await migrating(repo, { cwd: join(repo.dir, 'dir'), only: ['d.note'] })
    expect(repo.git('diff', '--name-only')).toBe('dir/d.note')
  })

  test('makes folders and links, keeps modes', async () => {
    const repo = noteRepo()
    chmodSync(join(repo.dir, 'a.note'), 0o755)
    repo.commit()
    await migrating(repo, { include: ['list'] })
    expect(filesIn(repo.dir)['made/link']).toBe('-> here/list')
    expect(filesIn(repo.dir)['made/here/list']).toBe('a.note\nb.note\nc.note\n')
    expect(statSync(join(repo.dir, 'a.note')).mode & 0o111).toBe(0o111)
  })

  test('names what needs a person, and what could not be read', async () => {
    const repo = noteRepo({ 'd.note': 'odd\n' })
    repo.write('bad.note', Uint8Array.from([0x61, 0x0a, 0xff, 0x0a]))
    repo.link('link.note', 'a.note')
    repo.commit()
    const { migrations } = await migrating(repo, { ids: ['stamp'] })
    expect(migrations.flatMap(({ forPerson }) => forPerson)).toEqual([
      { path: 'bad.note', line: 2, what: expect.stringContaining('is 0xff, which is not UTF-8 text') },
      { path: 'd.note', line: 1, what: 'it is odd: stamp it by hand' },
      { path: 'link.note', line: 1, what: 'left: it is a symlink, which is not followed' },
    ])
    expect(readFileSync(join(repo.dir, 'bad.note'))).toEqual(Buffer.from([0x61, 0x0a, 0xff, 0x0a]))
  })

  test('reports how far it is', async () => {
    const steps: string[] = []
    const end = onStep(({ what, more, total }) => steps.push(`${more} of ${total} ${what}`))
    await migrating(noteRepo()).finally(end)
    expect(steps.filter((step) => !step.endsWith('files read'))).toEqual([
      ...Array(2).fill('1 of 2 migrations planned'),
      ...Array(3).fill('1 of 3 changes written'),
    ])
  })
})

describe('where it does not run', () => {
  test('outside a repository', async () => {
    const repo = noteRepo()
    await expect(migrating({ ...repo, dir: tempFolder() })).rejects.toThrow('migrate needs a git repository')
  })

  test('without memory, unless a migration is named', async () => {
    const repo = tempRepo()
    repo.write('a.note', 'a\n')
    repo.commit()
    await expect(migrating(repo)).rejects.toThrow('no memory found')
    expect((await migrating(repo, { ids: ['stamp'] })).written).toEqual(['a.note'])
  })
})

describe('a file with changes that are not committed', () => {
  const dirty: readonly (readonly [string, (repo: ReturnType<typeof noteRepo>) => void])[] = [
    ['edited', (repo) => repo.write('a.note', 'edited\n')],
    [
      'staged',
      (repo) => {
        repo.write('a.note', 'edited\n')
        repo.git('add', 'a.note')
      },
    ],
    [
      'staged and put back',
      (repo) => {
        repo.write('a.note', 'edited\n')
        repo.git('add', 'a.note')
        repo.write('a.note', 'a\n')
      },
    ],
    [
      'untracked',
      (repo) => {
        repo.git('rm', '--quiet', '--cached', 'a.note')
        repo.git('commit', '--quiet', '--message', 'gone')
      },
    ],
  ]

  test.each(rowsOf(dirty, 2))('%s: nothing is written, and the file is named', async (_, change) => {
    const repo = noteRepo()
    change(repo)
    const before = filesIn(repo.dir)
    await expect(migrating(repo)).rejects.toMatchObject({
      name: 'UserError',
      message: '1 file that would change has changes that are not committed: a.note',
    })
    expect(filesIn(repo.dir)).toEqual(before)
    await migrating(repo, { allowDirty: true })
    expect(filesIn(repo.dir)['a.note']).toMatch(/^stamped\n/)
  })

  test('is no matter when it would not change', async () => {
    const repo = noteRepo()
    repo.write('other.txt', 'edited\n')
    repo.write('new.txt', 'new\n')
    expect((await migrating(repo)).written).toHaveLength(5)
  })

  test('is no matter outside of what was asked for', async () => {
    const repo = noteRepo()
    repo.write('b.note', 'edited\n')
    expect((await migrating(repo, { only: ['a.note'] })).written).toEqual(['a.note'])
  })

  test('many of them are named up to ten', async () => {
    const notes = Object.fromEntries([...Array(600).keys()].map((i) => [`n/${i}.note`, 'x\n']))
    const repo = noteRepo(notes)
    for (const path of Object.keys(notes)) repo.write(path, 'y\n')
    await expect(migrating(repo)).rejects.toThrow(/^600 files .* and 590 more$/)
  })
})

/** A migration that plans exactly one set. */
function planning(
  ...set: Parameters<Migration['plan']> extends never ? never : readonly object[]
): Migration {
  return {
    id: '0001-hostile',
    summary: 'Hostile.',
    wants: ({ path }) => path === 'a.note',
    plan: () => ({ sets: [set as never], forPerson: [] }),
  }
}

describe('what is not allowed', () => {
  const create = (path: string): object => ({ kind: 'create', path, text: 'x', values: [] })
  const hostile: readonly (readonly [string, object])[] = [
    ['a path that leads out', create('../out')],
    ['an absolute path', create('/tmp/out')],
    ["git's own directory", create('.git/hooks/pre-commit')],
    ["git's own directory in other letters", create('.GIT/config')],
    ['a path with a NUL', create('a\0b')],
    ['a path with a backslash', create('a\\b')],
    ['a path below a file', create('a.note/b')],
    ['a path below a link', create('linked/b')],
    ['a file that is there', create('other.txt')],
    ['a file that git ignores', create('ignored')],
    ['a directory', create('user')],
    ['an edit of what was not read', { kind: 'edit', path: 'other.txt', edits: [], values: [] }],
    ['a deletion of what was not read', { kind: 'delete', path: 'other.txt', values: [] }],
    [
      'a link in place of what was not read',
      { kind: 'link', path: 'other.txt', target: 'a.note', values: [] },
    ],
    ['a link that leads out', { kind: 'link', path: 'new', target: '../../out', values: [] }],
    ['what no rebuild writes', { kind: 'derive', path: 'new', text: 'x', values: [] }],
    [
      'an edit beyond the end',
      { kind: 'edit', path: 'a.note', edits: [{ start: 0, end: 9, text: '' }], values: [] },
    ],
    [
      'half a character',
      { kind: 'edit', path: 'a.note', edits: [{ start: 0, end: 0, text: '\ud800' }], values: [] },
    ],
    [
      'edits that overlap',
      {
        kind: 'edit',
        path: 'a.note',
        edits: [
          { start: 0, end: 2, text: 'x' },
          { start: 1, end: 2, text: 'y' },
        ],
        values: [],
      },
    ],
    [
      'two insertions at one place, where one would be lost',
      {
        kind: 'edit',
        path: 'a.note',
        edits: [
          { start: 0, end: 0, text: 'x' },
          { start: 0, end: 0, text: 'y' },
        ],
        values: [],
      },
    ],
    ['a file that is too large', { kind: 'create', path: 'new', text: 'x'.repeat(1_048_577), values: [] }],
  ]

  test.each(rowsOf(hostile, 2))('%s: nothing of its set is written', async (_, change) => {
    const repo = noteRepo({ '.gitignore': 'ignored\n' })
    const outside = tempFolder()
    symlinkSync(outside, join(repo.dir, 'linked'))
    repo.commit()
    writeFileSync(join(repo.dir, 'ignored'), 'mine\n')
    const before = filesIn(repo.dir)
    const harmless = { kind: 'edit', path: 'a.note', edits: [{ start: 0, end: 1, text: 'z' }], values: [] }
    const isEdit = 'path' in change && change.path === 'a.note'
    const { written, refused } = await migrating(repo, {
      migrations: [planning(...(isEdit ? [change] : [harmless, change]))],
    })
    expect(written).toEqual([])
    expect(refused.length).toBeGreaterThan(0)
    expect(filesIn(repo.dir)).toEqual(before)
    expect(filesIn(outside)).toEqual({})
  })

  test('two sets that change one file: the first is made', async () => {
    const repo = noteRepo()
    const edit = (text: string): object => ({
      kind: 'edit',
      path: 'a.note',
      edits: [{ start: 0, end: 0, text }],
      values: [],
    })
    const twice: Migration = {
      ...planning(),
      plan: () => ({ sets: [[edit('1')], [edit('2')]] as never, forPerson: [] }),
    }
    const { refused } = await migrating(repo, { migrations: [twice] })
    expect(refused).toEqual([{ path: 'a.note', reason: 'two sets change it' }])
    expect(filesIn(repo.dir)['a.note']).toBe('1a\n')
  })

  test('a set that was refused is not there for the migrations after it', async () => {
    const repo = noteRepo()
    const seen: string[] = []
    const look: Migration = {
      id: '0009-look',
      summary: 'Look.',
      wants: () => true,
      plan: ({ files }) => {
        seen.push(
          ...files.map(({ path, text }) => `${path}: ${text}`).filter((one) => one.startsWith('a.note')),
        )
        return { sets: [], forPerson: [] }
      },
    }
    const bad = planning(
      { kind: 'edit', path: 'a.note', edits: [{ start: 0, end: 0, text: 'x' }], values: [] },
      create('../out'),
    )
    await migrating(repo, { migrations: [bad, look] })
    expect(seen).toEqual(['a.note: a\n'])
  })

  test('a file that was left out of the work tree is left', async () => {
    const repo = noteRepo({ 'dir/d.note': 'd\n' })
    repo.git('sparse-checkout', 'set', '--no-cone', '/*', '!dir')
    const { written, refused } = await migrating(repo, { ids: ['stamp'] })
    expect(refused).toEqual([{ path: 'dir/d.note', reason: 'it is left out of the work tree' }])
    expect(written).toEqual(['a.note', 'b.note'])
  })

  test('what a migration does to its input reaches no other migration', async () => {
    const repo = noteRepo()
    const greedy: Migration = {
      ...planning(),
      plan: (input) => {
        ;(input.present as Map<string, unknown>).clear()
        return { sets: [], forPerson: [] }
      },
    }
    expect((await migrating(repo, { migrations: [greedy, stamp, fold] })).written).toHaveLength(5)
  })
})

describe('derived files', () => {
  const INDEX = 'user/memory/workspaces/shop/_index.yaml'
  /** Adds an entry to every log, and says so. */
  const grow: Migration = {
    id: '0008-grow',
    summary: 'Grow.',
    wants: ({ kind }) => kind === 'decisions',
    plan: ({ files }) => ({
      sets: files
        .filter(({ text }) => !text.includes('Two'))
        .map(({ path, text }) => {
          const more = LOG.slice(LOG.indexOf('###')).replace('One', 'Two').replace('01-01', '02-02')
          return [
            {
              kind: 'edit',
              path,
              edits: [{ start: text.length, end: text.length, text: `\n${more}` }],
              values: [],
            },
          ]
        }),
      forPerson: [],
    }),
  }

  test('the first index is written, as it is when all migrations are through', async () => {
    const repo = noteRepo()
    const { rebuilt, written } = await migrating(repo, { migrations: [memoryIndex, grow] })
    expect(rebuilt).toEqual([])
    expect(written).toContain(INDEX)
    expect(filesIn(repo.dir)[INDEX]).toContain('total_decisions: 2')
  })

  test('an index that a migration makes stale is rebuilt', async () => {
    const repo = noteRepo()
    await migrating(repo, { migrations: [memoryIndex] })
    repo.commit()
    expect(filesIn(repo.dir)[INDEX]).toContain('total_decisions: 1')
    const { rebuilt } = await migrating(repo, { migrations: [memoryIndex, grow] })
    expect(rebuilt).toEqual([INDEX])
    expect(filesIn(repo.dir)[INDEX]).toContain('total_decisions: 2')
  })

  test('an index that was stale before is left to `memkeep index`', async () => {
    const repo = noteRepo({ [INDEX]: 'workspace: shop\n' })
    const { written, migrations } = await migrating(repo, { migrations: [memoryIndex, stamp, grow] })
    expect(written).toEqual(['a.note', 'b.note', 'user/memory/workspaces/shop/decisions.md'])
    expect(migrations[0]?.forPerson).toEqual([])
  })

  test('one that cannot be read is left, and reported', async () => {
    const repo = noteRepo({ [INDEX]: 'workspace: [\n' })
    const { written, migrations } = await migrating(repo, { migrations: [memoryIndex, grow] })
    expect(written).toEqual(['user/memory/workspaces/shop/decisions.md'])
    expect(migrations[0]?.forPerson).toEqual([
      {
        path: INDEX,
        line: expect.any(Number),
        what: expect.stringMatching(/^left: .*not closed.*memkeep index/),
      },
    ])
  })

  test('a log that cannot be read leaves its workspace without', async () => {
    const repo = noteRepo()
    mkdirSync(join(repo.dir, 'user/memory/workspaces/shop/cli'))
    repo.write('user/memory/workspaces/shop/cli/lessons.md', Uint8Array.from([0xff]))
    repo.commit()
    expect((await migrating(repo, { migrations: [memoryIndex] })).written).toEqual([])
  })
})
