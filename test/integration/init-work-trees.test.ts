import { execFileSync, execSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PREPARE_SCRIPT } from '../../src/setup/managers/husky.ts'
import { residentCommand } from '../helpers/resident/resident.ts'
import { everything, memkeep, plainEnvironment } from '../helpers/setup.ts'
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'
import { variant } from '../helpers/variant.ts'

/** The built command, as hooks would find it. */
const BIN = { MEMKEEP_BIN: residentCommand() }
const LESSONS = 'user/memory/workspaces/shop/lessons.md'
const INDEX = 'user/memory/workspaces/shop/_index.yaml'

function entry(title: string, category = 'debugging'): string {
  return `### [2026-03-01] ${title}\n\n**Category:** ${category}\n**Tags:** checkout\n\nIt was learnt.\n\n---\n`
}

function lessons(...entries: string[]): string {
  return ['# Lessons\n', ...entries].join('\n')
}

/** Stages everything and commits it, with the hooks and the real command. */
function commit(repo: TempRepo): { code: number | null; said: string } {
  repo.git('add', '--all')
  const { status, stdout, stderr } = spawnSync('git', ['commit', '--quiet', '--message', 'x'], {
    cwd: repo.dir,
    encoding: 'utf8',
    env: { ...plainEnvironment(), ...BIN },
  })
  return { code: status, said: `${stdout}${stderr}` }
}

/** A work tree of a repository on a new branch; it has nothing but what git checks out. */
function addTree(repo: TempRepo, branch = 'side'): TempRepo {
  const linked = repoAt(join(tempFolder(), `linked ${branch}`))
  repo.git('worktree', 'add', '--quiet', '-b', branch, linked.dir)
  return linked
}

/** Every `core.hooksPath` of this repository's own settings. */
function hooksPath(repo: TempRepo): string {
  const args = ['config', '--local', '--get-all', 'core.hooksPath']
  return spawnSync('git', args, { cwd: repo.dir, encoding: 'utf8' }).stdout.trimEnd()
}

async function wrong(repo: TempRepo): Promise<string[]> {
  const { out } = await memkeep(repo.dir, ['doctor', '--format', 'json'], BIN)
  const checks: { check: string; status: string }[] = JSON.parse(out).checks
  return checks.filter(({ status }) => status === 'wrong').map(({ check }) => check)
}

function ownHusky(): TempRepo {
  const repo = tempRepo()
  repo.write('package.json', '{"devDependencies":{"husky":"9.1.7"},"scripts":{"prepare":"husky"}}\n')
  execFileSync(process.execPath, [resolve('node_modules/husky/bin.js')], { cwd: repo.dir })
  return repo
}

/** Has memkeep among its packages. */
function withPackage(repo: TempRepo, make: (dir: string) => void = () => undefined): TempRepo {
  make(repo.dir)
  mkdirSync(join(repo.dir, 'node_modules/.bin'), { recursive: true })
  symlinkSync(BIN.MEMKEEP_BIN, join(repo.dir, 'node_modules/.bin/memkeep'))
  return repo
}

/** As a package manager runs it. */
function prepare(repo: TempRepo): string {
  const PATH = `${join(repo.dir, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
  return execSync(PREPARE_SCRIPT, { cwd: repo.dir, env: { PATH }, encoding: 'utf8', stdio: 'pipe' })
}

describe('a work tree that is added after init', () => {
  test('has its hooks: bad memory is refused, good memory gets its index', async () => {
    const repo = tempRepo()
    expect((await memkeep(repo.dir, ['init'], BIN)).code).toBe(0)
    repo.commit()
    const linked = addTree(repo)
    linked.write(LESSONS, lessons(entry('Bad', '')))
    const { code, said } = commit(linked)
    expect([code, said]).toEqual([1, expect.stringContaining('entry-category')])
    linked.write(LESSONS, lessons(entry('Good')))
    expect(commit(linked)).toMatchObject({ code: 0 })
    expect(linked.git('show', `HEAD:${INDEX}`)).toContain('total_lessons: 1')
    expect(linked.git('status', '--porcelain')).toBe('')
    expect([...(await wrong(repo)), ...(await wrong(linked))]).toEqual([])
  })

  test('and is set up from there, too, without a trace after uninstall', async () => {
    const repo = tempRepo()
    const before = everything(repo.dir)
    await memkeep(repo.dir, ['init'], BIN)
    const once = everything(repo.dir)
    repo.commit()
    const linked = addTree(repo)
    const clean = everything(linked.dir)
    const again = await memkeep(linked.dir, ['init'], BIN)
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('everything was set up already')])
    expect(everything(linked.dir)).toEqual(clean)
    expect(hooksPath(repo)).toBe('.husky/_')
    expect(everything(repo.dir)).toEqual(once)
    expect((await memkeep(linked.dir, ['uninstall'])).code).toBe(0)
    expect([hooksPath(repo), existsSync(join(repo.dir, '.husky/_'))]).toEqual(['', false])
    expect((await memkeep(repo.dir, ['uninstall'])).code).toBe(0)
    expect(everything(repo.dir)).toEqual(before)
  })

  variant(
    'where the repository has its own husky, its settings stay, and both say what a new tree needs',
    async () => {
      const repo = ownHusky()
      const { code, out } = await memkeep(repo.dir, ['init'], BIN)
      expect(code).toBe(0)
      expect(out).toMatch(/work tree that is added later.*run memkeep init \(or npx husky\) in it once/)
      expect(hooksPath(repo)).toBe('.husky/_')
      repo.commit()
      expect((await memkeep(repo.dir, ['doctor'], BIN)).code).toBe(0)
      const linked = addTree(repo)
      expect(await wrong(repo)).toEqual(['hooks-fire'])
      expect((await memkeep(linked.dir, ['init'], BIN)).code).toBe(0)
      expect([...(await wrong(repo)), ...(await wrong(linked))]).toEqual([])
      expect(hooksPath(repo)).toBe('.husky/_')
    },
  )
})

describe('init in a linked work tree', () => {
  test('serves it, and the main one once that has the hook files', async () => {
    const repo = tempRepo()
    repo.commit()
    const linked = addTree(repo)
    expect((await memkeep(linked.dir, ['init'], BIN)).code).toBe(0)
    linked.write(LESSONS, lessons(entry('Bad', '')))
    expect(commit(linked).code).toBe(1)
    linked.remove(LESSONS)
    expect(commit(linked).code).toBe(0)
    repo.git('merge', '--quiet', 'side')
    expect([...(await wrong(repo)), ...(await wrong(linked))]).toEqual([])
    repo.write(LESSONS, lessons(entry('Bad', '')))
    expect(commit(repo).code).toBe(1)
  })

  variant('whose main one went to a branch without hook files still has its own', async () => {
    const repo = tempRepo()
    repo.commit()
    repo.git('branch', 'old')
    await memkeep(repo.dir, ['init'], BIN)
    repo.commit()
    const linked = addTree(repo)
    repo.git('checkout', '--quiet', 'old')
    linked.write(LESSONS, lessons(entry('Bad', '')))
    expect(commit(linked).code).toBe(1)
  })
})

describe('the prepare script', () => {
  test('arms a clone, and uninstall takes away what it did', async () => {
    const repo = withPackage(tempRepo())
    repo.write('.gitignore', 'node_modules\n')
    repo.write('package.json', '{\n  "name": "x"\n}\n')
    expect((await memkeep(repo.dir, ['init'], BIN)).code).toBe(0)
    repo.commit()
    const clone = withPackage(repoAt(join(tempFolder(), 'clone')), (dir) =>
      repo.git('clone', '--quiet', repo.dir, dir),
    )
    expect(prepare(clone)).toBe('')
    const once = everything(clone.dir)
    expect(hooksPath(clone)).toBe('.husky/_')
    expect(await wrong(clone)).toEqual([])
    expect(prepare(clone)).toBe('')
    expect(everything(clone.dir)).toEqual(once)
    expect(clone.git('status', '--porcelain')).toBe('')
    expect((await memkeep(clone.dir, ['uninstall'])).code).toBe(0)
    expect([hooksPath(clone), existsSync(join(clone.dir, '.husky'))]).toEqual(['', false])
    expect(readFileSync(join(clone.dir, 'package.json'), 'utf8')).toBe('{\n  "name": "x"\n}\n')
  })
})
