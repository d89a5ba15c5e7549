import type { Json } from '../core/json.ts'
import { DEFAULT_SETTINGS } from '../core/settings.ts'
import type { FrontMatter, Range } from '../core/source.ts'
import { applyEdits, type Edit, lineAt, lineStarts } from '../core/text.ts'
import { type Refusal, refusalOf } from './decode-text.ts'
import { type FrontMatterReading, readFrontMatter } from './front-matter.ts'
import { lineOf as lineIn, newLineAt } from './front-matter-block.ts'
import { quoteYaml, yamlLineScalar, yamlScalar } from './yaml/yaml-text.ts'

/** A field that a document should have: a text, a number, or a list of texts. */
export type FrontMatterField = { readonly key: string; readonly value: string | number | readonly string[] }

/** A field with the value that it is to have, whatever it has; null takes it out. */
export type FrontMatterChange = FrontMatterField | { readonly key: string; readonly value: null }

/** Splices that add or change fields; or why it cannot be done safely and what to do, and the line that is in the way. */
export type FrontMatterEdits = { readonly edits: readonly Edit[] } | Refusal

const DATE = /^\d{4}-\d{2}-\d{2}$/

/**
 * Adds to the front matter of a text the fields that it lacks: at the end of the block, or in a new block at the start.
 * A key whose value is null or empty gets the value in place; any other value stays. Nothing behind the block changes.
 * What comes out was read back: the fields have their values, all others and the body are as they were.
 */
export function frontMatterEdits(text: string, fields: readonly FrontMatterField[]): FrontMatterEdits {
  const before = read(text)
  const [problem] = before.problems
  if (problem) return refusalOf(problem)
  const lacking = fields.filter(({ key }) => isEmpty(before.frontMatter?.fields[key]))
  if (lacking.length === 0) return { edits: [] }
  const { frontMatter } = before
  const edits = frontMatter ? intoBlock(text, frontMatter, lacking) : [newBlock(text, before, lacking)]
  if (edits === null) return { refused: IN_BRACES, line: 2 }
  return readsBack({ text, edits, changes: lacking }, before)
    ? { edits }
    : { refused: notSafe(lacking), line: 1 }
}

/**
 * Gives fields of the front matter another value, adds those that it lacks at the end of the block, and takes out those whose
 * value is null, with their lines. Every other byte stays: comments, quotes of keys, line ends, all other values. Where a value
 * or a line to be taken out holds a comment, nothing is changed: whose it is only a person knows. What comes out was read back.
 */
export function changeFrontMatter(text: string, changes: readonly FrontMatterChange[]): FrontMatterEdits {
  const before = read(text)
  const [problem] = before.problems
  if (problem) return refusalOf(problem)
  const { frontMatter } = before
  if (!frontMatter) return { refused: NO_FRONT_MATTER, line: 1 }
  const wanted = changes.filter((change) => !isDone(change, frontMatter))
  const edits: Edit[] = []
  for (const change of wanted) {
    const found = editsFor(text, change, frontMatter)
    if ('refused' in found) return found
    edits.push(...found.edits)
  }
  const added = wanted.filter(({ key, value }) => value !== null && !Object.hasOwn(frontMatter.fields, key))
  const line = added.length === 0 ? null : newLineAt(text, frontMatter)
  if (added.length > 0 && !line) return { refused: IN_BRACES, line: 2 }
  const lines = added.map((field) => `${line?.indent}${lineOf(field as FrontMatterField)}${lineEndOf(text)}`)
  if (line) edits.push({ start: line.at, end: line.at, text: lines.join('') })
  if (edits.length === 0) return { edits }
  return readsBack({ text, edits, changes: wanted }, before)
    ? { edits }
    : { refused: notSafe(wanted, 'changed'), line: 1 }
}

function isDone({ key, value }: FrontMatterChange, { fields }: FrontMatter): boolean {
  if (value === null) return !Object.hasOwn(fields, key)
  return JSON.stringify(fields[key]) === JSON.stringify(value)
}

/** The splices for a field that is there; none for one that is not. */
function editsFor(text: string, change: FrontMatterChange, frontMatter: FrontMatter): FrontMatterEdits {
  const node = frontMatter.nodes.get(`/${change.key}`)
  if (!node?.key) return { edits: [] }
  const colon = text.indexOf(':', node.key.end) + 1
  const written = text.slice(node.value.start, node.value.end).trimEnd()
  const value = written === '' ? { start: colon, end: colon } : trimmed(node.value, written)
  if (change.value === null)
    return withoutLines(text, { start: node.key.start, end: value.end }, change.key, frontMatter)
  const isCovering = frontMatter.comments.some(({ start, end }) => start < value.end && end > value.start)
  if (isCovering) return holdsComment(text, change.key, value)
  if (written === '') return { edits: [inPlace(text, change, frontMatter.nodes)] }
  const current = frontMatter.fields[change.key]
  const isBlock = typeof current === 'object' && !'[{'.includes(text[value.start] ?? '')
  if (!isBlock) return { edits: [{ ...value, text: valueIn(text, change, frontMatter) }] }
  const lines = withoutLines(text, value, change.key, frontMatter)
  if ('refused' in lines) return lines
  return { edits: [{ start: colon, end: colon, text: ` ${yamlOf(change)}` }, ...lines.edits] }
}

function trimmed({ start }: Range, written: string): Range {
  return { start, end: start + written.length }
}

/** In braces a comma or a bracket would end a plain text. */
function valueIn(text: string, field: FrontMatterField, frontMatter: FrontMatter): string {
  const { value } = field
  return typeof value === 'string' && newLineAt(text, frontMatter) === null ? quoteYaml(value) : yamlOf(field)
}

/** Takes out the lines of a field, or of its value, which it must have to itself. */
function withoutLines(
  text: string,
  { start, end }: Range,
  key: string,
  { comments }: FrontMatter,
): FrontMatterEdits {
  const from = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1
  const last = lineIn(text, end)
  if (comments.some((one) => one.start < last.end && one.end > from)) {
    return holdsComment(text, key, { start, end })
  }
  const isAlone = /^ *$/.test(text.slice(from, start)) && text.slice(end, last.end).trim() === ''
  if (!isAlone) return { refused: IN_BRACES, line: lineAt(lineStarts(text), start) }
  return { edits: [{ start: from, end: last.next, text: '' }] }
}

function holdsComment(text: string, key: string, { start }: Range): Refusal {
  return {
    refused: `\`${key}\` in the front matter has a comment that would be lost. Change it by hand, or move the comment to a line above.`,
    line: lineAt(lineStarts(text), start),
  }
}

const NO_FRONT_MATTER =
  'The file has no front matter. Add a block of `key: value` lines between two lines `---`.'

const IN_BRACES =
  'The front matter is written in `{…}`, not in `key: value` lines. Write each field on its own line.'

function notSafe(fields: readonly FrontMatterChange[], what = 'added'): string {
  const keys = fields.map(({ key }) => `\`${key}\``).join(', ')
  const byHand = what === 'added' ? 'Add' : 'Change'
  return `The front matter has a form in which ${keys} cannot be ${what} safely. ${byHand} them by hand.`
}

function read(text: string): FrontMatterReading {
  return readFrontMatter(text, lineStarts(text), DEFAULT_SETTINGS.limits.frontMatterBytes)
}

/** True for a field that says nothing: absent, null, blank, or an empty list. */
export function isEmpty(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** A BOM stays first; a blank line sets the block off from the text unless one is there. */
function newBlock(
  text: string,
  { bodyStart }: FrontMatterReading,
  fields: readonly FrontMatterField[],
): Edit {
  const lineEnd = lineEndOf(text)
  const body = text.slice(bodyStart)
  const gap = body === '' || /^[ \t]*(?:[\r\n]|$)/.test(body) ? '' : lineEnd
  return { start: bodyStart, end: bodyStart, text: blockOf(fields, lineEnd) + gap }
}

/** A new block of these fields, in their order. */
export function frontMatterBlock(fields: readonly FrontMatterField[]): string {
  return blockOf(fields, '\n')
}

function blockOf(fields: readonly FrontMatterField[], lineEnd: string): string {
  return ['---', ...fields.map(lineOf), '---'].map((line) => line + lineEnd).join('')
}

/** Null for a map in braces, which has no separate line for a field. */
function intoBlock(
  text: string,
  frontMatter: FrontMatter,
  fields: readonly FrontMatterField[],
): Edit[] | null {
  const line = newLineAt(text, frontMatter)
  if (!line) return null
  const { nodes, fields: present } = frontMatter
  const lineEnd = lineEndOf(text)
  const added = fields.filter(({ key }) => !Object.hasOwn(present, key))
  const filled = fields.filter(({ key }) => Object.hasOwn(present, key))
  const lines = added.map((field) => `${line.indent}${lineOf(field)}${lineEnd}`).join('')
  return [
    ...filled.map((field) => inPlace(text, field, nodes)),
    ...(lines === '' ? [] : [{ start: line.at, end: line.at, text: lines }]),
  ]
}

function inPlace(text: string, field: FrontMatterField, nodes: FrontMatter['nodes']): Edit {
  const node = nodes.get(`/${field.key}`)
  const keyEnd = node?.key?.end ?? 0
  const { start, end } = node?.value ?? { start: keyEnd, end: keyEnd }
  const written = text.slice(start, end).trimEnd()
  if (written !== '') return { start, end: start + written.length, text: yamlOf(field) }
  const colon = text.indexOf(':', keyEnd) + 1
  return { start: colon, end: colon, text: ` ${yamlOf(field)}` }
}

function lineOf(field: FrontMatterField): string {
  return `${yamlScalar(field.key)}: ${yamlOf(field)}`
}

function yamlOf({ value }: FrontMatterField): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return `[${value.map(yamlScalar).join(', ')}]`
  return DATE.test(value) ? value : yamlLineScalar(value)
}

/** The line end that the text uses first. */
function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n'
}

type Tried = {
  readonly text: string
  readonly edits: readonly Edit[]
  readonly changes: readonly FrontMatterChange[]
}

function readsBack({ text, edits, changes }: Tried, before: FrontMatterReading): boolean {
  const result = applyEdits(text, edits)
  const after = read(result)
  if (!after.frontMatter || after.problems.length > 0) return false
  // A new block may bring the blank line behind it.
  const [old, body] = [text.slice(before.bodyStart), result.slice(after.bodyStart)]
  if (!body.endsWith(old) || body.length - old.length > 2) return false
  const wanted = new Map<string, unknown>(Object.entries(before.frontMatter?.fields ?? {}))
  for (const { key, value } of changes) {
    if (value === null) wanted.delete(key)
    else wanted.set(key, value)
  }
  const found = Object.entries(after.frontMatter.fields)
  return (
    sameComments([text, before], [result, after]) &&
    found.length === wanted.size &&
    found.every(([key, value]) => JSON.stringify(value) === JSON.stringify(wanted.get(key)))
  )
}

type Block = readonly [text: string, reading: FrontMatterReading]

function sameComments(...blocks: readonly [Block, Block]): boolean {
  const [before, after] = blocks.map(([text, { frontMatter }]) =>
    (frontMatter?.comments ?? []).map(({ start, end }) => text.slice(start, end)).join('\n'),
  )
  return before === after
}
