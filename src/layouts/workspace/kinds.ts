import type { Kind } from '../../core/source.ts'
import { loadsAlways } from '../../formats/agent-rule.ts'
import { frontMatterTags } from '../../formats/tag-lists.ts'
import { readAgentLink } from './agent-directories.ts'
import { ENTRY_FIELDS, entryTagLists, hasEntries, readEntries } from './entries.ts'
import { documentSchema, overviewSchema, planSchema, readDates } from './front-matter.ts'
import { readHotRule } from './hot-memory.ts'
import { memoryIndexSchema } from './memory-index/index-facts.ts'
import { indexTagLists, readMemoryIndex } from './memory-index/read-index-file.ts'

const RESOURCES = 'resources/workspaces/{scope}'
const MEMORY = 'user/memory/workspaces'

const document = (id: string, summary: string): Kind => ({
  id,
  summary,
  paths: `${RESOURCES}/_${id === 'architecture' ? id : `${id}s`}/**/*.md`,
  format: 'markdown',
  frontMatter: 'optional',
  schema: documentSchema,
  history: 'free',
  tagLists: frontMatterTags,
})

const log = (id: string, summary: string, paths: string): Kind => ({
  id,
  summary,
  paths,
  format: 'markdown',
  frontMatter: 'none',
  history: 'free',
  merge: 'entries',
  tombstones: true,
  signature: hasEntries,
  fields: ENTRY_FIELDS,
  tagLists: entryTagLists,
  read: readEntries,
})

/** The classes of document in the workspace layout; `{scope}` is `{W}`, `{W}/{D}` or `{W}/{D}/{R}`. */
export const kinds: readonly Kind[] = [
  {
    id: 'overview',
    summary: 'What a workspace, domain or repository is; its description is loaded first.',
    paths: `${RESOURCES}/OVERVIEW.md`,
    format: 'markdown',
    frontMatter: 'required',
    schema: overviewSchema,
    history: 'free',
    signature: 'path',
    resource: true,
    tagLists: frontMatterTags,
    read: readDates,
  },
  {
    id: 'plan',
    summary: 'One plan with its status.',
    paths: `${RESOURCES}/_plans/**/*.md`,
    format: 'markdown',
    frontMatter: 'required',
    schema: planSchema,
    history: 'free',
    signature: 'path',
    tagLists: frontMatterTags,
    read: readDates,
  },
  document('feature', 'What a feature does.'),
  document('spike', 'What an experiment found.'),
  document('architecture', 'How something is built.'),
  {
    ...log(
      'decisions',
      'Decisions with their reasons, as dated entries.',
      `${MEMORY}/{W}[/{D}]/decisions.md`,
    ),
    resource: true,
  },
  {
    ...log(
      'lessons',
      'What went wrong or was hard to find, as dated entries.',
      `${MEMORY}/{W}[/{D}]/lessons.md`,
    ),
    resource: true,
  },
  log(
    'archive',
    'Entries that were moved out of a log that had grown too long.',
    `${MEMORY}/{W}[/{D}]/_archive/{decisions,lessons}-*.md`,
  ),
  {
    id: 'memory-index',
    summary: 'The tags and categories of a workspace with their counts; derived from its logs.',
    paths: `${MEMORY}/{W}/_index.yaml`,
    format: 'yaml',
    frontMatter: 'none',
    schema: memoryIndexSchema,
    history: 'free',
    merge: 'derived',
    tagLists: indexTagLists,
    read: readMemoryIndex,
  },
  {
    id: 'hot-rule',
    summary: 'A rule that is loaded into every conversation.',
    paths: 'agent/rules/common/*.md',
    format: 'markdown',
    frontMatter: 'optional',
    history: 'free',
    tokens: true,
    read: readHotRule,
  },
  {
    id: 'agent-file',
    summary: "A rule of one agent's own, in that agent's directory.",
    paths: '.cursor/rules/*.{md,mdc}, .codex/*.{md,mdc}',
    format: 'markdown',
    frontMatter: 'optional',
    history: 'free',
    ordinary: true,
    tokens: true,
    loads: loadsAlways,
    read: readHotRule,
  },
  {
    id: 'agent-link',
    summary: "A symlink in an agent's directory that leads to a hot rule.",
    paths: '.cursor/rules/*, .codex/*',
    format: 'link',
    frontMatter: 'none',
    history: 'free',
    ordinary: true,
    read: readAgentLink,
  },
  {
    id: 'abstract',
    summary: 'A summary next to an OVERVIEW, which the description in its front matter replaces.',
    paths: `${RESOURCES}/**/ABSTRACT.md`,
    format: 'markdown',
    frontMatter: 'optional',
    history: 'free',
  },
]
