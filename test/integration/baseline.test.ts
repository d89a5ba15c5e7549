import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { memkeep } from '../helpers/setup.ts'
import type { TempRepo } from '../helpers/temp-repo.ts'
import { addEntry, append, ci, DECISIONS, entry, host, index, LESSONS } from './ci/ci-repo.ts'

const FILE = 'memkeep-baseline.json'
const NOW = ['--now', '2026-06-01']

async function adopted(): Promise<TempRepo> {
  const repo = await host()
  append(repo, DECISIONS, entry('One queue per shop', ''))
  await index(repo)
  expect(await memkeep(repo.dir, ['baseline', ...NOW])).toMatchObject({ code: 0 })
  repo.commit('adopt')
  return repo
}

async function check(
  repo: TempRepo,
  ...args: string[]
): Promise<{ code: number; found: string[]; known?: number; err: string }> {
  const { code, out, err } = await memkeep(repo.dir, ['check', '--format', 'json', ...NOW, ...args])
  if (!out.startsWith('{')) return { code, found: [], err }
  const { diagnostics, summary } = JSON.parse(out)
  return { code, found: diagnostics.map((one: { rule: string }) => one.rule), known: summary.known, err }
}

/** Calls the hook as git does. */
function hook(repo: TempRepo, name: string, input = ''): { code: number | null; said: string } {
  const command = [
    resolve('dist/memkeep.cjs'),
    'hook',
    name,
    '--',
    ...(input === '' ? [] : ['origin', 'url']),
  ]
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: repo.dir, encoding: 'utf8', input })
  return { code: status, said: stderr }
}

describe('known findings are not reported', () => {
  test('of the work tree, of a commit and of staged files', async () => {
    const repo = await adopted()
    expect(await check(repo)).toMatchObject({ code: 0, found: [], known: 1 })
    expect(await check(repo, '--rev', 'HEAD')).toMatchObject({ code: 0, found: [], known: 1 })
    append(repo, DECISIONS, entry('No price in a log'))
    await index(repo)
    repo.git('add', '--all')
    expect(await check(repo, '--staged')).toMatchObject({ code: 0, found: [], known: 1 })
    expect(await check(repo, '--rev', 'HEAD^')).toMatchObject({ code: 0, found: [], known: undefined })
  })

  test('but one more of them is', async () => {
    const repo = await adopted()
    append(repo, DECISIONS, entry('No price in a log', ''))
    await index(repo)
    repo.git('add', '--all')
    expect(await check(repo)).toMatchObject({ code: 1, found: ['entry-category'], known: 1 })
    expect(await check(repo, '--staged')).toMatchObject({ code: 1, found: ['entry-category'], known: 1 })
  })

  test('by the file that is staged, not by the one on disk', async () => {
    const repo = await adopted()
    repo.write(FILE, '{"version":1,"findings":{}}')
    append(repo, DECISIONS, entry('No price in a log'))
    await index(repo)
    repo.git('add', DECISIONS, 'user')
    expect(await check(repo, '--staged')).toMatchObject({ code: 0, found: [], known: 1 })
    expect(await check(repo)).toMatchObject({ code: 1, found: ['entry-category'], known: 0 })
  })

  test('by the hooks', async () => {
    const repo = await adopted()
    const before = repo.git('rev-parse', 'HEAD')
    append(repo, DECISIONS, entry('No price in a log'))
    repo.git('add', '--all')
    expect(hook(repo, 'pre-commit')).toMatchObject({ code: 0, said: '' })
    append(repo, DECISIONS, entry('Orders keep their number', ''))
    repo.git('add', '--all')
    expect(hook(repo, 'pre-commit')).toMatchObject({ code: 1 })
    repo.git('reset', '--quiet', '--hard')
    const tip = await addEntry(repo, LESSONS, entry('A timeout is not an answer', 'debugging'))
    expect(hook(repo, 'pre-push', `refs/heads/main ${tip} refs/heads/main ${before}\n`)).toMatchObject({
      code: 0,
    })
  })

  test('a file that cannot be read stops every check', async () => {
    const repo = await adopted()
    repo.write(FILE, '{"version":1,')
    repo.git('add', '--all')
    expect(await check(repo)).toMatchObject({ code: 2, err: expect.stringContaining(FILE) })
    expect(await check(repo, '--staged')).toMatchObject({ code: 2 })
    expect(hook(repo, 'pre-commit')).toMatchObject({ code: 2 })
    expect(await memkeep(repo.dir, ['baseline', ...NOW])).toMatchObject({ code: 2 })
    expect(readFileSync(join(repo.dir, FILE), 'utf8')).toBe('{"version":1,')
    const base = repo.git('rev-parse', 'HEAD')
    repo.commit('broken')
    expect(await ci(repo, null, '--base', base)).toMatchObject({ code: 2 })
    repo.git('revert', '--no-edit', 'HEAD')
    expect(await ci(repo, null, '--base', 'HEAD^')).toMatchObject({ code: 0 })
  })

  test('a link in its place is not followed', async () => {
    const repo = await adopted()
    repo.remove(FILE)
    repo.write('elsewhere.json', '{"version":1,"findings":{}}')
    repo.link(FILE, 'elsewhere.json')
    expect(await check(repo)).toMatchObject({ code: 2, err: expect.stringContaining('no regular file') })
  })
})

describe('memkeep baseline', () => {
  test('writes nothing where nothing is found, and keeps an empty file at nothing', async () => {
    const repo = await host()
    const none = await memkeep(repo.dir, ['baseline', ...NOW])
    expect(none).toMatchObject({ code: 0, out: expect.stringContaining('there are no findings') })
    expect(existsSync(join(repo.dir, FILE))).toBe(false)
    writeFileSync(join(repo.dir, FILE), '{\n  "version": 1,\n  "findings": {}\n}\n')
    append(repo, DECISIONS, entry('One queue per shop', ''))
    const more = await memkeep(repo.dir, ['baseline', ...NOW])
    expect(more).toMatchObject({ code: 1, out: expect.stringContaining('1 entry-category') })
    expect(readFileSync(join(repo.dir, FILE), 'utf8')).toContain('"findings": {}')
  })

  test('only lowers', async () => {
    const repo = await adopted()
    append(repo, LESSONS, entry('A timeout is not an answer', ''))
    await index(repo)
    repo.write(
      DECISIONS,
      readFileSync(join(repo.dir, DECISIONS), 'utf8').replace(entry('One queue per shop', ''), ''),
    )
    await index(repo)
    const ran = await memkeep(repo.dir, ['baseline', '--format', 'json', ...NOW])
    expect(ran.code).toBe(1)
    expect(JSON.parse(ran.out)).toEqual({
      version: 1,
      before: 1,
      after: 0,
      written: true,
      added: [{ path: LESSONS, rule: 'entry-category', count: 1 }],
      never: [],
    })
    const again = await memkeep(repo.dir, ['baseline', '--format', 'json', ...NOW])
    expect(JSON.parse(again.out)).toMatchObject({ before: 0, after: 0, written: false })
  })

  test('never counts what has to be reported', async () => {
    const repo = await host()
    append(repo, LESSONS, '<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other\n')
    append(repo, DECISIONS, entry('One queue per shop', ''))
    const ran = await memkeep(repo.dir, ['baseline', ...NOW])
    expect(ran).toMatchObject({ code: 1, out: expect.stringContaining('1 no-conflict-marker') })
    expect(readFileSync(join(repo.dir, FILE), 'utf8')).not.toContain('no-conflict-marker')
  })
})
