import { safePath, safeText } from '../../../core/messages.ts'
import { type Answer, defineOperation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { closedObject, text, typed, type ValueOf } from '../../../core/schema.ts'
import { filesBelow } from '../../../core/snapshot.ts'
import { answerOf, refuse, writeAnswer } from '../../../stores/answer.ts'
import { planMove } from '../../../stores/plans.ts'
import { agentMemoryRoot, isScope, keeps } from '../claim.ts'
import { recordOf, textOf } from '../record.ts'
import { DRY_RUN, dryMark, ID, MEMORY_ROOT, WRITTEN } from '../store/answers.ts'
import {
  archivedPaths,
  knownRecords,
  recordPath,
  refuseInPlace,
  SET_BY_ARCHIVING,
  withFields,
} from '../store/records.ts'

const input = typed(
  'RestoreRecordArguments',
  closedObject(
    [],
    {
      id: ID,
      path: text('The file in the archive, relative to the root of the repository, as reports name it.', {
        minLength: 1,
        maxLength: 1000,
      }),
      dry_run: DRY_RUN,
    },
    'Which record: its id, or the path of its file.',
  ),
)

const output = typed('RestoredRecord', closedObject(['saved', 'path'], WRITTEN, 'What became of it.'))

type Input = OperationInput<ValueOf<typeof input>>
type Restored = Answer<ValueOf<typeof output>> | Refusal

/** Brings back what a compaction archived, and what a maintenance put aside. */
export const restoreRecord = defineOperation({
  name: 'memory_restore',
  title: 'Restore a memory',
  description: `Brings a record back from the archive to its scope: one that a compaction took for a duplicate, by its id, or a file that was put aside because it is no record, by its path. What was put aside comes back byte for byte, so that it can be repaired where it was.

Example: { "id": "2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10" }`,
  input,
  output,
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
  wants: candidates,
  plan: (input) => {
    const { args, memory } = input
    if ((args.id === undefined) === (args.path === undefined)) {
      return refuse(
        'Give either `id` or `path`',
        '`memkeep memory weekly` and `memkeep memory compact` name both in their reports.',
      )
    }
    const found = candidates(input)
    const [path] = found
    if (path === undefined) return notThere(input)
    if (found.length > 1) {
      return refuse(
        `The archive has ${found.length} files of this id: ${found.map(safePath).join(', ')}`,
        'Name one by its `path`.',
      )
    }
    return keeps(path, memory.settings) ? putBack(path, input) : unarchived(path, input)
  },
})

/** Compared with the listing, and never made a path. */
function candidates({ args, memory }: Input): readonly string[] {
  if (args.id !== undefined) return archivedPaths(args.id, memory)
  const folder = `${agentMemoryRoot(memory.settings)}/_archive`
  return filesBelow(memory.files, folder)
    .map(({ path }) => path)
    .filter((path) => path === args.path)
}

function notThere({ args, memory }: Input): Restored {
  const present = knownRecords(memory).records.find(({ id }) => id === args.id?.toLowerCase())
  if (present) {
    const { id, path, scope } = present
    return answerOf({ saved: false, id, path, scope, notes: ['It is in its scope.'] })
  }
  return refuse(
    `The archive has no ${safeText(args.id ?? args.path ?? '')}`,
    'Give an id, or the path of a file in the archive as a report names it.',
  )
}

/** Bytes and mode as they are: it could not be read, and may be repaired where it was. */
function putBack(from: string, { args, memory }: Input): Restored {
  const [folder = '', name = ''] = from.split('/').slice(-2)
  const scope = folder.replace(/-invalid$/, '')
  const path = `${agentMemoryRoot(memory.settings)}/${scope}/${name}`
  if (memory.files.has(path)) return taken(from, path)
  const notes = [
    'It is as it was: if it is no record, repair it before the next maintenance puts it aside again.',
  ]
  const plan = new Map([[path, { kind: 'move', from } as const]])
  return writeAnswer(args, { ...dryMark(args), path, scope }, { plan, notes })
}

function unarchived(from: string, { args, memory, sources }: Input): Restored {
  const source = sources.get(from)
  const record = recordOf(source)
  const [scope, id] = [textOf(record, 'scope'), textOf(record, 'id')]
  if (!source || !isScope(scope) || !id) {
    return refuse(`${safePath(from)} cannot be read as a record`, 'Fix the file, or move it by hand.')
  }
  const path = recordPath(memory, scope, id)
  if (memory.files.has(path)) return taken(from, path)
  const unset = Object.fromEntries(SET_BY_ARCHIVING.map((field) => [field, undefined]))
  const text = withFields(source.text, unset)
  if (text === null) return refuseInPlace(from)
  const other = textOf(record, 'duplicate_of')
  const notes = other
    ? [
        `It was archived as a duplicate of ${safeText(other)}: unless one of them changes, the next compaction archives one again.`,
      ]
    : []
  const data = { ...dryMark(args), id: id.toLowerCase(), path, scope }
  return writeAnswer(args, data, { plan: planMove(from, path, text), notes })
}

function taken(from: string, path: string): Refusal {
  return refuse(
    `${safePath(path)} is there already`,
    `Compare it with ${safePath(from)}, and move one of the two by hand.`,
  )
}
