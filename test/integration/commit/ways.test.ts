import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HOOK_NAMES } from '../../../src/core/installed.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { shim } from '../../../src/core/shim.ts'
import { hookPaths } from '../../../src/engine/settings/load-settings.ts'
import { layouts } from '../../../src/layouts/index.ts'
import { residentCommand } from '../../helpers/resident/resident.ts'
import { initRepository, repoAt, tempFolder } from '../../helpers/temp-repo.ts'
import { arm, type CommitRepo, commitRepo, commitRepoAt, type Making } from './commit-repo.ts'
import { decisions, memory, SHOP } from './memory-files.ts'

// Each way to make a commit that loses an entry: refused before it, or named right after and refused at the push.

/** A repository with all hooks, whose remote has its first commit: two decisions. */
function published(making: Making = {}): CommitRepo {
  const repo = commitRepo({ ...making, files: memory('shop', { decisions: [1, 2], lessons: [1] }) })
  const remote = repoAt(tempFolder())
  initRepository(remote, '--bare', '--template=', ...(making.init ?? []))
  repo.git('remote', 'add', 'origin', remote.dir)
  repo.git('push', '--quiet', '--no-verify', 'origin', 'HEAD:main')
  armAll(repo.gitDir)
  return repo
}

function armAll(gitDir: string): void {
  const paths = hookPaths(layouts, DEFAULT_SETTINGS)
  for (const name of HOOK_NAMES) arm(gitDir, `#!/bin/sh\n${shim(name, paths)}`, name)
}

const git = (repo: CommitRepo, ...args: string[]) =>
  repo.run(args, { env: { MEMKEEP_BIN: residentCommand() } })

/** Makes a commit that brings a third decision, and one that takes it away again, without hooks. */
function lostOnBranch(repo: CommitRepo): void {
  repo.git('checkout', '--quiet', '-b', 'topic')
  repo.stage({ [SHOP.decisions]: decisions(1) })
  repo.git('commit', '--quiet', '--no-verify', '--message', 'Lose one')
  repo.git('checkout', '--quiet', '-')
}

const NAMED = /Choice 2/

function expectPushRefused(repo: CommitRepo): void {
  const pushed = git(repo, 'push', 'origin', 'HEAD:main')
  expect(pushed, pushed.stderr).toMatchObject({ code: 1, stderr: expect.stringMatching(NAMED) })
}

function expectNamed(repo: CommitRepo, ended: ReturnType<typeof git>): void {
  expect(ended, ended.stderr).toMatchObject({ code: 0, stderr: expect.stringMatching(NAMED) })
  expect(ended.stderr).toContain('item-lost')
  expect(ended.stderr.match(/git (?:reset --soft HEAD~|reset --keep [0-9a-f]{12})/g)).toHaveLength(1)
  expectPushRefused(repo)
}

describe('what git commits without a hook before it is named right after', () => {
  test('a cherry-pick', () => {
    const repo = published()
    lostOnBranch(repo)
    expectNamed(repo, git(repo, 'cherry-pick', 'topic'))
  })

  test('a revert of the commit that brought the entry, once it is published', () => {
    const repo = published()
    repo.stage({ [SHOP.decisions]: decisions(1) })
    repo.git('commit', '--quiet', '--no-verify', '--message', 'Lose one')
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.git('commit', '--quiet', '--no-verify', '--message', 'Bring it back')
    expectNamed(repo, git(repo, 'revert', '--no-edit', 'HEAD'))
  })

  test('git am', () => {
    const repo = published()
    lostOnBranch(repo)
    const folder = tempFolder()
    repo.git('format-patch', '--quiet', '-1', '-o', folder, 'topic')
    expectNamed(repo, git(repo, 'am', join(folder, '0001-Lose-one.patch')))
  })

  test('--no-verify', () => {
    const repo = published()
    repo.stage({ [SHOP.decisions]: decisions(1) })
    expectNamed(repo, git(repo, 'commit', '--no-verify', '--message', 'Lose one'))
  })

  test('a conflict of a rebase that is resolved without an entry, once', () => {
    for (const how of [[], ['--apply'], ['--interactive']]) {
      const repo = published()
      repo.git('checkout', '--quiet', '-b', 'topic')
      repo.stage({ [SHOP.decisions]: decisions(1, 2, 3) })
      repo.git('commit', '--quiet', '--no-verify', '--message', 'Another')
      repo.git('checkout', '--quiet', '-')
      repo.stage({ [SHOP.decisions]: decisions(1, 2, 4) })
      repo.git('commit', '--quiet', '--no-verify', '--message', 'More')
      repo.git('push', '--quiet', '--no-verify', 'origin', 'HEAD:main')
      const main = repo.git('rev-parse', '--abbrev-ref', 'HEAD')
      repo.git('checkout', '--quiet', 'topic')
      expect(git(repo, 'rebase', ...how, main).code).toBe(1)
      repo.stage({ [SHOP.decisions]: decisions(1, 2, 3) })
      const ended = git(repo, 'rebase', '--continue')
      expect(ended, ended.stderr).toMatchObject({ code: 0, stderr: expect.stringMatching(/Choice 4/) })
    }
  })
})

describe('the hook before a commit has judged', () => {
  const stops = (repo: CommitRepo, ...args: string[]) => {
    const ended = git(repo, ...args)
    expect(ended, ended.stderr).toMatchObject({ code: 1, stderr: expect.stringMatching(NAMED) })
  }

  test('a plain commit, -a, an amended one, one of a path, and a merge', () => {
    const repo = published()
    repo.stage({ [SHOP.decisions]: decisions(1) })
    stops(repo, 'commit', '--message', 'Lose one')
    stops(repo, 'commit', '--amend', '--no-edit')
    repo.git('reset', '--quiet')
    stops(repo, 'commit', '--all', '--message', 'Lose one')
    stops(repo, 'commit', '--message', 'Lose one', '--', SHOP.decisions)
    repo.git('reset', '--quiet', '--hard')
    repo.git('checkout', '--quiet', '-b', 'topic')
    repo.write('a.txt', 'a\n')
    repo.commit('Other')
    repo.git('checkout', '--quiet', '-')
    repo.write('b.txt', 'b\n')
    repo.commit('More')
    expect(git(repo, 'merge', '--no-ff', '--no-commit', 'topic').code).toBe(0)
    repo.stage({ [SHOP.decisions]: decisions(1) })
    stops(repo, 'commit', '--message', 'Merge')
  })

  test('a commit that passes is not judged a second time, also after one that was refused', () => {
    const repo = published()
    const seen = join(repo.gitDir, 'memkeep/seen')
    repo.stage({ [SHOP.decisions]: decisions(1) })
    stops(repo, 'commit', '--message', 'Lose one')
    repo.stage({ [SHOP.decisions]: decisions(1, 2, 3) })
    const said = git(repo, 'commit', '--message', 'Add one')
    expect(said, said.stderr).toMatchObject({ code: 0 })
    expect(said.stderr).not.toContain('the commit is made')
    expect(readFileSync(seen, 'utf8')).toBe('')
    lostOnBranch(repo)
    expect(git(repo, 'cherry-pick', '--strategy-option', 'theirs', 'topic').stderr).toMatch(NAMED)
  })

  test('in a work tree of its own, a sparse one, and repositories of other formats', () => {
    const first = published()
    const dir = join(tempFolder(), 'linked')
    first.git('worktree', 'add', '--quiet', '-b', 'side', dir)
    const linked = commitRepoAt(dir, join(first.gitDir, 'worktrees/linked'))
    const sparse = published()
    sparse.git('sparse-checkout', 'set', '--no-cone', 'user/memory/')
    const repos = [linked, sparse, published({ init: ['--object-format=sha256'] })]
    for (const repo of repos) {
      repo.stage({ [SHOP.decisions]: decisions(1) })
      stops(repo, 'commit', '--message', 'Lose one')
      repo.git('reset', '--quiet', '--hard')
      repo.git('checkout', '--quiet', '-b', 'more')
      repo.stage({ [SHOP.decisions]: decisions(1) })
      repo.git('commit', '--quiet', '--no-verify', '--message', 'Lose one')
      repo.git('checkout', '--quiet', '-')
      expectNamed(repo, git(repo, 'cherry-pick', 'more'))
    }
  })

  test('an autostash is no loss', () => {
    const repo = published()
    repo.git('checkout', '--quiet', '-b', 'topic')
    repo.stage({ [SHOP.decisions]: decisions(1, 2, 3) })
    expect(git(repo, 'commit', '--message', 'Add one').code).toBe(0)
    repo.git('checkout', '--quiet', '-')
    repo.write('a.txt', 'a\n')
    repo.commit('Other')
    repo.git('checkout', '--quiet', 'topic')
    repo.write(SHOP.decisions, decisions(1, 3))
    const ended = git(repo, 'rebase', '--autostash', '-')
    expect(ended, ended.stderr).toMatchObject({ code: 0 })
    expect(ended.stderr).not.toContain('item-lost')
    expect(readFileSync(join(repo.dir, SHOP.decisions), 'utf8')).toBe(decisions(1, 3))
  })

  test('a folder of memory that was a link before refuses no commit, and one that becomes a link does', () => {
    const repo = commitRepo({
      files: {
        ...memory('shop', { decisions: [1, 2] }),
        'rules/a.md': '# A\n',
        'agent/rules/common': 'link:../../rules',
      },
    })
    armAll(repo.gitDir)
    repo.stage({ [SHOP.decisions]: decisions(1, 2, 3) })
    const said = git(repo, 'commit', '--message', 'Add one')
    expect(said, said.stderr).toMatchObject({ code: 0 })
    expect(said.stderr).not.toContain('symlink')
    repo.remove('agent/rules/common')
    repo.stage({ 'agent/rules/common': 'link:..' })
    expect(git(repo, 'commit', '--message', 'Another link')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is a symlink'),
    })
  })
})
