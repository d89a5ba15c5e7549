import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { residentCommand } from '../../helpers/resident/resident.ts'
import { initRepository, repoAt, type TempRepo, tempFolder } from '../../helpers/temp-repo.ts'
import { type Files, memory } from './memory-files.ts'

/** How a program ended. */
type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** More about a run; `env` of undefined takes a variable away. */
type How = {
  readonly cwd?: string
  readonly env?: { readonly [name: string]: string | undefined }
  readonly input?: string
}

/** A repository whose pre-commit hook is the built command. */
export type CommitRepo = TempRepo & {
  /** Git's directory of this work tree. */
  readonly gitDir: string
  readonly run: (args: readonly string[], how?: How) => Ended
  /** `git commit`, which must succeed; gives what was said. */
  readonly passes: (...args: readonly string[]) => string
  /** `git commit`, which must be stopped; gives what was said. */
  readonly stops: (...args: readonly string[]) => string
  /** Writes files and stages everything. */
  readonly stage: (files: Files) => void
  readonly memkeep: (args: readonly string[], how?: How) => Ended
}

/** What a commit can change, and what it leaves behind. */
export type State = {
  readonly head: Files
  readonly index: Files
  readonly work: Files
  /** Lines of `git status --porcelain`. */
  readonly status: readonly string[]
  /** Lock files in git's directory. */
  readonly locks: readonly string[]
}

export const FIRST: Files = memory('shop', { decisions: [1], lessons: [1] })

/** The hook as it is installed; `before` are shell lines that run first, and `command` is what it starts. */
export function hookFile(before = '', command = residentCommand()): string {
  return `#!/bin/sh\n${before}exec '${command}' hook pre-commit "$@"\n`
}

export type Making = {
  /** What is committed first; null for a repository without a commit. */
  readonly files?: Files | null
  /** More arguments for `git init`. */
  readonly init?: readonly string[]
  /** Settings, as lines of `.git/config`. */
  readonly config?: string
  /** What the hook starts. */
  readonly command?: string
}

/** A small clean memory, committed, in a repository of its own that has the hook. */
export function commitRepo({ files = FIRST, init = [], config = '', command }: Making = {}): CommitRepo {
  const dir = tempFolder()
  initRepository(repoAt(dir), '--template=', ...init)
  const gitDir = join(dir, '.git')
  const user =
    '[user]\n\tname = Test\n\temail = test@example.com\n[gc]\n\tauto = 0\n[commit]\n\tgpgSign = false\n'
  appendFileSync(join(gitDir, 'config'), user + config)
  arm(gitDir, hookFile('', command))
  const repo = commitRepoAt(dir, gitDir)
  if (files) {
    repo.stage(files)
    repo.git('commit', '--quiet', '--no-verify', '--message', 'first')
  }
  return repo
}

/** Puts a hook into a git directory, or another one in its place. */
export function arm(gitDir: string, text = hookFile(), name = 'pre-commit'): void {
  mkdirSync(join(gitDir, 'hooks'), { recursive: true })
  writeFileSync(join(gitDir, 'hooks', name), text, { mode: 0o755 })
}

/** The helper's view of a work tree that is already there. */
export function commitRepoAt(dir: string, gitDir: string): CommitRepo {
  const temp = repoAt(dir)
  const run = (args: readonly string[], how?: How): Ended => start('git', args, { cwd: dir, ...how })
  return {
    ...temp,
    gitDir,
    run,
    passes: (...args) => {
      const ended = run(['commit', '--message', 'change', ...args])
      expect(ended, ended.stderr).toMatchObject({ code: 0 })
      return ended.stderr
    },
    stops: (...args) => {
      const ended = run(['commit', '--message', 'change', ...args])
      expect(ended, ended.stderr).toMatchObject({ code: 1 })
      return ended.stderr
    },
    stage: (files) => {
      writeAll(temp, files)
      temp.git('add', '--all')
    },
    memkeep: (args, how) => start(residentCommand(), args, { cwd: dir, ...how }),
  }
}

function start(program: string, args: readonly string[], { cwd, env, input }: How): Ended {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: _options, ...own } = process.env
  const given = { GIT_EDITOR: 'true', LC_ALL: 'C', ...env }
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    input: input ?? '',
    encoding: 'utf8',
    env: { ...own, ...given },
  })
  if (error) throw error
  return { code: status, stdout, stderr }
}

function writeAll(repo: TempRepo, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    if (text.startsWith('link:')) repo.link(path, text.slice(5))
    else repo.write(path, text.replace(/^exec:/, ''))
    if (text.startsWith('exec:')) chmodSync(join(repo.dir, path), 0o755)
  }
}

/** Everything that a commit can change, as it is now. */
export function stateOf(repo: CommitRepo): State {
  const tree = repo.run(['ls-tree', '-r', '-z', 'HEAD'])
  const staged = recordsOf(repo.git('ls-files', '-s', '-z'), /^(\d+) ([0-9a-f]+) \d\t(.*)$/s)
  const head = tree.code === 0 ? recordsOf(tree.stdout, /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s) : []
  const ids = [...new Set([...head, ...staged].filter(({ mode }) => mode !== '160000').map(({ id }) => id))]
  const texts = textsOf(repo, ids)
  return {
    head: filesOf(head, texts),
    index: filesOf(staged, texts),
    work: workOf(repo.dir),
    status: repo
      .git('status', '--porcelain', '-z', '--no-renames', '--untracked-files=all')
      .split('\0')
      .slice(0, -1),
    locks: readdirSync(repo.gitDir).filter((name) => name.endsWith('.lock')),
  }
}

/** What is to be seen after a commit; the index is as HEAD, the work tree as the index, unless it is said. */
export type Expected = {
  readonly head: Files
  readonly index?: Files
  readonly work?: Files
  readonly status?: readonly string[]
}

/** Compares HEAD, the index, the files on disk and `git status`, each of them whole. */
export function expectState(
  repo: CommitRepo,
  { head, index = head, work = index, status = [] }: Expected,
): void {
  expect(stateOf(repo)).toEqual({ head, index, work, status, locks: [] })
}

/** The commit, the index and the disk hold these files and nothing else, and nothing is left to commit. */
export function expectAll(repo: CommitRepo, ...files: readonly Files[]): void {
  expectState(repo, { head: Object.assign({}, ...files) })
}

type Entry = { readonly mode: string; readonly id: string; readonly path: string }

function recordsOf(output: string, form: RegExp): Entry[] {
  return output
    .split('\0')
    .filter((record) => record !== '')
    .map((record) => {
      const [, mode = '', id = '', path = ''] = form.exec(record) ?? []
      return { mode, id, path }
    })
}

function filesOf(entries: readonly Entry[], texts: ReadonlyMap<string, string>): Files {
  return Object.fromEntries(
    entries.map(({ mode, id, path }) => [path, prefixOf(mode) + (texts.get(id) ?? id)]),
  )
}

function prefixOf(mode: string): string {
  return { '100755': 'exec:', '120000': 'link:', '160000': 'repository:' }[mode] ?? ''
}

function textsOf(repo: CommitRepo, ids: readonly string[]): Map<string, string> {
  const output = spawnSync('git', ['cat-file', '--batch'], { cwd: repo.dir, input: ids.join('\n') }).stdout
  const texts = new Map<string, string>()
  let at = 0
  for (const id of ids) {
    const end = output.indexOf('\n', at)
    const size = Number(output.subarray(at, end).toString().split(' ')[2])
    if (Number.isNaN(size)) {
      texts.set(id, 'missing')
      at = end + 1
      continue
    }
    texts.set(id, output.subarray(end + 1, end + 1 + size).toString())
    at = end + 1 + size + 1
  }
  return texts
}

/** Names are bytes: one of them may be no text. */
function workOf(dir: string): Files {
  const files: { [path: string]: string } = {}
  const visit = (folder: Buffer, prefix: string): void => {
    for (const name of readdirSync(folder, 'buffer')) {
      if (name.toString() === '.git') continue
      const at = Buffer.concat([folder, Buffer.from('/'), name])
      const path = prefix + name.toString()
      const stats = lstatSync(at)
      if (stats.isDirectory()) visit(at, `${path}/`)
      else if (stats.isSymbolicLink()) files[path] = `link:${readlinkSync(at)}`
      else files[path] = (stats.mode & 0o100 ? 'exec:' : '') + readFileSync(at, 'utf8')
    }
  }
  visit(Buffer.from(dir), '')
  return files
}
