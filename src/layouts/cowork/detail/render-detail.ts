import type { Json, JsonObject } from '../../../core/json.ts'
import type { ListName } from '../project-facts.ts'
import { escapeProse } from './escape-prose.ts'
import { visibleLines } from './visible-text.ts'

/** A single line that is longer is shown as it is, in a code block. */
const MOST_FOR_PROSE = 2000

/**
 * What the detail file of a row says above its mark, with LF and one line break at the end; null for a row that lacks a
 * field of its model. Values are untrusted: a single line is escaped, several lines stand in a code block, so nothing in
 * them can become a heading, a list, HTML or a link.
 */
export function renderDetail(list: ListName, row: JsonObject): string | null {
  const blocks = list === 'decisions' ? decisionBlocks(row) : patternBlocks(row)
  return blocks && `${blocks.join('\n\n')}\n`
}

function decisionBlocks(row: JsonObject): string[] | null {
  const texts = textsOf(row, ['id', 'title', 'context', 'decision', 'iteration_id', 'created_at'])
  const consequences = listOf(row.consequences)
  if (!texts || !consequences) return null
  return [
    heading(texts.title, texts.id),
    labels(texts),
    ...section('Context', prose(texts.context)),
    ...section('Decision', prose(texts.decision)),
    ...section('Consequences', bullets(consequences)),
  ]
}

function patternBlocks(row: JsonObject): string[] | null {
  const texts = textsOf(row, ['id', 'name', 'description', 'iteration_id', 'created_at'])
  const usage = listOf(row.usage)
  const tags = listOf(row.tags)
  const code = row.code_example ?? ''
  if (!texts || !usage || !tags || typeof code !== 'string') return null
  return [
    heading(texts.name, texts.id),
    labels(texts, tags),
    ...section('Description', prose(texts.description)),
    ...section('Usage', bullets(usage)),
    ...section('Code example', fence(visibleLines(code), '')),
  ]
}

function textsOf<Name extends string>(
  row: JsonObject,
  names: readonly Name[],
): { readonly [name in Name]: string } | null {
  const texts = names.map((name) => [name, row[name]] as const)
  if (texts.some(([, value]) => typeof value !== 'string')) return null
  return Object.fromEntries(texts) as { readonly [name in Name]: string }
}

function listOf(value: Json | undefined): readonly string[] | null {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? (value as string[]) : null
}

function oneLine(value: string): string {
  return escapeProse(visibleLines(value).join(' ').replace(/\s+/g, ' '))
}

function heading(title: string, id: string): string {
  return `# ${oneLine(title) || oneLine(id)}`
}

function labels(
  { id, iteration_id, created_at }: { readonly [name in 'id' | 'iteration_id' | 'created_at']: string },
  tags: readonly string[] = [],
): string {
  const rows = [
    ['Id', oneLine(id)],
    ['Iteration', oneLine(iteration_id)],
    ['Created', oneLine(created_at)],
    ['Tags', tags.map(oneLine).filter(Boolean).join(', ')],
  ]
  return rows.flatMap(([name, value]) => (value ? [`- **${name}:** ${value}`] : [])).join('\n')
}

function section(name: string, body: string): string[] {
  return body === '' ? [] : [`## ${name}`, body]
}

function prose(value: string): string {
  const lines = visibleLines(value)
  const [first = '', second] = lines
  return second === undefined && first.length <= MOST_FOR_PROSE ? escapeProse(first) : fence(lines, 'text')
}

function bullets(values: readonly string[]): string {
  return values
    .map(prose)
    .filter(Boolean)
    .map((value) => `- ${value.replace(/\n(?!\n)/g, '\n  ')}`)
    .join('\n')
}

/** A code block whose marks are longer than any run of backticks in it: nothing in it can end it. */
function fence(lines: readonly string[], info: string): string {
  if (lines.length === 0) return ''
  const longest = Math.max(2, ...lines.map((line) => longestRun(line)))
  const mark = '`'.repeat(longest + 1)
  return [`${mark}${info}`, ...lines.map(withoutMark), mark].join('\n')
}

/** A line that could be taken for the file's own mark is moved in by one space. */
function withoutMark(line: string): string {
  return line.startsWith('<!-- Above:') ? ` ${line}` : line
}

function longestRun(line: string): number {
  return (line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
}
