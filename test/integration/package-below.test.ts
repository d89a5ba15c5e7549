import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { plainEnvironment as asGit } from '../../src/setup/doctor/check-programs.ts'
import { builtAtFirst } from '../helpers/resident/resident.ts'
import { everything, memkeep, plainEnvironment } from '../helpers/setup.ts'
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const LESSONS = 'user/memory/workspaces/shop/lessons.md'
const BAD = '# Lessons\n\n### [2026-03-01] Bad\n\n**Category:** \n**Tags:** a\n\nIt was learnt.\n\n---\n'
const BOT = "packages/it's the bot"

/** A repository whose only package lies below its top, with memkeep installed in it. */
function monorepo(): TempRepo {
  const repo = tempRepo()
  repo.write('.gitignore', 'node_modules\n')
  repo.write(`${BOT}/package.json`, '{ "name": "bot", "devDependencies": { "memkeep": "0.1.0" } }\n')
  repo.commit()
  install(repo)
  return repo
}

/** The built command for the first repository, what does the same for others. */
const commandFor = builtAtFirst()

function install({ dir }: Pick<TempRepo, 'dir'>): void {
  mkdirSync(join(dir, BOT, 'node_modules/.bin'), { recursive: true })
  symlinkSync(commandFor('hooks'), join(dir, BOT, 'node_modules/.bin/memkeep'))
}

/** What `npx memkeep` has in a folder: npm puts the commands of packages on PATH. */
function npx(repo: TempRepo, command: string): ReturnType<typeof memkeep> {
  const PATH = `${join(repo.dir, BOT, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
  return memkeep(join(repo.dir, BOT), [command], { PATH, npm_command: 'exec' })
}

function commit(repo: TempRepo): { code: number | null; said: string } {
  repo.git('add', '--all')
  const { status, stdout, stderr } = spawnSync('git', ['commit', '--quiet', '--message', 'x'], {
    cwd: repo.dir,
    encoding: 'utf8',
    env: plainEnvironment(),
  })
  return { code: status, said: `${stdout}${stderr}` }
}

describe('a package below the top of a repository', () => {
  test('hooks find what is installed in it, and doctor agrees', async () => {
    const repo = monorepo()
    const { code, out } = await npx(repo, 'init')
    expect([code, out]).toEqual([0, expect.not.stringContaining('do not find memkeep')])
    repo.write(LESSONS, BAD)
    expect(commit(repo)).toEqual({ code: 1, said: expect.stringContaining('entry-category') })
    repo.remove(LESSONS)
    expect(commit(repo)).toMatchObject({ code: 0 })
    expect(await npx(repo, 'doctor')).toMatchObject({ code: 0 })
    expect((await memkeep(repo.dir, ['init'])).out).toContain('everything was set up already')
  })

  test('on GitHub init sets all up, with a workflow that installs a package of the repository', async () => {
    const repo = monorepo()
    repo.write('.github/CODEOWNERS', '* @octo\n')
    for (const expected of [
      'No hook manager was set up here: now it is husky.',
      'everything was set up already',
    ]) {
      const { code, out } = await npx(repo, 'init')
      expect([code, out]).toEqual([0, expect.stringContaining(expected)])
    }
    expect(readFileSync(join(repo.dir, '.github/workflows/memory.yml'), 'utf8')).toContain(
      'trusted/vendor/memkeep-*.tgz',
    )
  })

  test('a linked work tree uses the one of the main work tree', async () => {
    const repo = monorepo()
    await npx(repo, 'init')
    expect(commit(repo).code).toBe(0)
    const linked = repoAt(join(tempFolder(), 'linked'))
    repo.git('worktree', 'add', '--quiet', '-b', 'side', linked.dir)
    linked.write(LESSONS, BAD)
    expect(commit(linked)).toEqual({ code: 1, said: expect.stringContaining('entry-category') })
  })

  test('the merge driver finds it, too', async () => {
    const repo = monorepo()
    await npx(repo, 'init')
    const driver = repo.git('config', 'merge.memkeep.driver')
    expect(driver).toContain(`'packages/it'\\''s the bot/node_modules/.bin/memkeep'`)
    expect(spawnSync('sh', ['-n'], { input: driver }).status).toBe(0)
  })

  test('uninstall leaves no trace, also when the package does not ask for memkeep any more', async () => {
    const repo = monorepo()
    const before = everything(repo.dir)
    await npx(repo, 'init')
    const manifest = readFileSync(join(repo.dir, BOT, 'package.json'))
    repo.write(`${BOT}/package.json`, '{ "name": "bot" }\n')
    expect((await npx(repo, 'uninstall')).code).toBe(0)
    repo.write(`${BOT}/package.json`, manifest)
    expect(everything(repo.dir)).toEqual(before)
  })

  test('what only npx finds is not what a commit finds: init and doctor say so', async () => {
    const repo = tempRepo()
    repo.write('packages/bot/package.json', '{ "name": "bot" }\n')
    repo.commit()
    const cache = tempFolder()
    mkdirSync(join(cache, '_npx/1/node_modules/.bin'), { recursive: true })
    const bin = join(cache, '_npx/1/node_modules/.bin')
    symlinkSync(resolve('dist/memkeep.cjs'), join(bin, 'memkeep'))
    const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, npm_execpath: '/x/npm-cli.js' }
    const init = await memkeep(repo.dir, ['init'], { ...env, MEMKEEP_BIN: undefined })
    expect([init.code, init.out]).toEqual([1, expect.stringContaining('hooks do not find memkeep')])
    const doctor = await memkeep(repo.dir, ['doctor'], env)
    expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining('✖ hooks do not find memkeep')])
    expect(commit(repo)).toMatchObject({ code: 1, said: expect.stringContaining('could not be started') })
  })

  test('the hook is fired with the PATH of a plain terminal', async () => {
    const repo = monorepo()
    await npx(repo, 'init')
    // A command that only npx has makes the hook answer something else.
    const bin = join(tempFolder(), 'node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    repo.write('sh', `#!/bin/sh\nexit 3\n`)
    chmodSync(join(repo.dir, 'sh'), 0o755)
    symlinkSync(join(repo.dir, 'sh'), join(bin, 'sh'))
    const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, npm_command: 'exec' }
    expect((await memkeep(repo.dir, ['doctor'], env)).out).toContain('✔ the pre-commit hook fires')
  })
})

test('the PATH of a plain terminal is as it is, without what npm added to it', () => {
  const own = ['/home/a/bin', 'node_modules/.bin', '/usr/bin'].join(delimiter)
  expect(asGit({ PATH: own })).toEqual({ PATH: own })
  const added = ['/r/packages/bot/node_modules/.bin', '/n/@npmcli/run-script/lib/node-gyp-bin', '/usr/bin']
  expect(asGit({ PATH: added.join(delimiter), npm_command: 'exec' }).PATH).toBe('/usr/bin')
})
