import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../../helpers/temp-repo.ts'
import { variant } from '../../helpers/variant.ts'
import { type CommitRepo, commitRepo, expectAll, expectState, FIRST, stateOf } from './commit-repo.ts'
import { DESK, decisions, type Files, index, lessons, memory, SHOP } from './memory-files.ts'

const SECOND = memory('shop', { decisions: [1, 2], lessons: [1] })
const WRONG = (FIRST[SHOP.index] ?? '').replace('total_decisions: 1', 'total_decisions: 7')

function recovered(repo: CommitRepo, said: string): string {
  const id = /recover: git cat-file blob ([0-9a-f]{40})/.exec(said)?.[1] ?? ''
  return repo.run(['cat-file', 'blob', id]).stdout
}

describe('an index that somebody edited', () => {
  test('on disk only: the commit is right, the edit stays and is named', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.write(SHOP.index, WRONG)
    expect(repo.passes()).toContain(
      `${SHOP.index} is rebuilt in the commit; the one in the work tree was left because it has other edits`,
    )
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.index]: WRONG },
      status: [` M ${SHOP.index}`],
    })
  })

  variant('on disk only, and under -- path: the commit is right, the edit stays', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.write(SHOP.index, WRONG)
    expect(repo.passes('--', SHOP.decisions)).toContain('has other edits')
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.index]: WRONG },
      status: [` M ${SHOP.index}`],
    })
  })

  test('and staged: it is rebuilt, and the edit can be had again', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2), [SHOP.index]: WRONG })
    expect(recovered(repo, repo.passes())).toBe(WRONG)
    expectAll(repo, SECOND)
  })

  variant('and taken by -a: it is rebuilt, and the edit can be had again', () => {
    const repo = commitRepo()
    repo.write(SHOP.index, WRONG)
    expect(recovered(repo, repo.passes('-a'))).toBe(WRONG)
    expectAll(repo, FIRST)
  })

  test('and staged, and edited again on disk: the commit is right, the last edit stays', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2), [SHOP.index]: WRONG })
    repo.write(SHOP.index, `# mine\n${WRONG}`)
    const said = repo.passes()
    expect(recovered(repo, said)).toBe(WRONG)
    expect(said).toContain('has other edits')
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.index]: `# mine\n${WRONG}` },
      status: [` M ${SHOP.index}`],
    })
  })

  variant('to what a rebuild gives: nothing is said', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.write(SHOP.index, SECOND[SHOP.index] ?? '')
    expect(repo.passes()).toBe('')
    expectAll(repo, SECOND)
  })

  test('with a comment and a description, staged: both are kept, and the counts follow', () => {
    const own = (files: Files): string =>
      `# who reads this\n${files[SHOP.index]}`.replace(
        '  - name: alpha\n',
        '  - name: alpha\n    description: the first\n',
      )
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2), [SHOP.index]: own(FIRST) })
    repo.passes()
    expectAll(repo, { ...SECOND, [SHOP.index]: own(SECOND) })
  })

  test('so that it is no YAML, staged: it is rebuilt, and the bytes can be had again', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2), [SHOP.index]: 'tags: [\n' })
    expect(recovered(repo, repo.passes())).toBe('tags: [\n')
    expectAll(repo, SECOND)
  })
})

describe('an index that is missing', () => {
  test('on disk only: it is committed right and stays deleted', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.remove(SHOP.index)
    expect(repo.passes()).toBe('')
    const { [SHOP.index]: _, ...work } = SECOND
    expectState(repo, { head: SECOND, work, status: [` D ${SHOP.index}`] })
  })

  test('because its deletion is staged: it is made again', () => {
    const repo = commitRepo()
    repo.git('rm', '--quiet', SHOP.index)
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    expectAll(repo, SECOND)
  })

  variant('because -a takes its deletion: it is made again', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.remove(SHOP.index)
    repo.passes('-a')
    expectAll(repo, SECOND)
  })

  variant('because only its deletion was committed: the commit holds it still', () => {
    const repo = commitRepo()
    repo.git('rm', '--quiet', SHOP.index)
    repo.stage({ 'notes.txt': 'x\n' })
    repo.passes()
    expectAll(repo, FIRST, { 'notes.txt': 'x\n' })
  })

  test('from the index after git rm --cached: it is staged again, and the one on disk follows', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.git('rm', '--quiet', '--cached', SHOP.index)
    repo.passes()
    expectAll(repo, SECOND)
  })

  test('and was edited on disk after git rm --cached: it is staged again, and the edit stays', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.git('rm', '--quiet', '--cached', SHOP.index)
    repo.write(SHOP.index, WRONG)
    expect(repo.passes()).toContain('has other edits')
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.index]: WRONG },
      status: [` M ${SHOP.index}`],
    })
  })

  test('and untracked work of somebody lies in its place: that stays', () => {
    const repo = commitRepo()
    repo.stage({ [DESK.decisions]: decisions(3) })
    repo.write(DESK.index, 'mine\n')
    expect(repo.passes()).toContain('has other edits')
    const head = { ...FIRST, ...memory('desk', { decisions: [3] }) }
    expectState(repo, { head, work: { ...head, [DESK.index]: 'mine\n' }, status: [` M ${DESK.index}`] })
  })

  variant('and is only intended to be added: the commit has it', () => {
    const repo = commitRepo()
    repo.stage({ [DESK.decisions]: decisions(3) })
    repo.write(DESK.index, index('desk', { decisions: [3] }))
    repo.git('add', '--intent-to-add', DESK.index)
    expect(repo.passes()).toBe('')
    expectAll(repo, FIRST, memory('desk', { decisions: [3] }))
  })

  test('and .gitignore hides it: it is still staged and written', () => {
    const repo = commitRepo()
    repo.stage({ '.gitignore': '_index.yaml\n', [DESK.decisions]: decisions(3) })
    repo.passes()
    expectAll(repo, FIRST, memory('desk', { decisions: [3] }), { '.gitignore': '_index.yaml\n' })
  })
})

describe('an index that is no plain file', () => {
  test('executable: it stays so', () => {
    const repo = commitRepo({ files: { ...FIRST, [SHOP.index]: `exec:${FIRST[SHOP.index]}` } })
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    expectAll(repo, { ...SECOND, [SHOP.index]: `exec:${SECOND[SHOP.index]}` })
  })

  variant('executable on disk only: neither the bit on disk nor the staged one changes', () => {
    const repo = commitRepo()
    chmodSync(join(repo.dir, SHOP.index), 0o755)
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.git('add', SHOP.decisions)
    repo.passes()
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.index]: `exec:${SECOND[SHOP.index]}` },
      status: [` M ${SHOP.index}`],
    })
  })

  test('a link on disk: it is not followed', () => {
    const outside = join(tempFolder(), 'index.yaml')
    writeFileSync(outside, FIRST[SHOP.index] ?? '')
    const repo = commitRepo()
    repo.remove(SHOP.index)
    repo.link(SHOP.index, outside)
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.git('add', SHOP.decisions)
    repo.passes()
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.index]: `link:${outside}` },
      status: [` T ${SHOP.index}`],
    })
    expect(repo.run(['hash-object', '--no-filters', outside]).stdout).toBe(
      repo.run(['hash-object', '--stdin'], { input: FIRST[SHOP.index] ?? '' }).stdout,
    )
  })

  test('a link that is staged: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.remove(SHOP.index)
    repo.stage({ [SHOP.decisions]: decisions(1, 2), [SHOP.index]: 'link:../desk/_index.yaml' })
    const before = stateOf(repo)
    repo.stops()
    expect(stateOf(repo)).toEqual(before)
  })

  test('a directory on disk: it stays, and the commit is right', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.remove(SHOP.index)
    repo.write(`${SHOP.index}/mine`, 'x\n')
    repo.passes()
    const { [SHOP.index]: _, ...others } = SECOND
    expectState(repo, {
      head: SECOND,
      work: { ...others, [`${SHOP.index}/mine`]: 'x\n' },
      status: [` D ${SHOP.index}`, `?? ${SHOP.index}/mine`],
    })
  })

  variant('an empty directory on disk: it stays, and the commit is right', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.remove(SHOP.index)
    mkdirSync(join(repo.dir, SHOP.index))
    repo.passes()
    const { [SHOP.index]: _, ...work } = SECOND
    expectState(repo, { head: SECOND, work, status: [` D ${SHOP.index}`] })
  })

  test('a directory that is staged: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.remove(SHOP.index)
    repo.stage({ [SHOP.decisions]: decisions(1, 2), [`${SHOP.index}/mine`]: 'x\n' })
    const before = stateOf(repo)
    repo.stops()
    expect(stateOf(repo)).toEqual(before)
  })

  variant('a directory that is staged, and nothing of it on disk: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.remove(SHOP.index)
    repo.stage({ [SHOP.decisions]: decisions(1, 2), [`${SHOP.index}/mine`]: 'x\n' })
    repo.remove(SHOP.index)
    const before = stateOf(repo)
    repo.stops()
    expect(stateOf(repo)).toEqual(before)
  })

  variant(
    'a directory that is staged, and the log is committed by -- path: refused, and nothing is written',
    () => {
      const repo = commitRepo()
      repo.remove(SHOP.index)
      repo.stage({ [`${SHOP.index}/mine`]: 'x\n' })
      repo.remove(SHOP.index)
      repo.write(SHOP.decisions, decisions(1, 2))
      const before = stateOf(repo)
      repo.stops('--', SHOP.decisions)
      expect(stateOf(repo)).toEqual(before)
    },
  )

  test('not to be written on disk: it is replaced, and keeps its mode', () => {
    const repo = commitRepo()
    chmodSync(join(repo.dir, SHOP.index), 0o444)
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-a')
    expectAll(repo, SECOND)
  })
})

describe('what an earlier run has left', () => {
  test('the file on disk is new and the index is old, as after a kill between the two', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes('--dry-run')
    repo.write(SHOP.index, SECOND[SHOP.index] ?? '')
    expect(repo.passes()).toBe('')
    expectAll(repo, SECOND)
  })

  test('the file on disk is of a run whose commit never came: it is known and follows', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    expect(repo.run(['commit', '-a'])).toMatchObject({ code: 1 })
    expectState(repo, { head: FIRST, work: SECOND, status: [` M ${SHOP.index}`, ` M ${SHOP.decisions}`] })
    repo.write(SHOP.decisions, decisions(1))
    repo.write(SHOP.lessons, lessons(1, 3))
    expect(repo.passes('--', SHOP.lessons)).toBe('')
    expectAll(repo, memory('shop', { decisions: [1], lessons: [1, 3] }))
  })

  test('the file on disk holds words that -a took along, and its commit never came: they stay', () => {
    const described = (files: Files): string =>
      (files[SHOP.index] ?? '').replace('  - name: alpha\n', '  - name: alpha\n    description: the first\n')
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.write(SHOP.index, described(FIRST))
    expect(repo.run(['commit', '-a'])).toMatchObject({ code: 1 })
    repo.git('add', SHOP.decisions)
    repo.passes()
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.index]: described(SECOND) },
      status: [` M ${SHOP.index}`],
    })
  })

  test('the file on disk was made by `memkeep index` from edits on disk: it may hold words of somebody, and stays', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2, 3))
    expect(repo.memkeep(['index'])).toMatchObject({ code: 0 })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.git('add', SHOP.decisions)
    expect(repo.passes()).toContain('has other edits')
    const third = index('shop', { decisions: [1, 2, 3], lessons: [1] })
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.index]: third },
      status: [` M ${SHOP.index}`],
    })
  })
})
