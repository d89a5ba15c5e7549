import type { Colors } from 'picocolors/types'
import { safeLine, safePath } from '../core/messages.ts'
import { runFind } from '../operations/search/find.ts'
import { labelsOf, resultNotes, searchNotes, titleLine } from '../operations/search/result-lines.ts'
import type { Found, FoundItem } from '../operations/search/search-schemas.ts'
import { safeJson } from '../reporters/json.ts'
import { userEmbedder } from './ask-user-models.ts'
import { colorsFor, commonOptions, deliver, type FlagValues, type Io } from './command.ts'

/** `memkeep find QUERY…`: 0 also where nothing is found. */
export async function find(words: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { layout: layouts, kind: kinds, tag: tags, since, until, limit } = flags
  const { tokenBudget: token_budget, includeArchived: include_archived } = flags
  const common = commonOptions(flags, io)
  const found = await runFind(
    { query: words.join(' '), layouts, kinds, tags, since, until, limit, token_budget, include_archived },
    { ...common, embedder: userEmbedder({ cwd: common.cwd, path: flags.models }, io) },
  )
  const data = (): string =>
    safeJson({ ...found, results: found.results.map(({ text: _, ...item }) => item) })
  await deliver(flags.format === 'json' ? data() : foundText(found, colorsFor(flags, io)), flags, io)
  return 0
}

function foundText(found: Found, colors: Colors): string {
  const lines = found.results.map((item) => itemText(item, colors))
  const notes = searchNotes(found, {
    bounds: '--limit and --token-budget',
    archived: '--include-archived',
  }).map(safeLine)
  return `${[...lines, ...notes.map((note) => colors.dim(note))].join('\n')}\n`
}

function itemText(item: FoundItem, colors: Colors): string {
  const place = `${safePath(item.path)}:${item.line}`
  const notes = resultNotes(item).map((line) => `  ${colors.yellow(safeLine(line))}\n`)
  return `${colors.bold(safeLine(titleLine(item)))}\n  ${place}  ${colors.dim(safeLine(labelsOf(item)))}\n  ${safeLine(item.excerpt)}\n${notes.join('')}`
}
