import { relative } from 'node:path'
import { isJsonObject } from '../../core/json.ts'
import { VERSION } from '../../engine/version.ts'
import { readJson } from '../../formats/json-edits.ts'
import { findCommand } from '../../fs/find-command.ts'
import { owningPackage } from '../../fs/owning-package.ts'
import { runProgram } from '../../git/run-program.ts'
import { INSTALLED } from '../hooks/find-bin.ts'
import type { DoctorCheck } from './check.ts'

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

/** Whether hooks and merge driver find memkeep, and whether it is this version. Nothing in the repository is run for it. */
export async function checkExecutable(around: Surroundings): Promise<DoctorCheck> {
  const file = findMemkeep(around)
  if (file === null) {
    return {
      check: CHECK,
      status: 'wrong',
      message: 'hooks do not find memkeep: not by MEMKEEP_BIN, in node_modules/.bin or on PATH',
      mend: 'Install it in this repository (its README says how), or point MEMKEEP_BIN at it.',
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
    mend: 'Install the same version in both places.',
  }
}

/** What hooks call, in the order of their shims; null when they find none. */
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
