import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { accessSync, constants, realpathSync, statSync } from './gate.ts'
import { readSmall } from './text-files.ts'

/** The program that a shell would run for a name, or for a path relative to `cwd`; null when there is none. */
export function findCommand(command: string, cwd: string, path: string): string | null {
  if (/[\\/]/.test(command)) return firstProgram([isAbsolute(command) ? command : resolve(cwd, command)])
  return firstProgram(path.split(delimiter).map((folder) => join(resolve(cwd, folder), command)))
}

function firstProgram(paths: readonly string[]): string | null {
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd'] : ['']
  return paths.flatMap((path) => endings.map((ending) => path + ending)).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/**
 * The text of the package.json of the package that a command in a `.bin` folder is of, else of the nearest above a file, symlinks
 * followed; null when there is none within five folders.
 */
export function owningPackage(file: string): string | null {
  // On Windows and with pnpm a command is a script that calls its package, and no symlink into it.
  if (basename(dirname(file)) === '.bin') {
    const text = readSmall(join(dirname(file), '..', basename(file).replace(/\.\w+$/, ''), 'package.json'))
    if (text) return text
  }
  let at = file
  try {
    at = realpathSync(file)
  } catch {
    return null
  }
  for (let up = 0; up < 5; up += 1) {
    at = dirname(at)
    const text = readSmall(join(at, 'package.json'))
    if (text) return text
  }
  return null
}
