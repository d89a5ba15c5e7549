import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FOUND, memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const BIN = { MEMKEEP_BIN: FOUND }
const WITHOUT = '{ "name": "shop" }\n'
const WITH = '{ "name": "shop", "devDependencies": { "memkeep": "file:vendor/memkeep-0.1.0.tgz" } }\n'
const NPM_LOCK = '{ "packages": { "node_modules/memkeep": {} } }\n'

/** A repository on GitHub whose git has these files, into which `npm install --save-dev` then put memkeep. */
function afterNpm(files: { readonly [path: string]: string }, folder = ''): TempRepo {
  const repo = tempRepo()
  repo.git('remote', 'add', 'origin', 'git@github.com:octo/shop.git')
  repo.write('DECISIONS.md', '# Decisions\n\n## 2026-02-08: A queue\n\nIt is small.\n')
  repo.write(`${folder}package.json`, WITHOUT)
  for (const [path, text] of Object.entries(files)) repo.write(path, text)
  repo.commit()
  const manifest = JSON.parse(readFileSync(join(repo.dir, `${folder}package.json`), 'utf8'))
  repo.write(
    `${folder}package.json`,
    `${JSON.stringify({ ...manifest, devDependencies: JSON.parse(WITH).devDependencies })}\n`,
  )
  repo.write(`${folder}package-lock.json`, NPM_LOCK)
  repo.write(`${folder}vendor/memkeep-0.1.0.tgz`, 'a package')
  return repo
}

async function examined(repo: TempRepo, name: string): Promise<unknown> {
  const { out } = await memkeep(repo.dir, ['doctor', '--format', 'json'], BIN)
  return JSON.parse(out).checks.find(({ check }: { check: string }) => check === name)
}

const said = async (repo: TempRepo): Promise<string> => (await memkeep(repo.dir, ['init', '--yes'], BIN)).out

const OTHERS = [
  ['pnpm', 'pnpm-lock.yaml', {}],
  ['yarn', 'yarn.lock', {}],
  ['bun', 'bun.lock', {}],
  ['bun', 'bun.lockb', {}],
  ['yarn', 'package.json', { packageManager: 'yarn@4.5.0+sha224.ab' }],
  ['pnpm', 'package.json', { devEngines: { packageManager: { name: 'pnpm' } } }],
] as const

describe('a lock file of npm in a repository that another manager installs', () => {
  test.each(OTHERS)('is named where %s does, by %s', async (manager, because, members) => {
    const lock = because === 'package.json' ? {} : { [because]: 'a lock\n' }
    const repo = afterNpm({ ...lock, 'package.json': `${JSON.stringify({ name: 'shop', ...members })}\n` })
    const out = await said(repo)
    expect(out).toContain(
      `  - this repository uses ${manager} (${because}), and package-lock.json is npm's: delete that file, and let ${manager} install memkeep:\n      ${manager} install\n`,
    )
    expect(out).not.toMatch(/git add .*package-lock\.json/)
    if (/yaml|lock$/.test(because)) expect(out).toMatch(new RegExp(` git add .*${because}`))
    expect(readFileSync(join(repo.dir, '.github/workflows/memory.yml'), 'utf8')).toContain(
      'trusted/vendor/memkeep-*.tgz',
    )
    repo.git('add', 'memkeep.yaml')
    expect(await examined(repo, 'package')).toEqual({
      check: 'package',
      status: 'wrong',
      message: `this repository uses ${manager} (${because}), and package-lock.json is npm's`,
      fix: `Delete package-lock.json, run ${manager} install, and commit what that changes.`,
    })
  })

  test('is gone, and the right one has memkeep: nothing is left to do', async () => {
    const repo = afterNpm({ 'pnpm-lock.yaml': 'lockfileVersion: 9\n' })
    await said(repo)
    repo.remove('package-lock.json')
    expect(await said(repo)).toContain(
      '  - pnpm-lock.yaml does not have memkeep, so CI cannot install the packages:\n      pnpm install\n',
    )
    repo.git('add', '--all')
    expect(await examined(repo, 'package')).toMatchObject({
      status: 'wrong',
      message: 'pnpm-lock.yaml does not have memkeep, so CI cannot install the packages',
      fix: 'Run pnpm install, and commit what that changes.',
    })
    repo.write('pnpm-lock.yaml', 'memkeep@file:vendor/memkeep-0.1.0.tgz\n')
    expect(await said(repo)).toMatch(/ git add pnpm-lock\.yaml\n/)
    repo.git('add', '--all')
    expect(await said(repo)).not.toContain('pnpm')
    expect(await examined(repo, 'package')).toMatchObject({ status: 'ok' })
  })

  test('is found below the top, where the lock of the workspace is', async () => {
    const repo = afterNpm(
      { 'pnpm-lock.yaml': 'a lock\n', 'package.json': '{ "private": true }\n' },
      'apps/web/',
    )
    expect(await said(repo)).toContain(
      "this repository uses pnpm (pnpm-lock.yaml), and apps/web/package-lock.json is npm's: delete that file, and let pnpm install memkeep:",
    )
  })

  test('is that of a package which npm installs, next to one that another manager does', async () => {
    const repo = afterNpm({ 'web/pnpm-lock.yaml': 'a lock\n', 'web/package.json': '{}\n' })
    const out = await said(repo)
    expect(out).not.toContain('pnpm')
    expect(out).toMatch(/git add .*package-lock\.json/)
  })

  test('counts where git has it as well: two managers are in use', async () => {
    const repo = afterNpm({ 'package-lock.json': '{}\n', 'yarn.lock': 'a lock\n' })
    const out = await said(repo)
    expect(out).not.toContain('yarn')
    expect(out).toMatch(/git add .*package-lock\.json/)
  })

  test('in a workflow of an earlier init, doctor says so', async () => {
    const repo = afterNpm({})
    await said(repo)
    repo.remove('package-lock.json')
    repo.write('pnpm-lock.yaml', 'memkeep\n')
    repo.git('add', '--all')
    expect(await examined(repo, 'ci')).toMatchObject({
      status: 'wrong',
      message: '.github/workflows/memory.yml runs npm ci, and this repository uses pnpm (pnpm-lock.yaml)',
      fix: 'Delete that workflow and run memkeep init: the new one installs the package in vendor/.',
    })
  })
})

test('a package from ./vendor, as yarn and bun write it, is what other clones need', async () => {
  const repo = afterNpm({ 'yarn.lock': 'a lock\n' })
  repo.remove('package-lock.json')
  repo.write('yarn.lock', 'memkeep@./vendor/memkeep-0.1.0.tgz:\n')
  repo.git('remote', 'remove', 'origin')
  repo.write('package.json', WITH.replace('file:vendor', './vendor'))
  expect(await said(repo)).toMatch(/git add .* package\.json .*yarn\.lock vendor\/memkeep-0\.1\.0\.tgz\n/)
})

describe('a package from outside the repository', () => {
  const OUTSIDE = [
    'file:../memkeep',
    'file:/srv/memkeep',
    'file:///srv/memkeep',
    'link:../memkeep',
    '../memkeep',
    'portal:/srv/memkeep',
    'file:~/memkeep',
    'file:C:\\\\memkeep',
  ]

  test.each(OUTSIDE)('%s is named by init and doctor: no other clone has it', async (source) => {
    const repo = tempRepo()
    repo.write('AGENTS.md', '# Rules\n\nBe kind.\n')
    repo.write('package.json', `{ "devDependencies": { "memkeep": "${source}" } }\n`)
    repo.commit()
    const shown = JSON.parse(`"${source}"`)
    const what = `package.json takes memkeep from ${shown}, outside this repository: CI and other clones cannot install it`
    expect(await said(repo)).toContain(
      `  - ${what}. Run npm pack in a clone of memkeep, put the memkeep-VERSION.tgz`,
    )
    repo.git('add', '--all')
    expect(await examined(repo, 'package')).toEqual({
      check: 'package',
      status: 'wrong',
      message: what,
      fix: 'Run npm pack in a clone of memkeep, put the memkeep-VERSION.tgz that it makes into vendor/ at the top of this repository, run npm install --save-dev ./vendor/memkeep-VERSION.tgz, and commit both.',
    })
  })

  test('is named below the top, with the command of its manager; one inside is not', async () => {
    const repo = tempRepo()
    repo.write('AGENTS.md', '# Rules\n\nBe kind.\n')
    repo.write('apps/web/package.json', '{ "devDependencies": { "memkeep": "link:../../../memkeep" } }\n')
    repo.write('pnpm-lock.yaml', 'memkeep: link:../memkeep\n')
    repo.commit()
    expect(await examined(repo, 'package')).toMatchObject({
      status: 'unknown',
      message: expect.stringMatching(
        /^apps\/web\/package\.json takes memkeep from link:\.\.\/\.\.\/\.\.\/memkeep, outside/,
      ),
      fix: expect.stringContaining(
        'run pnpm add -D ../../vendor/memkeep-VERSION.tgz in apps/web, and commit both.',
      ),
    })
    for (const source of ['link:../../tools/memkeep', 'workspace:*', '0.1.0', 'github:octo/memkeep']) {
      repo.write('apps/web/package.json', `{ "devDependencies": { "memkeep": "${source}" } }\n`)
      repo.commit()
      expect(await examined(repo, 'package')).toMatchObject({ status: 'ok' })
    }
  })
})

test('a package that the settings extend is one that CI lacks where pnpm installs: init and doctor say so', async () => {
  const repo = afterNpm({ 'pnpm-lock.yaml': 'memkeep\n', '.gitignore': 'node_modules/\n' })
  repo.remove('package-lock.json')
  repo.write('node_modules/@acme/memory/memkeep.yaml', 'rules: { growth: off }\n')
  repo.write('memkeep.yaml', 'extends: node_modules/@acme/memory/memkeep.yaml\n')
  expect(await said(repo)).toContain(
    'CI installs no packages, and the settings extend node_modules/@acme/memory/memkeep.yaml. Copy that file',
  )
  repo.git('add', '--all')
  expect(await examined(repo, 'ci')).toMatchObject({
    status: 'wrong',
    message:
      '.github/workflows/memory.yml installs no packages, and the settings extend node_modules/@acme/memory/memkeep.yaml',
  })
  repo.remove('node_modules')
  expect((await memkeep(repo.dir, ['check'])).err).toMatch(/Run\s+`pnpm\s+install`/)
})

describe('yarn 2 and newer', () => {
  // Seen with yarn 4.18: an install of a clone runs `postinstall` of the top, and no `prepare`.
  test.each([
    ['a lock with __metadata', '__metadata:\n  version: 8\nmemkeep\n', { private: true }, 'postinstall'],
    ['packageManager', 'memkeep\n', { packageManager: 'yarn@4.5.0', private: true }, 'postinstall'],
    ['a package that may be published', 'memkeep\n', { packageManager: 'yarn@4.5.0' }, null],
    ['yarn 1', 'memkeep\n', { packageManager: 'yarn@1.22.22', private: true }, 'prepare'],
  ] as const)('%s: a clone is armed by a script that an install runs', async (_, lock, members, script) => {
    const manifest = `${JSON.stringify({ name: 'shop', ...members })}\n`
    const repo = afterNpm({ 'yarn.lock': lock, 'package.json': manifest })
    repo.remove('package-lock.json')
    const before = readFileSync(join(repo.dir, 'package.json'), 'utf8')
    const out = await said(repo)
    const after = readFileSync(join(repo.dir, 'package.json'), 'utf8')
    expect(Object.keys(JSON.parse(after).scripts ?? {})).toEqual(script === null ? [] : [script])
    expect(out.includes('run memkeep init --clone once in every other clone')).toBe(script === null)
    expect(out.includes('keep memkeep among the devDependencies')).toBe(script !== null)
    expect(await said(repo)).toContain('everything was set up already')
    await memkeep(repo.dir, ['uninstall'], BIN)
    expect(readFileSync(join(repo.dir, 'package.json'), 'utf8')).toBe(before)
  })

  // Yarn makes .pnp.cjs, or with nodeLinker: pnpm a store and links, and runs commands from a folder of one run.
  test.each(['.pnp.cjs', 'node_modules/.store/memkeep-file-7ae/package/package.json'])(
    'without a folder of commands (%s), init and doctor say what hooks need, and husky is armed',
    async (sign) => {
      const repo = afterNpm({ 'yarn.lock': '__metadata:\nmemkeep\n' })
      repo.remove('package-lock.json')
      repo.write(sign, '')
      const folder = join(repo.dir, '..', `xfs-${basename(repo.dir)}`)
      mkdirSync(folder)
      symlinkSync(FOUND, join(folder, 'memkeep'))
      const system = `/usr/bin:/bin:${dirname(process.execPath)}`
      const ofYarn = {
        MEMKEEP_BIN: '',
        npm_config_user_agent: 'yarn/4.18.1 npm/? node/v20.20.2 linux x64',
        BERRY_BIN_FOLDER: folder,
        PATH: `${folder}:${system}`,
      }
      const words =
        'Set nodeLinker: node-modules in .yarnrc.yml and run yarn install, or npm install --global the same package'
      const { out, code } = await memkeep(repo.dir, ['init', '--yes'], ofYarn)
      expect(out).toContain(words)
      expect(code).toBe(1)
      expect(repo.git('config', '--local', 'core.hooksPath')).toBe('.husky/_')
      expect(existsSync(join(repo.dir, '.husky/_/pre-commit'))).toBe(true)
      const doctor = async (env: NodeJS.ProcessEnv): Promise<unknown> => {
        const { out: json } = await memkeep(repo.dir, ['doctor', '--format', 'json'], env)
        return JSON.parse(json).checks.find(({ check }: { check: string }) => check === 'executable')
      }
      expect(await doctor(ofYarn)).toMatchObject({ status: 'wrong', fix: expect.stringContaining(words) })
      // The ways out: a folder of commands, and a memkeep on the PATH of a terminal.
      expect(await doctor({ ...ofYarn, BERRY_BIN_FOLDER: '/elsewhere' })).toMatchObject({ status: 'ok' })
      mkdirSync(join(repo.dir, 'node_modules/.bin'), { recursive: true })
      symlinkSync(FOUND, join(repo.dir, 'node_modules/.bin/memkeep'))
      expect(await doctor(ofYarn)).toMatchObject({ status: 'ok' })
    },
  )
})
