import { describe, expect, test } from 'vitest'
import { variant } from '../../helpers/variant.ts'
import {
  arm,
  type CommitRepo,
  commitRepo,
  expectAll,
  expectState,
  FIRST,
  hookFile,
  stateOf,
} from './commit-repo.ts'
import { DESK, decisions, type Files, invalidDecisions, lessons, memory, SHOP } from './memory-files.ts'

const SECOND = memory('shop', { decisions: [1, 2], lessons: [1] })
const BAD: Files = { [SHOP.decisions]: invalidDecisions(1, 2) }
/** A misspelt label value that is a warning only. */
const WARNED = decisions(1, 2).replace(/architecture(?![\s\S]*architecture)/, 'architectur')

/** What must never reach a terminal or a log of CI as it is: control characters, commands of a runner. */
const RAW = /(?!\n)\p{Cc}|^::|##\[/mu

/** The commit is stopped, for a reason, and nothing has changed. */
function expectRefused(repo: CommitRepo, reason: string, ...args: string[]): void {
  const before = stateOf(repo)
  const said = repo.stops(...args)
  expect(said).toContain(reason)
  expect(stateOf(repo)).toEqual(before)
}

describe('an entry with an error', () => {
  test('plain: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.stage(BAD)
    expectRefused(repo, 'entry-category')
  })

  test('-a: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, invalidDecisions(1, 2))
    expectRefused(repo, 'entry-category', '-a')
  })

  test('-- path: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, invalidDecisions(1, 2))
    expectRefused(repo, 'entry-category', '--', SHOP.decisions)
  })

  variant('-i path: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, invalidDecisions(1, 2))
    expectRefused(repo, 'entry-category', '-i', SHOP.decisions)
  })

  variant('--amend: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.stage(BAD)
    expectRefused(repo, 'entry-category', '--amend')
  })

  test('before the first commit: refused, and nothing is written', () => {
    const repo = commitRepo({ files: null })
    repo.stage(BAD)
    expectRefused(repo, 'entry-category')
  })

  test('next to a good workspace: refused, and neither is written', () => {
    const repo = commitRepo({ files: { ...FIRST, ...memory('desk', { lessons: [4] }) } })
    repo.stage({ ...BAD, [DESK.lessons]: lessons(4, 5) })
    expectRefused(repo, 'entry-category')
  })

  test('is fixed and staged again: it passes', () => {
    const repo = commitRepo()
    repo.stage(BAD)
    expectRefused(repo, 'the commit was refused: fix the errors')
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    expectAll(repo, SECOND)
  })

  test('on disk only, while a good version is staged: it passes', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.write(SHOP.decisions, invalidDecisions(1, 2))
    expect(repo.passes()).toBe('')
    expectState(repo, { head: SECOND, work: { ...SECOND, ...BAD }, status: [` M ${SHOP.decisions}`] })
  })

  test('staged, while a good version is on disk: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.stage(BAD)
    repo.write(SHOP.decisions, decisions(1, 2))
    expectRefused(repo, 'entry-category')
  })

  test('that was there before: one line, unless settings refuse it; then how to begin with it is said', () => {
    const way =
      'memkeep: these errors were there before. To start with old findings out of the way: memkeep baseline'
    const lenient = commitRepo({ files: { ...FIRST, ...BAD } })
    lenient.stage({ [SHOP.decisions]: `${invalidDecisions(1, 2)}\nMore of it.\n` })
    const said = lenient.passes()
    expect(said).toMatch(
      /^memkeep: \d errors? (?:was|were) there before in the files of this commit: memkeep check lists them$/m,
    )
    expect(said).not.toContain('has no line')
    const repo = commitRepo({ files: { ...FIRST, ...BAD, 'memkeep.yaml': 'hooks: { failOn: all }\n' } })
    const stage = (more: string): void => repo.stage({ [SHOP.decisions]: `${invalidDecisions(1, 2)}${more}` })
    stage('\nMore of it.\n')
    expectRefused(repo, way)
    const fresh = commitRepo()
    fresh.stage(BAD)
    expect(fresh.stops()).not.toContain('there before')
  })

  test('in a file that the commit does not touch: it passes', () => {
    const bad = { ...memory('desk', { decisions: [1, 2] }), [DESK.decisions]: invalidDecisions(1, 2) }
    const repo = commitRepo({ files: { ...FIRST, ...bad } })
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    expect(repo.passes()).toBe('')
    expectAll(repo, SECOND, bad)
  })

  test('and --no-verify: it passes', () => {
    const repo = commitRepo()
    repo.stage(BAD)
    expect(repo.passes('--no-verify')).toBe('')
    expectAll(repo, { ...FIRST, ...BAD })
  })

  variant('that was committed with --no-verify is a warning where the file is touched', () => {
    const repo = commitRepo()
    repo.stage(BAD)
    repo.passes('--no-verify')
    repo.stage({ [SHOP.decisions]: `${invalidDecisions(1, 2)}\n` })
    expect(repo.passes()).toContain('entry-category')
  })
})

describe('warnings', () => {
  test('do not refuse, and are shown once', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: WARNED })
    expect(repo.passes()).toContain('category-known')
    repo.stage({ [SHOP.decisions]: `${WARNED}\n` })
    expect(repo.passes()).not.toContain('category-known')
    const { head, index, work, status } = stateOf(repo)
    expect(head[SHOP.decisions]).toBe(`${WARNED}\n`)
    expect(head[SHOP.index]).toContain('  - name: architectur\n')
    expect({ index, work, status }).toEqual({ index: head, work: head, status: [] })
  })
})

describe('settings', () => {
  const OFF = 'rules:\n  entry-category: off\n'

  test('that loosen apply from the next commit on', () => {
    const repo = commitRepo()
    repo.stage({ ...BAD, 'memkeep.yaml': OFF })
    repo.stops()
    repo.git('reset', '--quiet')
    repo.git('add', 'memkeep.yaml')
    repo.passes()
    repo.git('add', '--all')
    repo.passes()
    const { head, index, work, status } = stateOf(repo)
    expect(head).toMatchObject({ ...BAD, 'memkeep.yaml': OFF })
    expect(head[SHOP.index]).toContain('  total_decisions: 2\n')
    expect({ index, work, status }).toEqual({ index: head, work: head, status: [] })
  })

  test('that are on disk only do not', () => {
    const repo = commitRepo()
    repo.stage(BAD)
    repo.write('memkeep.yaml', OFF)
    expectRefused(repo, 'entry-category')
  })

  test('that move the memory: the index is made at the new place', () => {
    const repo = commitRepo()
    const settings = 'workspace:\n  memory: notes\n'
    const moved = { 'notes/shop/decisions.md': decisions(1, 2), 'notes/shop/lessons.md': lessons(1) }
    repo.stage({ 'memkeep.yaml': settings, ...moved })
    repo.passes()
    expectAll(repo, FIRST, moved, {
      'memkeep.yaml': settings,
      'notes/shop/_index.yaml': memory('shop', { decisions: [1, 2], lessons: [1] })[SHOP.index] ?? '',
    })
  })

  test('that are broken: refused, because nothing can be judged, and nothing is written', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2), 'memkeep.yaml': 'rules: [\n' })
    expectRefused(repo, 'memkeep.yaml')
    expect(repo.memkeep(['hook', 'pre-commit'])).toMatchObject({ code: 2, stdout: '' })
  })

  variant('that name an unknown rule: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.stage({
      [SHOP.decisions]: decisions(1, 2),
      'memkeep.yaml': 'rules:\n  no-such-rule: off\n',
    })
    expectRefused(repo, 'no-such-rule')
  })
})

describe('the environment', () => {
  test('MEMKEEP=0: nothing is checked and nothing is rebuilt', () => {
    const repo = commitRepo()
    repo.stage(BAD)
    expect(repo.run(['commit', '-m', 'change'], { env: { MEMKEEP: '0' } })).toMatchObject({
      code: 0,
      stderr: '',
    })
    expectAll(repo, { ...FIRST, ...BAD })
  })

  test('MEMKEEP_SKIP: the rule that it names is off, and the index is rebuilt', () => {
    const repo = commitRepo()
    repo.stage(BAD)
    expect(repo.run(['commit', '-m', 'change'], { env: { MEMKEEP_SKIP: 'entry-category' } })).toMatchObject({
      code: 0,
    })
    const { head, index, work, status } = stateOf(repo)
    expect(head[SHOP.index]).toContain('  total_decisions: 2\n')
    expect({ index, work, status }).toEqual({ index: head, work: head, status: [] })
  })

  variant('MEMKEEP_SKIP of another rule: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.stage(BAD)
    const before = stateOf(repo)
    expect(repo.run(['commit', '-m', 'change'], { env: { MEMKEEP_SKIP: 'entry-tags' } })).toMatchObject({
      code: 1,
    })
    expect(stateOf(repo)).toEqual(before)
  })

  test('husky runs the hook by sh -e: it refuses and passes as any other', () => {
    const repo = commitRepo()
    arm(repo.gitDir, `#!/bin/sh\nsh -e '${repo.dir}/.git/memkeep-hook' "$@"\n`)
    repo.write('.git/memkeep-hook', hookFile())
    repo.stage(BAD)
    expectRefused(repo, 'entry-category')
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    expectAll(repo, SECOND)
  })
})

describe('what is printed', () => {
  test('goes to standard error only, when the commit is refused', () => {
    const repo = commitRepo()
    repo.stage(BAD)
    const ended = repo.memkeep(['hook', 'pre-commit'])
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toContain(`${SHOP.decisions}\n`)
  })

  variant('goes to standard error only, when there is a remark', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.write(SHOP.index, 'mine\n')
    const ended = repo.memkeep(['hook', 'pre-commit'])
    expect(ended).toMatchObject({ code: 0, stdout: '' })
    expect(ended.stderr).toMatch(/^memkeep: .*was left because it has other edits\n$/)
    expectState(repo, {
      head: FIRST,
      index: SECOND,
      work: { ...SECOND, [SHOP.index]: 'mine\n' },
      status: [`MM ${SHOP.index}`, `M  ${SHOP.decisions}`],
    })
  })

  test('an unknown hook is wrong use, and nothing is written', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    const before = stateOf(repo)
    const ended = repo.memkeep(['hook', 'pre-comit'])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain('unknown hook pre-comit')
    expect(stateOf(repo)).toEqual(before)
  })

  test('shows the control characters of a name as text', () => {
    const path = 'user/memory/workspaces/a\u001b[31m\r\n::error::b/decisions.md'
    const repo = commitRepo()
    repo.stage({ [path]: invalidDecisions(3) })
    const before = stateOf(repo)
    const said = repo.stops()
    expect(said).toContain('entry-category')
    expect(said).toContain('\\u001b[31m')
    expect(said.match(RAW)).toBeNull()
    expect(stateOf(repo)).toEqual(before)
  })

  variant('shows the control characters of a name in a remark as text', () => {
    const folder = 'user/memory/workspaces/a\u001b[31m\r\n##[error]b'
    const repo = commitRepo()
    repo.stage({ [`${folder}/decisions.md`]: decisions(3) })
    repo.write(`${folder}/_index.yaml`, 'mine\n')
    const said = repo.passes()
    expect(said).toContain('it has other edits')
    expect(said.match(RAW)).toBeNull()
    expect(said.trimEnd().split('\n')).toHaveLength(1)
  })
})
