import { LEVEL, NONE, printSnippet } from './grammar.ts'
import type { Archiving, EntryChanges, Progress, Update } from './update.ts'

const LIST = ' '.repeat(LEVEL)
const BULLET = ' '.repeat(2 * LEVEL)

/**
 * Writes an update in the one form that models are shown: two spaces a level, sections in order, those that change
 * nothing left out, `(none)` for an empty list of entries. `parseUpdate` reads the same update from it.
 */
export function printUpdate({ progress, learnings, verbatim }: Update): string {
  const sections = [
    progress && progressLines(progress),
    learnings &&
      entryLines('KEY_LEARNINGS', learnings, ({ reason, insight }) => `because ${reason}: ${insight}`),
    verbatim &&
      entryLines('VERBATIM_CONTEXT', verbatim, ({ reason, label, snippet }) => {
        return `because ${reason}: ${label} ${printSnippet(snippet)}`
      }),
  ]
  return sections.flatMap((lines) => (lines ? [lines.map((line) => `${line}\n`).join('')] : [])).join('\n')
}

function progressLines({ completed, in_progress, remaining }: Progress): string[] {
  return [
    'CURRENT_PROGRESS:',
    ...(completed.length > 0 ? list('Completed', completed) : []),
    ...list('In Progress', in_progress),
    ...(remaining.length > 0 ? list('Remaining', remaining) : []),
  ]
}

function entryLines<T>(header: string, changes: EntryChanges<T>, print: (added: T) => string): string[] {
  const archived = ({ id, reason }: Archiving): string => `${id} because ${reason}`
  return [
    `${header}:`,
    ...list('ADD', changes.add.map(print)),
    ...list('ARCHIVE', changes.archive.map(archived)),
  ]
}

function list(name: string, bullets: readonly string[]): string[] {
  const lines = bullets.length > 0 ? bullets.map((bullet) => `${BULLET}- ${bullet}`) : [`${BULLET}${NONE}`]
  return [`${LIST}${name}:`, ...lines]
}
