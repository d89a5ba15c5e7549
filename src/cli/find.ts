import { safeLine, safePath } from '../core/safe-text.ts'
import { type Findings, type FoundItem, runFind } from '../maintain/find.ts'
import { safeJson } from '../reporters/json.ts'
import type { FlagValues } from './flags.ts'
import { colorsFor, deliver, type Io } from './io.ts'
import { commonOptions } from './options.ts'

const LIMIT = 10

/** `memkeep find QUERY…`: 0 also where nothing is found. */
export async function find(words: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { layout: layouts, limit = LIMIT, tokenBudget, includeArchived = false } = flags
  const found = await runFind({
    ...commonOptions(flags, io),
    query: words.join(' '),
    layouts,
    limit,
    tokenBudget,
    includeArchived,
  })
  await deliver(flags.format === 'json' ? safeJson(found) : foundText(found, colorsFor(flags, io)), flags, io)
  return 0
}

function foundText(found: Findings, colors: ReturnType<typeof colorsFor>): string {
  const { results, total, omitted, weak, unreadable } = found
  const lines = results.map((one) => itemText(one, colors))
  const notes = [
    ...(total === 0 ? ['nothing that is remembered has these words'] : []),
    ...(weak && total > 0 ? ['no item answers this well: these only share words with it'] : []),
    ...(omitted > 0 ? [`${omitted} more match; --limit and --token-budget say how many are shown`] : []),
    ...unreadable.map((path) => `${safePath(path)} cannot be read whole, so it is not searched whole`),
  ]
  return `${[...lines, ...notes.map((note) => colors.dim(note))].join('\n')}\n`
}

function itemText(
  { layout, kind, id, path, line, title, aside, excerpt }: FoundItem,
  colors: ReturnType<typeof colorsFor>,
): string {
  const facts = [
    layout,
    kind,
    ...(id === undefined ? [] : [id]),
    ...(aside ? ['superseded or archived'] : []),
  ]
  return `${colors.bold(safeLine(title))}\n  ${safePath(path)}:${line}  ${colors.dim(safeLine(facts.join(', ')))}\n  ${safeLine(excerpt)}\n`
}
