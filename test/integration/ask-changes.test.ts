import { appendFileSync, renameSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { askChanges } from '../../src/git/ask-changes.ts'
import { type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

function filled(): TempRepo {
  const repo = tempRepo()
  for (const path of ['a.md', 'sub/b c.md', 'sub/é.md', 'sub/deep/d.md']) repo.write(path, 'text\n')
  repo.commit()
  return repo
}

const more = (...paths: readonly string[]) => {
  return ({ dir }: TempRepo) => {
    for (const path of paths) appendFileSync(join(dir, path), 'more\n')
  }
}

const CASES: readonly (readonly [string, (repo: TempRepo) => void, readonly string[] | null])[] = [
  ['nothing', () => undefined, []],
  ['contents', more('sub/é.md', 'a.md', 'sub/b c.md'), ['a.md', 'sub/b c.md', 'sub/é.md']],
  [
    'contents, one of them staged and one twice',
    (repo) => {
      more('a.md', 'sub/b c.md')(repo)
      repo.git('add', '--all')
      more('a.md')(repo)
    },
    ['a.md'],
  ],
  ['a staged rename', ({ git }) => git('mv', 'a.md', 'M b.md'), []],
  ['a staged deletion', ({ git }) => git('rm', '--quiet', 'a.md'), []],
  ['a deletion', ({ remove }) => remove('a.md'), null],
  ['a new file', ({ write }) => write('M a.md', 'new\n'), null],
  ['a new folder', ({ write }) => write('M /M /a.md', 'new\n'), null],
  [
    'a file that became a link',
    ({ remove, link }) => {
      remove('a.md')
      link('a.md', 'sub/deep/d.md')
    },
    null,
  ],
  [
    'a folder that became a link which git ignores',
    ({ dir, write, link }) => {
      write('.git/info/exclude', 'deep\nelsewhere\n')
      renameSync(join(dir, 'sub/deep'), join(dir, 'elsewhere'))
      link('sub/deep', '../elsewhere')
    },
    null,
  ],
  [
    'a file that is meant to be added',
    ({ write, git }) => {
      write('n', '')
      git('add', '--intent-to-add', 'n')
    },
    null,
  ],
  ['an index that cannot be read', ({ write }) => write('.git/index', 'none'), null],
]

describe.each([
  ['one process', false],
  ['two processes', true],
])('what differs from the index, by %s', (_, large) => {
  test.each(CASES)('%s', async (__, change, expected) => {
    const repo = filled()
    change(repo)
    expect(await askChanges(repo.dir, {}, { large })).toEqual(expected)
  })

  test('a new file where git remembers that there was none', async () => {
    const { dir, write, git } = filled()
    const folder = join(dir, 'sub')
    utimesSync(folder, 1_000_000, 1_000_000)
    git('config', 'core.trustctime', 'false')
    git('update-index', '--untracked-cache')
    git('status')
    const { mtime, atime } = statSync(folder)
    write('sub/new.md', 'new\n')
    utimesSync(folder, atime, mtime)
    // A git that may not write its index here remembers nothing, and is right by itself.
    expect(await askChanges(dir, {}, { large })).toBeNull()
  })

  test('before the first commit', async () => {
    const { dir, write, git } = tempRepo()
    write('a.md', 'text\n')
    git('add', '--all')
    expect(await askChanges(dir, {}, { large })).toEqual([])
  })

  test('no repository', async () => {
    expect(await askChanges(tempFolder(), {}, { large })).toBeNull()
  })

  test('no program of the repository is run', async () => {
    const { dir, git } = filled()
    git('config', 'core.fsmonitor', 'touch fsmonitor-ran; false')
    expect(await askChanges(dir, {}, { large })).toEqual([])
  })
})
