import { isBlank, type Line, lineOf } from './line.ts'
import { isBreak, lineKind } from './line-kind.ts'
import type { Scan } from './scan.ts'

/** HTML blocks that blank lines do not end. */
const LASTING_HTML = /<(?:script|pre|style|textarea|[!?])/iy

/**
 * Leaves lines of unknown structure to remark, from the line `first` to the next one that surely stands at the top
 * level: unindented, after a blank line, no list item or quote (remark ends an open fence elsewhere before a quote), and
 * nothing before it that could have opened a fence or HTML block around it. Gives the index of that line.
 */
export function scanDoubt(scan: Scan, first: number): number {
  const { text, zones } = scan
  const start = lineOf(scan, first)?.start ?? text.length
  let afterBlank = false
  for (let index = first; ; index++) {
    const line = lineOf(scan, index)
    if (!line || mayOpenLasting(text, line)) break
    if (afterBlank && startsAfresh(text, line)) {
      zones.push({ start, end: line.start, type: 'block' })
      return index
    }
    afterBlank = isBlank(line)
  }
  zones.push({ start, end: text.length, type: 'block' })
  return scan.starts.length
}

function startsAfresh(text: string, line: Line): boolean {
  if (line.indent > 0 || isBlank(line)) return false
  const kind = lineKind(text, line)
  if (kind === 'item' || kind === 'quote') return false
  return kind !== 'underline' || isBreak(text, line)
}

function mayOpenLasting(text: string, line: Line): boolean {
  if (line.indent > 3 || isBlank(line)) return false
  LASTING_HTML.lastIndex = line.at
  return lineKind(text, line) === 'fence' || LASTING_HTML.test(text)
}
