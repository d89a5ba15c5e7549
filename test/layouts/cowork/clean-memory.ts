import type { Files } from '../../helpers/check-literal.ts'

/** Where the clean memory's files lie. */
const ROOT = '.cowork'
export const MEMORY = `${ROOT}/memory/project/memory.json`
export const ITERATION = `${ROOT}/memory/iterations/iter-3.json`
export const SESSION = `${ROOT}/session.json`
export const DECISIONS = `${ROOT}/memory/project/decisions`
export const PATTERNS = `${ROOT}/memory/project/patterns`
export const CONTEXT = `${ROOT}/memory/project/context/context.md`
export const FIRST = `${DECISIONS}/dec-iter-1-1770544800.md`

/** A value as the format's own tools write it. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

export const firstDecision = {
  id: 'dec-iter-1-1770544800',
  title: 'SQLite keeps the local store',
  context: 'The command runs on machines without a server.',
  decision: 'Use `SQLite` with one file per project.',
  consequences: ['No server to install.', 'One writer at a time.'],
  iteration_id: 'iter-1',
  created_at: '2026-02-08T10:00:00Z',
}

export const secondDecision = {
  id: 'dec-iter-3-1772362800',
  title: 'Migrations are numbered files',
  context: 'Two branches changed the schema on one day.',
  decision: 'A migration is a file with a number; a gap stops the start.',
  consequences: ['A merge shows the clash.'],
  iteration_id: 'iter-3',
  created_at: '2026-03-01T11:00:00.123456789Z',
}

export const firstPattern = {
  id: 'pat-iter-1-1770548400',
  name: 'Repository per table',
  description: 'One module holds every statement about a table.',
  usage: ['Start one with each new table.'],
  tags: ['storage', 'sql'],
  code_example: 'export const users = repository("users")',
  iteration_id: 'iter-1',
  created_at: '2026-02-08T11:00:00Z',
}

export const projectMemory = {
  decisions: [firstDecision, secondDecision],
  patterns: [firstPattern],
  context: {
    tech_stack: ['TypeScript', 'SQLite'],
    architecture_style: 'hexagonal',
    key_dependencies: [{ name: 'sqlite', version: '5.1.0', purpose: 'the local store' }],
  },
}

export const iteration = {
  iteration_id: 'iter-3',
  insights: [
    {
      stage: 'design',
      content: 'Reads outnumber writes by far.',
      importance: 'important',
      created_at: '2026-03-01T09:00:00Z',
    },
  ],
  issues: [
    {
      stage: 'coding',
      content: 'The test database is locked now and then.',
      resolved: true,
      created_at: '2026-03-01T09:30:00Z',
      resolved_at: '2026-03-01T10:30:00+01:00',
    },
  ],
  learnings: [{ content: 'Close statements before the file.', created_at: '2026-03-01T10:00:00Z' }],
}

const session = {
  current_session: 'iter-3',
  sessions: [
    { session_id: 'iter-1', status: 'completed' },
    { session_id: 'iter-3', status: 'in_progress' },
  ],
}

/** A small memory in the cowork layout that no rule has anything to say about. Its detail files are derived. */
export const cleanCowork: Files = {
  [MEMORY]: json(projectMemory),
  [ITERATION]: json(iteration),
  [SESSION]: json(session),
  [CONTEXT]:
    '# Context\n\nA command line tool in TypeScript with a local store in SQLite. Its style is hexagonal.\n',
}
