import { readdirSync } from 'node:fs'
import { errorCode } from './fs-port.ts'

/** Names in a folder, sorted; none when there is no such folder. Throws the file system's other errors. */
export function folderNames(path: string): string[] {
  try {
    return readdirSync(path).sort()
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return []
    throw error
  }
}
