import { expect, test } from 'vitest'
import { runCi } from '../../src/ci/ci.ts'
import { append, DECISIONS, entry, host, index, LESSONS } from '../integration/ci/ci-repo.ts'

const OPTIONS = { env: {}, failOn: 'new', cache: false, today: '2026-06-01', skip: [] } as const

test('a run returns its whole report as plain data', async () => {
  const repo = await host('rules: { agent-link: off, overview-missing: off }\n')
  // A plan of before there was a form for it.
  repo.write('resources/workspaces/shop/_plans/260301-queue.md', '# Queue\n\nStatus: done\n')
  append(repo, DECISIONS, entry('One queue per shop', ''))
  await index(repo)
  const base = repo.commit('base')
  append(repo, LESSONS, entry('A timeout is not an answer', 'debugging', { tags: 'timeout' }))
  await index(repo)
  const head = repo.commit('head')
  const ci = await runCi({ ...OPTIONS, cwd: repo.dir, base: 'HEAD^' })
  expect(JSON.parse(JSON.stringify(ci))).toEqual(ci)
  expect(ci).toMatchObject({
    event: '',
    failOn: 'new',
    failing: 0,
    base: { name: 'HEAD^', oid: base },
    head,
    known: 0,
    indexChanged: true,
    notices: [],
  })
  expect(ci.report.diagnostics.filter(({ rule }) => rule === 'entry-category')).toHaveLength(1)
  expect(ci.differences.flatMap(({ added }) => added)).toMatchObject([
    { path: LESSONS, title: 'A timeout is not an answer' },
  ])
  expect(ci.differences.flatMap(({ tags }) => tags.new)).toEqual(['timeout'])
  expect(ci.overviews.map(({ layout }) => layout)).toEqual(['workspace'])
  expect(ci.pending).toContainEqual({
    id: '0001-plan-front-matter',
    summary: expect.any(String),
    files: 2,
  })
})

test('without a base nothing is said of a change', async () => {
  const repo = await host()
  const ci = await runCi({ ...OPTIONS, cwd: repo.dir })
  expect(ci).toMatchObject({ base: null, differences: [], failing: 0, indexChanged: false })
})
