import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from './replace-file.ts'

/**
 * Keeps bytes under a name made of the file's path and content; the same bytes are kept once. Returns where.
 * Throws the file system's own error when they cannot be kept whole.
 */
export function keepCopy(folder: string, path: string, bytes: Uint8Array): string {
  mkdirSync(folder, { recursive: true })
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const copy = join(folder, `${path.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(-100)}.${hash}`)
  replaceFile(copy, { bytes, mode: null })
  return copy
}
