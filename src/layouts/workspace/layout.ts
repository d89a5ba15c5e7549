import type { ArchiveRequest, Archiving, Layout } from '../../core/layout.ts'
import type { Kind } from '../../core/source.ts'
import { loadsAlways } from '../../formats/agent-rule.ts'
import { archiveLog, refused, unreadLog } from '../../formats/logs/archive-log.ts'
import { workspacePaths } from './claim.ts'
import { derive } from './derive.ts'
import {
  ENTRY_FIELDS,
  entriesOf,
  entryTagLists,
  entryTexts,
  hasEntries,
  LOG_KINDS,
  readEntries,
} from './entries.ts'
import {
  documentSchema,
  overviewSchema,
  planSchema,
  readDates,
  readPlan,
  readWritten,
} from './front-matter.ts'
import { readAgentLink, readHotRule } from './hot-memory.ts'
import { memoryIndexSchema } from './memory-index/index-facts.ts'
import { mergeMemoryIndex } from './memory-index/merge-memory-index.ts'
import { indexTagLists, readMemoryIndex } from './memory-index/read-index-file.ts'
import { overview, setAside } from './overview.ts'
import { rules } from './rules/index.ts'

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
  read: readWritten,
})

const log = (id: string, summary: string, paths: string): Kind => ({
  id,
  summary,
  paths,
  format: 'markdown',
  frontMatter: 'none',
  history: 'free',
  merge: { by: 'entries' },
  tombstones: true,
  signature: hasEntries,
  fields: ENTRY_FIELDS,
  tagLists: entryTagLists,
  itemTexts: entryTexts,
  read: readEntries,
})

/** The classes of document in the workspace layout; `{scope}` is `{W}`, `{W}/{D}` or `{W}/{D}/{R}`. */
const kinds: readonly Kind[] = [
  {
    id: 'overview',
    summary: 'What a workspace, domain or repository is; its description is loaded first.',
    paths: `${RESOURCES}/OVERVIEW.md`,
    format: 'markdown',
    frontMatter: 'required',
    schema: overviewSchema,
    history: 'free',
    living: true,
    signature: 'path',
    resource: true,
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
    living: true,
    signature: 'path',
    read: readPlan,
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
  {
    ...log(
      'archive',
      'Entries that were moved out of a log that had grown too long.',
      `${MEMORY}/{W}[/{D}]/_archive/{decisions,lessons}-*.md`,
    ),
    tombstones: 'only',
  },
  {
    id: 'memory-index',
    summary: 'The tags and categories of a workspace with their counts; derived from its logs.',
    paths: `${MEMORY}/{W}/_index.yaml`,
    format: 'yaml',
    frontMatter: 'none',
    schema: memoryIndexSchema,
    history: 'free',
    merge: { by: 'derived', join: mergeMemoryIndex },
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
    living: true,
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
    living: true,
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

/** Memory by workspace, domain and repository: overviews and plans, dated decisions and lessons, hot rules. */
export const workspace: Layout = {
  ...workspacePaths,
  summary:
    'Overviews, plans, decisions and lessons by workspace, with rules that load into every conversation.',
  kinds,
  rules,
  derive,
  log: { archive: archiveEntries },
  reports: { overview, setAside },
}

/** Moves the oldest entries of a decisions or lessons file, or one of them, to the archives of their years next to it. */
export function archiveEntries(request: ArchiveRequest): Archiving {
  const { source } = request
  const kind = source.kind.id
  if (!LOG_KINDS.some((one) => one === kind)) {
    return refused(`it is of kind ${kind}`, `Give a file of kind ${LOG_KINDS.join(' or ')}.`)
  }
  const log = entriesOf(source)
  if (!log) return unreadLog()
  const [misshapen] = log.misshapen
  if (misshapen) {
    const where = `line ${misshapen.place.line}`
    return refused(`${where} is meant to start an entry and has not its form`, 'Fix that heading first.')
  }
  const undated = log.entries.find(({ day }) => day === null)
  if (undated) {
    const where = `line ${undated.heading.place.line}`
    return refused(`the date in ${where} is not a real day`, 'Fix that date first.')
  }
  const folder = source.path.slice(0, source.path.lastIndexOf('/') + 1)
  const name = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`
  return archiveLog(request, {
    log,
    pathFor: ({ date }) => `${folder}_archive/${kind}-${date.text.slice(0, 4)}.md`,
    titleFor: (path) => `# ${name} of ${path.slice(-'YYYY.md'.length, -'.md'.length)}`,
    isArchive: (document) => document.kind === 'archive',
  })
}
