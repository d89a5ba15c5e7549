import { type DataPath, type Json, pointerOf } from '../core/json.ts'
import { DEFAULT_SETTINGS } from '../core/settings.ts'
import type { Data } from '../core/source.ts'
import { type Edit, lineAt, lineStarts } from '../core/text.ts'
import { type Refusal, refusalOf } from './decode-text.ts'
import {
  type Addition,
  type DataFormat,
  type EditRefusal,
  editData,
  NOT_READ_BACK,
  partsOf,
  type TextView,
} from './edit-data.ts'
import { type FrontMatterReading, readFrontMatter } from './front-matter.ts'
import { newLineAt } from './front-matter-block.ts'
import { linesOfPart, replaceMember } from './yaml/edit-yaml.ts'
import { quoteYaml, yamlLineScalar, yamlScalar } from './yaml/yaml-text.ts'

/** A field that a document should have: a text, a number, or a list of texts. */
export type FrontMatterField = { readonly key: string; readonly value: string | number | readonly string[] }

/** A field with the value that it is to have, whatever it has; null takes it out. */
export type FrontMatterChange = FrontMatterField | { readonly key: string; readonly value: null }

/** Splices that add or change fields; or why it cannot be done safely and what to do, and the line that is in the way. */
export type FrontMatterEdits = { readonly edits: readonly Edit[] } | Refusal

/**
 * Adds to the front matter of a text the fields that it lacks: at the end of the block, or in a new block at the start.
 * A key whose value is null or empty gets the value in place; any other value stays. Nothing behind the block changes.
 * What comes out was read back: the fields have their values, all others and the body are as they were.
 */
export function addFields(text: string, fields: readonly FrontMatterField[]): FrontMatterEdits {
  const { frontMatter, problems } = read(text)
  const [problem] = problems
  if (problem) return refusalOf(problem)
  const lacking = fields.filter(({ key }) => isEmpty(frontMatter?.fields[key]))
  if (lacking.length === 0) return { edits: [] }
  if (frontMatter && !newLineAt(text, frontMatter)) return { refused: IN_BRACES, line: 2 }
  const edited = editFields(text, lacking)
  return 'edits' in edited ? edited : { refused: notSafe(lacking, 'added'), line: 1 }
}

/**
 * Gives fields of the front matter another value, adds those that it lacks at the end of the block, and takes out those whose
 * value is null, with their lines. Every other byte stays: comments, quotes of keys, line ends, all other values. Where a value
 * or a line to be taken out holds a comment, nothing is changed: whose it is only a person knows. What comes out was read back.
 */
export function changeFields(text: string, changes: readonly FrontMatterChange[]): FrontMatterEdits {
  const { frontMatter, problems } = read(text)
  const [problem] = problems
  if (problem) return refusalOf(problem)
  if (!frontMatter) return { refused: NO_FRONT_MATTER, line: 1 }
  const edited = editFields(text, changes)
  if ('edits' in edited) return edited
  const { refused, line } = edited
  return line === undefined ? { refused: notSafe(changes, 'changed'), line: 1 } : { refused, line }
}

/** True for a field that says nothing: absent, null, blank, or an empty list. */
export function isEmpty(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

const NO_FRONT_MATTER =
  'The file has no front matter. Add a block of `key: value` lines between two lines `---`.'

const IN_BRACES =
  'The front matter is written in `{…}`, not in `key: value` lines. Write each field on its own line.'

function notSafe(fields: readonly FrontMatterChange[], what: 'added' | 'changed'): string {
  const keys = fields.map(({ key }) => `\`${key}\``).join(', ')
  const byHand = what === 'added' ? 'Add' : 'Change'
  return `The front matter has a form in which ${keys} cannot be ${what} safely. ${byHand} them by hand.`
}

/** Edits of fields that are read back, with all comments and the text behind the block as they were. */
function editFields(
  text: string,
  changes: readonly FrontMatterChange[],
): { readonly edits: readonly Edit[] } | EditRefusal {
  const edited = editData(
    text,
    changes.map(({ key, value }) =>
      value === null ? { at: [key], remove: true } : { at: [key], set: value },
    ),
    FRONT_MATTER,
  )
  if ('refused' in edited) return edited
  const [body = '', newBody = ''] = [text, edited.text].map((one) => one.slice(read(one).bodyStart))
  const [comments, newComments] = [text, edited.text].map((one) =>
    read(one)
      .frontMatter?.comments.map(({ start, end }) => one.slice(start, end))
      .join('\n'),
  )
  // A new block may bring the blank line behind it.
  const isKept = newBody.endsWith(body) && newBody.length - body.length <= 2
  return isKept && (comments ?? '') === newComments ? { edits: edited.edits } : { refused: NOT_READ_BACK }
}

/** A text with the fields of its front matter; without a block it has none. */
type Fields = Data & FrontMatterReading

const FRONT_MATTER: DataFormat<Fields> = {
  read: (text) => {
    const reading = read(text)
    const { value = {}, nodes = new Map(), comments = [] } = reading.frontMatter ?? {}
    return reading.problems[0]?.message ?? { ...reading, value, nodes, comments }
  },
  replace: (view, path, value) => {
    const { text, data } = view
    const isInBraces = data.frontMatter && !newLineAt(text, data.frontMatter)
    const written = isInBraces && typeof value === 'string' ? quoteYaml(value) : yamlOf(value)
    const start = data.nodes.get(pointerOf(path))?.value.start ?? 0
    return withComments(view, path, { start, edits: replaceMember(view, path, [` ${written}`]) })
  },
  change: (view, { path, added, gone }) => {
    const { text, data } = view
    const { frontMatter, bodyStart } = data
    if (!frontMatter) return [newBlock(text, bodyStart, added)]
    const line = newLineAt(text, frontMatter)
    const edits: Edit[] = []
    for (const [i, part] of partsOf(data, path).entries()) {
      if (!gone.has(i)) continue
      const lines = linesOfPart(view, path, i)
      const removed = withComments(view, part.path, { start: part.start, edits: [{ ...lines, text: '' }] })
      if ('refused' in removed) return removed
      const isAlone = line && text.slice(lines.start, part.start).trim() === ''
      if (!isAlone) return { refused: IN_BRACES, line: lineAt(lineStarts(text), part.start) }
      edits.push(...removed)
    }
    if (added.length === 0) return edits
    if (!line) return { refused: IN_BRACES, line: 2 }
    const lines = added.map((field) => line.indent + lineOf(field) + lineEndOf(text)).join('')
    return [...edits, { start: line.at, end: line.at, text: lines }]
  },
}

/** Edits that take no comment with them: whose it is only a person knows. */
function withComments(
  { text, data }: TextView,
  path: DataPath,
  { start, edits }: { readonly start: number; readonly edits: readonly Edit[] },
): readonly Edit[] | EditRefusal {
  const isLost = edits.some((edit) =>
    data.comments.some((comment) => comment.start < edit.end && comment.end > edit.start),
  )
  if (!isLost) return edits
  return {
    refused: `\`${path[0]}\` in the front matter has a comment that would be lost. Change it by hand, or move the comment to a line above.`,
    line: lineAt(lineStarts(text), start),
  }
}

function read(text: string): FrontMatterReading {
  return readFrontMatter(text, lineStarts(text), DEFAULT_SETTINGS.limits.frontMatterBytes)
}

/** A BOM stays first; a blank line sets the block off from the text unless one is there. */
function newBlock(text: string, start: number, fields: readonly Addition[]): Edit {
  const lineEnd = lineEndOf(text)
  const body = text.slice(start)
  const gap = body === '' || /^[ \t]*(?:[\r\n]|$)/.test(body) ? '' : lineEnd
  return { start, end: start, text: blockOf(fields, lineEnd) + gap }
}

/** A new block of these fields, in their order. */
export function frontMatterBlock(fields: readonly FrontMatterField[]): string {
  return blockOf(fields, '\n')
}

function blockOf(fields: readonly Addition[], lineEnd: string): string {
  return ['---', ...fields.map(lineOf), '---'].map((line) => line + lineEnd).join('')
}

function lineOf({ key, value }: Addition): string {
  return `${yamlScalar(String(key))}: ${yamlOf(value)}`
}

/** A value on one line. */
function yamlOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => yamlScalar(String(item))).join(', ')}]`
  if (typeof value !== 'string' || DATE.test(value)) return String(value)
  return yamlLineScalar(value)
}

/** The line end that the text uses first, which is never a lone carriage return. */
function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n'
}
