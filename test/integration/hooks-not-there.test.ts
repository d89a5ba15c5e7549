import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { builtAtFirst, residentCommand } from '../helpers/resident/resident.ts'
import { memkeep, plainEnvironment } from '../helpers/setup.ts'
import { repoAt, restoredOf, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'
import { inTurn, variant } from '../helpers/variant.ts'

/** The command as hooks would find it; the first commit of all starts the built one. */
const BIN = { MEMKEEP_BIN: residentCommand() }
const commandFor = builtAtFirst()
const LESSONS = 'user/memory/workspaces/shop/lessons.md'
const BAD = '# Lessons\n\n### [2026-03-01] Bad\n\n**Category:** \n**Tags:** a\n\nIt was learnt.\n\n---\n'
const OFF =
  /^memkeep: the memory in this commit is not checked: (\S+) is not here, or does not call memkeep\. .*\n$/

type Committed = { readonly code: number | null; readonly said: string }

function commit(repo: TempRepo): Committed {
  repo.git('add', '--all')
  const args = ['commit', '--quiet', '--allow-empty', '--message', 'x']
  const env = { ...plainEnvironment(), MEMKEEP_BIN: commandFor('commit') }
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: repo.dir, encoding: 'utf8', env })
  return { code: status, said: `${stdout}${stderr}` }
}

function commitBad(repo: TempRepo): Committed {
  repo.write(LESSONS, BAD)
  return commit(repo)
}

async function wrong(repo: TempRepo): Promise<string[]> {
  const { out } = await memkeep(repo.dir, ['doctor', '--format', 'json'], BIN)
  const checks: { check: string; status: string }[] = JSON.parse(out).checks
  return checks.filter(({ status }) => status === 'wrong').map(({ check }) => check)
}

function hook(repo: TempRepo, path: string, text: string): void {
  repo.write(path, text)
  chmodSync(join(repo.dir, path), 0o755)
}

function husky(repo: TempRepo): void {
  execFileSync(process.execPath, [resolve('node_modules/husky/bin.js')], { cwd: repo.dir })
}

/** Where hooks lie in the work tree, and where a commit looks for them. */
const PLACES: readonly {
  readonly name: string
  readonly make: (repo: TempRepo) => void
  readonly file: string
  readonly isOurs: boolean
}[] = [
  { name: 'the husky of memkeep', make: () => undefined, file: '.husky/pre-commit', isOurs: true },
  {
    name: 'a husky that was there',
    make: (repo) => {
      repo.write('package.json', '{"devDependencies":{"husky":"9.1.7"},"scripts":{"prepare":"husky"}}\n')
      hook(repo, '.husky/commit-msg', 'echo message checked >&2\n')
      husky(repo)
    },
    file: '.husky/pre-commit',
    isOurs: false,
  },
  {
    name: 'a folder of hooks',
    make: (repo) => {
      hook(repo, '.githooks/commit-msg', '#!/bin/sh\necho message checked >&2\n')
      repo.git('config', 'core.hooksPath', '.githooks')
    },
    file: '.githooks/pre-commit',
    isOurs: false,
  },
]

/** A repository in which hooks are set up, and a branch `old` from before. */
const SET_UP = new Map(PLACES.map((place) => [place, restoredOf(() => firstSetUp(place.make))]))

async function firstSetUp(make: (repo: TempRepo) => void): Promise<TempRepo> {
  const repo = tempRepo()
  repo.write('a.txt', 'a')
  repo.commit()
  repo.git('branch', 'old')
  make(repo)
  expect((await memkeep(repo.dir, ['init'], BIN)).code).toBe(0)
  expect(commit(repo).code).toBe(0)
  return repo
}

describe.each(PLACES)('with $name', (place) => {
  const { file, isOurs } = place
  const setUp = SET_UP.get(place) ?? (() => firstSetUp(place.make))
  const test = inTurn(PLACES, place)

  test('hooks run, those of others too', async () => {
    const repo = await setUp()
    const { code, said } = commitBad(repo)
    expect([code, said]).toEqual([1, expect.stringContaining('entry-category')])
    repo.remove(LESSONS)
    expect(commit(repo).said).toBe(isOurs ? '' : 'message checked\n')
    expect(await wrong(repo)).toEqual([])
  })

  variant('where core.hooksPath was unset, doctor says so and its cure works', async () => {
    const repo = await setUp()
    const folder = repo.git('config', '--local', 'core.hooksPath').trim()
    repo.git('config', '--local', '--unset', 'core.hooksPath')
    const { code, out } = await memkeep(repo.dir, ['doctor', '--format', 'json'], BIN)
    const checks: { check: string; status: string; fix?: string }[] = JSON.parse(out).checks
    const isHusky = folder === '.husky/_'
    expect([code, checks.find(({ check }) => check === 'hooks-fire')]).toMatchObject([
      1,
      { status: 'wrong', fix: isHusky ? 'Run memkeep init --clone.' : 'Run memkeep init.' },
    ])
    expect(commitBad(repo)).toEqual({ code: 0, said: expect.stringMatching(OFF) })
    expect((await memkeep(repo.dir, isHusky ? ['init', '--clone'] : ['init'], BIN)).code).toBe(0)
    expect(await wrong(repo)).toEqual([])
    repo.write('user/memory/workspaces/stock/lessons.md', BAD)
    expect(commit(repo).code).toBe(1)
  })

  test('a branch from before: a commit of memory passes with one line, any other in silence', async () => {
    const repo = await setUp()
    repo.git('checkout', '--quiet', 'old')
    repo.write('b.txt', 'b')
    expect(commit(repo)).toEqual({ code: 0, said: '' })
    const { code, said } = commitBad(repo)
    expect([code, OFF.exec(said)?.[1]]).toEqual([0, file])
    expect(await wrong(repo)).toContain('hooks-fire')
  })

  test('an orphan branch says so, and MEMKEEP=0 does not', async () => {
    const repo = await setUp()
    repo.git('checkout', '--quiet', '--orphan', 'pages')
    repo.git('rm', '--quiet', '-r', '-f', '.')
    expect(commitBad(repo)).toEqual({ code: 0, said: expect.stringMatching(OFF) })
    const env = { ...plainEnvironment(), MEMKEEP: '0' }
    const args = ['commit', '--quiet', '--amend', '--no-edit']
    expect(spawnSync('git', args, { cwd: repo.dir, encoding: 'utf8', env }).stderr).toBe('')
  })

  for (const flags of [[], ['--sparse-index']]) {
    test(`a sparse checkout ${JSON.stringify(flags)} says so, and doctor how to end it`, async () => {
      const repo = await setUp()
      repo.write('user/memory/workspaces/shop/notes.txt', 'n')
      expect(commit(repo).code).toBe(0)
      repo.git('sparse-checkout', 'set', '--cone', ...flags, 'user')
      expect(existsSync(join(repo.dir, file))).toBe(false)
      expect(commitBad(repo)).toEqual({ code: 0, said: expect.stringMatching(OFF) })
      const { out } = await memkeep(repo.dir, ['doctor'], BIN)
      const folder = file.slice(0, file.indexOf('/'))
      expect(out).toContain(`git sparse-checkout add ${folder}`)
      repo.git('sparse-checkout', 'add', folder)
      repo.write(LESSONS, BAD.replace('**Category:** ', '**Category:** debugging'))
      expect(commit(repo).code).toBe(0)
      if (file.startsWith('.husky') && !isOurs) husky(repo)
      expect(await wrong(repo)).toEqual([])
      expect(commitBad(repo).code).toBe(1)
    })
  }

  test('a linked work tree checks, or says that it does not; init there is enough', async () => {
    const repo = await setUp()
    const linked = repoAt(join(tempFolder(), 'linked tree'))
    repo.git('worktree', 'add', '--quiet', '-b', 'side', linked.dir)
    const isOff = file.startsWith('.husky') && !isOurs
    const { code, said } = commitBad(linked)
    expect(code).toBe(isOff ? 0 : 1)
    if (isOff) expect(said).toMatch(OFF)
    expect(await wrong(linked)).toEqual(isOff ? ['hooks-fire'] : [])
    expect((await memkeep(linked.dir, ['init'], BIN)).code).toBe(0)
    expect(await wrong(linked)).toEqual([])
    linked.write(LESSONS, `${BAD}\n${BAD.replace('# Lessons\n\n', '').replace('Bad', 'Another one')}`)
    expect(commit(linked).code).toBe(1)
  })

  test('a clone that moved goes on checking, and init sets it right', async () => {
    const repo = await setUp()
    const moved = repoAt(`${repo.dir}-moved`)
    renameSync(repo.dir, moved.dir)
    expect(commitBad(moved).code).toBe(1)
    expect(await wrong(moved)).toEqual(['hooks-current', 'hooks-start'])
    expect((await memkeep(moved.dir, ['init'], BIN)).code).toBe(0)
    expect(await wrong(moved)).toEqual([])
    expect(moved.git('config', '--get-regexp', '^includeif').split('\n')).toHaveLength(2)
  })

  test('an install sets core.hooksPath again, and git still starts what can say that checks are off', async () => {
    const repo = await setUp()
    if (file.startsWith('.husky')) husky(repo)
    else repo.git('config', 'core.hooksPath', '.githooks')
    expect(await wrong(repo)).toEqual([])
    repo.git('checkout', '--quiet', 'old')
    expect(commitBad(repo)).toEqual({ code: 0, said: expect.stringMatching(OFF) })
  })

  test('the second work tree of a bare repository', async () => {
    const source = await setUp()
    const bare = repoAt(join(tempFolder(), 'shop.git'))
    source.git('clone', '--quiet', '--bare', source.dir, bare.dir)
    const [first, second] = [repoAt(join(tempFolder(), 'a')), repoAt(join(tempFolder(), 'b'))]
    bare.git('worktree', 'add', '--quiet', first.dir, 'main')
    bare.git('worktree', 'add', '--quiet', second.dir, 'old')
    for (const [name, value] of [
      ['user.name', 'T'],
      ['user.email', 't@example.com'],
    ] as const)
      bare.git('config', name, value)
    if (file.startsWith('.githooks')) bare.git('config', 'core.hooksPath', '.githooks')
    expect((await memkeep(first.dir, ['init'], BIN)).code).toBe(0)
    expect(commitBad(first).code).toBe(1)
    expect(await wrong(first)).toEqual(['hooks-fire', 'hooks-current'])
    expect(commitBad(second)).toEqual({ code: 0, said: expect.stringMatching(OFF) })
  })
})

test("a clone from which somebody else removed memkeep is given git's own commands, and they end it", async () => {
  const repo = await firstSetUp(PLACES[0]?.make ?? (() => undefined))
  const clone = repoAt(join(tempFolder(), "it's a clone"))
  repo.git('clone', '--quiet', repo.dir, clone.dir)
  clone.git('config', 'user.name', 'T')
  clone.git('config', 'user.email', 't@example.com')
  expect((await memkeep(clone.dir, ['init', '--clone'], BIN)).code).toBe(0)
  expect(commitBad(clone).code).toBe(1)
  clone.git('reset', '--quiet', '--hard')
  repo.write('package.json', '{ "devDependencies": { "memkeep": "0.1.0" } }\n')
  expect((await memkeep(repo.dir, ['uninstall'], BIN)).code).toBe(0)
  expect(commit(repo).code).toBe(0)
  clone.git('pull', '--quiet')
  // It can still be installed.
  expect(commitBad(clone)).toEqual({ code: 0, said: expect.stringMatching(OFF) })
  repo.remove('package.json')
  expect(commit(repo).code).toBe(0)
  clone.git('pull', '--quiet', '--no-rebase', '--no-edit')
  clone.write(LESSONS, `${BAD}\n`)
  const { code, said } = commit(clone)
  const [first, ...commands] = said.trimEnd().split('\n')
  expect([code, first]).toEqual([
    0,
    'memkeep: the memory in this commit is not checked: somebody removed memkeep from this repository. To end this message, run:',
  ])
  expect(commands).toHaveLength(2)
  execFileSync('sh', ['-c', commands.join('\n')], { cwd: clone.dir })
  expect(commitBad(clone)).toEqual({ code: 0, said: '' })
  expect(clone.git('config', '--local', '--list')).not.toContain('includeif')
})

test('husky that is gone is said, whatever took it', async () => {
  const repo = await firstSetUp(PLACES[1]?.make ?? (() => undefined))
  rmSync(join(repo.dir, '.husky/_'), { recursive: true })
  expect(commitBad(repo)).toEqual({ code: 0, said: expect.stringMatching(OFF) })
})

test("a folder with a hook that cannot be passed on stays git's own", async () => {
  const repo = tempRepo()
  repo.git('config', 'core.hooksPath', '.githooks')
  hook(repo, '.githooks/reference-transaction', '#!/bin/sh\ntouch ran\n')
  expect((await memkeep(repo.dir, ['init'], BIN)).code).toBe(0)
  rmSync(join(repo.dir, 'ran'), { force: true })
  expect(commit(repo).code).toBe(0)
  expect(existsSync(join(repo.dir, 'ran'))).toBe(true)
  expect(repo.git('config', 'core.hooksPath')).toBe('.githooks')
})

test('a path of hooks that somebody sets later is the one that holds', async () => {
  const repo = await firstSetUp(PLACES[0]?.make ?? (() => undefined))
  hook(repo, '.other/pre-commit', '#!/bin/sh\necho other\n')
  repo.git('config', 'core.hooksPath', '.other')
  expect(commit(repo)).toEqual({ code: 0, said: 'other\n' })
  const all = tempFolder()
  hook(repoAt(all), 'pre-commit', '#!/bin/sh\necho all\n')
  repo.git('config', 'core.hooksPath', all)
  expect(commit(repo)).toEqual({ code: 0, said: 'all\n' })
  repo.git('config', '--unset', 'core.hooksPath')
  hook(repo, '.git/hooks/pre-commit', '#!/bin/sh\necho own\n')
  expect(commit(repo)).toEqual({ code: 0, said: 'own\n' })
})
