import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { memoryIndex } from '../../../migrations/0003-memory-index.ts'
import { type FsPort, NODE_FS } from '../../../src/fs/atomic-write.ts'
import { runRevert } from '../../../src/migrate/last-run.ts'
import { LONG } from '../../helpers/runs.ts'
import { repoAt, type TempRepo, tempFolder } from '../../helpers/temp-repo.ts'
import { fold, list, stamp } from '../../helpers/tiny-migrations.ts'
import { variant } from '../../helpers/variant.ts'
import { filesIn, migrating, noteRepo, recordIn } from './migrate-repo.ts'

const ALL = { migrations: [fold, stamp, list, memoryIndex], include: ['list'] }

/** Each change in the long run, else every so many. */
const STEP = LONG ? 1 : 13

/** The calls that change something on disk. */
const CHANGING: ReadonlySet<string> = new Set([
  'openSync',
  'writeSync',
  'renameSync',
  'symlinkSync',
  'unlinkSync',
  'mkdirSync',
])

class Killed extends Error {}

/** A disk that does nothing any more from the k-th change on: for the process that is the end. */
function dyingAt(k: number): { readonly fs: FsPort; readonly count: () => number } {
  let changes = 0
  const real = NODE_FS as unknown as Record<string, (...args: unknown[]) => unknown>
  const entries = Object.keys(real).map((name) => [
    name,
    (...args: unknown[]) => {
      if (CHANGING.has(name)) changes += 1
      if (changes >= k) throw new Killed('killed')
      return real[name]?.(...args)
    },
  ])
  return { fs: Object.fromEntries(entries) as FsPort, count: () => changes }
}

function copyOf(template: TempRepo): TempRepo {
  const dir = join(tempFolder(), 'copy')
  cpSync(template.dir, dir, { recursive: true, verbatimSymlinks: true })
  return repoAt(dir)
}

/** Runs until the k-th change, and returns whether it was finished nevertheless. */
async function runUntil(repo: TempRepo, k: number): Promise<boolean> {
  const dying = dyingAt(k)
  await migrating(repo, { ...ALL, fs: dying.fs }).catch((error: unknown) => error)
  return dying.count() < k
}

type Files = ReturnType<typeof filesIn>

/** Which files are neither as before nor as after. */
function torn(now: Files, { before, after }: { before: Files; after: Files }): string[] {
  const paths = [...new Set([...Object.keys(now), ...Object.keys(before), ...Object.keys(after)])]
  return paths.filter((path) => now[path] !== before[path] && now[path] !== after[path])
}

describe('stopped at any change that it makes on disk', () => {
  test('every file is old or new, a second run finishes, and both are taken back together', async () => {
    const template = noteRepo()
    const before = filesIn(template.dir)
    const whole = copyOf(template)
    await migrating(whole, ALL)
    const after = filesIn(whole.dir)
    let resumed = 0
    for (let k = 1; ; k += STEP) {
      const repo = copyOf(template)
      const isWhole = await runUntil(repo, k)
      expect([k, torn(filesIn(repo.dir), { before, after })]).toEqual([k, []])

      const pending = await migrating(repo, { ...ALL, write: false })
      const open = Object.keys({ ...before, ...after }).filter(
        (path) => filesIn(repo.dir)[path] !== after[path],
      )
      // A set that is half done is to be done anew, with all its files.
      expect([...pending.plan.keys()]).toEqual(expect.arrayContaining(open))

      const { refused, notes } = await migrating(repo, ALL)
      resumed += notes.length
      expect([k, refused, filesIn(repo.dir)]).toEqual([k, [], after])
      expect((await migrating(repo, { ...ALL, write: false })).plan.size).toBe(0)

      const reverted = await runRevert({ cwd: repo.dir })
      expect([k, reverted.refused, filesIn(repo.dir)]).toEqual([k, [], before])
      expect(repo.git('status', '--porcelain')).toBe('')
      expect(recordIn(repo)).toBe(null)
      if (isWhole) break
    }
    expect(resumed).toBeGreaterThan(0)
  }, 300_000)

  test('taking back can be stopped and finished, too', async () => {
    const template = noteRepo()
    const before = filesIn(template.dir)
    await migrating(template, ALL)
    const after = filesIn(template.dir)
    for (let k = 1; ; k += STEP) {
      const repo = copyOf(template)
      const dying = dyingAt(k)
      await runRevert({ cwd: repo.dir, fs: dying.fs }).catch((error: unknown) => error)
      expect([k, torn(filesIn(repo.dir), { before, after })]).toEqual([k, []])
      if (dying.count() >= k) await runRevert({ cwd: repo.dir })
      expect([k, filesIn(repo.dir)]).toEqual([k, before])
      if (dying.count() < k) break
    }
  }, 300_000)

  variant('what somebody did in between is left', async () => {
    const repo = noteRepo()
    for (let k = 1; ; k += 1) {
      await runUntil(repo, k)
      if (filesIn(repo.dir)['b.note']?.includes('words')) break
      repo.git('reset', '--quiet', '--hard')
      repo.git('clean', '--quiet', '-fd')
    }
    expect(filesIn(repo.dir)).toHaveProperty(['b.part'])
    writeFileSync(join(repo.dir, 'b.part'), 'words of somebody\n')
    await migrating(repo, { ...ALL, allowDirty: true })
    expect(filesIn(repo.dir)['b.note']).toBe('stamped\nb\r\nno endwords of b\nwords of somebody\n')
  })

  variant('on another branch nothing is put back', async () => {
    const repo = noteRepo()
    repo.git('switch', '--quiet', '--orphan', 'empty')
    repo.write('user/memory/workspaces/shop/decisions.md', '# Decisions\n\n### [2026-01-02] Tabs\n')
    repo.commit()
    repo.git('switch', '--quiet', 'main')
    for (let k = 1; !filesIn(repo.dir)['b.note']?.includes('words'); k += 1) {
      repo.git('reset', '--quiet', '--hard')
      await runUntil(repo, k)
    }
    repo.git('stash', '--quiet', '--include-untracked')
    repo.git('switch', '--quiet', 'empty')
    const before = filesIn(repo.dir)
    expect((await migrating(repo, { migrations: [stamp, fold] })).notes).toEqual([])
    expect(filesIn(repo.dir)).toEqual(before)
  })
})

describe('a disk that fails', () => {
  test('without a record nothing is written', async () => {
    const repo = noteRepo()
    const fs: FsPort = {
      ...NODE_FS,
      mkdirSync: ((path: string, ...rest: []) => {
        if (path.endsWith('migrate')) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
        return NODE_FS.mkdirSync(path, ...rest)
      }) as FsPort['mkdirSync'],
    }
    await expect(migrating(repo, { fs })).rejects.toThrow(/no record of the run can be kept .*ENOSPC/)
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('a group that cannot be written whole is put back, and the rest is written', async () => {
    const repo = noteRepo()
    const fs: FsPort = {
      ...NODE_FS,
      unlinkSync: ((path: string) => {
        if (path.endsWith('b.part')) throw Object.assign(new Error('no'), { code: 'EACCES' })
        return NODE_FS.unlinkSync(path)
      }) as FsPort['unlinkSync'],
    }
    const { refused, written } = await migrating(repo, { fs })
    expect(refused.map(({ path }) => path).sort()).toEqual(['b.note', 'b.part'])
    expect(filesIn(repo.dir)).toMatchObject({ 'b.note': 'b\r\nno end', 'b.part': 'words of b\n' })
    expect([...written].sort()).toEqual(['a.note', 'c.note', 'c.part'])
    expect((await runRevert({ cwd: repo.dir })).refused).toEqual([])
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('a record that cannot be read stops a run, and says what to do', async () => {
    const repo = noteRepo()
    await migrating(repo)
    const path = join(repo.dir, '.git/memkeep/migrate/record.json')
    for (const text of ['', '{', '{"version":2,"done":true,"entries":[],"folders":[]}', 'null']) {
      writeFileSync(path, text)
      await expect(migrating(repo)).rejects.toThrow('the record of the last run')
      await expect(runRevert({ cwd: repo.dir })).rejects.toThrow('the record of the last run')
      expect(readFileSync(path, 'utf8')).toBe(text)
    }
  })
})
