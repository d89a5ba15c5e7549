import type { Kind } from '../../core/source.ts'
import { dataTags } from '../../formats/tag-lists.ts'
import { DETAIL_FIELDS, readDetail } from './read-detail.ts'
import { ITERATION_FIELDS, PROJECT_FIELDS, readIterationMemory, readProjectMemory } from './read-memory.ts'
import { readContext, readSession } from './read-session.ts'
import { rowsOf } from './rows.ts'
import { iterationMemorySchema, projectMemorySchema, sessionSchema } from './schemas.ts'

const PROJECT = '.cowork/memory/project'

const detail = (id: string, summary: string, paths: string): Kind => ({
  id,
  summary,
  paths,
  format: 'markdown',
  frontMatter: 'none',
  history: 'free',
  fields: DETAIL_FIELDS,
  read: readDetail,
})

/** The classes of document in the cowork layout. */
export const kinds: readonly Kind[] = [
  {
    id: 'project-memory',
    summary: 'Decisions and patterns that outlive their iteration, and the technical context.',
    paths: `${PROJECT}/memory.json`,
    format: 'json',
    frontMatter: 'none',
    schema: projectMemorySchema,
    history: 'append-only',
    signature: 'path',
    fields: PROJECT_FIELDS,
    tagLists: (source) => rowsOf(source, 'patterns').flatMap(({ pointer }) => dataTags(source, pointer)),
    read: readProjectMemory,
  },
  detail(
    'decision-detail',
    "One decision for people to read: derived from its row, with people's words below a mark.",
    `${PROJECT}/decisions/dec-*.md`,
  ),
  detail(
    'pattern-detail',
    "One pattern for people to read: derived from its row, with people's words below a mark.",
    `${PROJECT}/patterns/pat-*.md`,
  ),
  {
    id: 'project-insight',
    summary: 'A file of a folder that no list belongs to: an insight is kept as a decision or a pattern.',
    paths: `${PROJECT}/insights/**/*.{md,json}`,
    format: 'text',
    frontMatter: 'none',
    history: 'free',
  },
  {
    id: 'project-context',
    summary: 'The technical context in prose.',
    paths: `${PROJECT}/context/context.md`,
    format: 'markdown',
    frontMatter: 'none',
    history: 'free',
    read: readContext,
  },
  {
    id: 'iteration-memory',
    summary: 'Insights, issues and learnings of one session; cleared when it is completed.',
    paths: '.cowork/memory/iterations/{session}.json',
    format: 'json',
    frontMatter: 'none',
    schema: iterationMemorySchema,
    history: 'free',
    ephemeral: true,
    fields: ITERATION_FIELDS,
    read: readIterationMemory,
  },
  {
    id: 'cowork-session',
    summary: 'Which session runs, and which came before it.',
    paths: '.cowork/session.json',
    format: 'json',
    frontMatter: 'none',
    schema: sessionSchema,
    history: 'free',
    signature: 'path',
    read: readSession,
  },
]
