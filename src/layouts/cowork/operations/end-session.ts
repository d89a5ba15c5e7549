import type { JsonObject } from '../../../core/json.ts'
import type { Operation, OperationAnswer, OperationInput } from '../../../core/operation.ts'
import type { PlannedFile } from '../../../core/write-plan.ts'
import { shownName } from '../rows.ts'
import { closed, DRY_RUN, ENTRY, flag, line, list, WRITTEN, writeAnswer } from '../store/answers.ts'
import {
  iterationEntries,
  iterationPath,
  listed,
  readStoreFile,
  type StoreInput,
  sessionPath,
  textOf,
} from '../store/files.ts'
import {
  changedSessionFile,
  clearedIterations,
  knownSessions,
  latestSession,
  type SessionRow,
  sessionRows,
  unreadableSessions,
} from '../store/sessions.ts'

/** Ends a session: marks it, and clears its memory last. */
export const endSession: Operation = {
  name: 'end_session',
  title: 'End the session',
  description:
    "Ends the session: marks it as completed and clears its memory, as session memory is. Promote what should last before (`promote_to_project_memory`); issues that are open are listed in the answer. `failed` marks it as failed and keeps the file, `keep` keeps the file. What no commit has of the file is kept in git's directory, and the answer names the path. Ending twice does nothing.",
  input: closed('SessionEnd', 'How it ends.', {
    properties: {
      session: line('The session; the current one when absent.', { 'x-flag': { argument: true } }),
      failed: flag('It failed: its file is kept.', { default: false }),
      keep: flag('Its file is kept.', { default: false }),
      dry_run: DRY_RUN,
    },
  }),
  output: closed('EndedSession', 'The session.', {
    required: ['saved', 'id', 'session', 'status', 'cleared', 'path', 'open_issues', 'dry_run'],
    properties: {
      id: { type: ['string', 'null'], description: 'The session; null where none was active.' },
      session: { type: ['string', 'null'], description: 'The same.' },
      status: { type: ['string', 'null'], description: '`completed` or `failed`.' },
      cleared: flag('Its file is deleted, or would be.'),
      path: { type: ['string', 'null'], description: 'The file of its memory.' },
      open_issues: list('Issues that are not resolved.', ENTRY),
      already: flag('It had ended before.'),
      ...WRITTEN,
    },
  }),
  readOnly: false,
  destructive: true,
  idempotent: true,
  command: {
    name: 'cowork session end',
    summary: 'end the session: its memory is cleared, and what no commit has of it is kept aside',
    examples: ['memkeep cowork session end', 'memkeep cowork session end iter-4 --failed'],
  },
  wants: ({ args, memory }) => {
    const named = [textOf(args.session), ...(knownSessions(memory)?.named ?? [])].filter((one) => one !== '')
    return [sessionPath(memory.settings), ...named.map((one) => iterationPath(memory, one))]
  },
  plan: (input) => {
    const { args, memory } = input
    const facts = knownSessions(memory)
    if (facts === null) return unreadableSessions(memory)
    const rows = rowsOf(input)
    const asked = textOf(args.session).normalize('NFC')
    const current = facts.current?.id.normalize('NFC')
    const id = asked || current || stopped(input)
    if (id === undefined) return nothingToEnd(input)
    const ended = facts.ended.some((one) => one.normalize('NFC') === id)
    const isKnown =
      ended ||
      id === current ||
      rows.some((row) => row.id === id) ||
      memory.files.has(iterationPath(memory, id))
    if (!isKnown) {
      return { refusal: `There is no session ${shownName(id)}`, help: 'Take the name from `show_session`.' }
    }
    const row = rows.find((one) => one.id === id)
    return ended ? endedBefore(id, row, input) : ending(id, row, input)
  },
}

function rowsOf(input: StoreInput): readonly SessionRow[] {
  return sessionRows(sessionRoot(input))
}

function sessionRoot(input: StoreInput): JsonObject | null {
  const file = readStoreFile(sessionPath(input.memory.settings), input)
  return file.state === 'read' ? file.root : null
}

/** The newest session, where it was completed and its file was not cleared: the call that ended it was stopped. */
function stopped(input: OperationInput): string | undefined {
  const { memory } = input
  const root = sessionRoot(input)
  const latest = latestSession(root)
  const row = sessionRows(root).find(({ id }) => id === latest)
  const isStopped =
    row?.status === 'completed' && !row.kept && memory.files.has(iterationPath(memory, row.id))
  return isStopped ? row.id : undefined
}

function nothingToEnd({ args }: OperationInput): OperationAnswer {
  const nothing = { id: null, session: null, status: null, path: null }
  return writeAnswer(args, {
    data: { ...nothing, cleared: false, open_issues: [], already: true },
    files: [],
    notes: ['No session is active.'],
  })
}

/** Nothing is left to do, but for clearing the file of a session whose end was stopped. */
function endedBefore(id: string, row: SessionRow | undefined, input: OperationInput): OperationAnswer {
  const { args, memory } = input
  const path = iterationPath(memory, id)
  const isLeft =
    memory.files.has(path) &&
    row?.status === 'completed' &&
    !row.kept &&
    args.keep !== true &&
    args.failed !== true
  return writeAnswer(args, {
    data: { ...ended(id, path, row?.status ?? null), cleared: isLeft, open_issues: [], already: true },
    files: isLeft ? [[path, { kind: 'delete', keepCopy: true }]] : [],
  })
}

function ended(id: string, path: string, status: string | null): JsonObject {
  return { id, session: id, status, path }
}

function ending(id: string, row: SessionRow | undefined, input: OperationInput): OperationAnswer {
  const { args, memory, now } = input
  const path = iterationPath(memory, id)
  const status = args.failed === true ? 'failed' : 'completed'
  const isCleared = status === 'completed' && args.keep !== true && memory.files.has(path)
  const fields = {
    status,
    ...(row === undefined && { stage: null }),
    completed_at: now,
    ...(status === 'completed' && args.keep === true && { kept: true }),
  }
  const change = {
    id,
    current: false,
    successful: status === 'completed',
    fields,
    others: clearedIterations(memory),
  }
  const changed = changedSessionFile(change, input)
  if ('refusal' in changed) return changed
  const open = iterationEntries(id, input).filter(
    ({ kind, row: issue }) => kind === 'issue' && issue.resolved !== true,
  )
  const deletion: readonly (readonly [string, PlannedFile])[] = isCleared
    ? [[path, { kind: 'delete', keepCopy: true }]]
    : []
  return writeAnswer(args, {
    data: { ...ended(id, path, status), cleared: isCleared, open_issues: open.map(listed) },
    files: [[changed.path, { kind: 'text', text: changed.text }], ...deletion],
    notes:
      open.length === 0 ? [] : [`${open.length} issues are open.`.replace(/^1 issues are/, '1 issue is')],
  })
}
