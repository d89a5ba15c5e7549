import type { Colors } from 'picocolors/types'
import { safeLine, safePath } from '../core/messages.ts'
import { runFind } from '../operations/search/find.ts'
import { labelsOf, resultNotes, searchNotes, titleLine } from '../operations/search/result-lines.ts'
import type { Found, FoundItem, SearchArguments } from '../operations/search/search-schemas.ts'
import { safeJson } from '../reporters/json.ts'
import { displayWidth, wrap } from '../reporters/terminal-text.ts'
import { userEmbedder } from './ask-user-models.ts'
import { colorsFor, columnsOf, commonOptions, deliver, type FlagValues, type Io } from './command.ts'

/** `memkeep find QUERY…`: 0 also where nothing is found. */
export async function find(words: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { layout: layouts, kind: kinds, tag: tags, since, until, limit } = flags
  const { tokenBudget: token_budget, includeArchived: include_archived } = flags
  const common = commonOptions(flags, io)
  const found = await runFind(
    { query: words.join(' '), layouts, kinds, tags, since, until, limit, token_budget, include_archived },
    { ...common, embedder: userEmbedder({ cwd: common.cwd, path: flags.models }, io) },
  )
  const isBudgeted = token_budget !== undefined
  const data = (): string =>
    // Who gives a budget wants what it is filled with.
    safeJson(isBudgeted ? found : { ...found, results: found.results.map(({ text: _, ...item }) => item) })
  const look = {
    isBudgeted,
    args: { tags, since, until, kinds, layouts },
    colors: colorsFor(flags, io),
    columns: columnsOf(flags, io),
  }
  await deliver(flags.format === 'json' ? data() : foundText(found, look), flags, io)
  return 0
}

type Look = {
  readonly colors: Colors
  readonly columns: number
  readonly isBudgeted: boolean
  readonly args: Partial<SearchArguments>
}

function foundText(found: Found, look: Look): string {
  const lines = found.results.map((item) => itemText(item, look))
  const names = { bounds: '--limit or --token-budget', archived: '--include-archived' }
  const { above, below } = searchNotes(found, look.args, names)
  const noted = (notes: readonly string[]): readonly string[] =>
    notes.flatMap((note) => lined(note, look, look.colors.dim))
  const first = noted(above).map((line, i, all) => (i === all.length - 1 ? `${line}\n` : line))
  return `${[...first, ...lines, ...noted(below)].join('\n')}\n`
}

/** A text in lines of the terminal. */
function lined(text: string, { columns }: Look, paint: (line: string) => string, indent = ''): string[] {
  return wrap(safeLine(text), columns - indent.length).map((line) => indent + paint(line))
}

function itemText(item: FoundItem, look: Look): string {
  const { bold, dim, yellow } = look.colors
  const place = `${safePath(item.path)}:${item.line}`
  const labels = safeLine(labelsOf(item))
  const isShort = displayWidth(`  ${place}  ${labels}`) <= look.columns
  const lines = [
    ...lined(titleLine(item, look.isBudgeted ? item.text : ''), look, bold),
    ...(isShort ? [`  ${place}  ${dim(labels)}`] : [`  ${place}`, `  ${dim(labels)}`]),
    ...(look.isBudgeted ? item.text.trim().split(/\r\n|[\n\r]/) : [item.excerpt]).flatMap((line) =>
      lined(line, look, String, '  '),
    ),
    ...resultNotes(item).flatMap((note) => lined(note, look, yellow, '  ')),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
