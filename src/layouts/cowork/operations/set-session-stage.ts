import { defineOperation } from '../../../core/operation.ts'
import { closedObject, text, typed } from '../../../core/schema.ts'
import { DRY_RUN, line, oneLine, SESSION, textFault, WRITTEN, writeAnswer } from '../store/answers.ts'
import { sessionPath } from '../store/files.ts'
import {
  changedSessionFile,
  clearedIterations,
  listedSession,
  sessionToWrite,
  stageNotes,
} from '../store/sessions.ts'

/** Says at which stage the session is. */
export const setSessionStage = defineOperation({
  name: 'set_session_stage',
  title: 'Set the stage of the session',
  description:
    'Says at which stage the session is: idea, prd, design, plan, coding or check. Items that are saved without a stage get it. Call it when the work moves on. Example: stage=coding.',
  input: typed(
    'SessionStage',
    closedObject(
      ['stage'],
      {
        stage: line('The stage; another word is taken with a note.', { 'x-flag': { argument: true } }),
        session: SESSION,
        dry_run: DRY_RUN,
      },
      'The stage.',
    ),
  ),
  output: typed(
    'StagedSession',
    closedObject(
      ['saved', 'id', 'session', 'stage', 'path', 'dry_run'],
      {
        id: text('The session.'),
        session: text('The same.'),
        stage: text('Its stage.'),
        path: text('The file, relative to the root of the repository.'),
        ...WRITTEN,
      },
      'The session.',
    ),
  ),
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
    const stage = oneLine('stage', args.stage)
    if ('refusal' in stage) return stage
    const fault = textFault({ stage: args.stage })
    if (fault) return fault
    const session = sessionToWrite(memory, args.session || null)
    if ('refusal' in session) return session
    const { id } = session
    const row = listedSession(id, input)
    const data = { id, session: id, stage: stage.text, path: sessionPath(memory.settings) }
    if (row?.stage === stage.text) return writeAnswer(args, data, { plan: new Map() })
    const fields = { ...(!row && { status: 'active' }), stage: stage.text }
    const changed = changedSessionFile({ id, fields, others: clearedIterations(memory) }, input)
    if ('refusal' in changed) return changed
    return writeAnswer(args, data, { ...changed, notes: stageNotes(stage.text) })
  },
})
