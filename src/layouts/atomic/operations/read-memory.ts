import { type ItemAt, itemsIn } from '../../../core/changes/item-changes.ts'
import type { Memory } from '../../../core/document.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import { defineOperation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { anyObject, choice, closedObject, list, text, type ValueOf } from '../../../core/schema.ts'
import type { Source } from '../../../core/source.ts'
import { bodyText } from '../../../formats/front-matter-block.ts'
import { nearest } from '../../../formats/names.ts'
import { didYouMean, refuse } from '../../../stores/answer.ts'
import { rankItems } from './items/rank-items.ts'
import { answerOfRows, foldedWords, itemRow, type ReadItems, readItems } from './items/read-items.ts'
import {
  AROUND,
  AROUND_NEEDED,
  CATEGORY_NAMES,
  categoryOf,
  leftOut,
  nullable,
  ROW,
  ROW_NEEDED,
  tokenBudget,
} from './items/schemas.ts'

/** Estimated tokens without a limit of the caller's. */
const BUDGET = 4000

const input = closedObject(['category'], {
  category: choice(CATEGORY_NAMES, 'The category to read.', { 'x-flag': { argument: true } }),
  id: nullable(text(undefined, { maxLength: 200 }), 'Only the item with this id.', {
    form: 'the id of an item',
  }),
  query: nullable(text(undefined, { maxLength: 1000 }), 'Only items with words of this.', { form: 'words' }),
  token_budget: tokenBudget(`Most tokens; ${BUDGET} when absent.`),
})

/** Reads items of one category whole. */
export const readMemory = defineOperation({
  name: 'read_memory',
  title: 'Read items of the memory',
  description:
    'Gives items of one category whole: the one with an `id`, those that match a `query`, or all, the newest first.',
  details: `Without an id it stops at ${BUDGET} estimated tokens and names the rest; nothing is cut in two. An archived item is given by its id. Example: {"category": "decisions", "query": "job queue"}.`,
  input,
  output: closedObject(['items', ...AROUND_NEEDED], {
    items: list(
      closedObject(ROW_NEEDED, {
        ...ROW,
        fields: {
          ...anyObject('The other fields of the front matter, by name.'),
          additionalProperties: true,
        },
        content: text('The text below the front matter.'),
      }),
      'Whole items.',
    ),
    ...leftOut,
    ...AROUND,
  }),
  everyday: true,
  readOnly: true,
  destructive: false,
  idempotent: true,
  command: {
    name: 'atomic read',
    summary: 'print items of one category whole',
    examples: ['memkeep atomic read decisions --id dec-20260302-q3f7ab'],
  },
  wants: (input) => candidates(input).items.map(({ document }) => document.path),
  plan: (input) => {
    const { args, memory, sources } = input
    const [id, query] = [given(args.id), given(args.query)]
    const read = candidates(input)
    if (id && read.items.length === 0) return refuseId(id, args.category, memory)
    const words = foldedWords(query)
    if (query && words.length === 0) {
      return refuse('The query has no word', 'Give words to look for as `query`, or leave it out.')
    }
    const matches = query ? rankItems(words, read, sources).map(({ at }) => at) : read.items
    const rows = matches.flatMap((at) => wholeItem(at, read, sources.get(at.document.path)))
    const budget = id ? null : (args.token_budget ?? BUDGET)
    return answerOfRows(rows, {
      budget,
      read,
      dataOf: (items, { counts, around }) => ({ items, ...counts, ...around }),
    })
  },
})

type Input = OperationInput<ValueOf<typeof input>>

/** A text that may be left out, trimmed: empty where it is. */
function given(text: string | null | undefined): string {
  return text?.trim() ?? ''
}

/** The items of the category; with an id those that have it, archived ones too. */
function candidates({ args, memory }: Input): ReadItems {
  const id = given(args.id)
  const read = readItems(memory, { categories: [args.category], includeArchived: id !== '' })
  return id ? { ...read, items: read.items.filter(({ item }) => item.id === id) } : read
}

/** Fields that a row has under a name of its own. */
const IN_ROW: readonly string[] = ['id', 'title', 'created', 'status']

function wholeItem(at: ItemAt, { supersededBy }: ReadItems, source: Source | undefined) {
  if (!source) return []
  const fields = Object.entries(source.frontMatter?.fields ?? {}).filter(
    ([name, value]) => !IN_ROW.includes(name) && value !== null,
  )
  return [
    { ...itemRow(at, supersededBy), fields: Object.fromEntries(fields), content: bodyText(source.text) },
  ]
}

function refuseId(id: string, category: string, { documents }: Memory): Refusal {
  const items = itemsIn(documents)
  const other = items.find(({ item }) => item.id === id)?.document
  if (other) {
    return refuse(
      `${safeText(id)} is in ${categoryOf(other.kind)} (${safePath(other.path)}), not in ${category}`,
      `Call again with ${categoryOf(other.kind)} as \`category\`.`,
    )
  }
  const guess = didYouMean(
    nearest(
      id,
      items.flatMap(({ item }) => item.id ?? []),
    ),
  )
  return refuse(
    `No item that can be read has the id ${safeText(id)}`,
    `${guess}Give an id that memory_search finds as \`id\`.`,
  )
}
