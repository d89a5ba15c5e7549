import { type Answer, defineOperation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { closedObject, flag, text, typed, type ValueOf } from '../../../core/schema.ts'
import { refuse } from '../../../stores/answer.ts'
import { shownName } from '../rows.ts'
import { DRY_RUN, line, oneLine, textFault, WRITTEN, writeAnswer } from '../store/answers.ts'
import { iterationPath, sessionPath } from '../store/files.ts'
import { changedIterationFile } from '../store/models.ts'
import {
  changedSessionFile,
  clearedIterations,
  knownSessions,
  listedSession,
  sessionNameFault,
  stageNotes,
  unreadableSessions,
} from '../store/sessions.ts'

const input = typed(
  'SessionStart',
  closedObject(
    [],
    {
      session: line('Its name, such as iter-4-retries; one made of the time when absent.', {
        'x-flag': { argument: true },
      }),
      stage: line('The stage at which it starts: idea, prd, design, plan, coding or check.'),
      force: flag('Starts it although another session is active.', { default: false }),
      dry_run: DRY_RUN,
    },
    'Which session.',
  ),
)

const output = typed(
  'StartedSession',
  closedObject(
    ['saved', 'id', 'session', 'path', 'dry_run'],
    {
      id: text('The session.'),
      session: text('The same.'),
      path: text('The file of its memory, relative to the root of the repository.'),
      already: flag('It is active already.'),
      ...WRITTEN,
    },
    'The session.',
  ),
)

type Input = OperationInput<ValueOf<typeof input>>

/** Starts a session, or goes on with one that failed. */
export const startSession = defineOperation({
  name: 'start_session',
  title: 'Start a session',
  description:
    'Starts a session, in whose memory is saved and searched from then on. Refused while another is active.',
  details:
    'It names the session in session.json and creates its memory; `memkeep cowork session end` ends it. While another one is active, items would go to the wrong memory; `force` leaves that one active and makes this one current. Example: session=iter-4, stage=design.',
  input,
  output,
  everyday: true,
  readOnly: false,
  destructive: true,
  idempotent: false,
  command: {
    name: 'cowork session start',
    summary: 'start a session, or go on with one that failed',
    examples: ['memkeep cowork session start', 'memkeep cowork session start iter-4 --stage design'],
  },
  wants: (input) => [sessionPath(input.memory.settings), iterationPath(input.memory, nameOf(input))],
  plan: (input) => {
    const { args, memory } = input
    const id = nameOf(input)
    const fault = sessionNameFault(id, memory) ?? textFault({ stage: args.stage })
    if (fault) return fault
    const stage = args.stage === undefined ? null : oneLine('stage', args.stage)
    if (stage && 'refusal' in stage) return stage
    const facts = knownSessions(memory)
    if (facts === null) return unreadableSessions(memory)
    const current = facts.current?.id.normalize('NFC')
    const isActive = current !== undefined && !facts.ended.includes(facts.current?.id ?? '')
    const other = isActive && current !== id ? current : null
    if (other !== null && !args.force) {
      return refuse(
        `Session ${shownName(other)} is active`,
        'End it first (`memkeep cowork session end`), or start this one with `force`.',
      )
    }
    return started({ id, stage: stage?.text ?? null, other, isCurrent: current === id }, input)
  },
})

/** The name that is given, else a free one made of the time. */
function nameOf({ args, memory, now }: Input): string {
  if (args.session) return args.session.normalize('NFC')
  const time = now.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const named = new Set(knownSessions(memory)?.named)
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? `iter-${time}` : `iter-${time}-${n}`
    if (!named.has(name) && !memory.files.has(iterationPath(memory, name))) return name
  }
}

type Starting = {
  readonly id: string
  readonly stage: string | null
  /** Another session that is active. */
  readonly other: string | null
  readonly isCurrent: boolean
}

function started(
  { id, stage, other, isCurrent }: Starting,
  input: Input,
): Answer<ValueOf<typeof output>> | Refusal {
  const { args, memory, now } = input
  const path = iterationPath(memory, id)
  const data = { id, session: id, path }
  const row = listedSession(id, input)
  if (row?.status === 'completed') {
    return refuse(`Session ${shownName(id)} is completed`, 'Give the new session another name.')
  }
  const file = changedIterationFile(id, [], input)
  if ('refusal' in file) return file
  const isThere = memory.files.has(path)
  if (isCurrent && isThere && row?.status === 'active') {
    const notes =
      stage === null || stage === row.stage
        ? []
        : ['The stage stays: `memkeep cowork session stage` changes it.']
    return writeAnswer(args, { ...data, already: true }, { plan: new Map(), notes })
  }
  const fields = {
    status: 'active',
    stage: stage ?? row?.stage ?? null,
    started_at: row?.startedAt ?? now,
    completed_at: null,
  }
  const sessions = changedSessionFile({ id, current: true, fields, others: clearedIterations(memory) }, input)
  if ('refusal' in sessions) return sessions
  return writeAnswer(args, data, {
    // The memory comes first: a session that is named has one.
    plan: new Map([...(isThere ? [] : file.plan), ...sessions.plan]),
    notes: [
      ...(other === null
        ? []
        : [`Session ${shownName(other)} stays active, and is no longer the current one.`]),
      ...stageNotes(stage),
    ],
  })
}
