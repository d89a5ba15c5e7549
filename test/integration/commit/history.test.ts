import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { variant } from '../../helpers/variant.ts'
import { arm, type CommitRepo, commitRepo, expectAll, expectState, FIRST, stateOf } from './commit-repo.ts'
import { DESK, decisions, lessons, memory, SHOP } from './memory-files.ts'

const SECOND = memory('shop', { decisions: [1, 2], lessons: [1] })

/** Two branches that each add one decision at the end: `main` adds 3, `side` adds 2. The index is right on both. */
function diverged(): CommitRepo {
  const repo = commitRepo()
  repo.git('checkout', '--quiet', '-b', 'side')
  repo.stage(SECOND)
  repo.git('commit', '--quiet', '--no-verify', '-m', 'side')
  repo.git('checkout', '--quiet', 'main')
  repo.stage(memory('shop', { decisions: [1, 3], lessons: [1] }))
  repo.git('commit', '--quiet', '--no-verify', '-m', 'main')
  return repo
}

function parents(repo: CommitRepo): number {
  return repo.git('show', '--no-patch', '--format=%P', 'HEAD').split(' ').length
}

const MERGED = memory('shop', { decisions: [1, 2, 3], lessons: [1] })
const CONFLICTED = [`UU ${SHOP.index}`, `UU ${SHOP.decisions}`]

describe('merge', () => {
  test('a conflict that was resolved: the index counts the result, the commit has two parents', () => {
    const repo = diverged()
    expect(repo.run(['merge', 'side'])).toMatchObject({ code: 1 })
    repo.stage({ [SHOP.decisions]: decisions(1, 2, 3), [SHOP.index]: FIRST[SHOP.index] ?? '' })
    repo.passes()
    expectAll(repo, MERGED)
    expect(parents(repo)).toBe(2)
  })

  variant('a conflict resolved by -a', () => {
    const repo = diverged()
    repo.run(['merge', 'side'])
    repo.write(SHOP.decisions, decisions(1, 2, 3))
    repo.git('checkout', '--quiet', '--theirs', SHOP.index)
    repo.passes('-a')
    expectAll(repo, MERGED)
    expect(parents(repo)).toBe(2)
  })

  test('an entry of one side is lost: refused, and the merge can be ended still', () => {
    const repo = diverged()
    repo.run(['merge', 'side'])
    repo.stage({ [SHOP.decisions]: decisions(1, 3), [SHOP.index]: FIRST[SHOP.index] ?? '' })
    const before = stateOf(repo)
    expect(repo.stops()).toContain('Choice 2')
    expect(stateOf(repo)).toEqual(before)
    expect(existsSync(join(repo.gitDir, 'MERGE_HEAD'))).toBe(true)
    repo.stage({ [SHOP.decisions]: decisions(1, 2, 3) })
    repo.passes()
    expectAll(repo, MERGED)
    expect(parents(repo)).toBe(2)
  })

  test('conflict markers that were staged: refused', () => {
    const repo = diverged()
    repo.run(['merge', 'side'])
    repo.git('checkout', '--quiet', '--ours', SHOP.index)
    repo.git('add', '--all')
    const before = stateOf(repo)
    expect(repo.stops()).toContain('no-conflict-marker')
    expect(stateOf(repo)).toEqual(before)
  })

  test('conflict markers in the index alone: it is rebuilt', () => {
    const repo = diverged()
    repo.run(['merge', 'side'])
    repo.stage({ [SHOP.decisions]: decisions(1, 2, 3) })
    expect(repo.git('show', `:${SHOP.index}`)).toContain('<<<<<<<')
    expect(repo.passes()).toContain('git cat-file blob')
    expectAll(repo, MERGED)
  })

  test('unmerged entries: git refuses, and nothing changes', () => {
    const repo = diverged()
    repo.run(['merge', 'side'])
    const before = stateOf(repo)
    expect(repo.run(['commit', '-m', 'change'])).toMatchObject({ code: 128 })
    expect(stateOf(repo)).toEqual(before)
    expect(before.status).toEqual(CONFLICTED)
  })

  test('unmerged entries, and the hook is still run: it cannot be used, and nothing is resolved', () => {
    const repo = diverged()
    repo.run(['merge', 'side'])
    const before = stateOf(repo)
    const ended = repo.memkeep(['hook', 'pre-commit'])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain('unresolved merge conflict')
    expect(stateOf(repo)).toEqual(before)
  })

  test('-- path: git refuses, and nothing changes', () => {
    const repo = diverged()
    repo.run(['merge', 'side'])
    repo.stage({ [SHOP.decisions]: decisions(1, 2, 3), [SHOP.index]: FIRST[SHOP.index] ?? '' })
    const before = stateOf(repo)
    const ended = repo.run(['commit', '-m', 'change', '--', SHOP.decisions])
    expect(ended).toMatchObject({ code: 128 })
    expect(ended.stderr).toContain('cannot do a partial commit')
    expect(stateOf(repo)).toEqual(before)
  })

  test('--no-commit of two workspaces, ended by a commit', () => {
    const repo = commitRepo({ files: { ...FIRST, ...memory('desk', { lessons: [4] }) } })
    repo.git('checkout', '--quiet', '-b', 'side')
    repo.stage({ [DESK.lessons]: lessons(4, 5) })
    repo.git('commit', '--quiet', '--no-verify', '-m', 'side, stale')
    repo.git('checkout', '--quiet', 'main')
    repo.stage(SECOND)
    repo.passes()
    repo.git('merge', '--quiet', '--no-commit', 'side')
    repo.passes()
    expectAll(repo, SECOND, memory('desk', { lessons: [4, 5] }))
    expect(parents(repo)).toBe(2)
  })

  variant('--squash, ended by a commit', () => {
    const repo = commitRepo()
    repo.git('checkout', '--quiet', '-b', 'side')
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.git('commit', '--quiet', '--no-verify', '-m', 'side, stale')
    repo.git('checkout', '--quiet', 'main')
    repo.git('merge', '--quiet', '--squash', 'side')
    repo.passes()
    expectAll(repo, SECOND)
    expect(parents(repo)).toBe(1)
  })

  variant('of three branches, ended by a commit', () => {
    const repo = commitRepo()
    for (const [branch, path, text] of [
      ['one', SHOP.decisions, decisions(1, 2)],
      ['two', SHOP.lessons, lessons(1, 3)],
    ] as const) {
      repo.git('checkout', '--quiet', '-b', branch, 'main')
      repo.stage({ [path]: text })
      repo.git('commit', '--quiet', '--no-verify', '-m', branch)
    }
    repo.git('checkout', '--quiet', 'main')
    repo.stage({ 'notes.txt': 'x\n' })
    repo.passes()
    repo.git('merge', '--quiet', '--no-commit', 'one', 'two')
    repo.passes()
    expectAll(repo, memory('shop', { decisions: [1, 2], lessons: [1, 3] }), { 'notes.txt': 'x\n' })
    expect(parents(repo)).toBe(3)
  })
})

describe('rebase', () => {
  const edit = { env: { GIT_SEQUENCE_EDITOR: 'sed -i s/^pick/edit/' } }

  test('-i edit, with a commit --amend in between', () => {
    const repo = commitRepo()
    repo.stage({ 'notes.txt': 'x\n' })
    repo.passes()
    repo.run(['rebase', '-i', 'HEAD~1'], edit)
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes('--amend')
    repo.git('rebase', '--continue')
    expectAll(repo, SECOND, { 'notes.txt': 'x\n' })
    expect(repo.git('rev-list', '--count', 'HEAD')).toBe('2')
  })

  test('-i edit, with something staged for --continue: git may run no hook, and the next commit fixes it', () => {
    const repo = commitRepo()
    repo.stage({ 'notes.txt': 'x\n' })
    repo.passes()
    repo.run(['rebase', '-i', 'HEAD~1'], edit)
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    expect(repo.run(['rebase', '--continue'])).toMatchObject({ code: 0 })
    repo.stage({ [SHOP.lessons]: lessons(1, 3) })
    repo.passes()
    expectAll(repo, memory('shop', { decisions: [1, 2], lessons: [1, 3] }), { 'notes.txt': 'x\n' })
  })

  variant('-i reword', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    repo.run(['rebase', '-i', 'HEAD~1'], {
      env: { GIT_SEQUENCE_EDITOR: 'sed -i s/^pick/reword/', GIT_EDITOR: 'sed -i "1s/.*/said better/"' },
    })
    expectAll(repo, SECOND)
    expect(repo.git('log', '-1', '--format=%s')).toBe('said better')
  })

  variant('a conflict, resolved by a commit of its own', () => {
    const repo = diverged()
    expect(repo.run(['rebase', 'side'])).toMatchObject({ code: 1 })
    repo.stage({ [SHOP.decisions]: decisions(1, 2, 3), [SHOP.index]: FIRST[SHOP.index] ?? '' })
    repo.passes()
    repo.git('rebase', '--continue')
    expectAll(repo, MERGED)
    expect(existsSync(join(repo.gitDir, 'rebase-merge'))).toBe(false)
  })
})

describe('cherry-pick, revert, stash', () => {
  test('a cherry-pick with a conflict, resolved by a commit', () => {
    const repo = diverged()
    expect(repo.run(['cherry-pick', 'side'])).toMatchObject({ code: 1 })
    repo.stage({ [SHOP.decisions]: decisions(1, 2, 3), [SHOP.index]: FIRST[SHOP.index] ?? '' })
    repo.passes()
    expectAll(repo, MERGED)
    expect(existsSync(join(repo.gitDir, 'CHERRY_PICK_HEAD'))).toBe(false)
  })

  variant('a cherry-pick with a conflict, and -- path: git refuses, and nothing changes', () => {
    const repo = diverged()
    repo.run(['cherry-pick', 'side'])
    repo.stage({ [SHOP.decisions]: decisions(1, 2, 3), [SHOP.index]: FIRST[SHOP.index] ?? '' })
    const before = stateOf(repo)
    expect(repo.run(['commit', '-m', 'change', '--', SHOP.decisions])).toMatchObject({ code: 128 })
    expect(stateOf(repo)).toEqual(before)
  })

  variant('a cherry-pick --no-commit, ended by a commit', () => {
    const repo = commitRepo()
    repo.git('checkout', '--quiet', '-b', 'side')
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes('--no-verify')
    repo.git('checkout', '--quiet', 'main')
    repo.git('cherry-pick', '--no-commit', 'side')
    repo.passes()
    expectAll(repo, SECOND)
  })

  test('a clean revert takes the entry and its count back', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    repo.git('revert', '--no-edit', 'HEAD')
    expectAll(repo, FIRST)
  })

  test('a revert --no-commit of a commit with a stale index, ended by a commit', () => {
    const lowered = { 'memkeep.yaml': 'rules:\n  item-lost: warning\n' }
    const repo = commitRepo({ files: { ...FIRST, ...lowered } })
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes('--no-verify')
    repo.stage({ [SHOP.lessons]: lessons(1, 3) })
    repo.passes()
    repo.git('revert', '--no-commit', 'HEAD~1')
    repo.passes()
    expectAll(repo, lowered, memory('shop', { decisions: [1], lessons: [1, 3] }))
  })

  variant('work that was stashed over a commit comes back', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2, 3))
    repo.git('stash', 'push', '--quiet')
    repo.stage({ [SHOP.lessons]: lessons(1, 3) })
    repo.passes()
    repo.git('stash', 'pop', '--quiet')
    const head = memory('shop', { decisions: [1], lessons: [1, 3] })
    expectState(repo, {
      head,
      work: { ...head, [SHOP.decisions]: decisions(1, 2, 3) },
      status: [` M ${SHOP.decisions}`],
    })
    expect(repo.git('stash', 'list')).toBe('')
  })

  test('a stash --keep-index before a commit, popped after it', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.write('notes.txt', 'x\n')
    repo.write(SHOP.lessons, lessons(1, 3))
    repo.git('stash', 'push', '--quiet', '--keep-index', '--include-untracked')
    repo.passes()
    expectAll(repo, SECOND)
    repo.git('stash', 'pop', '--quiet')
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.lessons]: lessons(1, 3), 'notes.txt': 'x\n' },
      status: [` M ${SHOP.lessons}`, '?? notes.txt'],
    })
  })

  variant('a bisection goes on around a commit', () => {
    const repo = commitRepo()
    repo.git('bisect', 'start')
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    expectAll(repo, SECOND)
    expect(existsSync(join(repo.gitDir, 'BISECT_LOG'))).toBe(true)
  })
})

describe('the hook passes, and something after it stops the commit', () => {
  const refusing = (): CommitRepo => {
    const repo = commitRepo()
    arm(repo.gitDir, '#!/bin/sh\nexit 1\n', 'commit-msg')
    return repo
  }
  const allow = (repo: CommitRepo): void => arm(repo.gitDir, '#!/bin/sh\nexit 0\n', 'commit-msg')

  test('plain: the rebuilt index stays staged, and the next try commits it', () => {
    const repo = refusing()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.stops()
    expectState(repo, { head: FIRST, index: SECOND, status: [`M  ${SHOP.index}`, `M  ${SHOP.decisions}`] })
    allow(repo)
    expect(repo.passes()).toBe('')
    expectAll(repo, SECOND)
  })

  test('-a: the throw-away index is dropped, and the next try is as the first', () => {
    const repo = refusing()
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.stops('-a')
    expectState(repo, {
      head: FIRST,
      work: SECOND,
      status: [` M ${SHOP.index}`, ` M ${SHOP.decisions}`],
    })
    allow(repo)
    expect(repo.passes('-a')).toBe('')
    expectAll(repo, SECOND)
  })

  test('-- path: both indexes are dropped, and the next try is as the first', () => {
    const repo = refusing()
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.stops('--', SHOP.decisions)
    expectState(repo, {
      head: FIRST,
      work: SECOND,
      status: [` M ${SHOP.index}`, ` M ${SHOP.decisions}`],
    })
    allow(repo)
    expect(repo.passes('--', SHOP.decisions)).toBe('')
    expectAll(repo, SECOND)
  })

  test('somebody’s words in an aborted `-- path` stay on disk, whatever is committed next', () => {
    const repo = refusing()
    const words = `# Kept by hand.\n${FIRST[SHOP.index]}`
    repo.write(SHOP.index, words)
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.stops('--', SHOP.index, SHOP.decisions)
    allow(repo)
    repo.stage({ [DESK.decisions]: decisions(1, 3) })
    repo.passes()
    expect(stateOf(repo).work[SHOP.index]).toContain('# Kept by hand.')
  })

  test('-a, and the entry is taken back: what is on disk is no work of a person and follows', () => {
    const repo = refusing()
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.stops('-a')
    allow(repo)
    repo.write(SHOP.decisions, decisions(1))
    repo.stage({ [SHOP.lessons]: lessons(1, 3), [SHOP.decisions]: decisions(1) })
    repo.git('restore', '--staged', SHOP.index)
    expect(repo.passes()).toBe('')
    expectAll(repo, memory('shop', { decisions: [1], lessons: [1, 3] }))
  })

  variant('an empty message', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    expect(repo.run(['commit'])).toMatchObject({ code: 1 })
    expectState(repo, { head: FIRST, index: SECOND, status: [`M  ${SHOP.index}`, `M  ${SHOP.decisions}`] })
    repo.passes()
    expectAll(repo, SECOND)
  })
})
