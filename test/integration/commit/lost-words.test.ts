import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { arm, type CommitRepo, commitRepo, expectAll, expectState, FIRST, hookFile } from './commit-repo.ts'
import { DESK, decisions, type Files, lessons, memory, SHOP } from './memory-files.ts'

const SECOND = memory('shop', { decisions: [1, 2], lessons: [1] })

/** The same files with a comment and a description in the index, as a person writes them. */
function described(files: Files, path: string = SHOP.index): Files {
  const words = '  - name: alpha\n    description: the first\n'
  return { ...files, [path]: `# who reads this\n\n${files[path]}`.replace('  - name: alpha\n', words) }
}

function blobOf(repo: CommitRepo, said: string): string {
  const id = /recover: git cat-file blob ([0-9a-f]{40})/.exec(said)?.[1] ?? ''
  return repo.run(['cat-file', 'blob', id]).stdout
}

describe('words of an index whose deletion is committed are those of the last commit', () => {
  const WORDS = described(FIRST)

  test('by git rm: the blob is named as well', () => {
    const repo = commitRepo({ files: WORDS })
    repo.git('rm', '--quiet', SHOP.index)
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    expect(blobOf(repo, repo.passes())).toBe(WORDS[SHOP.index])
    expectAll(repo, described(SECOND))
  })

  test('by git rm --cached: the file on disk follows', () => {
    const repo = commitRepo({ files: WORDS })
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.git('rm', '--quiet', '--cached', SHOP.index)
    repo.passes()
    expectAll(repo, described(SECOND))
  })

  test('by git rm --cached, with an edit on disk: the edit stays', () => {
    const repo = commitRepo({ files: WORDS })
    const edited = `# mine\n${WORDS[SHOP.index]}`
    repo.git('rm', '--quiet', '--cached', SHOP.index)
    repo.write(SHOP.index, edited)
    expect(repo.passes('--allow-empty')).toContain('has other edits')
    const work = { ...WORDS, [SHOP.index]: edited }
    expectState(repo, { head: WORDS, work, status: [` M ${SHOP.index}`] })
  })

  test('by commit -a', () => {
    const repo = commitRepo({ files: WORDS })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.remove(SHOP.index)
    repo.passes('-a')
    expectAll(repo, described(SECOND))
  })

  test('by commit -- path', () => {
    const repo = commitRepo({ files: WORDS })
    repo.remove(SHOP.index)
    repo.passes('--allow-empty', '--', SHOP.index)
    expectAll(repo, WORDS)
  })

  test('not yet, because another path is committed', () => {
    const repo = commitRepo({ files: WORDS })
    repo.git('rm', '--quiet', SHOP.index)
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('--', SHOP.decisions)
    expectAll(repo, described(SECOND))
  })

  test('by git rm --cached, after a commit of another path left a newer index staged', () => {
    const repo = commitRepo({ files: WORDS })
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.write(SHOP.lessons, lessons(1, 3))
    repo.passes('--', SHOP.lessons)
    repo.git('rm', '--quiet', '--cached', SHOP.index)
    repo.passes()
    expectAll(repo, described(memory('shop', { decisions: [1, 2], lessons: [1, 3] })))
  })

  test('while its directory gets another name', () => {
    const repo = commitRepo({ files: WORDS })
    repo.git('mv', SHOP.folder, DESK.folder)
    repo.git('rm', '--quiet', '--force', DESK.index)
    repo.passes()
    expectAll(repo, described(memory('desk', { decisions: [1], lessons: [1] }), DESK.index))
  })
})

test('an index goes with all memory of its workspace', () => {
  const others = { ...memory('desk', { decisions: [3] }), 'memkeep.yaml': 'rules:\n  item-lost: off\n' }
  const repo = commitRepo({ files: { ...described(FIRST), ...others } })
  repo.git('rm', '--quiet', '-r', SHOP.folder)
  expect(repo.passes()).toMatch(/^memkeep: gone from memory: \S+_index\.yaml, [^\n]+\n$/)
  expectAll(repo, others)
})

test('a copy of a workspace does not take the words of the other one along', () => {
  const repo = commitRepo({ files: described(FIRST) })
  repo.stage({ [DESK.decisions]: decisions(1) })
  repo.passes()
  expectAll(repo, described(FIRST), memory('desk', { decisions: [1] }))
})

test('an index that the last commit has and that cannot be read is named when it is replaced', () => {
  const repo = commitRepo({ files: { ...FIRST, [SHOP.index]: 'tags: [ # mine\n' } })
  repo.stage({ [SHOP.decisions]: decisions(1, 2) })
  expect(blobOf(repo, repo.passes())).toBe('tags: [ # mine\n')
  expectAll(repo, SECOND)
})

describe('a merge in which one side deleted the index', () => {
  function merging(theirs: Files): CommitRepo {
    const repo = commitRepo({ files: described(FIRST) })
    repo.git('switch', '--quiet', '--create', 'side')
    repo.stage(theirs)
    repo.git('commit', '--quiet', '--no-verify', '--message', 'theirs')
    repo.git('switch', '--quiet', 'main')
    repo.git('rm', '--quiet', SHOP.index)
    repo.git('commit', '--quiet', '--no-verify', '--message', 'ours')
    return repo
  }

  test('and that stops: the commit of the result has the words of the other side', () => {
    const repo = merging(described(SECOND))
    expect(repo.run(['merge', 'side'])).toMatchObject({ code: 1 })
    repo.git('rm', '--quiet', SHOP.index)
    repo.passes()
    expectAll(repo, described(SECOND))
  })

  test('and that does not: the hook after it writes the words of the other side', () => {
    const repo = merging({ [SHOP.lessons]: lessons(1, 3) })
    arm(repo.gitDir, hookFile().replace('hook pre-commit', 'hook post-merge'), 'post-merge')
    expect(repo.run(['merge', '--no-edit', 'side'])).toMatchObject({ code: 0 })
    const { [SHOP.index]: index, ...logs } = described(memory('shop', { decisions: [1], lessons: [1, 3] }))
    expectState(repo, {
      head: logs,
      work: { [SHOP.index]: index ?? '', ...logs },
      status: [`?? ${SHOP.index}`],
    })
    repo.git('add', '--all')
    repo.passes()
    expectAll(repo, { [SHOP.index]: index ?? '', ...logs })
  })
})

describe('an index that is gone from disk only', () => {
  test('`memkeep index` writes it with the words of the last commit', () => {
    const repo = commitRepo({ files: described(FIRST) })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.remove(SHOP.index)
    expect(repo.memkeep(['index'])).toMatchObject({ code: 0 })
    expectState(repo, {
      head: described(FIRST),
      work: described(SECOND),
      status: [` M ${SHOP.index}`, ` M ${SHOP.decisions}`],
    })
  })

  test('`memkeep index` writes it with the words that are staged', () => {
    const repo = commitRepo({ files: FIRST })
    repo.stage(described(FIRST))
    repo.remove(SHOP.index)
    expect(repo.memkeep(['index'])).toMatchObject({ code: 0 })
    const index = described(FIRST)
    expectState(repo, { head: FIRST, index, work: index, status: [`M  ${SHOP.index}`] })
  })

  test('`check --fix` writes it with the words of the last commit', () => {
    const repo = commitRepo({ files: described(FIRST) })
    repo.remove(SHOP.index)
    expect(repo.memkeep(['check', '--fix'])).toMatchObject({ code: 0 })
    expectAll(repo, described(FIRST))
  })

  test('`memkeep index` writes it with the words of the directory that was renamed', () => {
    const repo = commitRepo({ files: described(FIRST) })
    renameSync(join(repo.dir, SHOP.folder), join(repo.dir, DESK.folder))
    repo.remove(DESK.index)
    expect(repo.memkeep(['index'])).toMatchObject({ code: 0 })
    repo.git('add', '--all')
    repo.passes()
    expectAll(repo, described(memory('desk', { decisions: [1], lessons: [1] }), DESK.index))
  })
})
