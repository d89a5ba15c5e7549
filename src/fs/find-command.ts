import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

/** What a shell would run for a name, or for a path relative to `cwd`; null when there is no such program. */
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
