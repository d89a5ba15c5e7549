import type { Colors } from 'picocolors/types'
import { safeLine, safePath } from '../core/messages.ts'
import {
  type Findings,
  type FoundItem,
  LIMIT,
  labelsOf,
  runFind,
  searchNotes,
} from '../operations/search/find.ts'
import { safeJson } from '../reporters/json.ts'
import { userEmbedder } from './ask-user-models.ts'
import { colorsFor, commonOptions, deliver, type FlagValues, type Io } from './command.ts'

/** `memkeep find QUERY…`: 0 also where nothing is found. */
export async function find(words: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const {
    layout: layouts,
    kind: kinds,
    tag: tags,
    since,
    until,
    limit = LIMIT,
    tokenBudget,
    includeArchived = false,
  } = flags
  const common = commonOptions(flags, io)
  const found = await runFind({
    ...common,
    embedder: userEmbedder({ cwd: common.cwd, path: flags.models }, io),
    query: words.join(' '),
    layouts,
    kinds,
    tags,
    since,
    until,
    limit,
    tokenBudget,
    includeArchived,
  })
  await deliver(flags.format === 'json' ? safeJson(found) : foundText(found, colorsFor(flags, io)), flags, io)
  return 0
}

function foundText(found: Findings, colors: Colors): string {
  const lines = found.results.map((one) => itemText(one, colors))
  const notes = searchNotes(found, '--limit and --token-budget').map(safeLine)
  return `${[...lines, ...notes.map((note) => colors.dim(note))].join('\n')}\n`
}

function itemText(one: FoundItem, colors: Colors): string {
  const place = `${safePath(one.path)}:${one.line}`
  return `${colors.bold(safeLine(one.title))}\n  ${place}  ${colors.dim(safeLine(labelsOf(one)))}\n  ${safeLine(one.excerpt)}\n`
}
