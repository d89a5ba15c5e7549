import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { workflowText } from '../../src/setup/hooks/workflow-file.ts'
import { sourceWithoutLock } from '../../src/setup/init.ts'
import { rowsOf } from '../helpers/runs.ts'
import { everything, memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const FILE = '.github/workflows/memory.yml'

function onGithub(url = 'git@github.com:octo/memory.git'): TempRepo {
  const repo = tempRepo()
  repo.git('remote', 'add', 'origin', url)
  return withMemkeep(repo)
}

/** The repository has memkeep by npm. */
function withMemkeep(repo: TempRepo): TempRepo {
  repo.write('package.json', '{ "devDependencies": { "memkeep": "file:vendor/memkeep-0.1.0.tgz" } }\n')
  repo.write('package-lock.json', '{}\n')
  return repo
}

async function init(repo: TempRepo): Promise<string[]> {
  const { out } = await memkeep(repo.dir, ['init', '--format', 'json'])
  const { files }: { files: { path: string; did: string }[] } = JSON.parse(out)
  return files.filter(({ path }) => path.startsWith('.github')).map(({ path, did }) => `${did} ${path}`)
}

const text = (repo: TempRepo): string => readFileSync(join(repo.dir, FILE), 'utf8')

describe('the workflow', () => {
  const REMOTES = [
    'git@github.com:octo/memory.git',
    'https://github.com/octo/memory',
    'ssh://git@ssh.github.com:443/octo/memory.git',
    'https://token@github.example.com/octo/memory',
  ]

  test.each(rowsOf(REMOTES, 2))('is written for %s, once, and uninstall leaves no trace', async (url) => {
    const repo = onGithub(url)
    const before = everything(repo.dir)
    expect(await init(repo)).toEqual([`created ${FILE}`])
    expect(text(repo)).toContain('node trusted/node_modules/memkeep/dist/memkeep.cjs ci --cwd repository')
    const once = everything(repo.dir)
    expect(await init(repo)).toEqual([])
    expect(everything(repo.dir)).toEqual(once)
    expect((await memkeep(repo.dir, ['uninstall'])).code).toBe(0)
    expect(everything(repo.dir)).toEqual(before)
  })

  test('is written where there are files for GitHub', async () => {
    const repo = withMemkeep(tempRepo())
    repo.write('.github/CODEOWNERS', '* @octo\n')
    const before = everything(repo.dir)
    expect(await init(repo)).toEqual([`created ${FILE}`])
    await memkeep(repo.dir, ['uninstall'])
    expect(everything(repo.dir)).toEqual(before)
  })

  test.each(['https://gitlab.com/github/memory.git', '/srv/github/memory.git', 'C:\\github\\memory'])(
    'is not written for %s',
    async (url) => {
      expect(await init(onGithub(url))).toEqual([])
    },
  )

  test('is for pushes to the default branch, where the clone knows it', async () => {
    const repo = onGithub()
    repo.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk')
    await init(repo)
    expect(text(repo)).toContain("    branches: ['trunk']\n")
  })

  test('else for the usual ones, and the one that is checked out', async () => {
    const repo = onGithub()
    repo.git('symbolic-ref', 'HEAD', 'refs/heads/develop')
    await init(repo)
    expect(text(repo)).toContain("    branches: ['main', 'master', 'develop']\n")
    const detached = onGithub()
    detached.commit()
    detached.git('checkout', '--quiet', '--detach')
    await init(detached)
    expect(text(detached)).toContain("    branches: ['main', 'master']\n")
  })

  const LACKING = [
    ['no package.json', (repo: TempRepo) => repo.remove('package.json')],
    ['a package.json without memkeep', (repo: TempRepo) => repo.write('package.json', '{}\n')],
    ['another lock file', (repo: TempRepo) => repo.remove('package-lock.json')],
  ] as const

  test.each(rowsOf(LACKING, 2))(
    'installs a package of the repository where npm has no lock of it: %s',
    async (_, edit) => {
      const repo = onGithub()
      edit(repo)
      const before = everything(repo.dir)
      expect(await init(repo)).toEqual([`created ${FILE}`])
      expect(text(repo)).toMatch(
        / npm install --global .* "\.\/\$package"\n.* memkeep ci --cwd repository\n$/,
      )
      expect(await init(repo)).toEqual([])
      expect((await memkeep(repo.dir, ['uninstall'])).code).toBe(0)
      expect(everything(repo.dir)).toEqual(before)
    },
  )

  test('a version of a registry is installed only once there is one, and no package is there', () => {
    expect(sourceWithoutLock(false, false)).toBe('package')
    expect(sourceWithoutLock(true, true)).toBe('package')
    expect(sourceWithoutLock(false, true)).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  })

  test('until git has the package, init and doctor say what CI needs', async () => {
    const repo = tempRepo()
    repo.git('remote', 'add', 'origin', 'git@github.com:octo/memory.git')
    repo.write('AGENTS.md', '# Rules\n\nBe kind.\n')
    const said = async (): Promise<string> => (await memkeep(repo.dir, ['init', '--yes'])).out
    const ci = async (): Promise<unknown> =>
      JSON.parse((await memkeep(repo.dir, ['doctor', '--format', 'json'])).out).checks.find(
        ({ check }: { check: string }) => check === 'ci',
      )
    expect(await said()).toContain(
      '  - CI cannot install memkeep yet: run npm pack in a clone of memkeep, put',
    )
    expect(await ci()).toMatchObject({
      status: 'wrong',
      message: `${FILE} installs memkeep from vendor/, which has no package of it`,
      fix: expect.stringMatching(/^Run npm pack in a clone of memkeep.* and commit it\.$/),
    })

    repo.write('.gitignore', '*.tgz\n')
    repo.write('vendor/memkeep-0.1.0.tgz', 'a package')
    expect(await said()).toContain('git ignores vendor/memkeep-0.1.0.tgz, which CI installs')
    expect(await ci()).toMatchObject({
      status: 'wrong',
      message: expect.stringContaining('which git ignores'),
    })

    repo.remove('.gitignore')
    expect(await said()).toMatch(/commit what CI installs:\n +git add vendor\/memkeep-0\.1\.0\.tgz\n/)
    expect(await ci()).toMatchObject({
      status: 'wrong',
      message: `${FILE} installs vendor/memkeep-0.1.0.tgz, which git does not have`,
      fix: 'Commit it: git add vendor/memkeep-0.1.0.tgz',
    })

    repo.git('add', 'vendor')
    expect(await said()).not.toContain('vendor')
    expect(await ci()).toMatchObject({ status: 'ok', message: `${FILE} runs memkeep` })

    repo.write('vendor/memkeep-0.2.0.tgz', 'another')
    repo.git('add', 'vendor')
    expect(await ci()).toMatchObject({
      status: 'wrong',
      message: `${FILE} installs a package of vendor/, and git has several: vendor/memkeep-0.1.0.tgz, vendor/memkeep-0.2.0.tgz`,
    })
  })

  test('doctor says that no registry has the version that a workflow installs', async () => {
    const repo = onGithub()
    repo.write(FILE, workflowText(['main'], { version: '0.1.0' }))
    const { out } = await memkeep(repo.dir, ['doctor', '--format', 'json'])
    expect(JSON.parse(out).checks.find(({ check }: { check: string }) => check === 'ci')).toMatchObject({
      status: 'wrong',
      message: `${FILE} installs memkeep@0.1.0 from a registry, and memkeep is not published yet`,
    })
  })

  test('is not written again where it was renamed, or calls a shared one of any name, which doctor sees as well', async () => {
    const shared =
      'name: memory\non: [push]\njobs:\n  a:\n    uses: octo/platform/.github/workflows/agents.yml@main\n'
    const ownName = shared.replace('name: memory', 'name: lint')
    for (const [content, made] of [
      [null, []],
      [shared, []],
      [shared.replaceAll('\n', '\r\n'), []],
      [ownName, [`created ${FILE}`]],
    ] as const) {
      const repo = onGithub()
      await init(repo)
      repo.write('.github/workflows/agents.yaml', content ?? text(repo))
      repo.remove(FILE)
      const { out } = await memkeep(repo.dir, ['doctor', '--format', 'json'])
      const { checks }: { checks: { check: string; status: string }[] } = JSON.parse(out)
      expect(checks.find(({ check }) => check === 'ci')?.status).toBe(made.length === 0 ? 'ok' : 'unknown')
      expect(await init(repo), content ?? 'renamed').toEqual(made)
    }
  })

  test('elsewhere than on GitHub one line says that none was written, and how one comes', async () => {
    const repo = withMemkeep(tempRepo())
    const { out } = await memkeep(repo.dir, ['init', '--yes'])
    const lines = out.split('\n').filter((line) => line.includes('no workflow was written'))
    expect(lines).toEqual([
      expect.stringMatching(/no remote .* is on GitHub.* Run memkeep init again .* memkeep ci: docs\/ci\.md/),
    ])
    expect((await memkeep(repo.dir, ['init', '--yes'])).out).not.toContain('workflow')
    repo.git('remote', 'add', 'origin', 'git@github.com:octo/memory.git')
    expect(await init(repo)).toEqual([`created ${FILE}`])
  })

  test('is not written where one names memkeep, nor over one of that name', async () => {
    for (const [path, content] of [
      ['.github/workflows/ci.yml', 'jobs: { a: { steps: [{ run: npx memkeep ci }] } }\n'],
      [FILE, 'name: something else\n'],
    ] as const) {
      const repo = onGithub()
      repo.write(path, content)
      expect(await init(repo)).toEqual([])
      expect((await memkeep(repo.dir, ['uninstall'])).code).toBe(0)
      expect(readFileSync(join(repo.dir, path), 'utf8')).toBe(content)
    }
  })

  test('stays when somebody changed it, and uninstall says so', async () => {
    const repo = onGithub()
    await init(repo)
    const edited = text(repo).replace("'master'", "'trunk'")
    repo.write(FILE, edited)
    const { out, code } = await memkeep(repo.dir, ['uninstall'])
    expect(code).toBe(0)
    expect(out).toContain(`take memkeep out of ${FILE}`)
    expect(text(repo)).toBe(edited)
  })

  test('is not written through a link', async () => {
    const [repo, outside] = [onGithub(), tempFolder()]
    mkdirSync(join(outside, 'workflows'))
    repo.link('.github', outside)
    expect(await init(repo)).toEqual([])
    expect(everything(outside)).toEqual({ 'workflows/': '' })
  })

  test('is what doctor asks for, and what it is content with', async () => {
    const repo = onGithub()
    const ask = async (): Promise<{ check: string; status: string; message: string; fix?: string }[]> =>
      JSON.parse((await memkeep(repo.dir, ['doctor', '--format', 'json'])).out).checks
    const missing = (await ask()).find(({ check }) => check === 'ci')
    expect(missing).toMatchObject({ status: 'unknown', fix: expect.stringContaining('memkeep init') })
    await init(repo)
    expect((await ask()).find(({ check }) => check === 'ci')).toMatchObject({
      status: 'ok',
      message: `${FILE} runs memkeep`,
    })
    repo.remove(FILE)
    const hooks = (await ask()).find(({ check }) => check === 'hooks-current')
    expect(hooks).toMatchObject({ status: 'ok' })
  })
})
