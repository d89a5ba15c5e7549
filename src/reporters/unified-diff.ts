import { createTwoFilesPatch } from 'diff'
import type { Colors } from 'picocolors/types'
import { safeLine, safePath } from '../core/messages.ts'
import type { PlannedText } from '../core/write-plan.ts'

/** A unified difference for people: colored, and every line of it escaped. */
export function unifiedDiff({ path, before, after }: PlannedText, colors: Colors): string {
  const name = safePath(path)
  const names = [before === null ? '/dev/null' : name, after === null ? '/dev/null' : name] as const
  const patch = createTwoFilesPatch(...names, before ?? '', after ?? '', undefined, undefined, { context: 2 })
  const start = patch.indexOf('--- ') // below the library's own heading
  const lines = patch.slice(start).replace(/\n$/, '').split('\n')
  return lines.map((line) => `${painted(safeLine(line), colors)}\n`).join('')
}

/** The differences of several files, each without its last line break. */
export function unifiedDiffs(changes: readonly PlannedText[], colors: Colors): string[] {
  return changes.map((change) => unifiedDiff(change, colors).replace(/\n$/, ''))
}

function painted(line: string, colors: Colors): string {
  if (/^(\+\+\+|---) /.test(line)) return colors.bold(line)
  if (line.startsWith('@@')) return colors.cyan(line)
  if (line.startsWith('+')) return colors.green(line)
  return line.startsWith('-') ? colors.red(line) : line
}
