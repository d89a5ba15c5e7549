import { delimiter, relative } from 'node:path'
import { isJsonObject } from '../../core/json.ts'
import { safeText } from '../../core/messages.ts'
import { INSTALLED } from '../../core/shim.ts'
import { VERSION } from '../../engine/this-run.ts'
import { readJson } from '../../formats/json/read-json.ts'
import { findCommand, owningPackage } from '../../fs/find-command.ts'
import { runProgram } from '../../git/run-program.ts'
import { lacksCommands, NEEDS_COMMANDS } from '../package-manager.ts'

/** One check of doctor. */
export type DoctorCheck = {
  /** Kebab-case; stable. */
  readonly check: string
  /** `unknown` is no failure: doctor could not find it out, or only gives advice. */
  readonly status: 'ok' | 'wrong' | 'unknown'
  readonly message: string
  /** What to do about it. */
  readonly fix?: string
}

/** Major and minor version in a program's output. */
export function versionOf(text: string): readonly [number, number] {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(text) ?? []
  return [Number(major), Number(minor)]
}

/** True when a version is at least another one. */
export function isAtLeast(version: readonly [number, number], least: readonly [number, number]): boolean {
  return version[0] > least[0] || (version[0] === least[0] && version[1] >= least[1])
}

/** Node from 20.19 on. */
export function checkNode(version: string): DoctorCheck {
  const message = `Node ${version}`
  if (isAtLeast(versionOf(version), [20, 19])) return { check: 'node', status: 'ok', message }
  return {
    check: 'node',
    status: 'wrong',
    message: `${message} is too old`,
    fix: 'Install Node 20.19 or newer.',
  }
}

/** Git from 2.30 on; names what older ones lack. `text` is the output of `git --version`. */
export function checkGit(text: string): DoctorCheck {
  const version = versionOf(text)
  const message = `git ${/\d[\w.]*/.exec(text)?.[0] ?? 'of an unknown version'}`
  if (!isAtLeast(version, [2, 30])) {
    return {
      check: 'git',
      status: 'wrong',
      message: `${message} is too old`,
      fix: 'Install git 2.30 or newer.',
    }
  }
  const lacks = [
    ...(isAtLeast(version, [2, 36]) ? [] : ['`git hook run` (hook files are run directly here)']),
    ...(isAtLeast(version, [2, 38]) ? [] : ['`git merge-tree --write-tree`']),
  ]
  return {
    check: 'git',
    status: 'ok',
    message: lacks.length === 0 ? message : `${message}, without ${lacks.join(' and ')}`,
  }
}

/** Variables that keep hooks from running in this shell. */
export function checkEnvironment(env: { readonly [name: string]: string | undefined }): DoctorCheck {
  const off = ['MEMKEEP', 'HUSKY'].filter((name) => env[name] === '0').map((name) => `${name}=0`)
  const skip = env.MEMKEEP_SKIP?.trim() ?? ''
  if (off.length === 0 && skip !== '') {
    return {
      check: 'environment',
      status: 'wrong',
      message: `MEMKEEP_SKIP in the environment: these rules are off in this shell: ${safeText(skip)}`,
      fix: 'unset MEMKEEP_SKIP',
    }
  }
  if (off.length === 0)
    return { check: 'environment', status: 'ok', message: 'no variable turns the hooks off' }
  const message = `${off.join(' and ')} in the environment: hooks are skipped in this shell`
  return {
    check: 'environment',
    status: 'wrong',
    message,
    fix: `unset ${off.map((one) => one.slice(0, -2)).join(' ')}`,
  }
}

/** Where to look for the executable. */
export type Surroundings = {
  readonly root: string
  readonly commonDir: string
  /** Folders below the top in which memkeep may be installed. */
  readonly packages: readonly string[]
  readonly env: { readonly [name: string]: string | undefined }
}

const CHECK = 'executable'
const TIME_LIMIT = 10_000

/** Checks that hooks and merge driver find memkeep in this version. Runs no program of the repository. */
export async function checkExecutable(around: Surroundings): Promise<DoctorCheck> {
  const file = findMemkeep(around)
  if (file === null) {
    return {
      check: CHECK,
      status: 'wrong',
      message: 'hooks do not find memkeep: not by MEMKEEP_BIN, in node_modules/.bin or on PATH',
      fix: lacksCommands(around.root)
        ? NEEDS_COMMANDS
        : 'Install the packages of this repository (npm ci, or pnpm, yarn or bun install), memkeep among them, or npm install --global with it, or set MEMKEEP_BIN to its path.',
    }
  }
  const version = packageVersion(file) ?? (await askVersion(file, around.root))
  if (version === null)
    return { check: CHECK, status: 'unknown', message: `hooks call ${file}, whose version is unknown` }
  if (version === VERSION)
    return { check: CHECK, status: 'ok', message: `hooks call ${file}, version ${version}` }
  return {
    check: CHECK,
    status: 'wrong',
    message: `hooks call ${file}, version ${version}; this is ${VERSION}`,
    fix: 'Install the same version in both places.',
  }
}

/** The program that hooks call, searched in the order of their shims; null when there is none. */
export function findMemkeep({ root, commonDir, packages, env }: Surroundings): string | null {
  const path = env.PATH ?? ''
  const { MEMKEEP_BIN: named } = env
  if (named) return findCommand(named, root, path)
  const below = ['', ...packages.map((folder) => `${folder}/`)].map((folder) => folder + INSTALLED)
  const all = [...below, ...below.map((file) => `${commonDir}/../${file}`), 'memkeep']
  return all.map((file) => findCommand(file, root, path)).find((file) => file !== null) ?? null
}

function packageVersion(file: string): string | null {
  const manifest = readJson(owningPackage(file) ?? '')
  if (!isJsonObject(manifest) || manifest.name !== 'memkeep') return null
  return typeof manifest.version === 'string' ? manifest.version : null
}

async function askVersion(file: string, root: string): Promise<string | null> {
  const inside = relative(root, file)
  if (!inside.startsWith('..')) return null
  const { code, output } = await runProgram(file, ['--version'], { cwd: root, milliseconds: TIME_LIMIT })
  return code === 0 ? output.trim() : null
}

type Environment = { readonly [name: string]: string | undefined }

/** Variables that npm, pnpm and yarn set for the programs that they start. */
const RUNNERS = ['npm_execpath', 'npm_config_user_agent', 'npm_lifecycle_event', 'npm_command']

/**
 * The environment as git has it in a plain terminal: npx, npm and yarn add the commands of packages to PATH, and no commit
 * finds them there. Yarn 2 and newer makes a folder for one run.
 */
export function plainEnvironment(env: Environment): Environment {
  if (!RUNNERS.some((name) => env[name] !== undefined)) return env
  const folders = (env.PATH ?? '').split(delimiter)
  return {
    ...env,
    PATH: folders.filter((folder) => folder !== env.BERRY_BIN_FOLDER && !isOfRunner(folder)).join(delimiter),
  }
}

function isOfRunner(folder: string): boolean {
  return /[\\/](?:node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/.test(folder)
}
