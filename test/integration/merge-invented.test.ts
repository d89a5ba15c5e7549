import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { append, checkout, ci, DECISIONS, entry, host, index, pullRequest } from './ci/ci-repo.ts'
import { arm, type CommitRepo, commitRepo, hookFile } from './commit/commit-repo.ts'
import { decisions, memory, SHOP } from './commit/memory-files.ts'

/** Git shows an entry of a side by the command that a finding gives. */
const SHOWS = /`git show ([0-9a-f]{12}|HEAD):(\S+)`/

const edited = (text: string, number: number, by = 'cheap enough'): string =>
  text.replace(`Reason ${number} is long enough`, `Reason ${number} is ${by}`)

/** Two branches: `side` edits some decisions of the first five, and `main` adds one. Hooks are there. */
function parted(...numbers: readonly number[]): CommitRepo {
  const first = [1, 2, 3, 4, 5]
  const repo = commitRepo({ files: memory('shop', { decisions: first }) })
  arm(repo.gitDir, hookFile().replace('hook pre-commit', 'hook pre-merge-commit'), 'pre-merge-commit')
  repo.git('checkout', '--quiet', '-b', 'side')
  repo.stage({ [SHOP.decisions]: numbers.reduce((text, one) => edited(text, one), decisions(...first)) })
  repo.git('commit', '--quiet', '--no-verify', '--allow-empty', '-m', 'side')
  repo.git('checkout', '--quiet', 'main')
  repo.stage(memory('shop', { decisions: [...first, 6] }))
  repo.git('commit', '--quiet', '--no-verify', '-m', 'main')
  return repo
}

const textOf = (repo: CommitRepo): string => readFileSync(join(repo.dir, SHOP.decisions), 'utf8')

const MERGE = ['merge', '--quiet', '--no-edit'] as const

/** The exit code of `memkeep ci` over all but the first commit. */
function judgeAll(repo: CommitRepo): { code: number | null; stdout: string } {
  return repo.memkeep([
    'ci',
    '--base',
    repo.git('rev-list', '--max-parents=0', 'HEAD'),
    '--now',
    '2026-06-01',
  ])
}

/** What was printed, without its line breaks. */
const plain = (said: string): string => said.replace(/\s+/g, ' ')

/** Puts the version of an entry in the place of the one that is there, from the command that was printed. */
function writeVersion(repo: CommitRepo, said: string, number: number): void {
  const [, revision = '', path = ''] = SHOWS.exec(plain(said)) ?? []
  const entryIn = (text: string): string =>
    /### \[.*?\n---\n/gs[Symbol.match](text)?.find((one) => one.includes(`Choice ${number}\n`)) ?? ''
  const wanted = entryIn(`${repo.git('show', `${revision}:${path}`)}\n`)
  expect(wanted).not.toBe('')
  const now = textOf(repo)
  repo.write(
    SHOP.decisions,
    now.replace(entryIn(now), () => wanted),
  )
}

describe('a merge that changes what no side changed', () => {
  test('is refused; the entry is put back, and the change is a commit of its own', () => {
    const repo = parted(1)
    expect(repo.run([...MERGE, '--no-commit', 'side'])).toMatchObject({ code: 0 })
    repo.write(SHOP.decisions, edited(textOf(repo), 2, 'not long enough'))
    const said = repo.stops('--all')
    expect(plain(said)).toContain('The merge changes decision "Choice 2" (body), which no parent changed')
    expect(plain(said)).toContain('words that no parent has: "not"')
    writeVersion(repo, said, 2)
    repo.passes('--all')
    repo.write(SHOP.decisions, edited(textOf(repo), 2, 'not long enough'))
    repo.passes('--all')
    expect(judgeAll(repo)).toMatchObject({ code: 0 })
  })

  test('that is a commit already fails in CI until a commit puts the entry back; the next one may change it', () => {
    const repo = parted(1)
    repo.run([...MERGE, '--no-commit', 'side'])
    const evil = edited(textOf(repo), 2, 'not long enough')
    repo.write(SHOP.decisions, evil)
    repo.git('commit', '--quiet', '--all', '--no-verify', '-m', 'merge')
    const { code, stdout } = repo.memkeep(['verify-merge', 'HEAD', '--now', '2026-06-01'])
    expect(code).toBe(1)
    expect(judgeAll(repo)).toMatchObject({ code: 1, stdout: expect.stringContaining('merge-invented') })
    // A further edit of it is no repair.
    repo.write(SHOP.decisions, `${edited(evil, 2, 'short')}`.replace('not long enough', 'hardly long enough'))
    repo.passes('--all')
    expect(judgeAll(repo)).toMatchObject({ code: 1 })
    writeVersion(repo, stdout, 2)
    repo.passes('--all')
    expect(judgeAll(repo)).toMatchObject({ code: 0 })
    repo.write(SHOP.decisions, evil)
    repo.passes('--all')
    const last = judgeAll(repo)
    expect(last, last.stdout).toMatchObject({ code: 0 })
  })
})

test('check --base judges the merges on the way, as CI does', () => {
  const repo = parted(1)
  const base = repo.git('rev-parse', 'HEAD~')
  repo.run([...MERGE, '--no-commit', 'side'])
  repo.write(SHOP.decisions, edited(textOf(repo), 2, 'not long enough'))
  repo.git('commit', '--quiet', '--all', '--no-verify', '-m', 'merge')
  const check = (): ReturnType<CommitRepo['memkeep']> =>
    repo.memkeep(['check', '--base', base, '--now', '2026-06-01'])
  expect(check()).toMatchObject({ code: 1, stdout: expect.stringContaining('merge-invented') })
  repo.git('reset', '--quiet', '--hard', 'HEAD~')
  repo.git(...MERGE, '--no-verify', 'side')
  expect(check()).toMatchObject({ code: 0, stdout: expect.not.stringContaining('merge-invented') })
})

test('an octopus merge that changes what none of its sides changed', () => {
  const repo = parted(1)
  repo.git('checkout', '--quiet', '-b', 'third', 'HEAD~')
  repo.write('other.txt', 'other\n')
  repo.commit('third')
  repo.git('checkout', '--quiet', 'main')
  repo.git('reset', '--quiet', '--hard', 'HEAD~')
  repo.write('more.txt', 'more\n')
  repo.commit('more')
  repo.git('merge', '--quiet', '--no-edit', '--no-verify', 'side', 'third')
  expect(repo.git('show', '--no-patch', '--format=%P', 'HEAD').split(' ')).toHaveLength(3)
  expect(judgeAll(repo)).toMatchObject({ code: 0 })
  repo.write(SHOP.decisions, edited(textOf(repo), 2, 'not long enough'))
  repo.git('commit', '--quiet', '--all', '--no-verify', '--amend', '--no-edit')
  expect(judgeAll(repo)).toMatchObject({ code: 1, stdout: expect.stringContaining('merge-invented') })
  repo.write(SHOP.decisions, textOf(repo).replace('cheap enough', 'long enough'))
  repo.git('commit', '--quiet', '--all', '--no-verify', '--amend', '--no-edit')
  expect(plain(judgeAll(repo).stdout)).toContain('throws away an edit (body) that parent 2 alone made')
})

describe('a merge that throws away what one side wrote', () => {
  test('is refused where `-s ours` does it, and passes with that version', () => {
    const repo = parted(1)
    const { code, stderr } = repo.run([...MERGE, '--strategy', 'ours', 'side'])
    expect(code).not.toBe(0)
    expect(plain(stderr)).toContain(
      'The merge throws away an edit (body) that parent 2 alone made: decision "Choice 1"',
    )
    writeVersion(repo, stderr, 1)
    repo.passes('--all')
    expect(repo.git('show', '--no-patch', '--format=%P', 'HEAD').split(' ')).toHaveLength(2)
    expect(judgeAll(repo)).toMatchObject({ code: 0 })
  })

  test('fails in CI until all of many edits are back', () => {
    const repo = parted(1, 2, 3, 4, 5)
    repo.git(...MERGE, '--no-verify', '--strategy', 'ours', 'side')
    const { stdout } = judgeAll(repo)
    expect(plain(stdout)).toContain(
      'The merge throws away 5 edits that parent 2 alone made: decision "Choice 1", decision "Choice 2", decision "Choice 3" and 2 more',
    )
    const upTo = (last: number): string =>
      [1, 2, 3, 4, 5].slice(0, last).reduce((text, one) => edited(text, one), textOf(repo))
    repo.write(SHOP.decisions, upTo(4))
    repo.passes('--all')
    expect(judgeAll(repo)).toMatchObject({ code: 1, stdout: expect.stringContaining('Choice 5') })
    repo.write(SHOP.decisions, upTo(5))
    repo.passes('--all')
    expect(judgeAll(repo)).toMatchObject({ code: 0 })
  })
})

test('a conflict that is resolved by hand passes, and its new words are named', () => {
  const repo = parted(1)
  repo.write(SHOP.decisions, edited(textOf(repo), 1, 'plain enough'))
  repo.git('commit', '--quiet', '--all', '--no-verify', '-m', 'both')
  expect(repo.run([...MERGE, 'side'])).toMatchObject({ code: 1 })
  repo.stage({ [SHOP.decisions]: edited(decisions(1, 2, 3, 4, 5, 6), 1, 'cheap and simple enough') })
  const said = repo.passes()
  expect(plain(said)).toContain('joins versions of decision "Choice 1" (body) by hand')
  expect(plain(said)).toContain('words that no parent has: "and simple"')
  expect(judgeAll(repo)).toMatchObject({ code: 0 })
})

test('after a criss-cross, an edit in a later commit is none of a merge', async () => {
  const repo = await host()
  repo.git('checkout', '--quiet', '-b', 'topic')
  append(repo, DECISIONS, entry('One queue per shop'))
  await index(repo)
  repo.commit('theirs')
  repo.git('checkout', '--quiet', 'main')
  repo.write('other', 'other\n')
  const other = repo.commit('ours')
  repo.git(...MERGE, '--no-ff', 'topic')
  repo.git('checkout', '--quiet', 'topic')
  repo.git(...MERGE, '--no-ff', other)
  const text = readFileSync(join(repo.dir, DECISIONS), 'utf8')
  repo.write(DECISIONS, text.replace('queue: shop', 'queue: each shop'))
  const head = repo.commit('edit')
  expect(repo.git('merge-base', '--all', 'main', 'topic').split('\n')).toHaveLength(2)
  const ran = await ci(checkout(repo, 'refs/heads/topic'), pullRequest(head, repo.git('rev-parse', 'main')))
  expect(ran).toMatchObject({ code: 0, found: [] })
})
