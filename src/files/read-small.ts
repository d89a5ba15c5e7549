import { readFileSync, statSync } from 'node:fs'

const MOST = 1024 * 1024

/** A small file as text; '' when it is absent, null when it is unreadable or over `most` bytes (1 MiB). */
export function readSmall(path: string, most = MOST): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats) return ''
    return stats.isFile() && stats.size <= most ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}
