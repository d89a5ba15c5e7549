import {
  anyOf,
  choice,
  closedObject,
  count,
  type FlagWords,
  flag,
  integer,
  list,
  NOTHING,
  number,
  type Schema,
  text,
  type ValueOf,
} from '../../../../core/schema.ts'
import { CATEGORIES } from '../../claim.ts'
import { GOAL_STATUSES, TASK_STATUSES } from '../../lifecycle.ts'

export const CATEGORY_NAMES: readonly string[] = [...CATEGORIES.keys()]

/** The folder of a kind. */
export function categoryOf(kind: string): string {
  return `${kind}s`
}

/** A parameter that may be left out, or be null: then it counts as not given. */
export function nullable<Value>(
  schema: Schema<Value>,
  description: string,
  { form, ...words }: { readonly form: string; readonly 'x-flag'?: FlagWords },
): Schema<Value | null> {
  return { anyOf: [schema, NOTHING], default: null, description, 'x-form': `${form}, or nothing`, ...words }
}

const LINE = 2000

const line = (description: string, flagWords?: FlagWords): Schema<string | null> =>
  nullable(text(undefined, { maxLength: LINE }), description, {
    form: `a text of at most ${LINE} characters`,
    ...(flagWords && { 'x-flag': flagWords }),
  })

export const dryRun = flag('Shows the change and writes nothing.', { default: false })

/** What every new item has. */
export const ITEM = {
  title: text('Up to 200 characters.', { maxLength: 200 }),
  content: text('Markdown without front matter.', {
    maxLength: 65_536,
    'x-flag': { stdin: 'the text of the item' },
  }),
  tags: nullable(list(text(undefined, { maxLength: 60 }), undefined, { maxItems: 20 }), 'To filter by.', {
    form: 'a list of at most 20 short words',
  }),
}

/** What some kinds have. */
export const OWN = {
  confidence: nullable(number(undefined, { minimum: 0, maximum: 1 }), 'From 0 to 1.', {
    form: 'a number from 0 to 1',
  }),
  source: line('Who or what said so.'),
  rationale: line('Why.'),
  context: line('Where it was observed.'),
  assignee: line('Who does it.'),
  deadline: line('YYYY-MM-DD, or an instant.', { value: 'day' }),
  supersedes: line('Ids of decisions that it replaces, with commas.', { value: 'id' }),
  reason: line('Why it is abandoned, or pursued again.'),
  priority: anyOf(
    [text(undefined, { maxLength: LINE }), integer(), NOTHING],
    'How much it matters: a word or a whole number.',
    { default: null, 'x-form': 'a word or a whole number, or nothing' },
  ),
  goalStatus: choice(GOAL_STATUSES, 'Its status.'),
  taskStatus: choice(TASK_STATUSES, 'Its status.'),
}

/** A priority of digits is the number that it is: the shell has only texts. */
export function priorityOf(priority: string | number | null | undefined): string | number | null | undefined {
  const isNumber = typeof priority === 'string' && /^(?:0|[1-9]\d{0,8})$/.test(priority.trim())
  return isNumber ? Number(priority) : priority
}

export const id = text('Its id, as memory_search gives it.', {
  maxLength: 200,
  'x-flag': { argument: true },
})

/** The same parameter where null leaves the field as it is. `description`: where an empty value takes it out. */
export function change<Value>(
  { default: _, description: own, 'x-flag': words, ...schema }: Schema<Value>,
  description?: string,
): Schema<Value | null> {
  const form = Array.isArray(schema.enum)
    ? `one of ${schema.enum.join(', ')}`
    : `a text of at most ${schema.maxLength} characters`
  return {
    ...('anyOf' in schema ? schema : { anyOf: [schema, NOTHING], 'x-form': `${form}, or nothing` }),
    ...((words ?? description) !== undefined && {
      'x-flag': { ...(words as FlagWords), ...(description && { empty: true }) },
    }),
    default: null,
    ...((description ?? own) !== undefined && { description: description ?? own }),
  }
}

/** The rule of the format that every writer carries. */
export const RULE = 'Only what was explicitly stated; no secrets.'

/** The answer of every operation that writes. */
export const written = closedObject(['saved', 'id', 'path', 'category'], {
  saved: flag('False for a dry run, and where there was nothing to do: `notes` says why.'),
  id: text('The id of the item.'),
  path: text('Its file, relative to the root of the repository.'),
  category: choice(CATEGORY_NAMES, 'The folder of its kind.'),
  status: text('The status of a task or goal.'),
  supersedes: closedObject(
    ['id', 'title', 'path'],
    { id: text('Its id.'), title: text('Its title.'), path: text('Its file.') },
    'The decision that is replaced, the first one of several. Its file is not touched.',
  ),
  moved_from: text('The file that it had before it was archived.'),
  dry_run: flag('True where nothing was to be written.'),
  notes: list(text(), 'What the writer should know of it, a sentence each.'),
})

export type Written = ValueOf<typeof written>

/** An item in an answer. */
export const ROW = {
  id: text('Its id.'),
  category: choice(CATEGORY_NAMES, 'The folder of its kind.'),
  title: text('Its title.'),
  path: text('Its file, relative to the root of the repository.'),
  created: text('The day it was written; empty where the file gives none.'),
  status: text('The status of a task or goal.'),
  archived: flag('True for an item in an archive; absent otherwise.'),
  superseded_by: text('The id of the decision that replaces it: it is no longer in force.'),
}

export const ROW_NEEDED = ['id', 'category', 'title', 'path', 'created'] as const

const row = closedObject(ROW_NEEDED, ROW)

export type Row = ValueOf<typeof row>

/** What every answer of a reader says in addition to its items. */
export const AROUND = {
  total: count('How many there are, with those that were left out.'),
  omitted: count('How many were left out.'),
  tokens: closedObject(
    ['used', 'estimated'],
    {
      used: count('Of the items in the answer.'),
      budget: count('What was allowed.'),
      estimated: flag('Always true.'),
    },
    'An estimate of what the items cost a model.',
  ),
  diagnostics: closedObject(
    ['malformed', 'unreadable', 'files'],
    {
      malformed: count('Files without front matter, or with front matter that cannot be read.'),
      unreadable: count('Files that cannot be read at all.'),
      files: list(text(), 'Their paths.'),
    },
    'Files that hold no item that can be read. They were left out, and nothing overwrites them.',
  ),
  status: choice(['ok', 'degraded'], 'Degraded where files were left out because they cannot be read.'),
  notes: list(text(), 'What else a reader should know.'),
}

/** The names of those that every answer has. */
export const AROUND_NEEDED = ['total', 'omitted', 'tokens', 'diagnostics', 'status'] as const

/** What a budget left out, as a property. */
export const leftOut = {
  left_out: list(
    closedObject(['id', 'title', 'path'], { id: ROW.id, title: ROW.title, path: ROW.path }),
    'The first of those that the budget left out.',
  ),
}

export const tokenBudget = (description: string): Schema<number | null> =>
  nullable(integer(undefined, { minimum: 1 }), description, { form: 'a whole number of at least 1' })

export const includeArchived = flag('Items in archives, too.', { default: false })
