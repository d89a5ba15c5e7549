import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { safeText } from '../../../core/messages.ts'
import type { OperationAnswer, OperationReview, Refusal } from '../../../core/operation.ts'
import type { PlannedFile } from '../../../core/write-plan.ts'
import { findHiddenText } from '../../../formats/hidden-text.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'

/** Most characters of a text that says something, and of one line. */
const MOST_OF_A_TEXT = 65_536
const MOST_OF_A_LINE = 200

export const text = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'string',
  description,
  ...more,
})

export const longText = (description: string, more: JsonObject = {}): JsonObject =>
  text(description, { maxLength: MOST_OF_A_TEXT, ...more })

export const line = (description: string, more: JsonObject = {}): JsonObject =>
  text(description, { maxLength: MOST_OF_A_LINE, ...more })

/** A text that may also be null, as the seed's default is. */
export const textOrNull = (description: string, more: JsonObject = {}): JsonObject => ({
  anyOf: [{ type: 'string', maxLength: MOST_OF_A_LINE }, { type: 'null' }],
  description,
  ...more,
})

export const flag = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'boolean',
  description,
  ...more,
})

export const count = (description: string): JsonObject => ({ type: 'integer', minimum: 0, description })

export const texts = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'array',
  maxItems: 100,
  items: { type: 'string', maxLength: MOST_OF_A_TEXT },
  description,
  ...more,
})

export const list = (description: string, items: JsonObject): JsonObject => ({
  type: 'array',
  description,
  items,
})

/** An object with exactly these properties. */
export const closed = (
  type: string,
  description: string,
  { properties, required = [] }: { readonly properties: JsonObject; readonly required?: readonly string[] },
): JsonObject => ({
  'x-type': type,
  type: 'object',
  description,
  additionalProperties: false,
  required: required as readonly Json[],
  properties,
})

export const DRY_RUN = flag('Checks everything, shows the change and writes nothing.', {
  default: false,
})

export const SESSION = line('The session it is for; the current one when absent.')

/** What every write answers. */
export const WRITTEN: JsonObject = {
  saved: flag('False for a dry run, and where there was nothing to do.'),
  dry_run: flag('Nothing was written, because that was asked for.'),
  notes: list('What is not quite as it was asked for, or needs a look.', { type: 'string' }),
}

const file = closed('UnreadableFile', 'A file that cannot be read.', {
  required: ['path', 'line', 'reason'],
  properties: {
    path: text('The file, relative to the root of the repository.'),
    line: { type: 'integer', minimum: 1, description: 'Where the fault is.' },
    reason: text('What is wrong there.'),
  },
})

/** What every read answers. */
export const READ: JsonObject = {
  status: text('`ok`, or `degraded` where a file or a row was left out.', { enum: ['ok', 'degraded'] }),
  diagnostics: closed('StoreDiagnostics', 'What was left out.', {
    required: ['malformed', 'unreadable', 'files'],
    properties: {
      malformed: count('Rows that no reader can use.'),
      unreadable: count('Files that cannot be read.'),
      files: list('Those files.', file),
    },
  }),
  notes: list('What is not quite as it was asked for, or needs a look.', { type: 'string' }),
}

/** An entry of the index. */
export const ENTRY = closed('MemoryIndexEntry', 'A decision, a pattern, or an item of a session.', {
  required: [
    'memory_id',
    'category',
    'kind',
    'title',
    'summary',
    'iteration_id',
    'created_at',
    'file',
    'scope',
  ],
  properties: {
    memory_id: text('Its id.'),
    category: text('`decision`, `pattern`, `experience` (insights and learnings) or `record` (issues).'),
    kind: text('`decision`, `pattern`, `insight`, `learning` or `issue`.'),
    title: text('What it is about.'),
    summary: text('What it says, at most 200 characters.'),
    stage: { type: ['string', 'null'], description: 'The stage it came up at.' },
    importance: {
      type: ['string', 'null'],
      description: '`critical`, `important` or `normal`; of insights.',
    },
    resolved: { type: ['boolean', 'null'], description: 'Whether it is solved; of issues.' },
    iteration_id: text('The iteration it comes from.'),
    created_at: text('When it was written.'),
    file: text('What `load_memory_detail` takes as `file`.'),
    scope: text('`project` or `session`.'),
  },
})

/** The answer of both forms of a query. */
export const FOUND = closed('FoundMemory', 'What was found, newest first.', {
  required: ['results', 'total', 'omitted', 'session', 'status', 'diagnostics'],
  properties: {
    results: list('At most as many as the limit.', ENTRY),
    total: count('How many match.'),
    omitted: count('How many of them are not listed.'),
    session: { type: ['string', 'null'], description: 'The session that was searched.' },
    ...READ,
  },
})

/** Half of a pair of surrogates: no file can hold it. */
const LONE = /\p{Cs}/u

/**
 * Why texts of a call are not written: hidden characters, which JSON can spell as escapes that no reviewer sees. Null for
 * texts that are fine.
 */
export function textFault(texts: { readonly [name: string]: Json | undefined }): Refusal | null {
  for (const [name, value] of Object.entries(texts)) {
    const text = textsIn(value).find((one) => LONE.test(one) || findHiddenText(` ${one}`).length > 0)
    if (text === undefined) continue
    const found = LONE.test(text) ? 'half of a character' : `a hidden ${findHiddenText(` ${text}`)[0]?.name}`
    return {
      refusal: `\`${name}\` holds ${safeText(found)}`,
      help: 'Nothing was written. Write what it means in visible characters.',
    }
  }
  return null
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsIn)
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)]) : []
}

/** A text of one line, trimmed; a refusal for a longer or an empty one. */
export function oneLine(name: string, value: string): { readonly text: string } | Refusal {
  const text = value.trim()
  if (text !== '' && !/[\r\n]/.test(text)) return { text }
  return { refusal: `\`${name}\` is not one line of text`, help: 'Say it in one line.' }
}

/** What a write did, or would do. */
type Written = {
  /** Of the operation's own: where, which id. */
  readonly data: JsonObject
  /** In the order in which they are written; deletions last. Empty where there is nothing to do. */
  readonly files: readonly (readonly [path: string, file: PlannedFile])[]
  readonly notes?: readonly string[]
  readonly review?: OperationReview
}

/** The answer of an operation that writes: `saved` says whether anything was written. */
export function writeAnswer(args: JsonObject, { data, files, notes = [], review }: Written): OperationAnswer {
  const isDry = args.dry_run === true
  const all: JsonObject = {
    saved: files.length > 0 && !isDry,
    ...data,
    dry_run: isDry,
    ...(notes.length > 0 && { notes }),
  }
  return {
    text: yamlText(all),
    data: all,
    ...(files.length > 0 && { plan: new Map(files) }),
    ...(isDry && { dryRun: true }),
    ...(review && { review }),
  }
}

/** Reads back that an item has its id, and the text that it is to have. */
export function reviewItem(id: string, digest: string): OperationReview {
  return ({ memory }) => {
    const items = memory.documents.flatMap((document) => document.items).filter((item) => item.id === id)
    if (items.length === 1 && items[0]?.digest === digest) return null
    return {
      refusal: `${id} does not read back as it was meant`,
      help: 'Nothing was written. Change the text, then call the operation again.',
    }
  }
}
