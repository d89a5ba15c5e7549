import type { Colors } from 'picocolors/types'
import type { MemoryFile, MemoryFiles, UnclaimedFile } from '../core/report.ts'
import { safeLine, safePath, safeText } from '../core/safe-text.ts'
import { counted } from './counted.ts'

/** What memkeep sees, for people: the files of each layout, a line for each, and then what it does not read. */
export function filesText({ files, unclaimed }: MemoryFiles, colors: Colors): string {
  const layouts = [...new Set(files.map(({ layout }) => layout))].sort()
  const sections = layouts.map((layout) => section(layout, files, colors))
  const left = unclaimed.length > 0 ? [`${colors.bold('not read')}\n${unclaimed.map(stray).join('')}`] : []
  return `${[...sections, ...left, summary(files, unclaimed)].join('\n')}\n`
}

function section(layout: string, files: readonly MemoryFile[], colors: Colors): string {
  const own = files.filter((one) => one.layout === layout)
  return `${colors.bold(layout)}\n${own.map((one) => row(one, colors)).join('')}`
}

function row({ path, kind, items, unread, lines, tokens, loads }: MemoryFile, colors: Colors): string {
  const facts = [
    kind,
    ...(items > 0 ? [counted(items, 'item')] : []),
    counted(lines, 'line'),
    `~${counted(tokens, 'token')}`,
    ...(loads === 'always' ? ['always loaded'] : []),
  ]
  const headings = unread.map(({ line, text }) => `    ${line}: ${safeLine(text)}\n`)
  const missed =
    unread.length > 0
      ? `    ${colors.yellow(`${counted(unread.length, 'heading')} not read as items`)}\n`
      : ''
  return `  ${safePath(path)}  ${colors.dim(facts.join(', '))}\n${missed}${headings.join('')}`
}

function stray({ path, looksLike, why }: UnclaimedFile): string {
  return `  ${safePath(path)}  looks like ${looksLike}: ${safeText(why)}\n`
}

function summary(files: readonly MemoryFile[], unclaimed: readonly UnclaimedFile[]): string {
  const items = files.reduce((sum, one) => sum + one.items, 0)
  const rest = unclaimed.length > 0 ? `; ${counted(unclaimed.length, 'file')} not read` : ''
  return `${counted(files.length, 'memory file')}, ${counted(items, 'item')}${rest}`
}
