import { readFileSync, statSync } from 'node:fs'

const MOST = 1024 * 1024

/** A small settings file of git as text; '' when it is absent, null when it is unreadable or over 1 MiB. */
export function readSmall(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats) return ''
    return stats.isFile() && stats.size <= MOST ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}
