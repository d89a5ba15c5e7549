import type { LogSize } from '../../core/memory-overview.ts'
import { counted } from '../counted.ts'
import { cutLines, type Room } from './cut-lines.ts'
import { shownCode } from './shown.ts'

/** Paths that a shell takes as they stand. */
const PLAIN_PATH = /^[A-Za-z0-9_./][A-Za-z0-9_./-]{0,250}$/

/** The logs that have outgrown their threshold, the longest first, and what to do about each. */
export function growthLines(logs: readonly LogSize[], room: Room): string[] {
  const grown = logs.filter(({ items, most }) => items > most).sort((a, b) => b.items - a.items)
  const lines = (function* (): Generator<string> {
    for (const log of grown) yield lineOf(log)
  })()
  return cutLines(lines, room, { total: grown.length, more: (left) => `- ${counted(left, 'more log')}` })
}

function lineOf({ path, items, most }: LogSize): string {
  const file = PLAIN_PATH.test(path) ? path : 'FILE'
  const what = `${shownCode(path)}: ${items} entries, at most ${most}`
  return `- ${what}. \`memkeep archive ${file} --keep ${most}\` moves the oldest ${items - most} to the archive.`
}
