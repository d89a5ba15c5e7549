import { similarity } from '../../../core/changes/pair-by-body.ts'
import { isSameJson, type JsonObject } from '../../../core/json.ts'
import { safeText } from '../../../core/messages.ts'
import {
  closedObject,
  type Operation,
  type OperationAnswer,
  type OperationInput,
  type Refusal,
} from '../../../core/operation.ts'
import { sketch } from '../../../formats/hash.ts'
import { sameness } from '../record.ts'
import {
  answerOf,
  choice,
  DRY_RUN,
  flag,
  labels,
  MEMORY_ROOT,
  RECORD_ARGUMENTS,
  typed,
  WRITTEN,
} from '../store/answers.ts'
import { NEARLY_SAME } from '../store/duplicates.ts'
import { type KnownRecord, knownRecords, recordPath } from '../store/records.ts'

/** Adds a record to the scope `session` or `working`. Nothing is added to `durable`: it holds what was promoted. */
export const addRecord: Operation = {
  name: 'memory_add',
  title: 'Add a memory',
  description: `Saves one memory of this checkout: a fact, a decision, a procedure or a note, as a record that \`memory_find\` finds later. It stays on this machine: git ignores it.

Use it for raw findings while work goes on: \`session\` for what only this run needs, \`working\` (the default) for what is known of the repository. Stable facts and decisions go to \`durable\` by \`memory_promote\`, never by this tool. Do not save secrets, guesses, or what the code says itself. A memory of the same content is not saved twice: the answer names the one that is there.

Example: { "kind": "fact", "summary": "Owner filters need the GUID without braces", "content": "With braces the service answers with an empty list.", "tags": ["crm", "odata"], "entities": ["opportunity"], "confidence": 0.9 }`,
  input: typed(
    'AddRecordArguments',
    closedObject(
      ['kind', 'summary', 'content'],
      {
        scope: choice(
          'How long it is kept. `working` when absent; `durable` is refused: promote the record.',
          ['session', 'working', 'durable'],
        ),
        ...RECORD_ARGUMENTS,
        allow_duplicate: flag(
          'Saves it although another record has this content, if any other field differs.',
        ),
        dry_run: DRY_RUN,
      },
      'One memory.',
    ),
  ),
  output: typed(
    'AddedRecord',
    closedObject(
      ['saved', 'id', 'path', 'scope'],
      {
        ...WRITTEN,
        duplicate_of: {
          type: 'string',
          description: 'The record that has this content already: nothing was saved.',
        },
      },
      'What became of it.',
    ),
  ),
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'memory add',
    summary: 'add a fact, a decision, a procedure or a note to the memory of this checkout',
    examples: [
      "memkeep memory add --scope working --kind fact --summary 'Prices are in cents' --content 'Never in floats.' --tags crm,odata --entities opportunity --confidence 0.9",
    ],
    settings: MEMORY_ROOT,
  },
  wants: (input) => [recordPath(input.memory, scopeOf(input.args), input.mint(0))],
  plan: (input) => {
    const made = newRecord(input)
    if ('refusal' in made) return made
    const { record } = made
    const { records } = knownRecords(input.memory)
    const peers = records.filter(({ scope, kind }) => scope === record.scope && kind === record.kind)
    const content = String(record.content)
    const same = peers.filter(({ facts }) => facts.same === sameness(content))
    const known =
      input.args.allow_duplicate === true ? same.find((one) => differing(one, record).length === 0) : same[0]
    return known ? isKnown(known, record) : saved(record, peers, input)
  },
}

type NewRecord = JsonObject & { readonly id: string; readonly scope: string }

function scopeOf({ scope }: JsonObject): string {
  return typeof scope === 'string' ? scope : 'working'
}

function newRecord({ args, now, mint, outside }: OperationInput): { readonly record: NewRecord } | Refusal {
  const scope = scopeOf(args)
  if (scope === 'durable') {
    return {
      refusal: 'Nothing is added to durable: it holds what was promoted',
      help: 'Add it to working, then call `memory_promote` with its id when it is known to hold.',
    }
  }
  const summary = String(args.summary).trim()
  const content = String(args.content)
  if (/[\r\n]/.test(summary) || summary === '') {
    return {
      refusal: 'The summary is not one line of text',
      help: 'Say it in one line; details belong in `content`.',
    }
  }
  if (content.trim() === '')
    return { refusal: 'The content is empty', help: 'Give the memory itself as `content`.' }
  const record: NewRecord = {
    id: mint(0),
    scope,
    kind: args.kind ?? '',
    summary,
    content,
    tags: labels(args.tags).map((tag) => tag.toLowerCase()),
    entities: labels(args.entities),
    confidence: typeof args.confidence === 'number' ? args.confidence : 0.5,
    source: typeof args.source === 'string' ? args.source : (outside?.caller ?? 'library'),
    created_at: now,
    updated_at: now,
    last_used_at: now,
    schemaVersion: 1,
  }
  return { record }
}

/** Fields of the new record that the known one has otherwise. */
function differing({ summary, tags, facts }: KnownRecord, record: NewRecord): readonly string[] {
  const known: JsonObject = {
    summary,
    tags,
    entities: facts.entities,
    confidence: facts.confidence,
    source: facts.source,
  }
  return Object.keys(known).filter((field) => !isSameJson(known[field], record[field]))
}

function isKnown(known: KnownRecord, record: NewRecord): OperationAnswer {
  const fields = differing(known, record).filter((field) => field !== 'source')
  const notes = [
    'A record of this scope and kind has this content already: nothing was saved.',
    ...(fields.length > 0
      ? [
          `It differs in ${fields.join(', ')}: \`memory_update\` with id ${known.id} and these fields changes it.`,
        ]
      : []),
  ]
  const { id, path, scope } = known
  return answerOf({ saved: false, id, path, scope, duplicate_of: id, notes })
}

function saved(
  record: NewRecord,
  peers: readonly KnownRecord[],
  { args, memory }: OperationInput,
): OperationAnswer {
  const { id, scope } = record
  const path = recordPath(memory, scope, id)
  const body = sketch(String(record.content))
  const near = peers.filter(({ item }) => similarity(item.sketch, body) >= NEARLY_SAME)
  const notes = near.slice(0, 3).map((one) => `Nearly the same as ${one.id}: ${safeText(one.summary)}`)
  const isDry = args.dry_run === true
  const data: JsonObject = {
    saved: !isDry,
    id,
    path,
    scope,
    ...(isDry && { dry_run: true }),
    ...(notes.length > 0 && { notes }),
  }
  return {
    ...answerOf(data),
    plan: new Map([[path, { kind: 'text', text: `${JSON.stringify(record, null, 2)}\n` }]]),
    ...(isDry && { dryRun: true }),
  }
}
