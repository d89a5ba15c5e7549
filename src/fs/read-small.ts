import { readFileSync, statSync } from 'node:fs'
import { devNull } from 'node:os'

const MOST = 1024 * 1024

/** How people tell git that there is no such file, on every system. */
const NOTHING: readonly string[] = [devNull, '/dev/null']

/** A small file as text; '' when it is absent, null when it is unreadable or over `most` bytes (1 MiB). */
export function readSmall(path: string, most = MOST): string | null {
  if (NOTHING.includes(path)) return ''
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats) return ''
    return stats.isFile() && stats.size <= most ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}
