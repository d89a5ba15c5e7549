import { describe, expect, test } from 'vitest'
import { BUILT } from '../../helpers/resident/resident.ts'
import { variant } from '../../helpers/variant.ts'
import { commitRepo, expectAll, expectState, FIRST } from './commit-repo.ts'
import { DESK, decisions, index, lessons, memory, SHOP } from './memory-files.ts'

const SECOND = memory('shop', { decisions: [1, 2], lessons: [1] })

describe('a whole commit', () => {
  test('plain: the index follows the staged log', () => {
    const repo = commitRepo({ command: BUILT })
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    expect(repo.passes()).toBe('')
    expectAll(repo, SECOND)
  })

  test('plain, with nothing stale: nothing is said and nothing else changes', () => {
    const repo = commitRepo()
    repo.stage({ ...SECOND, 'notes.txt': 'x\n' })
    expect(repo.passes()).toBe('')
    expectAll(repo, SECOND, { 'notes.txt': 'x\n' })
  })

  variant('plain, without any memory in it', () => {
    const repo = commitRepo()
    repo.stage({ 'notes.txt': 'x\n' })
    expect(repo.passes()).toBe('')
    expectAll(repo, FIRST, { 'notes.txt': 'x\n' })
  })

  test('plain, of two workspaces: both indexes follow', () => {
    const repo = commitRepo({ files: { ...FIRST, ...memory('desk', { lessons: [4] }) } })
    repo.stage({ [SHOP.decisions]: decisions(1, 2), [DESK.lessons]: lessons(4, 5) })
    repo.passes()
    expectAll(repo, SECOND, memory('desk', { lessons: [4, 5] }))
  })

  test('plain, a new workspace: its index is made in the commit and on disk', () => {
    const repo = commitRepo()
    repo.stage({ [DESK.decisions]: decisions(3) })
    repo.passes()
    expectAll(repo, FIRST, memory('desk', { decisions: [3] }))
  })

  test('plain, before the first commit', () => {
    const repo = commitRepo({ files: null })
    repo.stage({ [SHOP.decisions]: decisions(1) })
    repo.passes()
    expectAll(repo, memory('shop', { decisions: [1] }))
  })

  test('plain, twice: the second commit reverts nothing', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    repo.stage({ 'notes.txt': 'x\n' })
    repo.passes()
    expectAll(repo, SECOND, { 'notes.txt': 'x\n' })
    expect(repo.git('show', '--format=', '--name-only', 'HEAD')).toBe('notes.txt')
  })

  test('--amend with something staged', () => {
    const repo = commitRepo({ command: BUILT })
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes('--amend')
    expectAll(repo, SECOND)
    expect(repo.git('rev-list', '--count', 'HEAD')).toBe('1')
  })

  test('--amend next to an edit that is not staged: the edit stays', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.write(SHOP.lessons, lessons(1, 3))
    repo.passes('--amend')
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.lessons]: lessons(1, 3) },
      status: [` M ${SHOP.lessons}`],
    })
  })

  variant('--amend of the message alone', () => {
    const repo = commitRepo()
    repo.passes('--amend')
    expectAll(repo, FIRST)
    expect(repo.git('log', '-1', '--format=%s')).toBe('change')
  })

  test('--allow-empty, with nothing to rebuild', () => {
    const repo = commitRepo()
    expect(repo.passes('--allow-empty')).toBe('')
    expectAll(repo, FIRST)
  })

  variant('--allow-empty before the first commit', () => {
    const repo = commitRepo({ files: null })
    repo.passes('--allow-empty')
    expectAll(repo, {})
  })

  test('-a', () => {
    const repo = commitRepo({ command: BUILT })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-a')
    expectAll(repo, SECOND)
  })

  variant('-a next to an untracked workspace: that one stays out', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.write(DESK.decisions, decisions(3))
    repo.passes('-a')
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [DESK.decisions]: decisions(3) },
      status: [`?? ${DESK.decisions}`],
    })
  })

  variant('-a --amend', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-a', '--amend')
    expectAll(repo, SECOND)
  })

  test('-i path, with something else staged', () => {
    const repo = commitRepo({ files: { ...FIRST, ...memory('desk', { lessons: [4] }) } })
    repo.stage({ [DESK.lessons]: lessons(4, 5) })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-i', SHOP.decisions)
    expectAll(repo, SECOND, memory('desk', { lessons: [4, 5] }))
  })

  variant('-p, of every hunk', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    expect(repo.run(['commit', '-p', '-m', 'change'], { input: 'y\n' })).toMatchObject({ code: 0 })
    expectAll(repo, SECOND)
  })

  test('-p, of one of two hunks: the index counts what is committed, the other hunk stays', () => {
    const repo = commitRepo({ command: BUILT, files: memory('shop', { decisions: [3, 4] }) })
    repo.write(SHOP.decisions, decisions(2, 3, 4, 5))
    expect(repo.run(['commit', '-p', '-m', 'change'], { input: 'n\ny\n' })).toMatchObject({ code: 0 })
    const head = memory('shop', { decisions: [3, 4, 5] })
    expectState(repo, {
      head,
      work: { ...head, [SHOP.decisions]: decisions(2, 3, 4, 5) },
      status: [` M ${SHOP.decisions}`],
    })
  })

  variant('a hunk staged with git apply --cached: the line that is not staged stays', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    const patch = repo.run(['diff']).stdout
    repo.write(SHOP.decisions, decisions(1, 2, 3))
    expect(repo.run(['apply', '--cached', '-'], { input: patch })).toMatchObject({ code: 0 })
    repo.passes()
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.decisions]: decisions(1, 2, 3) },
      status: [` M ${SHOP.decisions}`],
    })
  })

  test('one version staged, another one on disk: the staged one counts', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.write(SHOP.decisions, decisions(1, 2, 3, 4, 5))
    repo.passes()
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.decisions]: decisions(1, 2, 3, 4, 5) },
      status: [` M ${SHOP.decisions}`],
    })
  })

  test('a fixup commit, and its autosquash', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    repo.stage({ [SHOP.lessons]: lessons(1, 3) })
    expect(repo.run(['commit', '--fixup', 'HEAD'])).toMatchObject({ code: 0 })
    expect(repo.run(['rebase', '--quiet', '-i', '--autosquash', 'HEAD~2'])).toMatchObject({ code: 0 })
    expectAll(repo, memory('shop', { decisions: [1, 2], lessons: [1, 3] }))
    expect(repo.git('rev-list', '--count', 'HEAD')).toBe('2')
  })

  variant('on a detached HEAD', () => {
    const repo = commitRepo()
    repo.git('checkout', '--quiet', '--detach')
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    expectAll(repo, SECOND)
  })

  variant('on an orphan branch', () => {
    const repo = commitRepo()
    repo.git('checkout', '--quiet', '--orphan', 'other')
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    expectAll(repo, SECOND)
    expect(repo.git('rev-list', '--count', 'HEAD')).toBe('1')
  })

  test('--no-verify leaves a stale index, and the next commit that touches the workspace fixes it', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes('--no-verify')
    expectAll(repo, { ...SECOND, [SHOP.index]: index('shop', { decisions: [1], lessons: [1] }) })
    repo.stage({ [SHOP.lessons]: lessons(1, 3) })
    repo.passes()
    expectAll(repo, memory('shop', { decisions: [1, 2], lessons: [1, 3] }))
  })

  variant(
    '--amend of a commit that was made with --no-verify: git reports it to no hook, so the stale index stays',
    () => {
      const repo = commitRepo()
      repo.stage({ [SHOP.decisions]: decisions(1, 2) })
      repo.passes('--no-verify')
      repo.passes('--amend')
      expectAll(repo, { ...SECOND, [SHOP.index]: FIRST[SHOP.index] ?? '' })
      repo.stage({ [SHOP.decisions]: decisions(1, 2, 3) })
      repo.passes('--amend')
      expectAll(repo, memory('shop', { decisions: [1, 2, 3], lessons: [1] }))
    },
  )

  test('a stale index of a workspace that the commit does not touch stays as it is', () => {
    const stale = { ...memory('desk', { lessons: [4] }), [DESK.lessons]: lessons(4, 5) }
    const repo = commitRepo({ files: { ...FIRST, ...stale } })
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    expectAll(repo, SECOND, stale)
  })

  test('--dry-run writes nothing', () => {
    const repo = commitRepo({ command: BUILT })
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes('--dry-run')
    expectState(repo, {
      head: FIRST,
      index: { ...FIRST, [SHOP.decisions]: decisions(1, 2) },
      status: [`M  ${SHOP.decisions}`],
    })
  })
})
