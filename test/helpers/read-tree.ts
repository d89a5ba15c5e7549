import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { LiteralFile } from '../../src/core/snapshot.ts'

/** Everything below a folder as the files of a literal snapshot: bytes, and links by their targets. */
export function readTree(folder: string): { readonly [path: string]: LiteralFile } {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name): [string, LiteralFile][] => {
      const path = join(folder, name)
      const stats = lstatSync(path)
      const key = relative(folder, path).replaceAll('\\', '/')
      if (stats.isSymbolicLink()) return [[key, { link: readlinkSync(path) }]]
      return stats.isFile() ? [[key, readFileSync(path)]] : []
    }),
  )
}
