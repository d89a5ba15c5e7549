import { lineStarts, placeOf } from '../../../core/text.ts'
import {
  type Archiving,
  type EntryChanges,
  idNumber,
  isBlank,
  isOneLine,
  type Line,
  type NewLearning,
  type NewSnippet,
  PREFIXES,
  type Progress,
  readSnippet,
  type SectionId,
  type Update,
  type UpdateProblem,
} from './grammar.ts'
import {
  type Bullet,
  type Fault,
  FORMS,
  type List,
  outline,
  quoteText,
  type Section,
  type SectionFault,
  secondLine,
} from './outline.ts'

/** An update and what is wrong with its text: a section with a problem is null in the update. */
export type ParsedUpdate = {
  /** The sections that are valid. */
  readonly update: Update
  /** What is wrong in the others, in order of places. */
  readonly problems: readonly UpdateProblem[]
}

/**
 * Reads the text of an update in time linear to its length. No text makes it throw: every problem is named with line and column
 * (both from 1, columns in UTF-16 units), in source order, and the sections without one are still read. A line that is not
 * indented and is no header fails the section above it: it may be of a snippet that lost its indent.
 */
export function parseUpdate(text: string): ParsedUpdate {
  const { sections, faults } = outline(text)
  const all = [...faults]
  const read = <T>(id: SectionId, reading: (section: Section, reader: Reader) => T): T | null => {
    const section = sections.find((one) => one.id === id)
    if (!section) return null
    const report = (fault: SectionFault): unknown => all.push({ section: id, ...fault })
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
    problems: withPlaces(all, text),
  }
}

/** `(none)` and `no change` exclude everything else in their place. */
function reportNones({ none, lists }: Section, { text, report }: Reader): void {
  const reportNone = (line: Line): void => {
    const said = quoteText(text.slice(line.text, line.end).trimEnd())
    report({
      start: line.text,
      end: line.end,
      message: `The text ${said} is not alone`,
      help: `Delete ${said}.`,
    })
  }
  if (none && lists.length > 0) reportNone(none)
  for (const list of lists) {
    if (list.none && list.bullets.length > 0) reportNone(list.none)
  }
}

function withPlaces(faults: readonly Fault[], text: string): UpdateProblem[] {
  if (faults.length === 0) return []
  const starts = lineStarts(text)
  return [...faults]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, section, message, help }) => {
      return { ...placeOf(starts, start, end), section, message, help }
    })
}

/** A text that is read, and where problems of it go. */
type Reader = { readonly text: string; readonly report: (fault: SectionFault) => void }

/** A part of the text, without white space around it. */
type Part = { readonly start: number; readonly end: number; readonly text: string }

const BECAUSE = 'because'

/** The progress that a section states; null for a section of `(none)` or `no change`, and where it is not valid. */
function readProgress(section: Section, reader: Reader): Progress | null {
  if (section.none && section.lists.length === 0) return null
  if (section.lists.length > 0 && section.lists.every(isUntouched)) return null
  const bullets = (name: string): string[] => {
    const list = listOf(section, name)
    return (list?.bullets ?? []).flatMap((bullet) => oneLine(bullet, 'a bullet', reader)?.text ?? [])
  }
  const current = listOf(section, 'In Progress')
  if (!current || current.bullets.length === 0) {
    reader.report({
      ...textRange((current ?? section).line),
      message: 'The progress has no bullet In Progress',
      help: 'Say below `In Progress:` what is being done, or leave CURRENT_PROGRESS out.',
    })
  }
  return {
    completed: bullets('Completed'),
    in_progress: bullets('In Progress'),
    remaining: bullets('Remaining'),
  }
}

/** The learnings that a section adds and archives. */
function readLearnings(section: Section, reader: Reader): EntryChanges<NewLearning> {
  return {
    add: (listOf(section, 'ADD')?.bullets ?? []).flatMap((bullet) => {
      const line = oneLine(bullet, 'an insight', reader)
      const reason = line && readReason(line, FORMS.learning, reader)
      const insight = reason && readText(reason.rest, 'insight', reader)
      return insight ? [{ reason: reason.text, insight }] : []
    }),
    archive: readArchive(section, PREFIXES.learnings, reader),
  }
}

/** The snippets that a section adds and archives. */
function readVerbatim(section: Section, reader: Reader): EntryChanges<NewSnippet> {
  return {
    add: (listOf(section, 'ADD')?.bullets ?? []).flatMap((bullet) => newSnippet(bullet, reader) ?? []),
    archive: readArchive(section, PREFIXES.verbatim, reader),
  }
}

function isUntouched({ isUnchanged, bullets }: List): boolean {
  return isUnchanged && bullets.length === 0
}

function listOf({ lists }: Section, name: string): List | undefined {
  return lists.find((list) => list.name === name)
}

function newSnippet(bullet: Bullet, reader: Reader): NewSnippet | null {
  const first = trimmed(reader.text, bullet.start, bullet.end)
  const reason = readReason(first, FORMS.snippet, reader)
  if (!reason) return null
  const at = reason.rest.text.indexOf('=>')
  const arrow = reason.rest.start + at
  if (at < 0) {
    return refuse(reader, reason.rest, {
      message: 'The snippet has no `=>`, as in `<label> => <snippet>`',
      help: 'Write a short label, `=>`, and the snippet behind it or on the lines below.',
    })
  }
  const label = readText(trimmed(reader.text, reason.rest.start, arrow), 'label', reader)
  if (label === null) return null
  const snippet = readSnippet(reader.text, reader.text.slice(arrow + 2, bullet.end), bullet.block)
  if (snippet.split('\n').every(isBlank)) {
    return refuse(reader, first, {
      message: 'The snippet has no text behind `=>`',
      help: 'Write the snippet behind `=>`, or on lines below that are indented by three levels.',
    })
  }
  return { reason: reason.text, label, snippet }
}

function readArchive(section: Section, prefix: string, reader: Reader): Archiving[] {
  const known = new Set<string>()
  return (listOf(section, 'ARCHIVE')?.bullets ?? []).flatMap((bullet) => {
    const line = oneLine(bullet, 'a bullet', reader)
    const found = line && readArchiving(line, prefix, reader)
    if (!found) return []
    if (!known.has(found.id)) {
      known.add(found.id)
      return [found]
    }
    refuse(reader, line, { message: `The id ${found.id} is archived twice`, help: 'Keep one.' })
    return []
  })
}

function readArchiving(line: Part, prefix: string, reader: Reader): Archiving | null {
  const [id = ''] = /^[^ \t]*/.exec(line.text) ?? []
  if (idNumber(id, prefix) === null) {
    return refuse(reader, line, {
      message: `The text ${quoteText(id)} is not an id such as ${prefix}-1`,
      help: `Write \`- ${prefix}-<number> because <reason>\`, one id a bullet.`,
    })
  }
  const reason = readAfterBecause(
    trimmed(reader.text, line.start + id.length, line.end),
    `${id} because <reason>`,
    reader,
  )
  return reason && { id, reason: reason.text }
}

/** `because <reason>: <rest>`: the reason ends at the first colon that does not start `://`. */
function readReason(line: Part, form: string, reader: Reader): (Part & { readonly rest: Part }) | null {
  if (!startsWithBecause(line)) return refuse(reader, line, missingBecause(line, form))
  const colon = reasonEnd(line.text)
  if (colon < 0) {
    return refuse(reader, line, {
      message: 'The bullet has no `:` behind its reason',
      help: 'Write `- because <reason>: <what is added>`.',
    })
  }
  const { text, start, end } = line
  const reason = readAfterBecause(
    { start, end: start + colon, text: text.slice(0, colon).trimEnd() },
    form,
    reader,
  )
  return reason && { ...reason, rest: trimmed(reader.text, start + colon + 1, end) }
}

/** What follows `because`, which must be there and say something. */
function readAfterBecause(part: Part, form: string, reader: Reader): Part | null {
  if (!startsWithBecause(part)) return refuse(reader, part, missingBecause(part, form))
  const reason = trimmed(reader.text, part.start + BECAUSE.length, part.end)
  return reason.text === ''
    ? refuse(reader, part, {
        message: 'The reason has no text behind `because`',
        help: helpReason(form),
      })
    : singleLine(reason, 'a reason', reader)
}

function helpReason(form: string): string {
  return `Say in one sentence why: \`- ${form}\`.`
}

function missingBecause({ text }: Part, form: string): { message: string; help: string } {
  const found = text === '' ? 'bullet' : `text ${quoteText(text)}`
  return { message: `The ${found} has no \`because <reason>\``, help: helpReason(form) }
}

function startsWithBecause({ text }: Part): boolean {
  return (
    text.startsWith(BECAUSE) &&
    (text.length === BECAUSE.length || ' \t:'.includes(text.charAt(BECAUSE.length)))
  )
}

function reasonEnd(text: string): number {
  let colon = text.indexOf(':')
  while (colon >= 0 && text.startsWith('//', colon + 1)) colon = text.indexOf(':', colon + 1)
  return colon
}

/** The text of a bullet that may have no further line. */
function oneLine(bullet: Bullet, what: string, reader: Reader): Part | null {
  const more = bullet.block.find((line) => !line.isBlank)
  if (more) {
    reader.report({ ...textRange(more), ...secondLine(what) })
    return null
  }
  const part = trimmed(reader.text, bullet.start, bullet.end)
  if (part.text !== '') return singleLine(part, what, reader)
  return refuse(
    reader,
    { ...part, start: bullet.start - 1 },
    {
      message: 'The bullet has no text behind `- `',
      help: 'Delete the bullet, or write (none) where the list is empty.',
    },
  )
}

function readText(part: Part, what: string, reader: Reader): string | null {
  if (part.text !== '')
    return singleLine(part, what === 'insight' ? 'an insight' : `a ${what}`, reader)?.text ?? null
  return refuse(reader, part, {
    message: `The ${what} is empty`,
    help:
      what === 'label' ? 'Write a short label before `=>`.' : 'Write what was learned, behind the reason.',
  })
}

/** Some characters break a line although no line feed is there. */
function singleLine(part: Part, what: string, reader: Reader): Part | null {
  return isOneLine(part.text) ? part : refuse(reader, part, secondLine(what))
}

function refuse(reader: Reader, { start, end }: Part, said: { message: string; help: string }): null {
  reader.report({ start, end, ...said })
  return null
}

function trimmed(text: string, from: number, to: number): Part {
  const whole = text.slice(from, to)
  const inner = whole.trimStart()
  const start = to - inner.length
  const kept = inner.trimEnd()
  return { start, end: start + kept.length, text: kept }
}

function textRange(line: { readonly text: number; readonly end: number }): { start: number; end: number } {
  return { start: line.text, end: line.end }
}
