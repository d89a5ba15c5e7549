import { safeText } from '../core/safe-text.ts'

/** Untrusted text as a code span of Markdown: nothing in it is markup, a link, a mention or a line break. */
export function markdownCode(text: string): string {
  const shown = safeText(text)
  if (shown.trim() === '') return '(nothing)'
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : ''
  return `${fence}${pad}${shown}${pad}${fence}`
}

/** Untrusted prose as Markdown that reads as it stands: every mark that could mean something is escaped. */
export function markdownProse(text: string): string {
  return safeText(text)
    .replaceAll(/[\\`*_{}[\]()<>#+\-.!|~&:]/g, '\\$&')
    .replaceAll('@', '\\@')
}

/** A text of several lines as a fenced block that nothing in it can close; unsafe characters are escaped. */
export function markdownFence(text: string): string {
  const lines = text.replace(/\n+$/, '').split('\n').map(safeText)
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)),
  )
  const fence = '`'.repeat(longest + 1)
  return [fence, ...lines, fence].join('\n')
}
