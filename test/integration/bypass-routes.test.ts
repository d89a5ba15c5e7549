import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HOOK_NAMES } from '../../src/core/installed.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { shim } from '../../src/core/shim.ts'
import { hookPaths } from '../../src/engine/settings/load-settings.ts'
import { layouts } from '../../src/layouts/index.ts'
import { residentCommand } from '../helpers/resident/resident.ts'
import { plainEnvironment } from '../helpers/setup.ts'
import { repoAt, type TempRepo, tempFolder } from '../helpers/temp-repo.ts'
import { variant } from '../helpers/variant.ts'
import { append, checkout, ci, DECISIONS, entry, host, index, insert, LESSONS, push } from './ci/ci-repo.ts'

/** A repository whose hooks are armed as husky arms them: by a folder that a linked work tree does not have. */
type Armed = TempRepo & {
  /** Runs git as a person does, with hooks; gives its exit code. */
  readonly run: (...args: string[]) => number | null
}

const HOOKS = '.hooks'

async function armed(): Promise<{ readonly repo: Armed; readonly before: string }> {
  const plain = await host()
  const repo = withHooks(plain)
  plain.git('config', 'core.hooksPath', HOOKS)
  writeFileSync(join(repo.dir, '.git', 'info', 'exclude'), `${HOOKS}\n`)
  return { repo, before: repo.git('rev-parse', 'HEAD') }
}

function withHooks(repo: TempRepo): Armed {
  const folder = join(repo.dir, HOOKS)
  mkdirSync(folder)
  for (const name of HOOK_NAMES) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${shim(name, hookPaths(layouts, DEFAULT_SETTINGS))}`)
    chmodSync(join(folder, name), 0o755)
  }
  return runnable(repo)
}

function runnable(repo: TempRepo): Armed {
  const env = { ...plainEnvironment(), MEMKEEP_BIN: residentCommand(), GIT_EDITOR: 'true' }
  const run = (...args: string[]): number | null =>
    spawnSync('git', args, { cwd: repo.dir, encoding: 'utf8', env }).status
  return { ...repo, run }
}

/** What CI says on a clone of what was pushed. */
async function found(repo: TempRepo, before: string): Promise<string[]> {
  const ran = await ci(checkout(repo, 'refs/heads/main'), push(before))
  expect(ran.code).toBe(1)
  return ran.found.map((one) => one.replace(/^.*\/(.*):\d+/, '$1'))
}

const DAY = { date: '2026-02-20' }

/**
 * Two branches that are right each for itself, made without hooks so that nothing repairs them: git merges both their logs
 * and their indexes without a conflict, and the index of both together is another one.
 */
async function parted(repo: Armed): Promise<void> {
  repo.git('checkout', '--quiet', '-b', 'topic')
  const text = entry('One queue per shop', 'architecture', DAY)
  insert(repo, DECISIONS, { text, before: '### [2026-02-20]' })
  await index(repo)
  repo.commit('theirs')
  repo.git('checkout', '--quiet', 'main')
  append(repo, DECISIONS, entry('No price in a log', 'architecture', { ...DAY, tags: 'money' }))
  await index(repo)
  repo.commit('ours')
}

const STALE = ['_index.yaml error derived-fresh']

/** A branch with a commit that its hooks would have refused. */
async function wrongBranch(repo: Armed): Promise<void> {
  repo.git('checkout', '--quiet', '-b', 'topic')
  append(repo, DECISIONS, entry('No category', ''))
  await index(repo)
  repo.commit('wrong')
  repo.git('checkout', '--quiet', 'main')
}

const WRONG = ['decisions.md error entry-category']

test('hooks that are armed refuse it, which is what the routes go around', async () => {
  const { repo } = await armed()
  append(repo, DECISIONS, entry('No category', ''))
  repo.git('add', '--all')
  expect(repo.run('commit', '-qm', 'wrong')).toBe(1)
})

describe('what hooks do not see is seen in CI', () => {
  test('a clean merge', async () => {
    const { repo, before } = await armed()
    await parted(repo)
    expect(repo.run('merge', '--quiet', '--no-ff', '-m', 'Merge', 'topic')).toBe(0)
    expect(await found(repo, before)).toEqual(STALE)
  })

  variant('a fast-forward', async () => {
    const { repo, before } = await armed()
    await wrongBranch(repo)
    expect(repo.run('merge', '--quiet', '--ff-only', 'topic')).toBe(0)
    expect(await found(repo, before)).toEqual(WRONG)
  })

  test('a cherry-pick', async () => {
    const { repo, before } = await armed()
    await parted(repo)
    expect(repo.run('cherry-pick', 'topic')).toBe(0)
    expect(await found(repo, before)).toEqual(STALE)
  })

  variant('a revert', async () => {
    const { repo } = await armed()
    append(repo, DECISIONS, entry('No category', ''))
    await index(repo)
    repo.commit('wrong')
    const text = readFileSync(join(repo.dir, DECISIONS), 'utf8')
    repo.write(
      DECISIONS,
      text.replace(
        '**Tags:** checkout\n\nNo category',
        '**Category:** architecture\n**Tags:** checkout\n\nNo category',
      ),
    )
    await index(repo)
    const before = repo.commit('right')
    expect(repo.run('revert', '--no-edit', 'HEAD')).toBe(0)
    expect(await found(repo, before)).toEqual(WRONG)
  })

  test('a rebase', async () => {
    const { repo } = await armed()
    await parted(repo)
    const before = repo.git('rev-parse', 'main')
    repo.git('checkout', '--quiet', 'topic')
    // What is rebuilt after it is in no commit.
    expect(repo.run('rebase', '--quiet', 'main')).toBe(0)
    repo.git('checkout', '--quiet', '--force', 'main')
    expect(repo.run('merge', '--quiet', '--ff-only', 'topic')).toBe(0)
    expect(await found(repo, before)).toEqual(STALE)
  })

  variant('a rebase that went on after a conflict', async () => {
    const { repo } = await armed()
    await wrongBranch(repo)
    append(repo, DECISIONS, entry('One queue per shop'))
    await index(repo)
    const before = repo.commit('right')
    repo.git('checkout', '--quiet', 'topic')
    expect(repo.run('rebase', '--quiet', 'main')).toBe(1)
    const text = readFileSync(join(repo.dir, DECISIONS), 'utf8')
    repo.write(DECISIONS, text.replaceAll(/^(?:<<<<<<<|=======|>>>>>>>).*\n/gm, ''))
    await index(repo)
    repo.git('add', '--all')
    expect(repo.run('rebase', '--continue')).toBe(0)
    repo.git('checkout', '--quiet', '--force', 'main')
    repo.git('merge', '--quiet', '--ff-only', 'topic')
    expect(await found(repo, before)).toEqual(expect.arrayContaining(WRONG))
  })

  test('--no-verify', async () => {
    const { repo, before } = await armed()
    append(repo, DECISIONS, entry('No category', ''))
    repo.git('add', '--all')
    expect(repo.run('commit', '-qm', 'wrong', '--no-verify')).toBe(0)
    expect(await found(repo, before)).toEqual([...STALE, ...WRONG])
  })

  test('a work tree whose hooks are not armed', async () => {
    const { repo, before } = await armed()
    const linked = runnable(repoAt(join(tempFolder(), 'linked')))
    repo.git('worktree', 'add', '--quiet', '-b', 'side', linked.dir)
    expect(existsSync(join(linked.dir, HOOKS))).toBe(false)
    append(linked, LESSONS, entry('No category', ''))
    linked.git('add', '--all')
    expect(linked.run('commit', '-qm', 'wrong')).toBe(0)
    expect(repo.run('merge', '--quiet', '--ff-only', 'side')).toBe(0)
    expect(await found(repo, before)).toEqual([...STALE, 'lessons.md error entry-category'])
  })
})
