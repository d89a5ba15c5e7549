import { lineStarts, placeOf } from '../../../core/place.ts'
import { type Fault, outline, type Section } from './outline.ts'
import { shown } from './outline-messages.ts'
import type { Line } from './read-lines.ts'
import { type Reader, readLearnings, readProgress, readVerbatim } from './read-sections.ts'
import type { SectionId, Update, UpdateProblem } from './update.ts'

/** An update and what is wrong with its text: a section with a problem is null in the update. */
export type ParsedUpdate = { readonly update: Update; readonly problems: readonly UpdateProblem[] }

/**
 * Reads the text of an update in time linear to its length. Never throws: every problem is named with line and column
 * (both from 1, columns in UTF-16 units), in source order, and the sections without one are read all the same.
 */
export function parseUpdate(text: string): ParsedUpdate {
  const { sections, faults } = outline(text)
  const all = [...faults]
  const read = <T>(id: SectionId, reading: (section: Section, reader: Reader) => T): T | null => {
    const section = sections.find((one) => one.id === id)
    if (!section) return null
    const report = (fault: Omit<Fault, 'section'>): unknown => all.push({ section: id, ...fault })
    reportNones(section, { text, report })
    return reading(section, { text, report })
  }
  const found: Update = {
    progress: read('progress', readProgress),
    learnings: read('learnings', readLearnings),
    verbatim: read('verbatim', readVerbatim),
  }
  const failed = new Set(all.map(({ section }) => section))
  const sound = <T>(id: SectionId, part: T | null): T | null => (failed.has(id) ? null : part)
  return {
    update: {
      progress: sound('progress', found.progress),
      learnings: sound('learnings', found.learnings),
      verbatim: sound('verbatim', found.verbatim),
    },
    problems: placed(all, text),
  }
}

/** `(none)` and `no change` stand for everything that could stand there. */
function reportNones({ none, lists }: Section, { text, report }: Reader): void {
  const beside = (line: Line): void => {
    const said = shown(text.slice(line.text, line.end).trimEnd())
    report({
      start: line.text,
      end: line.end,
      message: `Unexpected ${said} beside something`,
      help: `Delete ${said}.`,
    })
  }
  if (none && lists.length > 0) beside(none)
  for (const list of lists) {
    if (list.none && list.bullets.length > 0) beside(list.none)
  }
}

function placed(faults: readonly Fault[], text: string): UpdateProblem[] {
  if (faults.length === 0) return []
  const starts = lineStarts(text)
  return [...faults]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, section, message, help }) => {
      return { ...placeOf(starts, start, end), section, message, help }
    })
}
