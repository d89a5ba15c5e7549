import { describe, expect, test } from 'vitest'
import { variant } from '../../helpers/variant.ts'
import { commitRepo, expectAll, expectState, FIRST, stateOf } from './commit-repo.ts'
import { DESK, decisions, type Files, invalidDecisions, lessons, memory, SHOP } from './memory-files.ts'

const SECOND = memory('shop', { decisions: [1, 2], lessons: [1] })
const BOTH: Files = { ...FIRST, ...memory('desk', { lessons: [4] }) }

describe('git commit -- path: one index is committed, another one stays', () => {
  test('of a changed log: the commit, the index and the disk agree', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    expect(repo.passes('--', SHOP.decisions)).toBe('')
    expectAll(repo, SECOND)
  })

  test('the next plain commit reverts nothing', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('--', SHOP.decisions)
    repo.stage({ 'notes.txt': 'x\n' })
    repo.passes()
    expectAll(repo, SECOND, { 'notes.txt': 'x\n' })
  })

  test('another workspace is staged: it stays staged, and its index counts what is staged', () => {
    const repo = commitRepo({ files: BOTH })
    repo.stage({ [DESK.lessons]: lessons(4, 5) })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('--', SHOP.decisions)
    const head = { ...BOTH, ...SECOND }
    const desk = memory('desk', { lessons: [4, 5] })
    expectState(repo, {
      head,
      index: { ...head, ...desk },
      status: [`M  ${DESK.index}`, `M  ${DESK.lessons}`],
    })
  })

  variant('another workspace is staged: the next plain commit takes it and reverts nothing', () => {
    const repo = commitRepo({ files: BOTH })
    repo.stage({ [DESK.lessons]: lessons(4, 5) })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('--', SHOP.decisions)
    repo.passes()
    expectAll(repo, SECOND, memory('desk', { lessons: [4, 5] }))
  })

  test('another log of the same workspace is staged: each index counts its own', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.lessons]: lessons(1, 3) })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('--', SHOP.decisions)
    expectState(repo, {
      head: SECOND,
      index: memory('shop', { decisions: [1, 2], lessons: [1, 3] }),
      status: [`M  ${SHOP.index}`, `M  ${SHOP.lessons}`],
    })
    repo.passes()
    expectAll(repo, memory('shop', { decisions: [1, 2], lessons: [1, 3] }))
  })

  test('another log of the same workspace is edited and not staged: nothing counts it', () => {
    const repo = commitRepo()
    repo.write(SHOP.lessons, lessons(1, 3))
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('--', SHOP.decisions)
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.lessons]: lessons(1, 3) },
      status: [` M ${SHOP.lessons}`],
    })
  })

  test('the staged version of the same log is replaced by the one on disk', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 3) })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('--', SHOP.decisions)
    expectAll(repo, SECOND)
  })

  variant('--amend -- path', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('--amend', '--', SHOP.decisions)
    expectAll(repo, SECOND)
    expect(repo.git('rev-list', '--count', 'HEAD')).toBe('1')
  })

  test('before the first commit', () => {
    const repo = commitRepo({ files: null })
    repo.stage({ [SHOP.decisions]: decisions(1) })
    repo.passes('--', SHOP.decisions)
    expectAll(repo, memory('shop', { decisions: [1] }))
  })

  variant('before the first commit, next to another log of the workspace', () => {
    const repo = commitRepo({ files: null })
    repo.stage({ [SHOP.decisions]: decisions(1), [SHOP.lessons]: lessons(1) })
    repo.passes('--', SHOP.decisions)
    expectState(repo, {
      head: memory('shop', { decisions: [1] }),
      index: FIRST,
      status: [`M  ${SHOP.index}`, `A  ${SHOP.lessons}`],
    })
    repo.passes()
    expectAll(repo, FIRST)
  })

  variant('of a folder, with all that is in it', () => {
    const repo = commitRepo({ files: BOTH })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.write(SHOP.lessons, lessons(1, 3))
    repo.write(DESK.lessons, lessons(4, 5))
    repo.passes('--', SHOP.folder)
    const head = { ...BOTH, ...memory('shop', { decisions: [1, 2], lessons: [1, 3] }) }
    expectState(repo, {
      head,
      work: { ...head, [DESK.lessons]: lessons(4, 5) },
      status: [` M ${DESK.lessons}`],
    })
  })

  variant('of a new workspace', () => {
    const repo = commitRepo()
    repo.stage({ [DESK.decisions]: decisions(3), 'notes.txt': 'x\n' })
    repo.passes('--', DESK.decisions)
    const head = { ...FIRST, ...memory('desk', { decisions: [3] }) }
    expectState(repo, { head, index: { ...head, 'notes.txt': 'x\n' }, status: ['A  notes.txt'] })
  })

  test('of a deleted log', () => {
    const settings = { 'memkeep.yaml': 'rules: { item-lost: warning }\n' }
    const repo = commitRepo({ files: { ...FIRST, ...settings } })
    repo.remove(SHOP.lessons)
    repo.passes('--', SHOP.lessons)
    expectAll(repo, memory('shop', { decisions: [1] }), settings)
  })

  test('of some other file, while a log is staged: the log stays staged', () => {
    const repo = commitRepo({ files: { ...FIRST, 'notes.txt': 'x\n' } })
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.write('notes.txt', 'y\n')
    repo.passes('--', 'notes.txt')
    const head = { ...FIRST, 'notes.txt': 'y\n' }
    expectState(repo, {
      head,
      index: { ...head, ...SECOND },
      status: [`M  ${SHOP.index}`, `M  ${SHOP.decisions}`],
    })
    repo.passes()
    expectAll(repo, { ...head, ...SECOND })
  })

  test('of an index that was edited by hand: the rebuilt one is committed, the edit can be had again', () => {
    const repo = commitRepo()
    const edited = FIRST[SHOP.index]?.replace('total_decisions: 1', 'total_decisions: 7') ?? ''
    repo.write(SHOP.index, edited)
    repo.write(SHOP.decisions, decisions(1, 2))
    const said = repo.passes('--', SHOP.folder)
    expectAll(repo, SECOND)
    const id = /git cat-file blob ([0-9a-f]{40})/.exec(said)?.[1] ?? ''
    expect(repo.run(['cat-file', 'blob', id]).stdout).toBe(edited)
  })

  variant('given by --pathspec-from-file', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    const args = ['commit', '-m', 'change', '--pathspec-from-file=-']
    expect(repo.run(args, { input: `${SHOP.decisions}\n` })).toMatchObject({ code: 0 })
    expectAll(repo, SECOND)
  })

  variant('given from a folder below, as a relative path', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    const how = { cwd: `${repo.dir}/${SHOP.folder}` }
    expect(repo.run(['commit', '-m', 'change', '--', 'decisions.md'], how)).toMatchObject({ code: 0 })
    expectAll(repo, SECOND)
  })

  test('with an error in a log that stays staged: the commit is not stopped for it, the next one is', () => {
    const repo = commitRepo({ files: BOTH })
    repo.stage({ [DESK.decisions]: invalidDecisions(5) })
    repo.write(SHOP.decisions, decisions(1, 2))
    expect(repo.passes('--', SHOP.decisions)).toBe('')
    const { head, index, work, status } = stateOf(repo)
    expect(head).toEqual({ ...BOTH, ...SECOND })
    expect(index).toMatchObject({ ...SECOND, [DESK.decisions]: invalidDecisions(5) })
    expect(work).toEqual(index)
    expect(status).toEqual([`M  ${DESK.index}`, `A  ${DESK.decisions}`])
    expect(repo.stops()).toContain('entry-category')
    expect(stateOf(repo)).toMatchObject({ head, index, work, status })
  })
})
