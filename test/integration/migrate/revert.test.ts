import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runRevert } from '../../../src/migrate/last-run.ts'
import { tempFolder } from '../../helpers/temp-repo.ts'
import { filesIn, migrating, noteRepo, recordIn } from './migrate-repo.ts'

test('everything is as it was: edited, created, linked and deleted files, and folders', async () => {
  const repo = noteRepo()
  chmodSync(join(repo.dir, 'b.part'), 0o755)
  repo.commit()
  const before = filesIn(repo.dir)
  await migrating(repo, { include: ['list'] })
  expect(filesIn(repo.dir)).not.toEqual(before)
  const { written, refused } = await runRevert({ cwd: repo.dir })
  expect(refused).toEqual([])
  expect(written).toHaveLength(7)
  expect(filesIn(repo.dir)).toEqual(before)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(statSync(join(repo.dir, 'made'), { throwIfNoEntry: false })).toBe(undefined)
  await expect(runRevert({ cwd: repo.dir })).rejects.toThrow('there is no run to revert')
})

test('changes that were not committed come back as well', async () => {
  const repo = noteRepo()
  repo.write('a.note', 'mine\r\n')
  await migrating(repo, { allowDirty: true })
  await runRevert({ cwd: repo.dir })
  expect(filesIn(repo.dir)['a.note']).toBe('mine\r\n')
})

test('a file that was edited since is left and named, and comes back once the edit is gone', async () => {
  const repo = noteRepo()
  await migrating(repo)
  const after = filesIn(repo.dir)['a.note'] ?? ''
  repo.write('a.note', `${after}edited\n`)
  const { written, refused } = await runRevert({ cwd: repo.dir })
  expect(refused).toEqual([{ path: 'a.note', reason: 'it was edited since' }])
  expect(written).not.toContain('a.note')
  expect(filesIn(repo.dir)).toMatchObject({ 'a.note': `${after}edited\n`, 'b.part': 'words of b\n' })
  repo.write('a.note', after)
  expect(await runRevert({ cwd: repo.dir })).toEqual({ written: ['a.note'], refused: [] })
  expect(repo.git('status', '--porcelain')).toBe('')
})

test('it works after a commit, too, and touches nothing else', async () => {
  const repo = noteRepo()
  const before = filesIn(repo.dir)
  await migrating(repo, { include: ['list'] })
  repo.write('made/mine', 'mine\n')
  repo.write('other.txt', 'edited\n')
  repo.commit()
  await runRevert({ cwd: repo.dir })
  expect(filesIn(repo.dir)).toEqual({ ...before, 'made/mine': 'mine\n', 'other.txt': 'edited\n' })
})

test('a folder that was there and empty stays', async () => {
  const repo = noteRepo()
  mkdirSync(join(repo.dir, 'made'))
  await migrating(repo, { include: ['list'] })
  await runRevert({ cwd: repo.dir })
  expect(statSync(join(repo.dir, 'made')).isDirectory()).toBe(true)
  expect(statSync(join(repo.dir, 'made/here'), { throwIfNoEntry: false })).toBe(undefined)
})

test('a folder that became a link is not written through', async () => {
  const repo = noteRepo({ 'dir/d.note': 'd\n' })
  await migrating(repo)
  const outside = tempFolder()
  writeFileSync(join(outside, 'd.note'), 'stamped\nd\n')
  repo.remove('dir')
  symlinkSync(outside, join(repo.dir, 'dir'))
  const { refused } = await runRevert({ cwd: repo.dir })
  expect(refused).toEqual([{ path: 'dir/d.note', reason: 'a directory above it is a symlink' }])
  expect(filesIn(outside)).toEqual({ 'd.note': 'stamped\nd\n' })
})

test('only a run that wrote something takes the place of the last one', async () => {
  const repo = noteRepo()
  const before = filesIn(repo.dir)
  await migrating(repo, { ids: ['stamp'] })
  await migrating(repo, { ids: ['stamp'] })
  await expect(migrating(repo, { ids: ['fold'] })).rejects.toThrow('not committed')
  expect(recordIn(repo)).toMatchObject({ done: true })
  await runRevert({ cwd: repo.dir })
  expect(filesIn(repo.dir)).toEqual(before)
})
