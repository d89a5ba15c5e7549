import type { JsonObject } from '../../../core/json.ts'
import type { Operation } from '../../../core/operation.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import { closed, flag, list, READ, text } from '../store/answers.ts'
import { diagnosticsOf, iterationPath, readStoreFile, sessionPath, statusOf } from '../store/files.ts'
import { knownSessions, sessionRows } from '../store/sessions.ts'

/** Says which session is active, and which there were. */
export const showSession: Operation = {
  name: 'show_session',
  title: 'Show the sessions',
  description: 'Says which session is active, at which stage it is, and which sessions there were.',
  input: closed('SessionsQuery', 'Nothing needs to be said.', { properties: {} }),
  output: closed('Sessions', 'The sessions.', {
    required: ['current', 'sessions', 'status', 'diagnostics'],
    properties: {
      current: { type: ['string', 'null'], description: 'The session that is active.' },
      sessions: list(
        'Every session that is listed, in the order of the list.',
        closed('SessionEntry', 'A session.', {
          required: ['id', 'file'],
          properties: {
            id: text('Its name.'),
            status: {
              type: ['string', 'null'],
              description: '`active`, `completed`, `failed`, or what the list says.',
            },
            stage: { type: ['string', 'null'], description: 'Its stage.' },
            started_at: { type: ['string', 'null'], description: 'When it started.' },
            completed_at: { type: ['string', 'null'], description: 'When it ended.' },
            file: flag('Whether its memory is there.'),
          },
        }),
      ),
      ...READ,
    },
  }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  command: { name: 'cowork session show', summary: 'say which session is active, and which there were' },
  wants: ({ memory }) => [sessionPath(memory.settings)],
  plan: (input) => {
    const { memory } = input
    const path = sessionPath(memory.settings)
    const file = readStoreFile(path, input)
    const rows = sessionRows(file.state === 'read' ? file.root : null)
    const diagnostics = diagnosticsOf([path], input)
    const data: JsonObject = {
      current: knownSessions(memory)?.current?.id ?? null,
      sessions: rows.map(({ id, status, stage, startedAt, completedAt }) => ({
        id,
        status,
        stage,
        started_at: startedAt,
        completed_at: completedAt,
        file: memory.files.has(iterationPath(memory, id)),
      })),
      status: statusOf(diagnostics),
      diagnostics,
    }
    return { text: yamlText(data), data }
  },
}
