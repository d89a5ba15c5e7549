import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { LiteralFile } from '../../../src/core/snapshot.ts'
import type { Files } from '../../helpers/check-literal.ts'
import { memkeep } from '../../helpers/setup.ts'
import { repoAt, type TempRepo, tempFolder } from '../../helpers/temp-repo.ts'
import { type CiRan, ci } from '../ci/ci-repo.ts'
import { commitRepo } from '../commit/commit-repo.ts'
import { editIn, hookCommit, textIn } from '../layouts/topic-repo.ts'

/** A repository with the hook, a memory on `main`, and a branch with a change of it. */
export type ChangeRepo = TempRepo & {
  readonly text: (path: string) => string
  /** Replaces the first `from` of a file, which must be there. */
  readonly edit: (path: string, from: string, to: string) => void
  /** Moves a file with its folders. */
  readonly move: (from: string, to: string) => void
  /** Takes back what the change did to files. */
  readonly restore: (...paths: readonly string[]) => void
  /** Writes what a change writes. */
  readonly apply: (changed: Changed) => void
  readonly memkeep: (...args: readonly string[]) => Promise<string>
  /** Runs a command that was printed, as a shell does. */
  readonly shell: (command: string) => string
}

/** Files that a change writes; null takes one away. */
export type Changed = { readonly [path: string]: LiteralFile | null }

const BASE = 'main'

/** A repository whose `main` has these files. */
export function repositoryOf(files: Files): ChangeRepo {
  const repo = changeRepoAt(commitRepo({ files: null }).dir)
  repo.apply(files)
  repo.write('README.md', '# Shop\n')
  repo.commit('memory')
  repo.git('checkout', '--quiet', '-b', 'topic')
  return repo
}

/** The same repository in another folder, with all that is not committed. */
export function copyOf({ dir }: ChangeRepo): ChangeRepo {
  const copy = tempFolder()
  cpSync(dir, copy, { recursive: true, verbatimSymlinks: true })
  return changeRepoAt(copy)
}

function changeRepoAt(dir: string): ChangeRepo {
  const repo = repoAt(dir)
  return {
    ...repo,
    text: (path) => textIn(repo, path),
    edit: (path, from, to) => editIn(repo, path, from, to),
    move: (from, to) => {
      mkdirSync(dirname(join(dir, to)), { recursive: true })
      renameSync(join(dir, from), join(dir, to))
    },
    restore: (...paths) => void repo.git('restore', `--source=${BASE}`, '--staged', '--worktree', ...paths),
    apply: (changed) => applyTo(repo, changed),
    memkeep: async (...args) => {
      const { code, out, err } = await memkeep(dir, args)
      expect(code, `${out}${err}`).toBe(0)
      return out
    },
    shell: (command) => execFileSync('sh', ['-ec', command], { cwd: dir, encoding: 'utf8' }),
  }
}

function applyTo(repo: TempRepo, changed: Changed): void {
  for (const [path, file] of Object.entries(changed)) {
    const full = join(repo.dir, path)
    if (lstatSync(full, { throwIfNoEntry: false })) rmSync(full)
    if (typeof file === 'string') repo.write(path, file)
    else if (file && 'link' in file) {
      repo.write(path, '')
      rmSync(full)
      repo.link(path, file.link)
    } else if (file && 'ignored' in file) repo.write(path, file.ignored)
    else if (file) throw new Error(`no such file in a repository: ${path}`)
  }
}

/** The command or comment in backquotes that begins with these words. */
export function printed(said: string, words: string): string {
  const found = [...said.matchAll(/`([^`]+)`/g)]
    .map(([, text = '']) => text)
    .find((text) => text.startsWith(words))
  expect(found, `${words} in ${said}`).toBeDefined()
  return found ?? ''
}

/** What the hook says of all that is changed, without the line breaks that fit it to the terminal. */
export function hook(
  repo: ChangeRepo,
  ...args: readonly string[]
): { readonly code: number | null; readonly said: string } {
  repo.git('add', '--all')
  const { code, said } = hookCommit(repo, '--allow-empty', ...args)
  return { code, said: said.replaceAll(/\s+/g, ' ') }
}

/** What CI says of the pull request. */
export function pullRequest(repo: ChangeRepo): Promise<CiRan> {
  return ci(repo, null, '--base', BASE)
}

/** Commits through the hook, which passes it as CI passes the pull request. */
export async function expectGreen(repo: ChangeRepo, why: string, ...args: readonly string[]): Promise<void> {
  const { code, said } = hook(repo, ...args)
  expect(code, `${why}: ${said}`).toBe(0)
  const { code: inCi, found, messages, err } = await pullRequest(repo)
  expect(inCi, `${why}: ${err}${found.join('\n')}\n${messages.join('\n')}`).toBe(0)
}
