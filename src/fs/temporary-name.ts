import { randomBytes } from 'node:crypto'
import { basename, join } from 'node:path'

/** A new name in a folder for what is to become a path: short enough for any file system, hidden, with our process in it. */
export function temporaryName(path: string, folder: string): string {
  const name = [...basename(path)].slice(0, 40).join('')
  return join(folder, `.${name}.${process.pid}.${randomBytes(8).toString('hex')}.tmp`)
}

/** The process that made a temporary file, by the file's name; null for any other file. */
export function temporaryMaker(name: string): number | null {
  const pid = /^\..+\.(\d{1,10})\.[0-9a-f]{16}\.tmp$/s.exec(name)?.[1]
  return pid === undefined ? null : Number(pid)
}
