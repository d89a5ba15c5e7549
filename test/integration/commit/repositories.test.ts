import { appendFileSync, existsSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LONG, rowsOf } from '../../helpers/runs.ts'
import { tempFolder } from '../../helpers/temp-repo.ts'
import {
  arm,
  type CommitRepo,
  commitRepo,
  commitRepoAt,
  expectAll,
  expectState,
  FIRST,
  stateOf,
} from './commit-repo.ts'
import { DESK, decisions, type Files, lessons, memory, SHOP } from './memory-files.ts'

const SECOND = memory('shop', { decisions: [1, 2], lessons: [1] })
const COMMIT = ['commit', '--message', 'change']

/** The three indexes of git: its own, the next one, and a temporary one next to that. */
const WAYS: readonly (readonly [string, (repo: CommitRepo) => void])[] = [
  [
    'plain',
    (repo) => {
      repo.git('add', SHOP.decisions)
      repo.passes()
    },
  ],
  ['-a', (repo) => void repo.passes('-a')],
  ['-- path', (repo) => void repo.passes('--', SHOP.decisions)],
]

describe('a repository that is entered through a link', () => {
  test.each([[['-a']], [['--', SHOP.decisions]], [['-i', '--', SHOP.decisions]]])('%s', (args) => {
    const repo = commitRepo()
    const link = join(tempFolder(), 'link')
    symlinkSync(repo.dir, link)
    repo.write(SHOP.decisions, decisions(1, 2))
    const { code, stderr } = repo.run([...COMMIT, ...args], { cwd: link, env: { PWD: link } })
    expect(code, stderr).toBe(0)
    expectAll(repo, SECOND)
  })
})

/** In the long run all, else the one that has to do with every index. */
const SOME = LONG ? WAYS : WAYS.slice(-1)

describe('a linked work tree', () => {
  test.each(rowsOf(WAYS, 2))(
    '%s: its own commit, index and files are right, and the main ones are left',
    (_, commit) => {
      const main = commitRepo()
      const dir = join(tempFolder(), 'linked')
      main.git('worktree', 'add', '--quiet', '-b', 'side', dir)
      const linked = commitRepoAt(dir, main.git('-C', dir, 'rev-parse', '--absolute-git-dir'))
      const before = stateOf(main)
      linked.write(SHOP.decisions, decisions(1, 2))
      commit(linked)
      expectAll(linked, SECOND)
      expect(stateOf(main)).toEqual(before)
      expect(existsSync(join(main.gitDir, 'memkeep/generated'))).toBe(false)
    },
  )

  test('an error in it: refused, and nothing is written', () => {
    const main = commitRepo()
    const dir = join(tempFolder(), 'linked')
    main.git('worktree', 'add', '--quiet', '-b', 'side', dir)
    const linked = commitRepoAt(dir, main.git('-C', dir, 'rev-parse', '--absolute-git-dir'))
    linked.write(SHOP.decisions, '# Decisions\n\n### no date\n\nText.\n\n---\n')
    const before = stateOf(linked)
    expect(linked.stops('-a')).toContain('entry-heading')
    expect(stateOf(linked)).toEqual(before)
  })
})

describe('a repository that is named', () => {
  test('by --git-dir and --work-tree, from elsewhere', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    const args = [`--git-dir=${repo.gitDir}`, `--work-tree=${repo.dir}`, ...COMMIT, '-a']
    expect(repo.run(args, { cwd: tempFolder() })).toMatchObject({ code: 0 })
    expectAll(repo, SECOND)
  })

  test('by --git-dir and --work-tree, as relative paths, with -- path', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    const args = ['--git-dir=.git', '--work-tree=.', ...COMMIT, '--', SHOP.decisions]
    expect(repo.run(args)).toMatchObject({ code: 0 })
    expectAll(repo, SECOND)
  })

  test('by GIT_DIR and GIT_WORK_TREE', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    const how = { cwd: tempFolder(), env: { GIT_DIR: repo.gitDir, GIT_WORK_TREE: repo.dir } }
    expect(repo.run([...COMMIT, '-a'], how)).toMatchObject({ code: 0 })
    expectAll(repo, SECOND)
  })

  test('by -C', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    expect(repo.run(['-C', repo.dir, ...COMMIT, '-a'], { cwd: tempFolder() })).toMatchObject({ code: 0 })
    expectAll(repo, SECOND)
  })

  test('by a folder below it', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    expect(repo.run([...COMMIT, '-a'], { cwd: join(repo.dir, SHOP.folder) })).toMatchObject({ code: 0 })
    expectAll(repo, SECOND)
  })

  test('by a .git file, with its git directory elsewhere', () => {
    const repo = commitRepo()
    repo.git('init', '--quiet', `--separate-git-dir=${join(tempFolder(), 'git')}`)
    const gitDir = repo.git('rev-parse', '--absolute-git-dir')
    const moved = commitRepoAt(repo.dir, gitDir)
    moved.write(SHOP.decisions, decisions(1, 2))
    moved.passes('-a')
    expectAll(moved, SECOND)
    expect(gitDir.startsWith(repo.dir)).toBe(false)
  })
})

describe('submodules', () => {
  test.each(SOME)('a commit inside of one, %s', (_, commit) => {
    const inner = commitRepo()
    const outer = commitRepo({ files: { 'notes.txt': 'x\n' } })
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'sub')
    outer.git('commit', '--quiet', '--no-verify', '-m', 'sub')
    const gitDir = join(outer.gitDir, 'modules/sub')
    arm(gitDir)
    appendFileSync(join(gitDir, 'config'), '[user]\n\tname = Test\n\temail = test@example.com\n')
    const sub = commitRepoAt(join(outer.dir, 'sub'), gitDir)
    sub.write(SHOP.decisions, decisions(1, 2))
    commit(sub)
    expectAll(sub, SECOND)
    expect(outer.git('status', '--porcelain')).toBe(' M sub')
  })
})

describe('how a repository keeps its objects and its index', () => {
  test.each(SOME)('SHA-256, %s', (_, commit) => {
    const repo = commitRepo({ init: ['--object-format=sha256'] })
    repo.write(SHOP.decisions, decisions(1, 2))
    commit(repo)
    expectAll(repo, SECOND)
    expect(repo.git('rev-parse', 'HEAD')).toHaveLength(64)
  })

  test('SHA-256, before the first commit', () => {
    const repo = commitRepo({ files: null, init: ['--object-format=sha256'] })
    repo.stage({ [SHOP.decisions]: decisions(1) })
    repo.passes()
    expectAll(repo, memory('shop', { decisions: [1] }))
  })

  test.each(SOME)('a split index, %s', (_, commit) => {
    const repo = commitRepo({ config: '[core]\n\tsplitIndex = true\n' })
    repo.git('update-index', '--split-index')
    repo.write(SHOP.decisions, decisions(1, 2))
    commit(repo)
    expectAll(repo, SECOND)
  })

  test.each(SOME)('index version 4 and the untracked cache, %s', (_, commit) => {
    const repo = commitRepo({ config: '[core]\n\tuntrackedCache = true\n[index]\n\tversion = 4\n' })
    repo.git('update-index', '--index-version', '4', '--untracked-cache')
    repo.git('status')
    repo.write(SHOP.decisions, decisions(1, 2))
    commit(repo)
    expectAll(repo, SECOND)
  })

  test('objects of another repository, and packed ones', () => {
    const origin = commitRepo()
    origin.git('gc', '--quiet')
    const dir = join(tempFolder(), 'clone')
    origin.git(
      'clone',
      '--quiet',
      '--shared',
      '-c',
      'user.name=Test',
      '-c',
      'user.email=t@example.com',
      origin.dir,
      dir,
    )
    arm(join(dir, '.git'))
    const clone = commitRepoAt(dir, join(dir, '.git'))
    clone.write(SHOP.decisions, decisions(1, 2))
    clone.passes('-a')
    expectAll(clone, SECOND)
  })

  test('a shallow clone: the last commit is enough', () => {
    const origin = commitRepo()
    origin.stage({ 'notes.txt': 'x\n' })
    origin.passes()
    const dir = join(tempFolder(), 'clone')
    origin.git(
      'clone',
      '--quiet',
      '--depth=1',
      '-c',
      'user.name=Test',
      '-c',
      'user.email=t@example.com',
      `file://${origin.dir}`,
      dir,
    )
    arm(join(dir, '.git'))
    const clone = commitRepoAt(dir, join(dir, '.git'))
    clone.write(SHOP.decisions, decisions(1, 2))
    clone.passes('-a')
    expectAll(clone, SECOND, { 'notes.txt': 'x\n' })
    expect(clone.git('rev-parse', '--is-shallow-repository')).toBe('true')
  })

  test('a staged blob that is missing: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    const id = repo.git('rev-parse', `:${SHOP.decisions}`)
    unlinkSync(join(repo.gitDir, 'objects', id.slice(0, 2), id.slice(2)))
    const before = stateOf(repo)
    expect(before.index[SHOP.decisions]).toBe('missing')
    repo.stops()
    expect(stateOf(repo)).toEqual(before)
  })

  test('a committed blob that is missing, of a workspace that the commit does not touch: it passes', () => {
    const repo = commitRepo({ files: { ...FIRST, ...memory('desk', { lessons: [4] }) } })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.git('add', SHOP.decisions)
    const id = repo.git('rev-parse', `:${DESK.lessons}`)
    unlinkSync(join(repo.gitDir, 'objects', id.slice(0, 2), id.slice(2)))
    expect(repo.passes()).toBe('')
    const desk = memory('desk', { lessons: [4] })
    const head = { ...SECOND, ...desk, [DESK.lessons]: 'missing' }
    expectState(repo, { head, work: { ...SECOND, ...desk } })
  })

  test('replaced objects: what is staged is judged, not its replacement', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    const shown = repo
      .run(['hash-object', '-w', '--stdin'], { input: decisions(1, 2, 3, 4, 5) })
      .stdout.trim()
    repo.git('replace', repo.git('rev-parse', `:${SHOP.decisions}`), shown)
    repo.passes()
    repo.git('replace', '-d', repo.git('rev-parse', `:${SHOP.decisions}`))
    expectAll(repo, SECOND)
  })
})

describe('files that are left out of the work tree', () => {
  const BOTH: Files = { ...FIRST, ...memory('desk', { lessons: [4] }) }
  const skipped = (repo: CommitRepo): string[] =>
    repo
      .git('ls-files', '-v')
      .split('\n')
      .filter((line) => line.startsWith('S '))

  test('a sparse checkout by cones, without the workspace that is committed', () => {
    const repo = commitRepo({ files: BOTH })
    repo.git('sparse-checkout', 'set', '--cone', DESK.folder)
    const id = repo.run(['hash-object', '-w', '--stdin'], { input: decisions(1, 2) }).stdout.trim()
    repo.git('update-index', '--cacheinfo', `100644,${id},${SHOP.decisions}`)
    repo.git('update-index', '--skip-worktree', SHOP.decisions)
    repo.passes()
    expectState(repo, { head: { ...BOTH, ...SECOND }, work: memory('desk', { lessons: [4] }) })
    expect(skipped(repo)).toEqual([`S ${SHOP.index}`, `S ${SHOP.decisions}`, `S ${SHOP.lessons}`])
  })

  test('a sparse checkout by patterns, without any index', () => {
    const repo = commitRepo({ files: BOTH })
    repo.git('sparse-checkout', 'set', '--no-cone', '/*', '!_index.yaml')
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-a')
    const { [SHOP.index]: _, [DESK.index]: _desk, ...work } = { ...BOTH, ...SECOND }
    expectState(repo, { head: { ...BOTH, ...SECOND }, work })
    expect(skipped(repo)).toEqual([`S ${DESK.index}`, `S ${SHOP.index}`])
  })

  test('a sparse checkout by patterns, without any index, and -- path', () => {
    const repo = commitRepo({ files: BOTH })
    repo.git('sparse-checkout', 'set', '--no-cone', '/*', '!_index.yaml')
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('--', SHOP.decisions)
    const { [SHOP.index]: _, [DESK.index]: _desk, ...work } = { ...BOTH, ...SECOND }
    expectState(repo, { head: { ...BOTH, ...SECOND }, work })
    expect(skipped(repo)).toEqual([`S ${DESK.index}`, `S ${SHOP.index}`])
  })

  test.each(SOME)('a sparse index, %s', (_, commit) => {
    const repo = commitRepo({ files: { ...BOTH, 'other/deep/file.txt': 'x\n' } })
    repo.git('sparse-checkout', 'set', '--cone', '--sparse-index', SHOP.folder)
    expect(repo.git('ls-files', '--sparse')).toContain('other/')
    repo.write(SHOP.decisions, decisions(1, 2))
    commit(repo)
    const head = { ...BOTH, ...SECOND, 'other/deep/file.txt': 'x\n' }
    expectState(repo, { head, work: SECOND })
  })

  test('a new workspace next to a sparse checkout', () => {
    const repo = commitRepo({ files: FIRST })
    repo.git('sparse-checkout', 'set', '--cone', SHOP.folder)
    repo.write(DESK.lessons, lessons(4))
    repo.git('add', '--sparse', DESK.lessons)
    repo.passes()
    const desk = memory('desk', { lessons: [4] })
    expectState(repo, { head: { ...FIRST, ...desk } })
  })

  test('the skip-worktree bit of an index that is on disk: both stay', () => {
    const repo = commitRepo()
    repo.git('update-index', '--skip-worktree', SHOP.index)
    repo.write(SHOP.index, 'mine\n')
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-a')
    expectState(repo, { head: SECOND, work: { ...SECOND, [SHOP.index]: 'mine\n' } })
    expect(skipped(repo)).toEqual([`S ${SHOP.index}`])
  })

  test('the assume-unchanged bit of an index: the commit is right, and the file on disk follows', () => {
    const repo = commitRepo()
    repo.git('update-index', '--assume-unchanged', SHOP.index)
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-a')
    expectAll(repo, SECOND)
    expect(readFileSync(join(repo.dir, SHOP.index), 'utf8')).toBe(SECOND[SHOP.index])
  })
})
