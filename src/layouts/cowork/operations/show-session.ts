import { defineOperation } from '../../../core/operation.ts'
import { closedObject, flag, list, orNull, text, typed } from '../../../core/schema.ts'
import { answerOf } from '../../../stores/answer.ts'
import { READ } from '../store/answers.ts'
import { iterationPath, sessionPath, statusOf } from '../store/files.ts'
import { knownSessions, listedSessions } from '../store/sessions.ts'

/** Says which session is active, and which there were. */
export const showSession = defineOperation({
  name: 'show_session',
  title: 'Show the sessions',
  description: 'Says which session is active, at which stage it is, and which sessions there were.',
  input: typed('SessionsQuery', closedObject([], {}, 'Nothing needs to be said.')),
  output: typed(
    'Sessions',
    closedObject(
      ['current', 'sessions', 'status', 'diagnostics'],
      {
        current: orNull(text('The session that is written to where none is named.')),
        sessions: list(
          typed(
            'SessionEntry',
            closedObject(
              ['id', 'file'],
              {
                id: text('Its name.'),
                status: orNull(text('`active`, `completed`, `failed`, or what the list says.')),
                stage: orNull(text('Its stage.')),
                started_at: orNull(text('When it started.')),
                completed_at: orNull(text('When it ended.')),
                file: flag('Whether its memory is there.'),
              },
              'A session.',
            ),
          ),
          'Every session that is listed, in the order of the list.',
        ),
        ...READ,
      },
      'The sessions.',
    ),
  ),
  readOnly: true,
  destructive: false,
  idempotent: true,
  command: { name: 'cowork session show', summary: 'say which session is active, and which there were' },
  wants: ({ memory }) => [sessionPath(memory.settings)],
  plan: (input) => {
    const { memory } = input
    return answerOf({
      current: knownSessions(memory)?.current?.id ?? null,
      sessions: listedSessions(input).map(({ id, status, stage, startedAt, completedAt }) => ({
        id,
        status,
        stage,
        started_at: startedAt,
        completed_at: completedAt,
        file: memory.files.has(iterationPath(memory, id)),
      })),
      ...statusOf([sessionPath(memory.settings)], input),
    })
  },
})
