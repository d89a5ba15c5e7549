import { lineStarts, placeOf } from '../../../core/text.ts'
import {
  HEADERS,
  isNoChange,
  NO_UPDATE,
  type SectionId,
  sectionOf,
  type Update,
  type UpdateProblem,
} from './grammar.ts'
import { parseUpdate } from './parse-update.ts'

/** What a model said of one section. */
export type ReadAnswer = {
  /** Holds that section and no other. */
  readonly update: Update
  /** By the lines of the answer. */
  readonly problems: readonly UpdateProblem[]
  /** What of the answer was left out, a sentence each. */
  readonly notes: readonly string[]
}

/**
 * Reads the answer of a model for one section: its fence, what it thinks or says before the first header, and sections of other
 * roles are left out. A header in another form is not guessed: then the answer has none. The lines keep their numbers.
 */
export function readAnswer(id: SectionId, answer: string): ReadAnswer {
  const notes: string[] = []
  const plain = withoutFence(withoutThoughts(answer, notes), notes)
  const text = onlySection(plain, id, notes)
  if (text === null) {
    if (isNoChange(plain.trim())) return { update: NO_UPDATE, problems: [], notes }
    const problem: UpdateProblem = {
      ...placeOf(lineStarts(plain), 0, 0),
      section: id,
      message: `The answer has no header \`${HEADERS[id]}:\``,
      help: `Start with \`${HEADERS[id]}:\`, not indented, and without any mark around it.`,
    }
    return { update: NO_UPDATE, problems: [problem], notes }
  }
  const { update, problems } = parseUpdate(text)
  return {
    update: { ...NO_UPDATE, [id]: update[id] },
    problems: problems.map((one) => ({ ...one, section: id })),
    notes,
  }
}

/** Models that think aloud put it before their answer, in marks of its own. */
function withoutThoughts(text: string, notes: string[]): string {
  const [thoughts] = /^\s*<think>[\s\S]*?<\/think>/.exec(text) ?? []
  if (thoughts === undefined) return text
  notes.push('What the model thought was left out.')
  return blanked(text, 0, thoughts.length)
}

/** The lines of a text by their offsets; `\n` alone ends one, as in an update. */
function linesOf(text: string): { readonly start: number; readonly end: number; readonly line: string }[] {
  let at = 0
  return text.split('\n').map((whole) => {
    const start = at
    at += whole.length + 1
    return { start, end: Math.min(at, text.length), line: whole.replace(/\r$/, '') }
  })
}

const FENCE = /^(`{3,}|~{3,})[^`]*$/

/** Takes the marks of a fence off that starts before the first header, and what follows it. */
function withoutFence(text: string, notes: string[]): string {
  const lines = linesOf(text)
  const header = lines.findIndex(({ line }) => sectionOf(line))
  const open = lines.findIndex(({ line }) => FENCE.test(line))
  const [opening, mark = ''] = [lines[open], FENCE.exec(lines[open]?.line ?? '')?.[1]]
  if (!opening || (header >= 0 && header < open)) return text
  notes.push('The marks of a code block around the answer were left out.')
  const isClosing = ({ line }: { readonly line: string }): boolean =>
    line.trimEnd().startsWith(mark) && /^(`+|~+)$/.test(line.trimEnd())
  const close = lines.findLastIndex((line, i) => i > open && isClosing(line))
  const closing = lines[close]
  const isLast = lines.slice(close + 1).every(({ line }) => !sectionOf(line))
  const ended = closing && isLast ? blanked(text, closing.start, text.length) : text
  return blanked(ended, opening.start, opening.end)
}

/** The text with nothing in it but one section; null where it is not there. */
function onlySection(text: string, id: SectionId, notes: string[]): string | null {
  const headers = linesOf(text).flatMap(({ start, line }) => {
    const found = sectionOf(line)
    return found ? [{ found, start }] : []
  })
  const [first] = headers
  if (!first || !headers.some(({ found }) => found === id)) return null
  if (text.slice(0, first.start).trim() !== '') notes.push('The text before the first header was left out.')
  const others = new Set(headers.flatMap(({ found }) => (found === id ? [] : [HEADERS[found]])))
  notes.push(
    ...[...others].map((found) => `The section ${found} was left out: it is not what was asked for.`),
  )
  const dropped = headers.flatMap(({ found, start }, i) =>
    found === id ? [] : [{ start, end: headers[i + 1]?.start ?? text.length }],
  )
  return [{ start: 0, end: first.start }, ...dropped].reduceRight(
    (now, { start, end }) => blanked(now, start, end),
    text,
  )
}

/** The text without what is between two offsets, but with its line breaks. */
function blanked(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, '') + text.slice(end)
}
