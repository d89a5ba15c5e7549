import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LONG } from '../../helpers/runs.ts'
import { tempFolder } from '../../helpers/temp-repo.ts'
import {
  arm,
  commitRepo,
  commitRepoAt,
  expectAll,
  expectState,
  FIRST,
  hookFile,
  stateOf,
} from './commit-repo.ts'
import { DESK, decisions, memory, SHOP } from './memory-files.ts'

const SECOND = memory('shop', { decisions: [1, 2], lessons: [1] })

const SETTINGS: readonly (readonly [string, string])[] = [
  ['color.ui', 'always'],
  ['core.quotePath', 'false'],
  ['core.abbrev', '4'],
  ['core.fileMode', 'false'],
  ['core.symlinks', 'false'],
  ['core.ignoreCase', 'true'],
  ['core.trustctime', 'false'],
  ['core.preloadIndex', 'false'],
  ['core.whitespace', 'cr-at-eol'],
  ['diff.noprefix', 'true'],
  ['diff.renames', 'copies'],
  ['diff.ignoreSubmodules', 'all'],
  ['status.short', 'true'],
  ['submodule.recurse', 'true'],
  ['feature.manyFiles', 'true'],
  ['i18n.commitEncoding', 'ISO-8859-1'],
]

describe('settings that change what git prints or does', () => {
  // One by one in the long run, else all at once.
  const one = SETTINGS.map((setting) => ({ name: setting.join(' = '), settings: [setting] }))
  test.each(LONG ? one : [{ name: 'all of them', settings: SETTINGS }])('$name', ({ settings }) => {
    const repo = commitRepo()
    for (const [key, value] of settings) repo.git('config', key, value)
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('--', SHOP.decisions)
    expectAll(repo, SECOND)
  })

  test('core.fileMode = false, and an executable index', () => {
    const repo = commitRepo({ files: { ...FIRST, [SHOP.index]: `exec:${FIRST[SHOP.index]}` } })
    repo.git('config', 'core.fileMode', 'false')
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-a')
    expectAll(repo, { ...SECOND, [SHOP.index]: `exec:${SECOND[SHOP.index]}` })
  })
})

describe('where git’s directory, its hooks and its work tree lie', () => {
  test('core.hooksPath, as a relative path', () => {
    const repo = commitRepo()
    repo.remove('.git/hooks')
    repo.stage({ '.hooks/pre-commit': `exec:${hookFile()}` })
    repo.git('commit', '--quiet', '--message', 'hook')
    repo.git('config', 'core.hooksPath', '.hooks')
    repo.write(SHOP.decisions, decisions(1, 2))
    expect(repo.run(['commit', '-a', '-m', 'change'], { cwd: join(repo.dir, SHOP.folder) })).toMatchObject({
      code: 0,
    })
    expectAll(repo, SECOND, { '.hooks/pre-commit': `exec:${hookFile()}` })
  })

  test('core.worktree', () => {
    const repo = commitRepo()
    const dir = tempFolder()
    renameSync(join(repo.dir, 'user'), join(dir, 'user'))
    repo.git('config', 'core.worktree', dir)
    const there = commitRepoAt(dir, repo.gitDir)
    there.write(SHOP.decisions, decisions(1, 2))
    expect(repo.passes('-a')).toBe('')
    there.write('.git', `gitdir: ${repo.gitDir}\n`)
    expectAll(there, SECOND)
  })

  test('a bare repository with a work tree, as people keep their dot files', () => {
    const home = tempFolder()
    const gitDir = join(tempFolder(), 'dot.git')
    const repo = commitRepo()
    repo.git('clone', '--quiet', '--bare', repo.dir, gitDir)
    arm(gitDir)
    const env = { GIT_DIR: gitDir, GIT_WORK_TREE: home }
    for (const [key, value] of [
      ['user.name', 'Test'],
      ['user.email', 't@example.com'],
    ] as const) {
      repo.run(['config', key, value], { env })
    }
    repo.run(['reset', '--hard'], { env, cwd: home })
    writeFileSync(join(home, SHOP.decisions), decisions(1, 2))
    const ended = repo.run([`--git-dir=${gitDir}`, `--work-tree=${home}`, 'commit', '-a', '-m', 'change'], {
      cwd: home,
    })
    expect(ended, ended.stderr).toMatchObject({ code: 0 })
    writeFileSync(join(home, '.git'), `gitdir: ${gitDir}\n`)
    repo.run(['config', '--unset', 'core.bare'], { env })
    expectAll(commitRepoAt(home, gitDir), SECOND)
  })

  test('.git is a link', () => {
    const repo = commitRepo()
    const gitDir = join(tempFolder(), 'real.git')
    renameSync(repo.gitDir, gitDir)
    repo.link('.git', gitDir)
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-a')
    expectAll(repo, SECOND)
  })

  test('.git is a link, and -- path', () => {
    const repo = commitRepo()
    const gitDir = join(tempFolder(), 'real.git')
    renameSync(repo.gitDir, gitDir)
    repo.link('.git', gitDir)
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('--', SHOP.decisions)
    expectAll(repo, SECOND)
  })

  test('a repository inside of another one’s work tree', () => {
    const outer = commitRepo({ files: { '.gitignore': 'inner/\n' } })
    const inner = commitRepo()
    renameSync(inner.dir, join(outer.dir, 'inner'))
    mkdirSync(inner.dir)
    const moved = commitRepoAt(join(outer.dir, 'inner'), join(outer.dir, 'inner/.git'))
    moved.write(SHOP.decisions, decisions(1, 2))
    const before = outer.git('status', '--porcelain')
    moved.passes('-a')
    expectAll(moved, SECOND)
    expect(outer.git('status', '--porcelain')).toBe(before)
  })
})

describe('a partial clone', () => {
  test('without the blobs of other workspaces: nothing is fetched, and the commit is right', () => {
    const desk = memory('desk', { lessons: [4] })
    const origin = commitRepo({ files: { ...FIRST, ...desk } })
    origin.git('config', 'uploadpack.allowFilter', 'true')
    const dir = join(tempFolder(), 'clone')
    const user = ['-c', 'user.name=Test', '-c', 'user.email=t@example.com']
    origin.git(
      'clone',
      '--quiet',
      '--filter=blob:none',
      '--no-checkout',
      ...user,
      `file://${origin.dir}`,
      dir,
    )
    const clone = commitRepoAt(dir, join(dir, '.git'))
    clone.git('sparse-checkout', 'set', '--cone', SHOP.folder)
    clone.git('checkout', '--quiet')
    arm(clone.gitDir)
    const url = clone.git('config', 'remote.origin.url')
    clone.git('config', 'remote.origin.url', 'file:///nowhere')
    clone.write(SHOP.decisions, decisions(1, 2))
    clone.passes('-a')
    clone.git('config', 'remote.origin.url', url)
    expectState(clone, { head: { ...SECOND, ...desk }, work: SECOND })
  })
})

describe('indexes that were not written by memkeep', () => {
  test('with CRLF in the repository', () => {
    const files = { ...FIRST, [SHOP.index]: (FIRST[SHOP.index] ?? '').replaceAll('\n', '\r\n') }
    const repo = commitRepo({ files })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-a')
    const { head, index, work, status } = stateOf(repo)
    expect(head[SHOP.index]?.replaceAll('\r\n', '\n')).toBe(SECOND[SHOP.index])
    expect({ index, work, status }).toEqual({ index: head, work: head, status: [] })
  })

  test('with a byte order mark', () => {
    const repo = commitRepo({ files: { ...FIRST, [SHOP.index]: `\ufeff${FIRST[SHOP.index]}` } })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-a')
    const { head, index, work, status } = stateOf(repo)
    expect(head[SHOP.index]?.replace('\ufeff', '')).toBe(SECOND[SHOP.index])
    expect({ index, work, status }).toEqual({ index: head, work: head, status: [] })
  })

  test('with an attribute that gives them another encoding on disk', () => {
    const attributes = { '.gitattributes': '_index.yaml working-tree-encoding=UTF-16LE\n' }
    const repo = commitRepo({ files: { 'notes.txt': 'x\n', ...attributes } })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.git('add', SHOP.decisions)
    repo.passes()
    const made = memory('shop', { decisions: [1, 2] })
    const head = { 'notes.txt': 'x\n', ...attributes, ...made }
    const encoded = Buffer.from(made[SHOP.index] ?? '', 'utf16le').toString()
    expectState(repo, { head, work: { ...head, [SHOP.index]: encoded } })
  })

  test('untracked, but as a rebuild gives them', () => {
    const repo = commitRepo()
    const desk = memory('desk', { decisions: [3] })
    repo.stage({ [DESK.decisions]: decisions(3) })
    repo.write(DESK.index, desk[DESK.index] ?? '')
    expect(repo.passes()).toBe('')
    expectAll(repo, FIRST, desk)
  })
})
