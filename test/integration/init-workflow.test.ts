import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { everything, memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const FILE = '.github/workflows/memory.yml'

function onGithub(url = 'git@github.com:octo/memory.git'): TempRepo {
  const repo = tempRepo()
  repo.git('remote', 'add', 'origin', url)
  return repo
}

async function init(repo: TempRepo): Promise<string[]> {
  const { out } = await memkeep(repo.dir, ['init', '--format', 'json'])
  const { files }: { files: { path: string; did: string }[] } = JSON.parse(out)
  return files.filter(({ path }) => path.startsWith('.github')).map(({ path, did }) => `${did} ${path}`)
}

const text = (repo: TempRepo): string => readFileSync(join(repo.dir, FILE), 'utf8')

describe('the workflow', () => {
  test.each([
    'git@github.com:octo/memory.git',
    'https://github.com/octo/memory',
    'ssh://git@ssh.github.com:443/octo/memory.git',
    'https://token@github.example.com/octo/memory',
  ])('is written for %s, once, and uninstall leaves no trace', async (url) => {
    const repo = onGithub(url)
    const before = everything(repo.dir)
    expect(await init(repo)).toEqual([`created ${FILE}`])
    expect(text(repo)).toMatch(/npx --yes memkeep@\S+ ci /)
    const once = everything(repo.dir)
    expect(await init(repo)).toEqual([])
    expect(everything(repo.dir)).toEqual(once)
    expect((await memkeep(repo.dir, ['uninstall'])).code).toBe(0)
    expect(everything(repo.dir)).toEqual(before)
  })

  test('is written where there are files for GitHub', async () => {
    const repo = tempRepo()
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
    const edited = text(repo).replace('main, master', 'trunk')
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
    const ask = async (): Promise<{ check: string; status: string; message: string; mend?: string }[]> =>
      JSON.parse((await memkeep(repo.dir, ['doctor', '--format', 'json'])).out).checks
    const missing = (await ask()).find(({ check }) => check === 'ci')
    expect(missing).toMatchObject({ status: 'unknown', mend: expect.stringContaining('memkeep init') })
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
