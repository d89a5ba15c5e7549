import { blockAt, hasKeyLine, opensAt } from './front-matter-block.ts'

/**
 * What stands behind the front matter, to be compared with what stood there before: without a byte order mark, blank
 * lines at its beginning and white space at its end, and with LF as line end, so that front matter alone never counts.
 */
export function bodyText(text: string): string {
  const start = text.startsWith('\ufeff') ? 1 : 0
  return text
    .slice(bodyStart(text, start))
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}

function bodyStart(text: string, start: number): number {
  if (!opensAt(text, start)) return start
  const found = blockAt({ text }, start)
  if (!found) return start
  return found.yaml.start === found.yaml.end || hasKeyLine({ text }, found.yaml) ? found.block.end : start
}
