import { type Answer, defineOperation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { closedObject, flag, orNull, text, typed, type ValueOf } from '../../../core/schema.ts'
import type { DataChange } from '../../../formats/edit-data.ts'
import { refuse } from '../../../stores/answer.ts'
import { readInstant, shownName } from '../rows.ts'
import { DRY_RUN, longText, SESSION, textFault, WRITTEN, writeAnswer } from '../store/answers.ts'
import {
  isOpen,
  iterationEntries,
  iterationPath,
  type MemoryEntry,
  shownFile,
  textOf,
} from '../store/files.ts'
import { changedIterationFile } from '../store/models.ts'
import { sessionFiles, sessionToWrite } from '../store/sessions.ts'

const input = typed(
  'IssueResolution',
  closedObject(
    ['memory_id'],
    {
      memory_id: text('The id of the issue.', { maxLength: 300, 'x-flag': { argument: true } }),
      resolution: longText('How it was solved.'),
      session: SESSION,
      dry_run: DRY_RUN,
    },
    'Which issue is solved.',
  ),
)

const output = typed(
  'ResolvedIssue',
  closedObject(
    ['saved', 'memory_id', 'id', 'file', 'session', 'path', 'resolved_at', 'dry_run'],
    {
      memory_id: text('Its id.'),
      id: text('The same.'),
      file: text('What `load_memory_detail` takes as `file`.'),
      session: text('The session that it belongs to.'),
      path: text('The file, relative to the root of the repository.'),
      resolved_at: orNull(text('When it was solved.')),
      already: flag('It was resolved before: nothing is changed.'),
      ...WRITTEN,
    },
    'The issue.',
  ),
)

type Input = OperationInput<ValueOf<typeof input>>

/** Marks an issue of the session as solved. */
export const resolveSessionIssue = defineOperation({
  name: 'resolve_session_issue',
  title: 'Resolve an issue of the session',
  description:
    'Marks an issue of the session as resolved, and says when. Use it as soon as the problem is solved: `memkeep cowork context` counts open issues. Example: memory_id=iss-iter-3-1770546600250, resolution="The pool was too small."',
  input,
  output,
  readOnly: false,
  destructive: true,
  idempotent: true,
  command: {
    name: 'cowork resolve',
    summary: 'mark an issue of the session as resolved',
    examples: ["memkeep cowork resolve iss-iter-3-1770546600250 --resolution 'The pool was too small.'"],
  },
  wants: ({ args, memory }) => sessionFiles(memory, args.session || null),
  plan: (input) => {
    const { memory_id: id, resolution, session: asked } = input.args
    const session = sessionToWrite(input.memory, asked || null)
    if ('refusal' in session) return session
    const issue = iterationEntries(session.id, input).find((entry) => entry.id === id)
    if (!issue?.item) {
      return refuse(
        `Session ${shownName(session.id)} has no issue ${shownName(id)}`,
        'Take the id from query_memory_index with category record.',
      )
    }
    if (issue.kind !== 'issue') {
      return refuse(`${shownName(id)} is no issue but ${issue.kind}`, 'Only issues are resolved.')
    }
    return textFault({ resolution }) ?? resolved(issue, session.id, input)
  },
})

function resolved(
  issue: MemoryEntry,
  session: string,
  input: Input,
): Answer<ValueOf<typeof output>> | Refusal {
  const { args, memory, now } = input
  const { id } = issue
  const path = iterationPath(memory, session)
  const where = { memory_id: id, id, file: shownFile(path, memory.settings), session, path }
  if (!isOpen(issue)) {
    const data = { ...where, resolved_at: textOf(issue.row.resolved_at) || null, already: true }
    return writeAnswer(args, data, { plan: new Map() })
  }
  // The clocks of two machines differ: nothing is solved before it came up.
  const isEarlier = (readInstant(issue.createdAt)?.time ?? 0) > Date.parse(now)
  const when = isEarlier ? issue.createdAt : now
  const { resolution = '' } = args
  const fields = {
    resolved: true,
    resolved_at: when,
    ...(resolution.trim() !== '' && { resolution }),
  }
  const at = [issue.item?.list ?? 'issues', issue.item?.index ?? 0]
  const changes = Object.entries(fields).map(([key, value]): DataChange => ({ at: [...at, key], set: value }))
  const changed = changedIterationFile(session, changes, input)
  return 'refusal' in changed ? changed : writeAnswer(args, { ...where, resolved_at: when }, changed)
}
