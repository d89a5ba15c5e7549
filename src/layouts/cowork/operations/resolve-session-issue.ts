import type { Operation, OperationAnswer, OperationInput } from '../../../core/operation.ts'
import type { DataChange } from '../../../formats/edit-data.ts'
import { readInstant, shownName } from '../rows.ts'
import {
  closed,
  DRY_RUN,
  flag,
  longText,
  SESSION,
  text,
  textFault,
  WRITTEN,
  writeAnswer,
} from '../store/answers.ts'
import {
  iterationEntries,
  iterationPath,
  type MemoryEntry,
  sessionPath,
  shownFile,
  textOf,
} from '../store/files.ts'
import { changedIterationFile } from '../store/models.ts'
import { sessionToRead, sessionToWrite } from '../store/sessions.ts'

/** Marks an issue of the session as solved. */
export const resolveSessionIssue: Operation = {
  name: 'resolve_session_issue',
  title: 'Resolve an issue of the session',
  description:
    'Marks an issue of the session as resolved, and says when. Use it as soon as the problem is solved: `get_memory_context` counts open issues. Example: memory_id=iss-iter-3-1770546600250, resolution="The pool was too small."',
  input: closed('IssueResolution', 'Which issue is solved.', {
    required: ['memory_id'],
    properties: {
      memory_id: text('The id of the issue.', { maxLength: 300, 'x-flag': { argument: true } }),
      resolution: longText('How it was solved.'),
      session: SESSION,
      dry_run: DRY_RUN,
    },
  }),
  output: closed('ResolvedIssue', 'The issue.', {
    required: ['saved', 'memory_id', 'id', 'file', 'session', 'path', 'resolved_at', 'dry_run'],
    properties: {
      memory_id: text('Its id.'),
      id: text('The same.'),
      file: text('What `load_memory_detail` takes as `file`.'),
      session: text('The session that it belongs to.'),
      path: text('The file, relative to the root of the repository.'),
      resolved_at: { type: ['string', 'null'], description: 'When it was solved.' },
      already: flag('It was resolved before: nothing is changed.'),
      ...WRITTEN,
    },
  }),
  readOnly: false,
  destructive: true,
  idempotent: true,
  command: {
    name: 'cowork resolve',
    summary: 'mark an issue of the session as resolved',
    examples: ["memkeep cowork resolve iss-iter-3-1770546600250 --resolution 'The pool was too small.'"],
  },
  wants: ({ args, memory }) => {
    const id = sessionToRead(memory, textOf(args.session) || null)
    return [sessionPath(memory.settings), ...(id === null ? [] : [iterationPath(memory, id)])]
  },
  plan: (input) => {
    const session = sessionToWrite(input.memory, textOf(input.args.session) || null)
    if ('refusal' in session) return session
    const asked = textOf(input.args.memory_id)
    const issue = iterationEntries(session.id, input).find(({ id }) => id === asked)
    if (!issue?.item) {
      return {
        refusal: `Session ${shownName(session.id)} has no issue ${shownName(asked)}`,
        help: 'Take the id from query_memory_index with category record.',
      }
    }
    if (issue.kind !== 'issue') {
      return {
        refusal: `${shownName(asked)} is no issue but ${issue.kind}`,
        help: 'Only issues are resolved.',
      }
    }
    return textFault({ resolution: input.args.resolution }) ?? answer(issue, session.id, input)
  },
}

function answer(issue: MemoryEntry, session: string, input: OperationInput): OperationAnswer {
  const { args, memory, now } = input
  const path = iterationPath(memory, session)
  const where = {
    memory_id: issue.id,
    id: issue.id,
    file: shownFile(path, memory.settings),
    session,
    path,
  }
  const { resolved, resolved_at: known } = issue.row
  if (resolved === true) {
    const data = { ...where, resolved_at: textOf(known) || null, already: true }
    return writeAnswer(args, { data, files: [] })
  }
  const at = [issue.item?.list ?? 'issues', issue.item?.index ?? 0]
  // The clocks of two machines differ: nothing is solved before it came up.
  const isEarlier = (readInstant(issue.createdAt)?.time ?? 0) > Date.parse(now)
  const when = isEarlier ? issue.createdAt : now
  const splices: DataChange[] = [
    { at: [...at, 'resolved'], set: true },
    { at: [...at, 'resolved_at'], set: when },
    ...(textOf(args.resolution).trim() === ''
      ? []
      : [{ at: [...at, 'resolution'], set: textOf(args.resolution) }]),
  ]
  const changed = changedIterationFile(session, splices, input)
  if ('refusal' in changed) return changed
  return writeAnswer(args, {
    data: { ...where, resolved_at: when },
    files: [[path, { kind: 'text', text: changed.text }]],
  })
}
