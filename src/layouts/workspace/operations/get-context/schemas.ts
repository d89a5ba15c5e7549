import { deadCiteList } from '../../../../core/citation.ts'
import { PLAN_STATUSES } from '../../../../core/plan-status.ts'
import {
  choice,
  closedObject,
  count,
  flag,
  integer,
  list,
  orNull,
  type Schema,
  text,
  typed,
  type ValueOf,
} from '../../../../core/schema.ts'

/** What can be asked for, in the order in which it is answered. */
export const TOPICS = [
  'overview',
  'plans',
  'features',
  'spikes',
  'architecture',
  'decisions',
  'lessons',
] as const

export type Topic = (typeof TOPICS)[number]

/** What an agent may say is bounded: no file system has a longer name, and no tag is longer. */
const NAME = { minLength: 1, maxLength: 255 }

/** A name, with the help of its flag. */
export function name(description: string, summary: string): Schema<string> {
  return text(description, { ...NAME, 'x-flag': { value: 'name', summary } })
}

/** JSON Schema of the arguments of `workspace_get_context`. */
export const contextInput = typed(
  'ContextArguments',
  closedObject(
    ['scope'],
    {
      scope: typed(
        'MemoryScope',
        closedObject(
          ['workspace'],
          {
            workspace: name(
              'Its folder name, such as `devtools`. A name that is none is refused with all that are.',
              'the workspace whose memory is read',
            ),
            domain: name('A domain of it; all when absent.', 'one of its domains alone'),
            repository: name(
              'A repository of that domain; all when absent.',
              'one repository alone, with the decisions and lessons of its domain and workspace',
            ),
          },
          'A workspace with everything below it, one of its domains, or one repository.',
        ),
      ),
      topics: list(
        typed(
          'ContextTopic',
          choice(TOPICS, 'What of the memory of a workspace can be asked for in addition to the defaults.'),
        ),
        'What to return in addition to the defaults. Nothing when absent.',
        { maxItems: 100, 'x-flag': { summary: 'what to print in addition to the defaults' } },
      ),
      include_defaults: flag(
        'False on follow-up calls: leaves out structure and summaries; memory metadata stays.',
        {
          'x-flag': { name: 'no-defaults', summary: 'leave out the folder structure and the summaries' },
          default: true,
        },
      ),
      filters: closedObject(
        [],
        {
          status: list(
            choice(PLAN_STATUSES),
            'Plans with any of these statuses; done and abandoned are over.',
            {
              maxItems: 100,
              'x-flag': { summary: 'only plans with any of these statuses' },
            },
          ),
          tags: list(
            text('A tag.', NAME),
            'Entries and documents with any of these tags, exactly as memory_metadata names them.',
            { maxItems: 100, 'x-flag': { summary: 'only what has any of these tags' } },
          ),
          category: name(
            'Decisions and lessons of this category, exactly as memory_metadata names it.',
            'only decisions and lessons of this category',
          ),
        },
        'What the entries of the topics must have; all filters together.',
      ),
      query: text('What the task is about, in words: orders the topics by relevance instead of by date.', {
        maxLength: 10_000,
        'x-flag': {
          value: 'text',
          summary: 'order what is printed of the topics by how well it answers this',
        },
      }),
      token_budget: integer(
        'Most estimated tokens of the answer; what is left out is named by title and path. No limit when absent.',
        {
          minimum: 1,
          'x-flag': { summary: 'most estimated tokens that are printed; what is left out is named' },
        },
      ),
    },
    'Which part of memory, and what of it.',
  ),
)

export type ContextArguments = ValueOf<typeof contextInput>

const tags = list(text(), 'Words to filter by.')

const meta = typed(
  'EntryMeta',
  closedObject(
    ['document_path', 'document_id'],
    {
      document_path: text('Its file, relative to the root of the repository.'),
      document_id: text('A name that no other document or entry has.'),
    },
    'Where the entry comes from; filters do not look at it.',
  ),
)

const scope = text('The scope that it belongs to: `devtools/common`.')
const description = text('One or two sentences.')
const summary = { name: text('The name, for people.'), description }

const documentSummary = typed(
  'DocumentSummary',
  closedObject(
    ['name', '_meta'],
    { ...summary, tags, _meta: meta },
    'A document by its front matter. A field that it does not have is absent.',
  ),
)

const planSummary = typed(
  'PlanSummary',
  closedObject(
    ['name', '_meta'],
    {
      ...summary,
      status: text('How far the plan has come.'),
      created: text('YYYY-MM-DD'),
      updated: text('YYYY-MM-DD'),
      tags,
      _meta: meta,
    },
    'A plan by its front matter.',
  ),
)

const overviewSummary = typed(
  'OverviewSummary',
  closedObject(
    ['scope', '_meta'],
    { scope, ...summary, tags, _meta: meta },
    'An OVERVIEW.md by its front matter.',
  ),
)

const overviewText = typed(
  'OverviewText',
  closedObject(
    ['scope', '_meta'],
    {
      scope,
      ...summary,
      tags,
      updated: text('YYYY-MM-DD'),
      content: text('The text, as Markdown.'),
      _meta: meta,
    },
    'An OVERVIEW.md with its text.',
  ),
)

const entry = typed(
  'MemoryEntry',
  closedObject(
    ['scope', 'date', 'title', 'content', '_meta'],
    {
      scope,
      date: text('YYYY-MM-DD'),
      title: text('The title.'),
      category: text('How it is classified.'),
      tags,
      content: text('The body, as Markdown.'),
      dead: deadCiteList,
      _meta: meta,
    },
    'A decision or a lesson, in full.',
  ),
)

export type OverviewSummary = ValueOf<typeof overviewSummary>

/** What a topic has of a document or an entry. */
export type TopicData = Partial<ValueOf<typeof entry> & ValueOf<typeof planSummary>>

const summaries = list(documentSummary, 'Front matter of documents.')
const entries = list(entry, 'Entries in full, the newest first, or with `query` what answers it best.')

const usedIn = list(choice(['decisions', 'lessons']), 'Which files use it.')
const uses = count('How many entries use it.')

const metadata = typed(
  'MemoryMetadata',
  closedObject(
    ['workspace', 'last_updated', 'tags', 'categories', 'summary'],
    {
      workspace: text('The workspace of the scope.'),
      last_updated: orNull(text('The day of the newest entry; null without any.')),
      tags: list(
        closedObject(
          ['name', 'used_in', 'count'],
          {
            name: text('The tag, as `filters.tags` takes it.'),
            description: text('What the tag means.'),
            used_in: usedIn,
            count: uses,
          },
          'One tag.',
        ),
        'Tags of decisions and lessons.',
      ),
      categories: list(
        typed(
          'NameInUse',
          closedObject(
            ['name', 'used_in', 'count'],
            {
              name: text('The category, as `filters.category` takes it.'),
              used_in: usedIn,
              count: uses,
            },
            'One category, and how many decisions and lessons have it.',
          ),
        ),
        'Categories of decisions and lessons.',
      ),
      summary: closedObject(
        ['total_decisions', 'total_lessons', 'domains_with_memory'],
        {
          total_decisions: count('Decisions of the workspace.'),
          total_lessons: count('Lessons of the workspace.'),
          domains_with_memory: list(text(), 'Domains that have decisions or lessons.'),
        },
        'Totals.',
      ),
    },
    'What can be asked for of the whole workspace.',
  ),
)

export type Metadata = ValueOf<typeof metadata>

/** JSON Schema of the answer of `workspace_get_context`. */
export const contextOutput = typed(
  'ContextData',
  closedObject(
    ['defaults'],
    {
      notes: list(text(), 'What could not be read, or is not as it should be: take it into account.'),
      defaults: closedObject(
        ['memory_metadata'],
        {
          folder_structure: text(
            'What lies in the folder of the scope, two levels deep, as a tree; beyond 100 files and folders, what is cut is counted.',
          ),
          overviews_t0: list(overviewSummary, 'The summary of every OVERVIEW.md in the scope.'),
          memory_metadata: metadata,
        },
        'Orientation.',
      ),
      overview: list(overviewText, 'The OVERVIEW.md of the scope itself, in full: one or none.'),
      plans: list(planSummary, 'Front matter of plans.'),
      features: summaries,
      spikes: summaries,
      architecture: summaries,
      decisions: entries,
      lessons: entries,
      left_out: list(
        closedObject(
          ['section', 'document_path', 'titles'],
          {
            section: text('The topic, or the default, that it is missing in.'),
            document_path: text('Where to read it.'),
            titles: list(text(), 'What is missing, the most wanted first.'),
            more: integer('How many more are missing, where not even the titles fit.', { minimum: 1 }),
          },
          'Of one document.',
        ),
        'What did not fit the token budget.',
      ),
    },
    'What memory holds of the scope. Topics that were not asked for are absent; an empty list says that there is nothing.',
  ),
)

export type ContextData = ValueOf<typeof contextOutput>
