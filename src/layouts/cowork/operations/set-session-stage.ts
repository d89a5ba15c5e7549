import type { Operation } from '../../../core/operation.ts'
import {
  closed,
  DRY_RUN,
  line,
  oneLine,
  SESSION,
  text,
  textFault,
  WRITTEN,
  writeAnswer,
} from '../store/answers.ts'
import { readStoreFile, sessionPath, textOf } from '../store/files.ts'
import {
  changedSessionFile,
  clearedIterations,
  sessionRows,
  sessionToWrite,
  stageNotes,
} from '../store/sessions.ts'

/** Says at which stage the session is. */
export const setSessionStage: Operation = {
  name: 'set_session_stage',
  title: 'Set the stage of the session',
  description:
    'Says at which stage the session is: idea, prd, design, plan, coding or check. Items that are saved without a stage get it. Call it when the work moves on. Example: stage=coding.',
  input: closed('SessionStage', 'The stage.', {
    required: ['stage'],
    properties: {
      stage: line('The stage; another word is taken with a note.', { 'x-flag': { argument: true } }),
      session: SESSION,
      dry_run: DRY_RUN,
    },
  }),
  output: closed('StagedSession', 'The session.', {
    required: ['saved', 'id', 'session', 'stage', 'path', 'dry_run'],
    properties: {
      id: text('The session.'),
      session: text('The same.'),
      stage: text('Its stage.'),
      path: text('The file, relative to the root of the repository.'),
      ...WRITTEN,
    },
  }),
  readOnly: false,
  destructive: true,
  idempotent: true,
  command: {
    name: 'cowork session stage',
    summary: 'say at which stage the session is',
    examples: ['memkeep cowork session stage coding'],
  },
  wants: ({ memory }) => [sessionPath(memory.settings)],
  plan: (input) => {
    const { args, memory } = input
    const stage = oneLine('stage', textOf(args.stage))
    if ('refusal' in stage) return stage
    const fault = textFault({ stage: args.stage })
    if (fault) return fault
    const session = sessionToWrite(memory, textOf(args.session) || null)
    if ('refusal' in session) return session
    const { id } = session
    const path = sessionPath(memory.settings)
    const file = readStoreFile(path, input)
    const row = sessionRows(file.state === 'read' ? file.root : null).find((one) => one.id === id)
    const data = { id, session: id, stage: stage.text, path }
    if (row?.stage === stage.text) return writeAnswer(args, { data, files: [] })
    const fields = { ...(!row && { status: 'active' }), stage: stage.text }
    const changed = changedSessionFile({ id, fields, others: clearedIterations(memory) }, input)
    if ('refusal' in changed) return changed
    return writeAnswer(args, {
      data,
      files: [[path, { kind: 'text', text: changed.text }]],
      notes: stageNotes(stage.text),
    })
  },
}
