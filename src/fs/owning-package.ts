import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readSmall } from './read-small.ts'

/** The text of the package.json nearest above a file, links followed; null when there is none within five folders. */
export function owningPackage(file: string): string | null {
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
