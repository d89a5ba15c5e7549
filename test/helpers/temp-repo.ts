import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startCheaply } from './start-git-cheaply.ts'

// Tests must see neither the developer's settings nor a repository whose hook happens to run them.
for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) delete process.env[name]
process.env.GIT_CONFIG_NOSYSTEM = '1'
process.env.GIT_CONFIG_GLOBAL = join(import.meta.dirname, 'quick.gitconfig')
// Hooks would call this project's own command, which `npm test` may put on PATH, where a test wants them to find none.
process.env.PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !existsSync(join(folder, 'memkeep')))
  .join(delimiter)

/** A real repository in the temporary directory; it is removed when the test is over. */
export type TempRepo = {
  readonly dir: string
  /** Runs git in it and gives what it printed, without the last line break. Throws when git fails. */
  readonly git: (...args: string[]) => string
  /** Writes a file, making its folders. */
  readonly write: (path: string, text: string | Uint8Array) => void
  readonly link: (path: string, target: string) => void
  readonly remove: (path: string) => void
  /** Stages everything and commits it; gives the commit's id. */
  readonly commit: (message?: string) => string
}

/** An empty folder in the temporary directory; it is removed when the test is over. */
export function tempFolder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'memkeep-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }))
  return dir
}

/** Makes a repository; `init` are more arguments for `git init`. */
export function tempRepo(...init: string[]): TempRepo {
  const repo = repoAt(tempFolder())
  initRepository(repo, ...init)
  appendFileSync(join(gitDirectory(repo.dir), 'config'), SETTINGS)
  return repo
}

/** What `git init` makes: the path of a folder with null, that of a file with its bytes and mode. */
type Made = ReadonlyMap<string, { readonly bytes: Buffer; readonly mode: number } | null>

/** By what a test has set for git, what it makes. */
const made = new Map<string, Made>()

/**
 * Does what `git init` does. For an empty folder git runs once per arguments and variables, and its files are copied from
 * then on: more than a thousand processes would make the same. Git itself makes what lies partly elsewhere.
 */
export function initRepository({ dir, git }: TempRepo, ...init: string[]): void {
  const run = (): string => git('init', '--quiet', '--initial-branch=main', ...init)
  if (init.some((arg) => arg.includes('/')) || readdirSync(dir).length > 0) {
    run()
    return
  }
  const settings = Object.entries(process.env).filter(([name]) => /^(GIT_|HOME$|PATH$|XDG_)/.test(name))
  const key = JSON.stringify([init, settings.sort()])
  const known = made.get(key)
  if (known === undefined) {
    run()
    made.set(key, readMade(dir))
    return
  }
  for (const [path, file] of known) {
    if (file === null) mkdirSync(join(dir, path))
    else writeFileSync(join(dir, path), file.bytes, { mode: file.mode })
  }
}

function readMade(dir: string): Made {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
  return new Map(
    paths.map((path) => {
      const stats = statSync(join(dir, path))
      return [path, stats.isDirectory() ? null : { bytes: readFileSync(join(dir, path)), mode: stats.mode }]
    }),
  )
}

const SETTINGS = '[user]\n\tname = Test\n\temail = test@example.com\n[commit]\n\tgpgSign = false\n'

/** Where git put its directory: below, here in a bare repository, or elsewhere. */
function gitDirectory(dir: string): string {
  const path = join(dir, '.git')
  if (!existsSync(path)) return dir
  return statSync(path).isDirectory() ? path : readFileSync(path, 'utf8').slice('gitdir: '.length).trimEnd()
}

/** Makes a repository when it is first asked for, and copies it then and from then on. */
export function copiesOf(make: () => TempRepo | Promise<TempRepo>): () => Promise<TempRepo> {
  const template = sharedBy(make)
  return async () => {
    const dir = tempFolder()
    execFileSync('cp', ['-R', `${(await template()).dir}/.`, dir])
    return repoAt(dir)
  }
}

/** The same, each time in the place of the first: for a repository whose settings name its folder. One test has it at a time. */
export function restoredOf(make: () => TempRepo | Promise<TempRepo>): () => Promise<TempRepo> {
  let first: { readonly dir: string; readonly kept: string } | null = null
  return async () => {
    if (first === null) {
      const { dir } = await make()
      const kept = mkdtempSync(join(tmpdir(), 'memkeep-shared-'))
      execFileSync('cp', ['-Rp', `${dir}/.`, kept])
      first = { dir, kept }
      return repoAt(dir)
    }
    const { dir, kept } = first
    execFileSync('cp', ['-Rp', kept, dir])
    onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }))
    return repoAt(dir)
  }
}

/** Makes a repository when it is first asked for: one for all tests that leave it as it is. */
export function sharedBy(make: () => TempRepo | Promise<TempRepo>): () => Promise<TempRepo> {
  let shared: Promise<TempRepo> | null = null
  const keep = async (): Promise<TempRepo> => {
    const { dir } = await make()
    // It outlives the test that made it, and goes with the folder of all tests.
    const kept = mkdtempSync(join(tmpdir(), 'memkeep-shared-'))
    cpSync(dir, kept, { recursive: true, verbatimSymlinks: true })
    return repoAt(kept)
  }
  return () => {
    shared ??= keep()
    return shared
  }
}

/** The helper's view of a directory that is, or will be, a work tree. */
export function repoAt(dir: string): TempRepo {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).replace(
      /\n$/,
      '',
    )
  const at = (path: string): string => {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    return join(dir, path)
  }
  return {
    dir,
    git,
    write: (path, text) => writeFileSync(at(path), text),
    link: (path, target) => symlinkSync(target, at(path)),
    remove: (path) => rmSync(join(dir, path), { recursive: true }),
    commit: (message = 'change') => {
      git('add', '--all')
      git('commit', '--quiet', '--no-verify', '--allow-empty', '--message', message)
      return headOf(dir) ?? git('rev-parse', 'HEAD')
    },
  }
}

/** The commit that is checked out, where a file says so; git itself is asked in all other cases. */
function headOf(dir: string): string | null {
  const line = (path: string): string | null => {
    const full = join(dir, '.git', path)
    return existsSync(full) ? readFileSync(full, 'utf8').trimEnd() : null
  }
  const head = line('HEAD')
  const id = head?.startsWith('ref: ') ? line(head.slice('ref: '.length)) : head
  return id && /^[0-9a-f]{40}$/.test(id) ? id : null
}

/** Sets a variable of this process until the test is over. */
export function setVariable(name: string, value: string): void {
  const before = process.env[name]
  process.env[name] = value
  onTestFinished(() => {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  })
}

/** Where git is: for a script that replaces it and starts it. */
export function realGit(): string {
  return execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
}

/** Lines of a shell script that set `lines` to how many a file has, without a process for it. */
export function countLines(path: string): string {
  return `lines=0; while read -r _; do lines=$((lines + 1)); done <'${path}'`
}

/** Puts a shell script in the place of git until the test is over. */
export function fakeGit(script: string): void {
  const bin = tempFolder()
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, 'git'), 0o755)
  if (!script.includes('kill')) startCheaply(join(bin, 'git'))
  setVariable('PATH', `${bin}${delimiter}${process.env.PATH ?? ''}`)
}
