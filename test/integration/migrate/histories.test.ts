import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FileHistory } from '../../../src/core/migration.ts'
import { readHistories } from '../../../src/migrate/histories.ts'
import { locateRepository } from '../../../src/snapshot/project.ts'
import { fakeGit, repoAt, type TempRepo, tempFolder, tempRepo } from '../../helpers/temp-repo.ts'

const BODY = 'One line.\n\nAnother one, and more of it.\nA third.\nAnd a fourth one.\n'

/** Commits everything as of a day, and gives what a history says of such a commit. */
function commitOn(repo: TempRepo, date: string): { commit: string; date: string } {
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '--allow-empty', '--message', date, '--date', `${date}T12:00:00`)
  return { commit: repo.git('rev-parse', 'HEAD'), date }
}

async function historiesIn(dir: string, ...paths: string[]): Promise<(FileHistory | undefined)[]> {
  const repository = await locateRepository(dir)
  if (!repository) throw new Error('no repository')
  const found = await readHistories(repository, paths)
  return paths.map((path) => found.get(path))
}

const UNKNOWN = { added: null, bodyChanged: null }

describe('what git knows of a file', () => {
  test('the commit that added it, and the last that changed its body', async () => {
    const repo = tempRepo()
    repo.write('a.md', BODY)
    const added = commitOn(repo, '2026-01-01')
    repo.write('a.md', `${BODY}More.\n`)
    const changed = commitOn(repo, '2026-01-02')
    repo.write('a.md', `---\nname: A\n---\n\n${BODY}More.\n`)
    commitOn(repo, '2026-01-03')
    repo.write('a.md', `---\nname: B\n---\n\n${BODY}More.\n`)
    commitOn(repo, '2026-01-04')
    repo.write('other.txt', 'x')
    commitOn(repo, '2026-01-05')
    expect(await historiesIn(repo.dir, 'a.md')).toEqual([{ added, bodyChanged: changed }])
  })

  test('renames are followed, with an edit on the way and through another folder', async () => {
    const repo = tempRepo()
    repo.write('old/a.md', BODY)
    const added = commitOn(repo, '2026-01-01')
    repo.git('mv', 'old/a.md', 'b.md')
    commitOn(repo, '2026-01-02')
    repo.write('new/c.md', `${BODY}More.\n`)
    repo.remove('b.md')
    const changed = commitOn(repo, '2026-01-03')
    repo.git('mv', 'new/c.md', 'new/d.md')
    commitOn(repo, '2026-01-04')
    expect(await historiesIn(repo.dir, 'new/d.md')).toEqual([{ added, bodyChanged: changed }])
  })

  test('two files that change names keep their own past', async () => {
    const repo = tempRepo()
    repo.write('a.md', BODY)
    const a = commitOn(repo, '2026-01-01')
    repo.write('b.md', BODY.toUpperCase())
    const b = commitOn(repo, '2026-01-02')
    repo.git('mv', 'a.md', 'c.md')
    repo.git('mv', 'b.md', 'd.md')
    commitOn(repo, '2026-01-03')
    expect(await historiesIn(repo.dir, 'c.md', 'd.md')).toEqual([
      { added: a, bodyChanged: a },
      { added: b, bodyChanged: b },
    ])
  })

  test('a name that was another file before begins with the new file', async () => {
    const repo = tempRepo()
    repo.write('a.md', BODY)
    commitOn(repo, '2026-01-01')
    repo.remove('a.md')
    commitOn(repo, '2026-01-02')
    repo.write('a.md', 'Something else altogether.\n')
    const added = commitOn(repo, '2026-01-03')
    expect(await historiesIn(repo.dir, 'a.md')).toEqual([{ added, bodyChanged: added }])
  })

  test('a file that was deleted and brought back is as old as it was', async () => {
    const repo = tempRepo()
    repo.write('a.md', BODY)
    const added = commitOn(repo, '2026-01-01')
    repo.remove('a.md')
    commitOn(repo, '2026-01-02')
    repo.write('a.md', BODY)
    commitOn(repo, '2026-01-03')
    expect(await historiesIn(repo.dir, 'a.md')).toEqual([{ added, bodyChanged: added }])
  })

  test('line ends, a byte order mark and permissions are no change of the body', async () => {
    const repo = tempRepo()
    repo.write('a.md', BODY)
    const added = commitOn(repo, '2026-01-01')
    repo.write('a.md', `\ufeff${BODY.replaceAll('\n', '\r\n')}`)
    commitOn(repo, '2026-01-02')
    repo.git('update-index', '--chmod=+x', 'a.md')
    repo.git('commit', '--quiet', '--message', 'mode')
    expect(await historiesIn(repo.dir, 'a.md')).toEqual([{ added, bodyChanged: added }])
  })

  test('many commits of front matter alone are gone past', async () => {
    const repo = tempRepo()
    repo.write('a.md', BODY)
    const added = commitOn(repo, '2026-01-01')
    for (let i = 10; i < 25; i += 1) {
      repo.write('a.md', `---\nname: A ${i}\n---\n${BODY}`)
      commitOn(repo, `2026-01-${i}`)
    }
    expect(await historiesIn(repo.dir, 'a.md')).toEqual([{ added, bodyChanged: added }])
  })

  test('on a branch that was merged it is the commit of the branch', async () => {
    const repo = tempRepo()
    repo.write('x.md', 'x\n')
    commitOn(repo, '2026-01-01')
    repo.git('switch', '--quiet', '--create', 'side')
    repo.write('a.md', BODY)
    const added = commitOn(repo, '2026-01-02')
    repo.git('switch', '--quiet', 'main')
    repo.write('x.md', 'y\n')
    commitOn(repo, '2026-01-03')
    repo.git('merge', '--quiet', '--no-ff', '--no-edit', 'side')
    expect(await historiesIn(repo.dir, 'a.md')).toEqual([{ added, bodyChanged: added }])
  })

  test('names that are hard to say', async () => {
    const repo = tempRepo()
    const names = ['é.md', 'a\nb.md', '-x.md', ':y.md', 'a "b".md', 'no ending', '*.md']
    for (const name of names) repo.write(name, `${name}\n`)
    const added = commitOn(repo, '2026-01-01')
    expect(await historiesIn(repo.dir, ...names)).toEqual(names.map(() => ({ added, bodyChanged: added })))
  })
})

describe('nothing is known', () => {
  test('before the first commit, and of what is not committed', async () => {
    const repo = tempRepo()
    repo.write('a.md', BODY)
    expect(await historiesIn(repo.dir, 'a.md')).toEqual([UNKNOWN])
    repo.write('b.md', BODY)
    repo.git('add', 'b.md')
    repo.git('commit', '--quiet', '--message', 'b')
    expect(await historiesIn(repo.dir, 'a.md')).toEqual([UNKNOWN])
  })

  test('of a file that the last commits of a shallow clone have already', async () => {
    const repo = tempRepo()
    repo.write('a.md', BODY)
    repo.write('b.md', BODY.toUpperCase())
    commitOn(repo, '2026-01-01')
    repo.write('b.md', 'changed\n')
    commitOn(repo, '2026-01-02')
    repo.write('c.md', 'new\n')
    repo.write('b.md', 'changed again\n')
    const last = commitOn(repo, '2026-01-03')
    const dir = join(tempFolder(), 'clone')
    execFileSync('git', ['clone', '--quiet', '--depth', '2', `file://${repo.dir}`, dir])
    expect(await historiesIn(dir, 'a.md', 'b.md', 'c.md')).toEqual([
      UNKNOWN,
      { added: null, bodyChanged: last },
      { added: last, bodyChanged: last },
    ])
  })
})

test('settings of the repository change nothing', async () => {
  const repo = tempRepo()
  repo.write('a.md', BODY)
  const added = commitOn(repo, '2026-01-01')
  repo.git('mv', 'a.md', 'b.md')
  commitOn(repo, '2026-01-02')
  for (const [key, value] of [
    ['log.showRoot', 'false'],
    ['diff.renames', 'false'],
    ['diff.renameLimit', '0'],
    ['log.date', 'relative'],
    ['log.decorate', 'full'],
    ['color.ui', 'always'],
    ['core.quotePath', 'true'],
    ['format.pretty', 'fuller'],
    ['log.follow', 'true'],
    ['diff.orderFile', '/dev/null'],
  ] as const) {
    repo.git('config', key, value)
  }
  expect(await historiesIn(repo.dir, 'b.md')).toEqual([{ added, bodyChanged: added }])
})

test('a failure of git is not taken for a file without a past', async () => {
  const repo = tempRepo()
  repo.write('a.md', BODY)
  commitOn(repo, '2026-01-01')
  const repository = await locateRepository(repo.dir)
  fakeGit('exit 128')
  if (!repository) throw new Error('no repository')
  await expect(readHistories(repository, ['a.md'])).rejects.toThrow('git log failed')
})

test('git is asked a few times for all files together', async () => {
  const repo = tempRepo()
  const paths = [...Array(60).keys()].map((i) => `dir/${i}.md`)
  for (const path of paths) repo.write(path, `${path}\n${BODY}`)
  commitOn(repo, '2026-01-01')
  for (const path of paths) repo.write(path, `---\nname: X\n---\n${path}\n${BODY}`)
  commitOn(repo, '2026-01-02')
  const repository = await locateRepository(repo.dir)
  const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  const calls = join(tempFolder(), 'calls')
  writeFileSync(calls, '')
  fakeGit(`echo x >> '${calls}'\nexec '${git}' "$@"`)
  if (!repository) throw new Error('no repository')
  const found = await readHistories(repository, paths)
  expect([...found.values()].every(({ added }) => added?.date === '2026-01-01')).toBe(true)
  expect(readFileSync(calls, 'utf8').length / 2).toBeLessThan(6)
})

test('a work tree inside another repository has its own history', async () => {
  const repo = tempRepo()
  repo.write('a.md', BODY)
  commitOn(repo, '2026-01-01')
  const dir = join(repo.dir, 'inner')
  execFileSync('git', ['init', '--quiet', dir])
  repoAt(dir).write('a.md', BODY)
  expect(await historiesIn(dir, 'a.md')).toEqual([UNKNOWN])
})
