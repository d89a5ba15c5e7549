import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../../helpers/temp-repo.ts'
import { variant } from '../../helpers/variant.ts'
import {
  arm,
  type CommitRepo,
  commitRepo,
  commitRepoAt,
  expectAll,
  FIRST,
  hookFile,
  stateOf,
} from './commit-repo.ts'
import { decisions, invalidDecisions, lessons, memory, placeOf, SHOP } from './memory-files.ts'

const SECOND = memory('shop', { decisions: [1, 2], lessons: [1] })
const BAD = { [SHOP.decisions]: invalidDecisions(1, 2) }

describe('settings that name programs', () => {
  test('none of them is started by the hook', () => {
    const repo = commitRepo()
    const canary = join(tempFolder(), 'canary')
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    const before = stateOf(repo)
    repo.write('.gitattributes', '* diff=evil merge=evil\n')
    for (const key of [
      'core.fsmonitor',
      'core.pager',
      'core.editor',
      'core.sshCommand',
      'core.askPass',
      'credential.helper',
      'diff.external',
      'diff.evil.command',
      'diff.evil.textconv',
      'merge.evil.driver',
      'gpg.program',
      'uploadpack.packObjectsHook',
    ]) {
      repo.git('config', key, `echo ${key} >>${canary}; false`)
    }
    for (const name of ['ls-files', 'update-index', 'hash-object', 'cat-file']) {
      repo.git('config', `alias.${name}`, `!echo alias >>${canary}`)
    }
    arm(repo.gitDir, `#!/bin/sh\necho hook >>${canary}\n`, 'reference-transaction')
    const ended = repo.memkeep(['hook', 'pre-commit'])
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(existsSync(canary) ? readFileSync(canary, 'utf8') : 'nothing').toBe('nothing')
    repo.git('config', '--unset', 'core.fsmonitor')
    repo.remove('.gitattributes')
    expect(stateOf(repo)).toEqual({
      ...before,
      index: SECOND,
      work: SECOND,
      status: [`M  ${SHOP.index}`, `M  ${SHOP.decisions}`],
    })
  })
})

describe('variables that lead astray', () => {
  test('GIT_INDEX_FILE elsewhere, in a commit: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    const elsewhere = join(tempFolder(), 'index')
    writeFileSync(elsewhere, readFileSync(join(repo.gitDir, 'index')))
    const before = stateOf(repo)
    const ended = repo.run(['commit', '-m', 'change'], { env: { GIT_INDEX_FILE: elsewhere } })
    expect(ended).toMatchObject({ code: 1 })
    expect(ended.stderr).toContain(`GIT_INDEX_FILE is ${elsewhere}, which is not an index of `)
    expect(stateOf(repo)).toEqual(before)
  })

  variant('GIT_INDEX_FILE of another name in git’s directory: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    writeFileSync(join(repo.gitDir, 'other-index'), readFileSync(join(repo.gitDir, 'index')))
    const before = stateOf(repo)
    const ended = repo.run(['commit', '-m', 'change'], { env: { GIT_INDEX_FILE: '.git/other-index' } })
    expect(ended).toMatchObject({ code: 1 })
    expect(stateOf(repo)).toEqual(before)
  })

  test('GIT_INDEX_FILE outside of hooks: `check --staged` still reads the real index', () => {
    const repo = commitRepo()
    repo.stage(BAD)
    const before = stateOf(repo)
    const env = { GIT_INDEX_FILE: join(tempFolder(), 'none'), GIT_DIR: '/nowhere', GIT_WORK_TREE: '/nowhere' }
    const ended = repo.memkeep(['check', '--staged'], { env })
    expect(ended).toMatchObject({ code: 1 })
    expect(ended.stdout).toContain('entry-category')
    expect(stateOf(repo)).toEqual(before)
  })

  test('pathspec variables: the commit is right', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, decisions(1, 2))
    const env = {
      GIT_LITERAL_PATHSPECS: '1',
      GIT_EXTERNAL_DIFF: 'false',
      GIT_DIFF_OPTS: '-u0',
      LANG: 'de_DE.UTF-8',
    }
    expect(repo.run(['commit', '-a', '-m', 'change'], { env })).toMatchObject({ code: 0 })
    expectAll(repo, SECOND)
  })

  test('a commit in another repository from inside of a hook: the outer one is untouched by it', () => {
    const other = commitRepo({ files: memory('desk', { decisions: [3] }) })
    const outer = commitRepo()
    other.stage({ [placeOf('desk').decisions]: decisions(3, 4) })
    const otherBefore = stateOf(other)
    arm(outer.gitDir, `#!/bin/sh\ncd '${other.dir}' && git commit -m inner && exit 3\nexit 1\n`)
    outer.write(SHOP.decisions, decisions(1, 2))
    const before = stateOf(outer)
    outer.stops('-a')
    expect(stateOf(outer)).toEqual(before)
    expect(stateOf(other)).toEqual(otherBefore)
  })

  test('the hook of another repository from inside of a hook: it refuses, and both are untouched', () => {
    const other = commitRepo({ files: memory('desk', { decisions: [3] }) })
    const outer = commitRepo()
    other.stage({ [placeOf('desk').decisions]: decisions(3, 4) })
    const otherBefore = stateOf(other)
    arm(outer.gitDir, hookFile(`cd '${other.dir}'\n`))
    outer.write(SHOP.decisions, decisions(1, 2))
    const before = stateOf(outer)
    expect(outer.stops('-a')).toContain(', which is not an index of ')
    expect(stateOf(outer)).toEqual(before)
    expect(stateOf(other)).toEqual(otherBefore)
  })

  variant('a commit in another repository with git’s variables taken away: both are right', () => {
    const other = commitRepo({ files: memory('desk', { decisions: [3] }) })
    const outer = commitRepo()
    other.stage({ [placeOf('desk').decisions]: decisions(3, 4) })
    const clean = `(unset $(git rev-parse --local-env-vars); cd '${other.dir}' && git commit -q -m inner) || exit 1\n`
    arm(outer.gitDir, hookFile(clean))
    outer.write(SHOP.decisions, decisions(1, 2))
    outer.passes('-a')
    expectAll(outer, SECOND)
    expectAll(other, memory('desk', { decisions: [3, 4] }))
  })

  test('a repository of somebody else: it cannot be used, and nothing is written', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    const before = stateOf(repo)
    const ended = repo.memkeep(['hook', 'pre-commit'], { env: { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' } })
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain('safe.directory')
    expect(stateOf(repo)).toEqual(before)
  })

  test('no repository at all: it cannot be used', () => {
    const repo = commitRepo()
    const ended = repo.memkeep(['hook', 'pre-commit'], { cwd: tempFolder() })
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expectAll(repo, FIRST)
  })
})

describe('locks', () => {
  test('index.lock held for a moment: the hook waits', () => {
    const repo = commitRepo()
    arm(repo.gitDir, hookFile('touch .git/index.lock\n(sleep 0.3; rm .git/index.lock) >/dev/null 2>&1 &\n'))
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    expect(repo.passes()).toBe('')
    expectAll(repo, SECOND)
  })

  variant('index.lock held for good: the commit fails, and the lock stays', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    const before = stateOf(repo)
    arm(repo.gitDir, hookFile('echo mine >.git/index.lock\n'))
    expect(repo.stops()).toContain('index.lock')
    expect(readFileSync(join(repo.gitDir, 'index.lock'), 'utf8')).toBe('mine\n')
    repo.remove('.git/index.lock')
    const after = stateOf(repo)
    expect({ head: after.head, index: after.index }).toEqual({ head: before.head, index: before.index })
    arm(repo.gitDir)
    repo.passes()
    expectAll(repo, SECOND)
  })

  test('four commits at once: each is right, or was turned away by git and comes after', async () => {
    const names = ['one', 'two', 'three', 'four']
    const files = Object.assign({}, ...names.map((name) => memory(name, { decisions: [1] })))
    const repo = commitRepo({ files })
    for (const name of names) repo.write(placeOf(name).decisions, decisions(1, 2))
    await Promise.all(names.map((name) => commitPath(repo, placeOf(name).decisions)))
    for (const name of names) {
      if (repo.git('status', '--porcelain', placeOf(name).decisions) !== '') {
        repo.passes('--', placeOf(name).decisions)
      }
    }
    expectAll(repo, ...names.map((name) => memory(name, { decisions: [1, 2] })))
    expect(repo.run(['fsck', '--strict'])).toMatchObject({ code: 0 })
  })

  function commitPath(repo: CommitRepo, path: string): Promise<void> {
    return new Promise((done) => {
      spawn('git', ['commit', '-q', '-m', 'change', '--', path], { cwd: repo.dir, stdio: 'ignore' }).on(
        'close',
        () => done(),
      )
    })
  }
})

describe('things in the way', () => {
  test('the hook’s own folder in git’s directory is a file: the commit is right', () => {
    const repo = commitRepo()
    repo.write('.git/memkeep', 'not a folder\n')
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-a')
    expectAll(repo, SECOND)
  })

  test('the hook’s own folder in git’s directory is a link: nothing is made behind it', () => {
    const outside = tempFolder()
    const repo = commitRepo()
    repo.link('.git/memkeep', join(outside, 'not-there'))
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-a')
    expectAll(repo, SECOND)
    expect(existsSync(join(outside, 'not-there'))).toBe(false)
  })

  test('a cache that was made by somebody else’s hand: the commit is right', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.run(['commit'])
    repo.run([
      'config',
      'alias.spoil',
      '!find .git/memkeep -type f -exec sh -c \'echo spoilt >"$1"\' _ {} \\;',
    ])
    repo.run(['spoil'])
    repo.stage({ [SHOP.lessons]: lessons(1, 3) })
    repo.passes()
    expectAll(repo, memory('shop', { decisions: [1, 2], lessons: [1, 3] }))
  })

  test('a work tree whose top is reached through a link', () => {
    const repo = commitRepo()
    const folder = tempFolder()
    commitRepoAt(folder, repo.gitDir).link('link', repo.dir)
    repo.write(SHOP.decisions, decisions(1, 2))
    const ended = repo.run(['commit', '-a', '-m', 'change'], { cwd: join(folder, 'link') })
    expect(ended).toMatchObject({ code: 0 })
    expectAll(repo, SECOND)
  })
})
