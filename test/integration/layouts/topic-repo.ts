import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { runCheck } from '../../../src/engine/check.ts'
import type { CheckOptions } from '../../../src/engine/check-request.ts'
import { verifyMergeCommit } from '../../../src/merge/verify-merge.ts'
import { residentCommand } from '../../helpers/resident/resident.ts'
import { LONG } from '../../helpers/runs.ts'
import { repoAt, type TempRepo, tempFolder } from '../../helpers/temp-repo.ts'

/** A repository whose files a test looks at and edits. */
export type TopicRepo = TempRepo & {
  readonly edit: (path: string, from: string, to: string) => void
  readonly text: (path: string) => string
}

const SETTINGS_OF_GIT = [
  ['user.name', 'Test'],
  ['user.email', 'test@example.com'],
  ['commit.gpgSign', 'false'],
  ['core.autocrlf', 'false'],
  ['gc.auto', '0'],
] as const

/**
 * Makes one repository for all tests of a file, what `fill` writes committed on `main`, with the hook. Gives a function
 * that copies it for one test, on a branch.
 */
export function topicRepos(fill: (repo: TempRepo) => void, branch = 'topic'): () => TopicRepo {
  let prepared = ''
  beforeAll(() => {
    prepared = mkdtempSync(join(tmpdir(), 'memkeep-'))
    const repo = repoAt(prepared)
    repo.git('init', '--quiet', '--initial-branch=main', '--template=')
    for (const [key, value] of SETTINGS_OF_GIT) repo.git('config', key, value)
    fill(repo)
    repo.commit('memory')
    repo.git('checkout', '--quiet', '-B', branch)
    const hook = `#!/bin/sh\nexec '${residentCommand()}' hook pre-commit "$@"\n`
    mkdirSync(join(prepared, '.git', 'hooks'), { recursive: true })
    writeFileSync(join(prepared, '.git', 'hooks', 'pre-commit'), hook, { mode: 0o755 })
    return () => rmSync(prepared, { recursive: true, force: true, maxRetries: 3 })
  })
  return () => {
    const dir = tempFolder()
    cpSync(prepared, dir, { recursive: true })
    const repo = repoAt(dir)
    return {
      ...repo,
      text: (path) => textIn(repo, path),
      edit: (path, from, to) => editIn(repo, path, from, to),
    }
  }
}

/** The text of a file as it is on disk. */
export function textIn({ dir }: TempRepo, path: string): string {
  return readFileSync(join(dir, path), 'utf8')
}

/** Replaces the first `from` of a file, which must be there. */
export function editIn(repo: TempRepo, path: string, from: string, to: string): void {
  const text = textIn(repo, path)
  expect(text).toContain(from)
  repo.write(
    path,
    text.replace(from, () => to),
  )
}

/** `git commit` of what is staged, with the hook: how it ended, and what was said. */
export function hookCommit({ dir }: TempRepo, ...more: string[]): { code: number | null; said: string } {
  const { NODE_OPTIONS: _, NODE_EXTRA_CA_CERTS: _certs, ...env } = process.env
  const args = ['commit', '--quiet', '--message', 'change', ...more]
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: dir, encoding: 'utf8', env })
  return { code: status, said: `${stdout}${stderr}` }
}

const OPTIONS = { paths: [], fix: false, cache: false, today: '2026-06-01', skip: [] } as const

async function found(repo: TopicRepo, how: Pick<CheckOptions, 'source' | 'base'>): Promise<string[]> {
  const { report } = await runCheck({ ...OPTIONS, cwd: repo.dir, ...how })
  return report.diagnostics.map(({ path, line, severity, rule }) => `${path}:${line} ${severity} ${rule}`)
}

const WAYS = ['work tree', 'staged', 'branch'] as const

/** What is found in the work tree, each as `path:line severity rule`. */
export function inWorkTree(repo: TopicRepo): Promise<string[]> {
  return found(repo, { source: { kind: 'work-tree' } })
}

/** What is found in what is staged. */
export function staged(repo: TopicRepo): Promise<string[]> {
  return found(repo, { source: { kind: 'staged' } })
}

/** What is found in the work tree, compared with where it left `main`. */
export function againstMain(repo: TopicRepo): Promise<string[]> {
  return found(repo, { source: { kind: 'work-tree' }, base: 'main' })
}

/** One thing that somebody does to the memory, and what is found of it. */
export type Deed = {
  readonly name: string
  readonly deed: (repo: TopicRepo) => void
  /** By the check of what is staged, and by the check of the branch. */
  readonly found: readonly string[]
  /** By the check of the work tree, which compares with nothing; all that is found where it is not said. */
  readonly present?: readonly string[]
}

let deeds = 0

/**
 * Does it, and expects what is found in the work tree, when it is staged, and on the branch; but in the long run the
 * deeds take turns to be looked at in one way.
 */
export async function everyWay(
  repo: TopicRepo,
  { deed, found: expected, present = expected }: Deed,
): Promise<void> {
  deeds += 1
  const way = LONG ? 'every' : WAYS[deeds % WAYS.length]
  deed(repo)
  repo.git('add', '--all')
  // What is found in history alone is not found there: such a deed is looked at in the next way as well.
  if (way === 'every' || way === 'work tree')
    expect((await inWorkTree(repo)).sort(), 'work tree').toEqual([...present].sort())
  if (way === 'every' || way === 'staged' || (way === 'work tree' && present !== expected))
    expect((await staged(repo)).sort(), 'staged').toEqual([...expected].sort())
  if (way !== 'every' && way !== 'branch') return
  repo.git('commit', '--quiet', '--no-verify', '--allow-empty', '--message', 'change')
  expect((await againstMain(repo)).sort(), 'against main').toEqual([...expected].sort())
}

/** Does the deed of that name, and expects that the hook refuses it with a rule. */
export function refused(
  repo: TopicRepo,
  deeds: readonly Deed[],
  [name, rule]: readonly [string, string],
): void {
  const before = repo.git('rev-parse', 'HEAD')
  const one = deeds.find((deed) => deed.name === name)
  if (!one) throw new Error(`no deed ${name}`)
  one.deed(repo)
  repo.git('add', '--all')
  const { code, said } = hookCommit(repo)
  expect(code, said).toBe(1)
  expect(said).toContain(rule)
  expect(repo.git('rev-parse', 'HEAD')).toBe(before)
}

/** Merges `topic` into `main` and stops before the commit; a conflict is what the test resolves. */
export function merging(
  repo: TopicRepo,
  ours: (repo: TopicRepo) => void,
  theirs: (repo: TopicRepo) => void,
): TopicRepo {
  theirs(repo)
  repo.commit('theirs')
  repo.git('checkout', '--quiet', 'main')
  ours(repo)
  repo.commit('ours')
  spawnSync('git', ['merge', '--quiet', '--no-commit', '--no-ff', 'topic'], { cwd: repo.dir })
  return repo
}

/** What is found of a merge before its commit; the same is found after it. */
export async function judgedMerge(repo: TopicRepo): Promise<string[]> {
  repo.git('add', '--all')
  const before = await staged(repo)
  repo.git('commit', '--quiet', '--no-verify', '--no-edit')
  const { parents, check } = await verifyMergeCommit({ ...OPTIONS, cwd: repo.dir, revision: 'HEAD' })
  expect(parents).toBe(2)
  const after = check?.report.diagnostics ?? []
  expect(after.map(({ path, line, severity, rule }) => `${path}:${line} ${severity} ${rule}`)).toEqual(before)
  return before
}
