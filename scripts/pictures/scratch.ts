import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The built command. */
const MEMKEEP = resolve('dist/memkeep.cjs')

/** A repository that holds an example and is removed afterwards. */
export type Scratch = {
  readonly dir: string
  /** Runs the built command; gives what it printed, on either stream. Throws when it ends with another code. */
  readonly memkeep: (code: number, ...args: string[]) => string
  readonly git: (code: number, ...args: string[]) => string
}

/** Calls `use` with a repository that holds a committed copy of an example. Nothing of the user's settings reaches it. */
export function inScratch<T>(example: string, use: (scratch: Scratch) => T): T {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'memkeep-pictures-')))
  try {
    const scratch = scratchIn(top, example)
    cpSync(join('examples', example), scratch.dir, { recursive: true, verbatimSymlinks: true })
    scratch.git(0, 'init', '--quiet', '--initial-branch=main')
    scratch.git(0, 'add', '--all')
    scratch.git(0, 'commit', '--quiet', '--message=Add the example')
    return use(scratch)
  } finally {
    rmSync(top, { recursive: true, force: true, maxRetries: 3 })
  }
}

function scratchIn(top: string, name: string): Scratch {
  const home = join(top, 'home')
  const dir = join(top, name)
  for (const folder of [home, dir]) mkdirSync(folder)
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    FORCE_COLOR: '1',
    MEMKEEP_BIN: MEMKEEP,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Example',
    GIT_AUTHOR_EMAIL: 'example@example.com',
    GIT_AUTHOR_DATE: '2025-03-20T12:00:00Z',
    GIT_COMMITTER_NAME: 'Example',
    GIT_COMMITTER_EMAIL: 'example@example.com',
    GIT_COMMITTER_DATE: '2025-03-20T12:00:00Z',
  }
  const run = (code: number, program: string, args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: dir, env, encoding: 'utf8' })
    if (status === code) return `${stdout}${stderr}`
    throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`)
  }
  return {
    dir,
    memkeep: (code, ...args) => run(code, process.execPath, [MEMKEEP, ...args]),
    git: (code, ...args) => run(code, 'git', args),
  }
}
