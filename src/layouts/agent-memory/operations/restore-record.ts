import type { JsonObject } from '../../../core/json.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import {
  closedObject,
  type Operation,
  type OperationAnswer,
  type OperationInput,
  type Refusal,
} from '../../../core/operation.ts'
import { filesBelow } from '../../../core/snapshot.ts'
import type { PlannedOrMoved } from '../../../core/write-plan.ts'
import { agentMemoryRoot, keeps } from '../claim.ts'
import { isScope, recordOf, textOf } from '../record.ts'
import { answerOf, DRY_RUN, ID, MEMORY_ROOT, text, typed, WRITTEN } from '../store/answers.ts'
import { archivedPaths, knownRecords, recordPath, SET_BY_ARCHIVING, withFields } from '../store/records.ts'

/** Brings back what a compaction archived, and what a maintenance put aside. */
export const restoreRecord: Operation = {
  name: 'memory_restore',
  title: 'Restore a memory',
  description: `Brings a record back from the archive to its scope: one that a compaction took for a duplicate, by its id, or a file that was put aside because it is no record, by its path. What was put aside comes back byte for byte, so that it can be repaired where it was.

Example: { "id": "2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10" }`,
  input: typed(
    'RestoreRecordArguments',
    closedObject(
      [],
      {
        id: ID,
        path: text(
          'The file in the archive, relative to the root of the repository, as reports name it.',
          1000,
        ),
        dry_run: DRY_RUN,
      },
      'Which record: its id, or the path of its file.',
    ),
  ),
  output: typed('RestoredRecord', closedObject(['saved', 'path'], WRITTEN, 'What became of it.')),
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'memory restore',
    summary: 'bring a record back from the archive',
    examples: [
      'memkeep memory restore --id 2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10',
      'memkeep memory restore --path .agent-memory/_archive/working-invalid/notes.json',
    ],
    settings: MEMORY_ROOT,
  },
  wants: (input) => candidates(input),
  plan: (input) => {
    const { args, memory } = input
    if ((args.id === undefined) === (args.path === undefined)) {
      return {
        refusal: 'Give either `id` or `path`',
        help: '`memory_weekly` and `memory_compact` name both in their reports.',
      }
    }
    const found = candidates(input)
    const [path] = found
    if (path === undefined) return notThere(input)
    if (found.length > 1) {
      return {
        refusal: `The archive has ${found.length} files of this id: ${found.map(safePath).join(', ')}`,
        help: 'Name one by its `path`.',
      }
    }
    return keeps(path, memory.settings) ? putBack(path, input) : unarchived(path, input)
  },
}

/** Compared with the listing, and never made a path. */
function candidates({ args, memory }: OperationInput): readonly string[] {
  if (typeof args.id === 'string') return archivedPaths(args.id, memory)
  const folder = `${agentMemoryRoot(memory.settings)}/_archive`
  return filesBelow(memory.files, folder)
    .map(({ path }) => path)
    .filter((path) => path === args.path)
}

function notThere({ args, memory }: OperationInput): OperationAnswer {
  const { records } = knownRecords(memory)
  const present =
    typeof args.id === 'string' && records.find(({ id }) => id === String(args.id).toLowerCase())
  if (present) {
    const { id, path, scope } = present
    return answerOf({ saved: false, id, path, scope, notes: ['It is in its scope.'] })
  }
  return {
    refusal: `The archive has no ${safeText(String(args.id ?? args.path))}`,
    help: 'Give an id, or the path of a file in the archive as a report names it.',
  }
}

/** Bytes and mode as they are: it could not be read, and may be repaired where it was. */
function putBack(from: string, { args, memory }: OperationInput): OperationAnswer {
  const [folder = '', name = ''] = from.split('/').slice(-2)
  const scope = folder.replace(/-invalid$/, '')
  const path = `${agentMemoryRoot(memory.settings)}/${scope}/${name}`
  if (memory.files.has(path)) return taken(from, path)
  const notes = [
    'It is as it was: if it is no record, repair it before the next maintenance puts it aside again.',
  ]
  return written({ path, scope, notes }, args, [[path, { kind: 'move', from }]])
}

function unarchived(from: string, { args, memory, sources }: OperationInput): OperationAnswer {
  const source = sources.get(from)
  const record = source ? recordOf(source) : null
  const [scope, id] = [record && textOf(record, 'scope'), record && textOf(record, 'id')]
  if (!source || !isScope(scope) || !id) {
    return {
      refusal: `${safePath(from)} cannot be read as a record`,
      help: 'Fix the file, or move it by hand.',
    }
  }
  const path = recordPath(memory, scope, id)
  if (memory.files.has(path)) return taken(from, path)
  const back = withFields(
    source.text,
    Object.fromEntries(SET_BY_ARCHIVING.map((field) => [field, undefined])),
  )
  if (back === null) {
    return {
      refusal: `${safePath(from)} cannot be changed in place`,
      help: 'Look for a key that it has twice, and fix the file.',
    }
  }
  const other = textOf(record, 'duplicate_of')
  const notes = other
    ? [
        `It was archived as a duplicate of ${safeText(other)}: unless one of them changes, the next compaction archives one again.`,
      ]
    : []
  return written({ id: id.toLowerCase(), path, scope, ...(notes.length > 0 && { notes }) }, args, [
    [path, { kind: 'text', text: back }],
    [from, { kind: 'delete' }],
  ])
}

function taken(from: string, path: string): Refusal {
  return {
    refusal: `${safePath(path)} is there already`,
    help: `Compare it with ${safePath(from)}, and move one of the two by hand.`,
  }
}

function written(
  fields: JsonObject,
  { dry_run }: JsonObject,
  plan: readonly (readonly [string, PlannedOrMoved])[],
): OperationAnswer {
  const isDry = dry_run === true
  return {
    ...answerOf({ saved: !isDry, ...(isDry && { dry_run: true }), ...fields }),
    plan: new Map(plan),
    ...(isDry && { dryRun: true }),
  }
}
