import type { Json, JsonObject } from '../../../../core/json.ts'
import { GOAL_STATUSES, TASK_STATUSES } from '../../lifecycle.ts'

/** The categories by the names of their folders, in the order of the format, and the kind of their items. */
export const CATEGORIES: { readonly [category: string]: string } = {
  facts: 'fact',
  decisions: 'decision',
  goals: 'goal',
  tasks: 'task',
  reflections: 'reflection',
}

export const CATEGORY_NAMES: readonly string[] = Object.keys(CATEGORIES)

/** The folder of a kind. */
export function categoryOf(kind: string): string {
  return `${kind}s`
}

/** Most characters of a text, of a title, of a one-line field, of an id. */
const MOST = { content: 65_536, title: 200, line: 2000, id: 200 }

/** A parameter that may be left out, or be null: then it counts as not given. */
function nullable(schema: JsonObject, description: string, form: string, more: JsonObject = {}): JsonObject {
  return {
    anyOf: [schema, { type: 'null' }],
    default: null,
    description,
    'x-form': `${form}, or nothing`,
    ...more,
  }
}

const line = (description: string, more: JsonObject = {}): JsonObject =>
  nullable(
    { type: 'string', maxLength: MOST.line },
    description,
    `a text of at most ${MOST.line} characters`,
    more,
  )

const flag = (words: JsonObject): JsonObject => ({ 'x-flag': words })

export const titleSchema: JsonObject = {
  type: 'string',
  maxLength: MOST.title,
  description: 'What it is about, in one line.',
}

export const contentSchema: JsonObject = {
  type: 'string',
  maxLength: MOST.content,
  description: 'The text, as Markdown and without front matter.',
  ...flag({ stdin: 'the text of the item' }),
}

const tagList: JsonObject = { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 60 } }

export const tagsSchema = nullable(tagList, 'Words to filter by.', 'a list of at most 20 short words')

export const confidenceSchema = nullable(
  { type: 'number', minimum: 0, maximum: 1 },
  'How sure it is, from 0 to 1.',
  'a number from 0 to 1',
)

export const sourceSchema = line('Who or what said so.')
export const rationaleSchema = line('Why it was decided, in a sentence.')
export const contextSchema = line('What it was about, or where it was observed.')
export const assigneeSchema = line('Who does it.')
export const deadlineSchema = line('The day by which it is to be done, as YYYY-MM-DD, or an instant.', {
  ...flag({ value: 'day' }),
})
export const supersedesSchema = line('The id of the decision in force that this one replaces.', {
  ...flag({ value: 'id' }),
})

export const prioritySchema: JsonObject = {
  anyOf: [{ type: 'string', maxLength: MOST.line }, { type: 'integer' }, { type: 'null' }],
  default: null,
  description: 'How much it matters: a word or a whole number.',
  'x-form': 'a word or a whole number, or nothing',
}

/** The arguments with a priority of digits as the number that it is: the shell has only texts. */
export function withPriority(args: JsonObject): JsonObject {
  const { priority } = args
  const isNumber = typeof priority === 'string' && /^(?:0|[1-9]\d{0,8})$/.test(priority.trim())
  return isNumber ? { ...args, priority: Number(priority) } : args
}

export const reasonSchema = line(
  'Why the goal is abandoned, or is pursued again; it is kept in the file as `ended_reason` or `reopened`.',
)

export const goalStatusSchema: JsonObject = {
  type: 'string',
  enum: GOAL_STATUSES,
  description: 'Whether it is still pursued.',
}

export const taskStatusSchema: JsonObject = {
  type: 'string',
  enum: TASK_STATUSES,
  description: 'How far it has come.',
}

export const idSchema: JsonObject = {
  type: 'string',
  maxLength: MOST.id,
  description: 'The id of the item, as search_memory and list_memories give it.',
  ...flag({ argument: true }),
}

export const dryRunSchema: JsonObject = {
  type: 'boolean',
  default: false,
  description: 'Checks everything, shows the change and writes nothing.',
}

/** The same parameter where null leaves the field as it is. */
export function optionalChange(schema: JsonObject): JsonObject {
  const { default: _, description, ...rest } = schema
  const own = Array.isArray(schema.anyOf)
    ? rest
    : { anyOf: [stripped(rest), { type: 'null' }], ...kept(rest) }
  return { ...own, default: null, description: `${description} Left as it is when absent or null.` }
}

function stripped({ 'x-flag': _, ...schema }: JsonObject): JsonObject {
  return schema
}

function kept(schema: JsonObject): JsonObject {
  const choices = Array.isArray(schema.enum) ? `one of ${schema.enum.join(', ')}` : null
  const form = choices ?? `a text of at most ${schema.maxLength} characters`
  return {
    'x-form': `${form}, or nothing`,
    ...(schema['x-flag'] !== undefined && { 'x-flag': schema['x-flag'] }),
  }
}

/** A text argument; null where it is not given. */
export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** The texts of a list argument; null where it is not given. */
export function textsOf(value: Json | undefined): readonly string[] | null {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null
}

/** The rule of the format that every writer carries. */
export const RULE =
  'Write only what the user explicitly stated as durable: nothing is extracted from conversations, nothing is summarised. No secrets.'

const text = (description: string): JsonObject => ({ type: 'string', description })

/** The answer of every operation that writes. */
export const writtenSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['saved', 'id', 'path', 'category'],
  properties: {
    saved: {
      type: 'boolean',
      description: 'False for a dry run, and where there was nothing to do: `notes` says why.',
    },
    id: text('The id of the item.'),
    path: text('Its file, relative to the root of the repository.'),
    category: { type: 'string', enum: CATEGORY_NAMES, description: 'The folder of its kind.' },
    status: text('The status of a task or goal.'),
    supersedes: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'title', 'path'],
      description: 'The decision that is replaced. Its file is not touched.',
      properties: { id: text('Its id.'), title: text('Its title.'), path: text('Its file.') },
    },
    moved_from: text('The file that it had before it was archived.'),
    dry_run: { type: 'boolean', description: 'True where nothing was to be written.' },
    notes: {
      type: 'array',
      items: { type: 'string' },
      description: 'What the writer should know of it, a sentence each.',
    },
  },
}

const ROW: JsonObject = {
  id: text('Its id.'),
  category: { type: 'string', enum: CATEGORY_NAMES, description: 'The folder of its kind.' },
  title: text('Its title.'),
  path: text('Its file, relative to the root of the repository.'),
  created: text('The day it was written; empty where the file gives none.'),
  status: text('The status of a task or goal.'),
  archived: { type: 'boolean', description: 'True for an item in an archive; absent otherwise.' },
  superseded_by: text('The id of the decision that replaces it: it is no longer in force.'),
}

/** The schema of an item in an answer, with what an operation adds to it. */
export function rowSchema(more: JsonObject = {}): JsonObject {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'category', 'title', 'path', 'created'],
    properties: { ...ROW, ...more },
  }
}

const count = (description: string): JsonObject => ({ type: 'integer', minimum: 0, description })

/** What every answer of a reader says in addition to its items. */
export const AROUND: JsonObject = {
  total: count('How many there are, with those that were left out.'),
  omitted: count('How many were left out.'),
  tokens: {
    type: 'object',
    additionalProperties: false,
    required: ['used', 'estimated'],
    description: 'An estimate of what the items cost a model.',
    properties: {
      used: count('Of the items in the answer.'),
      budget: count('What was allowed.'),
      estimated: { type: 'boolean', description: 'Always true.' },
    },
  },
  diagnostics: {
    type: 'object',
    additionalProperties: false,
    required: ['malformed', 'unreadable', 'files'],
    description: 'Files that hold no item that can be read. They were left out, and nothing overwrites them.',
    properties: {
      malformed: count('Files without front matter, or with front matter that cannot be read.'),
      unreadable: count('Files that cannot be read at all.'),
      files: { type: 'array', items: { type: 'string' }, description: 'Their paths.' },
    },
  },
  status: {
    type: 'string',
    enum: ['ok', 'degraded'],
    description: 'Degraded where files were left out because they cannot be read.',
  },
  notes: { type: 'array', items: { type: 'string' }, description: 'What else a reader should know.' },
}

/** The names of those that every answer has. */
export const AROUND_NEEDED: readonly string[] = ['total', 'omitted', 'tokens', 'diagnostics', 'status']

/** What a budget left out, as a property. */
export const leftOut: JsonObject = {
  left_out: {
    type: 'array',
    description: 'The first of those that the budget left out.',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'title', 'path'],
      properties: { id: ROW.id ?? {}, title: ROW.title ?? {}, path: ROW.path ?? {} },
    },
  },
}

export const tokenBudgetSchema = (description: string): JsonObject => ({
  anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }],
  default: null,
  description,
  'x-form': 'a whole number of at least 1, or nothing',
})

export const includeArchivedSchema: JsonObject = {
  type: 'boolean',
  default: false,
  description: 'Items in archives, too.',
}
