import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { builtAtFirst } from '../helpers/resident/resident.ts'
import { memkeep, plainEnvironment } from '../helpers/setup.ts'
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const LOG = '# Log\n\n## 2026-01-01: A\n\nText a.\n\n## 2026-01-05: B\n\nText b.\n'
const SHORT = '# Log\n\n## 2026-01-05: B\n\nText b.\n'
const SETTINGS = 'logs:\n  - { path: "it\'s!.md", entries: "## {date}: {title}" }\n'
const NAME = "it's!.md"
const SAID =
  /the hook files do not know .*it's!.md yet, so memkeep looks at every commit: run `.*memkeep init` at the top of this repository, and commit the hook files that it changes/

const commandFor = builtAtFirst()

type Ran = { readonly code: number | null; readonly said: string }

function git({ dir }: Pick<TempRepo, 'dir'>, ...args: string[]): Ran {
  const env = { ...plainEnvironment(), MEMKEEP_BIN: commandFor('hooks') }
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: dir, encoding: 'utf8', env })
  return { code: status, said: `${stdout}${stderr}` }
}

function commit(repo: TempRepo): Ran {
  repo.git('add', '--all')
  return git(repo, 'commit', '--quiet', '--message', 'change')
}

async function set(): Promise<TempRepo> {
  const repo = tempRepo()
  repo.write('AGENTS.md', '# Rules\n\nBe kind.\n')
  repo.write(NAME, LOG)
  await memkeep(repo.dir, ['init', '--yes'])
  expect(commit(repo)).toEqual({ code: 0, said: '' })
  return repo
}

const isMarked = ({ dir }: TempRepo): boolean => existsSync(join(dir, '.git/memkeep/behind'))

describe('a log that settings add', () => {
  test('is guarded at once, with a line until init ran', async () => {
    const repo = await set()
    repo.write('memkeep.yaml', `${readFileSync(join(repo.dir, 'memkeep.yaml'), 'utf8')}${SETTINGS}`)
    expect(commit(repo)).toEqual({ code: 0, said: expect.stringMatching(SAID) })
    repo.write(NAME, SHORT)
    expect(commit(repo)).toEqual({ code: 1, said: expect.stringContaining('item-lost') })
    repo.write(NAME, LOG)
    repo.write('a.txt', 'a')
    expect(commit(repo)).toEqual({ code: 0, said: expect.stringMatching(SAID) })
    expect(isMarked(repo)).toBe(true)

    await memkeep(repo.dir, ['init', '--yes'])
    expect(commit(repo)).toEqual({ code: 0, said: '' })
    expect(isMarked(repo)).toBe(false)
    repo.write(NAME, SHORT)
    expect(commit(repo)).toEqual({ code: 1, said: expect.stringContaining('item-lost') })
  })

  test('asks for nothing where init ran before the commit', async () => {
    const repo = await set()
    repo.write('memkeep.yaml', `${readFileSync(join(repo.dir, 'memkeep.yaml'), 'utf8')}${SETTINGS}`)
    await memkeep(repo.dir, ['init', '--yes'])
    expect(commit(repo)).toEqual({ code: 0, said: '' })
    expect(isMarked(repo)).toBe(false)
  })

  test('is no page of a symlink: these come and go', async () => {
    const repo = await set()
    repo.write('docs/guide.md', '# Guide\n\nBe kind.\n')
    symlinkSync('docs/guide.md', join(repo.dir, 'CLAUDE.md'))
    expect(commit(repo)).toEqual({ code: 0, said: '' })
    expect(isMarked(repo)).toBe(false)
  })

  test('is guarded where it comes by a merge, past hooks, and goes with its branch', async () => {
    const repo = await set()
    repo.git('checkout', '--quiet', '-b', 'topic')
    writeFileSync(join(repo.dir, 'memkeep.yaml'), SETTINGS)
    repo.git('add', '--all')
    git(repo, 'commit', '--quiet', '--no-verify', '--message', 'settings')
    git(repo, 'checkout', '--quiet', 'main')
    expect(isMarked(repo)).toBe(false)
    expect(git(repo, 'merge', '--quiet', 'topic').said).toMatch(SAID)
    repo.write(NAME, SHORT)
    expect(commit(repo)).toEqual({ code: 1, said: expect.stringContaining('item-lost') })
    git(repo, 'reset', '--quiet', '--hard', 'HEAD~')
    repo.write('a.txt', 'a')
    expect(commit(repo)).toEqual({ code: 0, said: '' })
    expect(isMarked(repo)).toBe(false)
  })

  test('is guarded in a clone whose hook files do not know it, from the install on', async () => {
    const repo = await set()
    writeFileSync(join(repo.dir, 'memkeep.yaml'), SETTINGS)
    repo.git('add', '--all')
    git(repo, 'commit', '--quiet', '--no-verify', '--message', 'settings')
    const clone = repoAt(join(tempFolder(), 'clone'))
    repo.git('clone', '--quiet', repo.dir, clone.dir)
    await memkeep(clone.dir, ['init', '--clone'])
    clone.git('config', 'user.name', 'Test')
    clone.git('config', 'user.email', 'test@example.com')
    clone.write(NAME, SHORT)
    expect(commit(clone)).toEqual({ code: 1, said: expect.stringContaining('item-lost') })
    clone.write(NAME, `${LOG}\nMore.\n`)
    expect(commit(clone)).toEqual({ code: 0, said: expect.stringMatching(SAID) })
  })
})

/** A log, and a folder of hooks of the team's own that git uses. */
function withHookFolder(command: string): TempRepo {
  const repo = tempRepo()
  repo.write('DECISIONS.md', LOG)
  repo.write('.githooks/pre-commit', `#!/bin/sh\n${command}\n`)
  chmodSync(join(repo.dir, '.githooks/pre-commit'), 0o755)
  repo.git('config', 'core.hooksPath', '.githooks')
  return repo
}

test('a clone of a repository with a folder of hooks of its own gets that folder, and its hooks run', async () => {
  const repo = withHookFolder('echo "the team checks" >&2')
  repo.write('package.json', '{\n  "private": true\n}\n')
  const { out } = await memkeep(repo.dir, ['init', '--yes'])
  expect(readFileSync(join(repo.dir, 'package.json'), 'utf8')).toContain('memkeep init --clone || exit 0')
  expect(out).toContain('installing it sets up hooks and merge driver of a clone')
  expect(commit(repo).code).toBe(0)
  const clone = repoAt(join(tempFolder(), 'clone'))
  repo.git('clone', '--quiet', repo.dir, clone.dir)
  const before = (await memkeep(clone.dir, ['doctor'])).out
  expect(before).toContain('.gitattributes is up to date with the settings')
  expect(before).not.toContain('.husky')
  await memkeep(clone.dir, ['init', '--clone'])
  expect(clone.git('config', '--file', '.git/config', 'core.hooksPath').trim()).toBe('.githooks')
  expect(existsSync(join(clone.dir, '.husky'))).toBe(false)
  clone.git('config', 'user.name', 'Test')
  clone.git('config', 'user.email', 'test@example.com')
  clone.write('DECISIONS.md', SHORT)
  const { code, said } = commit(clone)
  expect(said).toContain('item-lost')
  expect(code).toBe(1)
  clone.write('DECISIONS.md', `${LOG}\nMore.\n`)
  expect(commit(clone)).toEqual({ code: 0, said: expect.stringContaining('the team checks') })
})

test('a script of the team that an install runs is left, and what to add to it is said', async () => {
  const repo = withHookFolder('true')
  const own = '{\n  "private": true,\n  "scripts": { "prepare": "git config core.hooksPath .githooks" }\n}\n'
  repo.write('package.json', own)
  const { code, out } = await memkeep(repo.dir, ['init', '--yes'])
  expect(readFileSync(join(repo.dir, 'package.json'), 'utf8')).toBe(own)
  expect(code).toBe(0)
  const added = ' && memkeep init --clone || exit 0'
  expect(out).toContain(`add \`${added.trim()}\` to \`prepare\` in package.json`)
  repo.write('package.json', own.replace('.githooks"', `.githooks${added}"`))
  const again = await memkeep(repo.dir, ['init', '--yes'])
  expect(again.out).not.toContain('in every other clone')
  await memkeep(repo.dir, ['uninstall', '--yes'])
  expect(readFileSync(join(repo.dir, 'package.json'), 'utf8')).toContain(added)
})
