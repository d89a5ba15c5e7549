import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** One text of one source file in the place of another: a mistake that somebody could make. */
export type Mutation = { readonly file: string; readonly find: string; readonly replace: string }

/**
 * Builds the command from a copy of its sources, mutated, in an empty folder. Gives the path of the command; throws when
 * the text to replace is not there exactly once.
 */
export function buildCommand(folder: string, mutations: readonly Mutation[] = []): string {
  for (const name of ['src', 'migrations', 'scripts', 'examples', 'package.json', 'package-lock.json']) {
    cpSync(name, join(folder, name), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'dist'))
  for (const { file, find, replace } of mutations) {
    const path = join(folder, file)
    const parts = readFileSync(path, 'utf8').split(find)
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`)
    writeFileSync(path, parts.join(replace))
  }
  execFileSync(process.execPath, ['scripts/build.mjs', '--quiet', '--uncompiled'], {
    cwd: folder,
    stdio: 'inherit',
  })
  return join(folder, 'dist', 'memkeep.cjs')
}
