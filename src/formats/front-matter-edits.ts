import type { Json } from '../core/json.ts'
import { DEFAULT_SETTINGS } from '../core/settings.ts'
import type { FrontMatter } from '../core/source.ts'
import { applyEdits, type Edit, lineStarts } from '../core/text.ts'
import { type Refusal, refusalOf } from './decode-text.ts'
import { type FrontMatterReading, readFrontMatter } from './front-matter.ts'
import { newLineAt } from './front-matter-block.ts'
import { yamlLineScalar, yamlScalar } from './yaml-text.ts'

/** A field that a document should have: a text, or a list of texts. */
export type FrontMatterField = { readonly key: string; readonly value: string | readonly string[] }

/** Splices that add fields; or why none can be added safely and what to do, and the line that is in the way. */
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
  return readsBack({ text, edits, lacking }, before) ? { edits } : { refused: notSafe(lacking), line: 1 }
}

const IN_BRACES =
  'The front matter is written in `{…}`, not in `key: value` lines. Write each field on its own line.'

function notSafe(fields: readonly FrontMatterField[]): string {
  const keys = fields.map(({ key }) => `\`${key}\``).join(', ')
  return `The front matter has a form to which ${keys} cannot be added safely. Add them by hand.`
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
  const lines = ['---', ...fields.map(lineOf), '---'].map((line) => line + lineEnd)
  return { start: bodyStart, end: bodyStart, text: lines.join('') + gap }
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
  readonly lacking: readonly FrontMatterField[]
}

function readsBack({ text, edits, lacking }: Tried, before: FrontMatterReading): boolean {
  const result = applyEdits(text, edits)
  const after = read(result)
  if (!after.frontMatter || after.problems.length > 0) return false
  // A new block may bring the blank line behind it.
  const [old, body] = [text.slice(before.bodyStart), result.slice(after.bodyStart)]
  if (!body.endsWith(old) || body.length - old.length > 2) return false
  const wanted = new Map<string, unknown>(Object.entries(before.frontMatter?.fields ?? {}))
  for (const { key, value } of lacking) wanted.set(key, value)
  const found = Object.entries(after.frontMatter.fields)
  return (
    found.length === wanted.size &&
    found.every(([key, value]) => JSON.stringify(value) === JSON.stringify(wanted.get(key)))
  )
}
