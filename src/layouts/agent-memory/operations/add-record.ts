import { similarity } from '../../../core/changes/pair-by-body.ts'
import { isSameJson, type JsonObject } from '../../../core/json.ts'
import { safeText } from '../../../core/messages.ts'
import { type Answer, defineOperation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { choice, closedObject, flag, text, typed, type ValueOf } from '../../../core/schema.ts'
import { sketch } from '../../../formats/hash.ts'
import { answerOf, refuse, writeAnswer } from '../../../stores/answer.ts'
import { planText } from '../../../stores/plans.ts'
import { SCOPES } from '../claim.ts'
import { sameness } from '../record.ts'
import { DRY_RUN, MEMORY_ROOT, WRITTEN, WRITTEN_ALWAYS } from '../store/answers.ts'
import { NEARLY_SAME } from '../store/duplicates.ts'
import { keptFields, RECORD_ARGUMENTS, textFault } from '../store/fields.ts'
import { type KnownRecord, knownRecords, recordPath } from '../store/records.ts'

const input = typed(
  'AddRecordArguments',
  closedObject(
    ['kind', 'summary', 'content'],
    {
      scope: choice(
        SCOPES,
        'How long it is kept. `working` when absent; `durable` is refused: promote the record.',
      ),
      ...RECORD_ARGUMENTS,
      allow_duplicate: flag('Saves it although another record has this content, if any other field differs.'),
      dry_run: DRY_RUN,
    },
    'One memory.',
  ),
)

const output = typed(
  'AddedRecord',
  closedObject(
    WRITTEN_ALWAYS,
    {
      ...WRITTEN,
      duplicate_of: text('The record that has this content already: nothing was saved.'),
    },
    'What became of it.',
  ),
)

type Args = ValueOf<typeof input>
type Added = Answer<ValueOf<typeof output>>

/** Adds a record to the scope `session` or `working`. Nothing is added to `durable`: it holds what was promoted. */
export const addRecord = defineOperation({
  name: 'memory_add',
  title: 'Add a memory',
  description:
    'Saves one fact, decision, procedure or note of this checkout as a record that `memory_find` finds later; git ignores it. Use it for raw findings while work goes on: `session` for what only this run needs, `working` (the default) for what is known of the repository. Not for secrets, guesses, or what the code says itself.',
  details: `Stable facts and decisions go to \`durable\` by \`memory_promote\`. A memory of the same content is not saved twice: the answer names the one that is there.

Example: { "kind": "fact", "summary": "Owner filters need the GUID without braces", "content": "With braces the service answers with an empty list.", "tags": ["crm", "odata"], "entities": ["opportunity"], "confidence": 0.9 }`,
  input,
  output,
  everyday: true,
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
  wants: ({ args, memory, mint }) => [recordPath(memory, args.scope ?? 'working', mint(0))],
  plan: (input) => {
    const fault = refuseNew(input.args)
    if (fault) return fault
    const record = newRecord(input)
    const { records } = knownRecords(input.memory)
    const peers = records.filter(({ scope, kind }) => scope === record.scope && kind === record.kind)
    const same = peers.filter(({ facts }) => facts.same === sameness(record.content))
    const known = input.args.allow_duplicate
      ? same.find((peer) => differing(peer, record).length === 0)
      : same[0]
    return known ? isKnown(known, record, input.args) : saved(record, peers, input)
  },
})

type NewRecord = JsonObject & { readonly id: string; readonly scope: string; readonly content: string }

function refuseNew(args: Args): Refusal | null {
  return args.scope === 'durable'
    ? refuse(
        'Nothing is added to durable: it holds what was promoted',
        'Add it to working, then call `memory_promote` with its id when it is known to hold.',
      )
    : textFault(keptFields(args))
}

function newRecord({ args, now, mint, outside }: OperationInput<Args>): NewRecord {
  const { scope = 'working', kind, summary, content, confidence = 0.5, source } = args
  const { tags = [], entities = [] } = keptFields(args)
  return {
    id: mint(0),
    scope,
    kind,
    summary: summary.trim(),
    content,
    tags,
    entities,
    confidence,
    source: source ?? outside?.caller ?? 'library',
    created_at: now,
    updated_at: now,
    last_used_at: now,
    schemaVersion: 1,
  }
}

/** Fields of the new record that the known one has otherwise. */
function differing({ summary, tags, facts }: KnownRecord, record: NewRecord): readonly string[] {
  const { entities, confidence, source } = facts
  const known: JsonObject = { summary, tags, entities, confidence, source }
  return Object.keys(known).filter((field) => !isSameJson(known[field], record[field]))
}

function isKnown(known: KnownRecord, record: NewRecord, args: Args): Added {
  const { id, path, scope, summary } = known
  const given = ['summary', 'tags', 'entities', 'confidence'] as const
  const others = differing(known, record)
  const fields = given.filter((field) => args[field] !== undefined && others.includes(field))
  const as = fields.includes('summary') ? `, under the summary "${safeText(summary)}"` : ''
  const notes = [
    `A record of this scope and kind has this content already${as}: nothing was saved.`,
    ...(fields.length > 0
      ? [
          `It differs in ${fields.join(', ')}: \`memkeep memory update --id ${id}\` with these fields changes it.`,
        ]
      : []),
  ]
  return answerOf({ saved: false, id, path, scope, duplicate_of: id, notes })
}

function saved(
  record: NewRecord,
  peers: readonly KnownRecord[],
  { args, memory }: OperationInput<Args>,
): Added {
  const { id, scope, content } = record
  const path = recordPath(memory, scope, id)
  const body = sketch(content)
  const near = peers.filter(({ item }) => similarity(item.sketch, body) >= NEARLY_SAME)
  return writeAnswer(
    args,
    { id, path, scope },
    {
      plan: planText(path, `${JSON.stringify(record, null, 2)}\n`),
      notes: near.slice(0, 3).map((peer) => `Nearly the same as ${peer.id}: ${safeText(peer.summary)}`),
    },
  )
}
