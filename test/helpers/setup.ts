import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { main } from '../../src/cli/main.ts'
import { tempFolder } from './temp-repo.ts'

/** Of this process: of two runs that overlap, neither may leave the environment of the other behind. */
const OWN = process.env

/** What a run of the command did. */
export type Ran = { readonly code: number; readonly out: string; readonly err: string }

/**
 * Runs the command in a directory, with nothing of a surrounding shell that would matter to hooks: in this process, for
 * what is tested is what the command does to a repository. That the bundle does the same is for stories and hooks.
 */
export async function memkeep(
  cwd: string,
  args: readonly string[],
  env: Record<string, string | undefined> = {},
): Promise<Ran> {
  const said = { out: '', err: '' }
  const path = `${join(import.meta.dirname, 'bin')}${delimiter}${process.env.PATH}`
  process.env = {
    ...plainEnvironment(),
    PATH: path,
    ...(args[0] === 'init' && { MEMKEEP_BIN: FOUND }),
    ...env,
  }
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete process.env[name]
  try {
    const code = await main(args, {
      stdout: { write: (text) => (said.out += text) },
      stderr: { write: (text) => (said.err += text) },
      stdin: async () => '',
      env: process.env,
      cwd,
      now: () => new Date(),
    })
    return { code, ...said }
  } finally {
    process.env = OWN
  }
}

/** What hooks find where a test does not say it: a command that says its version. */
export const FOUND = join(import.meta.dirname, 'found-by-hooks.sh')

/** The environment without variables that change what hooks do, and without a home. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { HUSKY, MEMKEEP, MEMKEEP_BIN, MEMKEEP_CANARY, LEFTHOOK, ...env } = process.env
  return { ...env, XDG_CONFIG_HOME: '/nonexistent' }
}

/** A replacement of memkeep that hook shims call: it notes where and how it was called. */
export function loggingBin(): { readonly path: string; readonly calls: () => string[] } {
  const folder = tempFolder()
  const [path, log] = [join(folder, 'memkeep'), join(folder, 'log')]
  writeFileSync(path, `#!/bin/sh\necho "$PWD: $*" >> '${log}'\n`)
  chmodSync(path, 0o755)
  return { path, calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []) }
}

/**
 * Every file of a repository with its mode and bytes: the work tree, and of git's directory what decides how git works
 * (settings, hooks), not what it keeps.
 */
export function everything(dir: string): Record<string, string> {
  const found: Record<string, string> = {}
  const walk = (folder: string): void => {
    for (const name of readdirSync(join(dir, folder))) {
      const path = join(folder, name)
      if (/^\.git\/(?!config$|hooks|info|memkeep)/.test(path)) continue
      const stats = lstatSync(join(dir, path))
      if (stats.isDirectory()) walk(path)
      else if (stats.isSymbolicLink()) found[path] = `→ ${readlinkSync(join(dir, path))}`
      else
        found[path] =
          `${(stats.mode & 0o777).toString(8)} ${readFileSync(join(dir, path)).toString('latin1')}`
      if (stats.isDirectory()) found[`${path}/`] = ''
    }
  }
  walk('.')
  return found
}
