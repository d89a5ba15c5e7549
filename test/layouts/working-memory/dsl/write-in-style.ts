import type { EntryChanges, Update } from '../../../../src/layouts/working-memory/dsl/grammar.ts'
import type { Style } from './arbitrary-update.ts'

/** Writes an update in any of the forms that the format allows; the snippets' own lines as they are. */
export function writeInStyle(update: Update, style: Style): string {
  const { blankLines, mark, finalBreak, reversed } = style
  const sections = [
    progressOf(update, style),
    entriesOf('KEY_LEARNINGS', update.learnings, style, ({ reason, insight }) => [
      `because ${reason}: ${insight}${style.trailing}`,
    ]),
    entriesOf('VERBATIM_CONTEXT', update.verbatim, style, ({ reason, label, snippet }) => {
      // A first line of white space says that the block has no indent but the grammar's.
      const lines = snippet.split('\n')
      return lines.length === 1 || /[^ \t\r]/.test(lines[0] ?? '')
        ? [`because ${reason}: ${label} => ${lines[0] ?? ''}`, ...lines.slice(1)]
        : [`because ${reason}: ${label} =>`, ...lines]
    }),
  ].filter((lines) => lines.length > 0)
  const text = (reversed ? sections.reverse() : sections)
    .map((lines) => lines.join('\n'))
    .join(blankLines ? '\n\n  \n' : '\n')
  return mark + text + (finalBreak ? '\n' : '')
}

function progressOf({ progress }: Update, style: Style): string[] {
  if (!progress) return style.empty === 'same-line' ? ['CURRENT_PROGRESS: (none)'] : []
  return [
    `CURRENT_PROGRESS:${style.trailing}`,
    ...list('Completed', oneEach(progress.completed, style), style),
    ...list('In Progress', oneEach(progress.in_progress, style), style),
    ...list('Remaining', oneEach(progress.remaining, style), style),
  ]
}

function entriesOf<T>(
  header: string,
  changes: EntryChanges<T> | null,
  style: Style,
  print: (added: T) => string[],
): string[] {
  if (!changes) return []
  const { add, archive } = changes
  const isEmpty = add.length + archive.length === 0
  if (isEmpty && style.empty === 'header') return [`${header}:`, `${style.indent}(none)`]
  const archived = archive.map(({ id, reason }) => [`${id} because ${reason}${style.trailing}`])
  return [
    `${header}:${style.trailing}`,
    ...list('ADD', add.map(print), style),
    ...list('ARCHIVE', archived, style),
  ]
}

function oneEach(bullets: readonly string[], { trailing }: Style): string[][] {
  return bullets.map((bullet) => [`${bullet}${trailing}`])
}

function list(
  name: string,
  bullets: readonly (readonly string[])[],
  { indent, empty, trailing }: Style,
): string[] {
  const header = `${indent}${name}:`
  if (bullets.length === 0) {
    if (empty === 'omitted') return []
    if (empty === 'below') return [header, `${indent}${indent}(none)${trailing}`]
    if (empty === 'bullet') return [header, `${indent}${indent}- (NONE)${trailing}`]
    return empty === 'same-line' ? [`${header} (none)`] : [header]
  }
  return [
    header + trailing,
    ...bullets.flatMap(([first = '', ...block]) => [
      `${indent}${indent}- ${first}`,
      ...block.map((line) => `${indent}${indent}${indent}${line}`),
    ]),
  ]
}
