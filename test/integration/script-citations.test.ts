import { describe, expect, test } from 'vitest'
import { runCheck } from '../../src/engine/check.ts'
import { runIndex } from '../../src/maintain/rebuild-index.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

function scripts(...names: string[]): string {
  return `${JSON.stringify({ scripts: Object.fromEntries(names.map((name) => [name, 'x'])) })}\n`
}

async function saidWith(cache: boolean, { dir }: TempRepo): Promise<readonly string[]> {
  const { report } = await runCheck({ cwd: dir, cache, today: '2026-06-01', skip: [], paths: [], fix: false })
  return report.diagnostics
    .filter(({ rule }) => rule === 'citation-changed')
    .map(
      ({ line, severity, message }) =>
        `${line} ${severity} ${message.replaceAll(/\b[0-9a-f]{7}, \d{4}-\d\d-\d\d/g, 'COMMIT, DAY')}`,
    )
}

/** What is said of scripts: the same without a cache, with one, and with one that is warm. */
async function said(repo: TempRepo): Promise<readonly string[]> {
  const found = await saidWith(false, repo)
  expect(await saidWith(true, repo)).toEqual(found)
  expect(await saidWith(true, repo)).toEqual(found)
  return found
}

function repoWith(...names: string[]): TempRepo {
  const repo = tempRepo()
  repo.write('package.json', scripts(...names))
  repo.write('AGENTS.md', '# A\n\nRun `npm run lint:all` first.\n')
  repo.commit('Start')
  return repo
}

const DEAD = [
  '3 info `npm run lint:all` is no script any more (removed in COMMIT, DAY); package.json has `lint`',
]

describe('a script is dead where git shows that it was there', () => {
  test('one that a later commit removes, until a manifest has it again', async () => {
    const repo = repoWith('lint:all')
    expect(await said(repo)).toEqual([])
    repo.write('package.json', scripts('lint'))
    repo.commit('Rename it')
    expect(await said(repo)).toEqual(DEAD)
    repo.write('package.json', scripts('lint:all'))
    expect(await said(repo)).toEqual([])
    repo.commit('Have it again')
    expect(await said(repo)).toEqual([])
    repo.write('package.json', scripts('lint'))
    repo.commit('Rename it again')
    expect(await said(repo)).toEqual(DEAD)
  })

  test('not where the statement was written after the removal, or another manifest has it', async () => {
    const late = repoWith('lint')
    late.write('AGENTS.md', '# A\n\nRun `npm run lint:all` now.\n')
    late.commit('Say so')
    expect(await said(late)).toEqual([])
    const moved = repoWith('lint:all')
    moved.write('package.json', scripts('lint'))
    moved.write('web/package.json', scripts('lint:all'))
    moved.commit('Move it')
    expect(await said(moved)).toEqual([])
  })

  test('one whose manifest is gone', async () => {
    const repo = tempRepo()
    repo.write('web/Makefile', 'image:\n\tx\n')
    repo.write('AGENTS.md', '```sh\nmake image\n```\n')
    repo.commit('Start')
    repo.git('rm', '-q', 'web/Makefile')
    repo.commit('Drop it')
    expect(await said(repo)).toEqual(['2 info `make image` is no target any more (removed in COMMIT, DAY)'])
  })

  test('after a run that does not ask the history', async () => {
    const repo = repoWith('lint:all')
    repo.write('package.json', scripts('lint'))
    repo.commit('Rename it')
    await runIndex({ cwd: repo.dir, check: true, today: '2026-06-01' })
    expect(await saidWith(true, repo)).toEqual(DEAD)
  })

  test('what is not committed yet names no commit', async () => {
    const repo = repoWith('lint:all')
    expect(await said(repo)).toEqual([])
    repo.write('package.json', scripts('build'))
    expect(await said(repo)).toEqual(['3 info `npm run lint:all` is no script any more'])
  })
})
