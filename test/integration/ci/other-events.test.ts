import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type TempRepo, tempFolder, tempRepo } from '../../helpers/temp-repo.ts'
import { variant } from '../../helpers/variant.ts'
import {
  addEntry,
  append,
  checkout,
  ci,
  DECISIONS,
  entry,
  host,
  index,
  LESSONS,
  NO_COMMIT,
  push,
} from './ci-repo.ts'

const WRONG = entry('One queue per shop', '')
const FOUND = `${DECISIONS}:20 error entry-category`
const LEARNT = entry('A timeout is not an answer', 'debugging')

describe('a push', () => {
  test('to main is compared with what main was before, in a clone that reaches just so far as well', async () => {
    const repo = await host()
    const before = await addEntry(repo, LESSONS, LEARNT)
    await addEntry(repo, DECISIONS, WRONG)
    for (const depth of [0, 2]) {
      const ran = await ci(checkout(repo, 'refs/heads/main', depth), push(before))
      expect(ran).toMatchObject({ code: 1, found: [FOUND] })
    }
  })

  test('in a clone that does not reach back to what was there before is never a pass', async () => {
    const repo = await host()
    const before = repo.git('rev-parse', 'main')
    await addEntry(repo, LESSONS, LEARNT)
    await addEntry(repo, DECISIONS, entry('One queue per shop'))
    for (const depth of [1, 2]) {
      const ran = await ci(checkout(repo, 'refs/heads/main', depth), push(before))
      expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('fetch-depth: 0') })
    }
  })

  test('that is the first one has nothing to be compared with', async () => {
    const repo = await host()
    const ran = await ci(checkout(repo, 'refs/heads/main', 1), push(NO_COMMIT))
    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining('nothing to compare with') })
  })

  test('of a new branch is compared with where it left the default branch', async () => {
    const repo = await host()
    await addEntry(repo, DECISIONS, entry('An old fault', ''))
    repo.git('checkout', '--quiet', '-b', 'topic')
    await addEntry(repo, LESSONS, LEARNT)
    const clone = checkout(repo, 'refs/heads/topic')
    expect(await ci(clone, push(NO_COMMIT, 'topic'))).toMatchObject({ code: 0, found: [`${FOUND} old`] })
    const alone = await ci(checkout(repo, 'refs/heads/topic', 1), push(NO_COMMIT, 'topic'))
    expect(alone).toMatchObject({ code: 2, err: expect.stringContaining('fetch-depth: 0') })
  })

  test('that replaces commits of a branch is compared with where the branch was parted', async () => {
    const repo = await host()
    repo.git('checkout', '--quiet', '-b', 'topic')
    const before = await addEntry(repo, LESSONS, LEARNT)
    repo.git('reset', '--quiet', '--hard', 'main')
    await addEntry(repo, DECISIONS, WRONG)
    const clone = checkout(repo, 'refs/heads/topic')
    const gone = await ci(clone, push(before, 'topic'))
    expect(gone).toMatchObject({ code: 1, found: [FOUND], err: expect.stringContaining('replaced commits') })
    clone.git('fetch', '--quiet', 'origin', before)
    expect(await ci(clone, push(before, 'topic'))).toMatchObject({ code: 1, found: [FOUND] })
  })

  variant('that replaces commits of main is compared with what everybody had, if that is known', async () => {
    const repo = await host('history: { lessons: { mode: append-only } }\n')
    const before = await addEntry(repo, LESSONS, LEARNT)
    repo.git('reset', '--quiet', '--hard', 'HEAD^')
    await addEntry(repo, DECISIONS, entry('One queue per shop'))
    const clone = checkout(repo, 'refs/heads/main')
    const unknown = await ci(clone, push(before))
    expect(unknown.code).toBe(2)
    expect(unknown.err).toContain(`git fetch origin ${before}`)
    clone.git('fetch', '--quiet', 'origin', before)
    const ran = await ci(clone, push(before))
    expect(ran.code).toBe(1)
    expect(ran.found.join('\n')).toContain('error history')
  })

  variant('that deletes a branch has nothing to be compared with', async () => {
    const repo = await host()
    const payload = { before: repo.git('rev-parse', 'main'), ref: 'refs/heads/topic', deleted: true }
    expect(await ci(checkout(repo, 'refs/heads/main', 1), { name: 'push', payload })).toMatchObject({
      code: 0,
      found: [],
    })
  })

  test('brings an entry that a merge in it lost', async () => {
    const repo = await host('rules: { derived-fresh: off }\n')
    const before = repo.git('rev-parse', 'main')
    repo.git('checkout', '--quiet', '-b', 'topic')
    append(repo, DECISIONS, entry('One queue per shop'))
    repo.commit('theirs')
    repo.git('checkout', '--quiet', 'main')
    append(repo, DECISIONS, entry('No price in a log'))
    repo.commit('ours')
    repo.git('merge', '--quiet', '-X', 'ours', '-m', 'Merge', 'topic')
    append(repo, LESSONS, LEARNT)
    repo.commit('more')
    const ran = await ci(checkout(repo, 'refs/heads/main'), push(before))
    expect(ran).toMatchObject({
      code: 1,
      found: [expect.stringMatching(/decisions\.md:\d+ error item-lost$/)],
    })
    expect(ran.messages[0]).toContain('The merge lost')
  })
})

test('a merge queue is compared with what it merges into', async () => {
  const repo = await host()
  const base = repo.git('rev-parse', 'main')
  repo.git('checkout', '--quiet', '-b', 'queue')
  await addEntry(repo, DECISIONS, WRONG)
  const payload = { merge_group: { base_sha: base, head_sha: repo.git('rev-parse', 'HEAD') } }
  const trigger = { name: 'merge_group', payload }
  expect(await ci(checkout(repo, 'refs/heads/queue'), trigger)).toMatchObject({ code: 1, found: [FOUND] })
  const alone = await ci(checkout(repo, 'refs/heads/queue', 1), trigger)
  expect(alone).toMatchObject({ code: 2, err: expect.stringContaining('fetch-depth: 0') })
})

test.each(['schedule', 'workflow_dispatch'])('%s: everything counts as new', async (name) => {
  const repo = await host()
  await addEntry(repo, DECISIONS, WRONG)
  const ran = await ci(checkout(repo, 'refs/heads/main', 1), { name })
  expect(ran).toMatchObject({
    code: 1,
    found: [FOUND],
    err: expect.stringContaining('nothing to compare with'),
  })
})

describe('anywhere', () => {
  test('--base says what to compare with, whatever the event says', async () => {
    const repo = await host()
    const base = await addEntry(repo, DECISIONS, WRONG)
    await addEntry(repo, LESSONS, LEARNT)
    const clone = checkout(repo, 'refs/heads/main')
    expect(await ci(clone, null, '--base', base)).toMatchObject({ code: 0, found: [`${FOUND} old`] })
    const unread = { name: 'push', env: { GITHUB_EVENT_PATH: '/no/such/file' } }
    expect(await ci(clone, unread, '--base', base)).toMatchObject({ code: 0 })
    expect(await ci(clone, null)).toMatchObject({ code: 1, found: [FOUND] })
    expect(await ci(clone, null, '--base', 'no-such')).toMatchObject({ code: 2 })
  })

  test('--base with a branch that the clone has only as the one of the remote: the refusal names that one', async () => {
    const repo = await host()
    await addEntry(repo, DECISIONS, WRONG)
    repo.git('checkout', '--quiet', '-b', 'topic')
    await addEntry(repo, LESSONS, LEARNT)
    const clone = checkout(repo, 'refs/heads/topic')
    const { code, err } = await ci(clone, null, '--base', 'main')
    expect(code).toBe(2)
    const [, meant = ''] = /Did you mean (\S+)\?/.exec(err) ?? []
    expect(meant).toBe('origin/main')
    expect(await ci(clone, null, '--base', meant)).toMatchObject({ code: 0, found: [`${FOUND} old`] })
    expect((await ci(clone, null, '--base', 'no-such')).err).not.toContain('Did you mean')
  })

  test('commits are checked, and other memory in the work tree is reported', async () => {
    const repo = await host()
    append(repo, DECISIONS, WRONG)
    const ran = await ci(repo, null)
    expect(ran).toMatchObject({ code: 0, found: [], err: expect.stringContaining('not committed') })
  })

  test.each([
    ['no repository', () => tempFolder(), 'needs a git repository'],
    ['no commit', () => tempRepo().dir, 'no commit to check'],
    ['no memory', () => withCommit(tempRepo()).dir, 'no memory found'],
  ])('%s is no pass', async (_, dir, said) => {
    expect(await ci({ dir: dir() }, null)).toMatchObject({ code: 2, err: expect.stringContaining(said) })
  })

  test('a repository of somebody else is reported with what to do', async () => {
    const repo = await host()
    const ran = await ci(repo, { name: 'schedule', env: { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' } })
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('safe.directory') })
  })

  test('an event that cannot be read is no pass', async () => {
    const repo = await host()
    const ran = await ci(repo, { name: 'push', env: { GITHUB_EVENT_PATH: join(repo.dir, 'missing.json') } })
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('missing.json') })
  })

  test('what is printed goes to the files that are named', async () => {
    const repo = await host()
    await addEntry(repo, DECISIONS, WRONG)
    const files = ['--sarif', 'out.sarif', '--summary', 'out.md', '--output', 'out.json']
    const ran = await ci(repo, { name: 'schedule' }, ...files)
    expect(ran).toMatchObject({ code: 1, summary: '' })
    expect(ran.outputs['sarif-file']).toBe('out.sarif')
    const read = (name: string): string => readFileSync(join(repo.dir, name), 'utf8')
    expect(JSON.parse(read('out.sarif')).runs[0].results).toHaveLength(1)
    expect(read('out.md')).not.toBe('')
    expect(JSON.parse(read('out.json')).summary.errors).toBe(1)
  })

  test('a migration of the repository is never run', async () => {
    const repo = await host()
    const code = "throw new Error('it ran')\nexport const memkeepMigration = 1\n"
    repo.write('migrations/0001-own.mjs', code)
    repo.commit()
    expect(await ci(repo, null)).toMatchObject({ code: 0, found: [] })
  })

  // The built action counts thousands in every run.
  variant('30,000 findings are counted, and fail', async () => {
    const repo = await host('rules: { derived-fresh: off }\n')
    const many = Array.from(
      { length: 400 },
      (_, i) => `### [2026-03-01] Entry ${i}\n\n**Tags:** A, B\n\nText.\n\n---\n`,
    )
    for (let i = 0; i < 34; i += 1) repo.write(`user/memory/workspaces/w${i}/decisions.md`, many.join('\n'))
    repo.commit()
    const ran = await ci(repo, null)
    expect(ran.code).toBe(1)
    expect(Number(ran.outputs.errors ?? ran.found.length)).toBeGreaterThan(30_000)
  })
})

function withCommit(repo: TempRepo): TempRepo {
  repo.commit()
  return repo
}

test('an output reports an index that was rebuilt, and one that is stale', async () => {
  const repo = await host()
  const before = repo.git('rev-parse', 'main')
  append(repo, 'resources/workspaces/shop/OVERVIEW.md', '\nOne line more.\n')
  const other = repo.commit()
  expect((await ci(repo, push(before))).outputs['index-changed']).toBe('false')
  append(repo, LESSONS, LEARNT)
  const stale = repo.commit()
  expect(await ci(repo, push(other))).toMatchObject({ code: 1, outputs: { 'index-changed': 'true' } })
  await index(repo)
  repo.commit()
  expect(await ci(repo, push(stale))).toMatchObject({ code: 0, outputs: { 'index-changed': 'true' } })
})
