import { type Answer, defineOperation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { closedObject, flag, list, orNull, text, typed, type ValueOf } from '../../../core/schema.ts'
import type { WritePlan } from '../../../core/write-plan.ts'
import { refuse } from '../../../stores/answer.ts'
import { shownName } from '../rows.ts'
import { DRY_RUN, ENTRY, line, WRITTEN, writeAnswer } from '../store/answers.ts'
import { isOpen, iterationEntries, iterationPath, listed, sessionPath } from '../store/files.ts'
import {
  changedSessionFile,
  clearedIterations,
  knownSessions,
  latestSession,
  listedSession,
  noSession,
  type SessionRow,
  unreadableSessions,
} from '../store/sessions.ts'

const input = typed(
  'SessionEnd',
  closedObject(
    [],
    {
      session: line('The session; the current one when absent.', { 'x-flag': { argument: true } }),
      failed: flag('It failed: its file is kept.', { default: false }),
      keep: flag('Its file is kept.', { default: false }),
      dry_run: DRY_RUN,
    },
    'How it ends.',
  ),
)

const output = typed(
  'EndedSession',
  closedObject(
    ['saved', 'id', 'session', 'status', 'cleared', 'path', 'open_issues', 'dry_run'],
    {
      id: orNull(text('The session; null where none was active.')),
      session: orNull(text('The same.')),
      status: orNull(text('`completed` or `failed`.')),
      cleared: flag('Its file is deleted, or would be.'),
      path: orNull(text('The file of its memory.')),
      open_issues: list(ENTRY, 'Issues that are not resolved.'),
      already: flag('It had ended before.'),
      ...WRITTEN,
    },
    'The session.',
  ),
)

type Input = OperationInput<ValueOf<typeof input>>
type Ended = Answer<ValueOf<typeof output>>

/** Ends a session: marks it, and clears its memory last. */
export const endSession = defineOperation({
  name: 'end_session',
  title: 'End the session',
  description:
    "Ends the session: marks it as completed and clears its memory, as session memory is. Promote what should last before (`promote_to_project_memory`); issues that are open are listed in the answer. `failed` marks it as failed and keeps the file, `keep` keeps the file. What no commit has of the file is kept in git's directory, and the answer names the path. Ending twice does nothing.",
  input,
  output,
  readOnly: false,
  destructive: true,
  idempotent: true,
  command: {
    name: 'cowork session end',
    summary: 'end the session: its memory is cleared, and what no commit has of it is kept aside',
    examples: ['memkeep cowork session end', 'memkeep cowork session end iter-4 --failed'],
  },
  wants: ({ args, memory }) => {
    const named = [args.session, ...(knownSessions(memory)?.named ?? [])]
    return [sessionPath(memory.settings), ...named.flatMap((id) => (id ? [iterationPath(memory, id)] : []))]
  },
  plan: (input) => {
    const { args, memory } = input
    const facts = knownSessions(memory)
    if (facts === null) return unreadableSessions(memory)
    const current = facts.current?.id.normalize('NFC')
    const id = args.session?.normalize('NFC') || current || stopped(input)
    if (id === undefined) return nothingToEnd(input)
    const row = listedSession(id, input)
    const ended = facts.ended.some((one) => one.normalize('NFC') === id)
    const isKnown = ended || id === current || row || memory.files.has(iterationPath(memory, id))
    if (!isKnown) {
      return refuse(
        `There is no session ${shownName(id)}`,
        'Take the name from `memkeep cowork session show`.',
      )
    }
    return ended ? endedBefore(id, row, input) : ending(id, row, input)
  },
})

/** The newest session, where it was completed and its file was not cleared: the call that ended it was stopped. */
function stopped(input: Input): string | undefined {
  const row = listedSession(latestSession(input), input)
  return isLeft(row, input) ? row?.id : undefined
}

/** True where the file of a session that is completed should have been cleared. */
function isLeft(row: SessionRow | undefined, { memory }: Input): boolean {
  return row?.status === 'completed' && !row.kept && memory.files.has(iterationPath(memory, row.id))
}

function nothingToEnd({ args, memory }: Input): Ended {
  const data = {
    id: null,
    session: null,
    status: null,
    path: null,
    cleared: false,
    open_issues: [],
    already: true,
  }
  return writeAnswer(args, data, { plan: new Map(), notes: [`${noSession(memory)}.`] })
}

/** Nothing is left to do, but for clearing the file of a session whose end was stopped. */
function endedBefore(id: string, row: SessionRow | undefined, input: Input): Ended {
  const { args, memory } = input
  const path = iterationPath(memory, id)
  const cleared = isLeft(row, input) && !args.keep && !args.failed
  const data = {
    id,
    session: id,
    status: row?.status ?? null,
    path,
    cleared,
    open_issues: [],
    already: true,
  }
  return writeAnswer(args, data, { plan: cleared ? clearing(path) : new Map() })
}

function clearing(path: string): WritePlan {
  return new Map([[path, { kind: 'delete', keepCopy: true }]])
}

function ending(id: string, row: SessionRow | undefined, input: Input): Ended | Refusal {
  const { args, memory, now } = input
  const path = iterationPath(memory, id)
  const status = args.failed ? 'failed' : 'completed'
  const successful = status === 'completed'
  const cleared = successful && !args.keep && memory.files.has(path)
  const fields = {
    status,
    ...(row === undefined && { stage: null }),
    completed_at: now,
    ...(successful && args.keep && { kept: true }),
  }
  const change = { id, current: false, successful, fields, others: clearedIterations(memory) }
  const changed = changedSessionFile(change, input)
  if ('refusal' in changed) return changed
  const open = iterationEntries(id, input).filter(isOpen)
  const data = { id, session: id, status, path, cleared, open_issues: open.map(listed) }
  return writeAnswer(args, data, {
    plan: new Map([...changed.plan, ...(cleared ? clearing(path) : [])]),
    notes:
      open.length === 0 ? [] : [`${open.length} issues are open.`.replace(/^1 issues are/, '1 issue is')],
  })
}
