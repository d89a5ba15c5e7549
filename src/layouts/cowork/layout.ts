import type { Memory } from '../../core/document.ts'
import type { Layout } from '../../core/layout.ts'
import { type LayoutOverview, tallies } from '../../core/memory-overview.ts'
import type { Kind } from '../../core/source.ts'
import { dataTags } from '../../formats/tag-lists.ts'
import { coworkPaths } from './claim.ts'
import { DETAIL_FIELDS, derive, readDetail } from './derive.ts'
import { detailTexts, joinRows, joinSession } from './merge.ts'
import {
  ITERATION_FIELDS,
  PROJECT_FIELDS,
  readContext,
  readIterationMemory,
  readProjectMemory,
  readSession,
} from './read-files.ts'
import { rowsOf } from './rows.ts'
import { rules } from './rules/index.ts'
import { iterationMemorySchema, projectMemorySchema, sessionSchema } from './schemas.ts'

const PROJECT = '.cowork/memory/project'

const detail = (id: string, summary: string, paths: string): Kind => ({
  id,
  summary,
  paths,
  format: 'markdown',
  frontMatter: 'none',
  history: 'free',
  merge: { by: 'lines', prepare: detailTexts },
  fields: DETAIL_FIELDS,
  read: readDetail,
})

/** The classes of document in the cowork layout. */
const kinds: readonly Kind[] = [
  {
    id: 'project-memory',
    summary: 'Decisions and patterns that outlive their iteration, and the technical context.',
    paths: `${PROJECT}/memory.json`,
    format: 'json',
    frontMatter: 'none',
    schema: projectMemorySchema,
    merge: { by: 'data', join: joinRows },
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
    merge: { by: 'data', join: joinRows },
    signature: 'path',
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
    merge: { by: 'data', join: joinSession },
    history: 'free',
    ephemeral: true,
    repeats: true,
    signature: 'path',
    read: readSession,
  },
]

/** Decisions and patterns of a project in one JSON index with a Markdown file each, and a JSON file per session. */
export const cowork: Layout = {
  ...coworkPaths,
  summary: 'Decisions and patterns in a JSON index with a detail file each, and the memory of each session.',
  kinds,
  rules,
  derive,
  reports: { overview },
}

/** Kinds whose items are no copies of rows. */
const MODELS = ['project-memory', 'iteration-memory']

/** Decisions, patterns, insights, issues and learnings as categories. */
function overview({ documents }: Memory): Partial<LayoutOverview> {
  const items = documents.filter(({ kind }) => MODELS.includes(kind)).flatMap((document) => document.items)
  return { categories: tallies(items.map(({ kind }) => kind)) }
}
