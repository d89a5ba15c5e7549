import type { JsonObject } from '../../../../core/json.ts'
import { PLAN_STATUSES } from '../../../../core/plan-status.ts'
import { TOPICS } from './request.ts'

const text = (description: string): JsonObject => ({ type: 'string', description })

/** What an agent may say is bounded: no file system has a longer name, and no tag is longer. */
const name = (description: string): JsonObject => ({
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description,
})

const object = (
  description: string,
  required: readonly string[],
  properties: { readonly [key: string]: JsonObject },
): JsonObject => ({ type: 'object', description, additionalProperties: false, required, properties })

const list = (description: string, items: JsonObject): JsonObject => ({ type: 'array', description, items })

const choices = (description: string, items: JsonObject): JsonObject => ({
  ...list(description, items),
  maxItems: 100,
})

/** The name of the library's type of a schema. */
const typed = (type: string, schema: JsonObject): JsonObject => ({ ...schema, 'x-type': type })

/** How a property is a flag. */
const flag = (words: JsonObject, schema: JsonObject): JsonObject => ({ ...schema, 'x-flag': words })

/** JSON Schema of the arguments of `workspace_get_context`. */
export const contextInput: JsonObject = typed(
  'ContextArguments',
  object('Which part of memory, and what of it.', ['scope'], {
    scope: typed(
      'MemoryScope',
      object(
        'Whose memory: a workspace with everything below it, one of its domains, or one repository.',
        ['workspace'],
        {
          workspace: flag(
            { value: 'name', summary: 'the workspace whose memory is read' },
            name('The name of the workspace: a folder name, such as `devtools`.'),
          ),
          domain: flag(
            { value: 'name', summary: 'one of its domains alone' },
            name('The name of a domain of that workspace. All domains when absent.'),
          ),
          repository: flag(
            {
              value: 'name',
              summary: 'one repository alone, with the decisions and lessons of its domain and workspace',
            },
            name('The name of a repository of that domain. All repositories when absent.'),
          ),
        },
      ),
    ),
    topics: flag(
      { summary: 'what to print in addition to the defaults' },
      choices(
        'What to return in addition to the defaults. Nothing when absent.',
        typed('ContextTopic', {
          type: 'string',
          enum: TOPICS,
          description: 'What of the memory of a workspace can be asked for in addition to the defaults.',
        }),
      ),
    ),
    include_defaults: {
      'x-flag': { name: 'no-defaults', summary: 'leave out the folder structure and the summaries' },
      type: 'boolean',
      default: true,
      description:
        'False on follow-up calls: leaves out the folder structure and the summaries of OVERVIEW files; memory metadata stays.',
    },
    filters: object('What the entries of the topics must have; all filters together.', [], {
      status: flag(
        { summary: 'only plans with any of these statuses' },
        choices('Plans with any of these statuses.', { type: 'string', enum: PLAN_STATUSES }),
      ),
      tags: flag(
        { summary: 'only what has any of these tags' },
        choices(
          'Entries and documents of any topic with any of these tags, exactly as memory_metadata names them.',
          name('A tag.'),
        ),
      ),
      category: flag(
        { value: 'name', summary: 'only decisions and lessons of this category' },
        name('Decisions and lessons of this category, exactly as memory_metadata names it.'),
      ),
    }),
    query: flag(
      { value: 'text', summary: 'order what is printed of the topics by how well it answers this' },
      {
        type: 'string',
        maxLength: 10_000,
        description:
          'What the task is about, in words. Orders what the topics hold by relevance instead of by date, so that `token_budget` keeps what answers it best. Nothing is left out because of it. By date when absent.',
      },
    ),
    token_budget: {
      'x-flag': { summary: 'most estimated tokens that are printed; what is left out is named' },
      type: 'integer',
      minimum: 1,
      description:
        'Most estimated tokens of the answer: the newest and most specific comes first, or with `query` what answers it best, and what is left out is named by title and path. No limit when absent.',
    },
  }),
)

const tags = list('Words to filter by.', { type: 'string' })

const meta = typed(
  'EntryMeta',
  object('Where the entry comes from; filters do not look at it.', ['document_path', 'document_id'], {
    document_path: text('Its file, relative to the root of the repository.'),
    document_id: text('A name that no other document or entry has.'),
  }),
)

const scope = text('The scope that it belongs to: `devtools/common`.')
const named = text('The name, for people.')
const description = text('One or two sentences.')

const summaries = list(
  'Front matter of documents.',
  typed(
    'DocumentSummary',
    object('A document by its front matter. A field that it does not have is absent.', ['name', '_meta'], {
      name: named,
      description,
      tags,
      _meta: meta,
    }),
  ),
)

const entries = list(
  'Entries in full, the newest first, or with `query` what answers it best.',
  typed(
    'MemoryEntry',
    object('A decision or a lesson, in full.', ['scope', 'date', 'title', 'content', '_meta'], {
      scope,
      date: text('YYYY-MM-DD'),
      title: text('The title.'),
      category: text('How it is classified.'),
      tags,
      content: text('The body, as Markdown.'),
      _meta: meta,
    }),
  ),
)

const usedIn = list('Which files use it.', { type: 'string', enum: ['decisions', 'lessons'] })
const count: JsonObject = { type: 'integer', minimum: 0, description: 'How many entries use it.' }

const metadata = typed(
  'MemoryMetadata',
  object(
    'What can be asked for of the whole workspace.',
    ['workspace', 'last_updated', 'tags', 'categories', 'summary'],
    {
      workspace: text('The workspace of the scope.'),
      last_updated: {
        type: ['string', 'null'],
        description: 'The day of the newest entry; null without any.',
      },
      tags: list(
        'Tags of decisions and lessons.',
        object('One tag.', ['name', 'used_in', 'count'], {
          name: text('The tag, as `filters.tags` takes it.'),
          description: text('What the tag means.'),
          used_in: usedIn,
          count,
        }),
      ),
      categories: list(
        'Categories of decisions and lessons.',
        typed(
          'NameInUse',
          object('One category, and how many decisions and lessons have it.', ['name', 'used_in', 'count'], {
            name: text('The category, as `filters.category` takes it.'),
            used_in: usedIn,
            count,
          }),
        ),
      ),
      summary: object('Totals.', ['total_decisions', 'total_lessons', 'domains_with_memory'], {
        total_decisions: { type: 'integer', minimum: 0, description: 'Decisions of the workspace.' },
        total_lessons: { type: 'integer', minimum: 0, description: 'Lessons of the workspace.' },
        domains_with_memory: list('Domains that have decisions or lessons.', { type: 'string' }),
      }),
    },
  ),
)

/** JSON Schema of the answer of `workspace_get_context`. */
export const contextOutput: JsonObject = typed(
  'ContextData',
  object(
    'What memory holds of the scope. Topics that were not asked for are absent; an empty list says that there is nothing.',
    ['defaults'],
    {
      notes: list('What could not be read, or is not as it should be: take it into account.', {
        type: 'string',
      }),
      defaults: object('Orientation.', ['memory_metadata'], {
        folder_structure: text(
          'What lies in the folder of the scope, two levels deep, as a tree; beyond 100 files and folders, what is cut is counted.',
        ),
        overviews_t0: list(
          'The summary of every OVERVIEW.md in the scope.',
          typed(
            'OverviewSummary',
            object('An OVERVIEW.md by its front matter.', ['scope', '_meta'], {
              scope,
              name: named,
              description,
              tags,
              _meta: meta,
            }),
          ),
        ),
        memory_metadata: metadata,
      }),
      overview: list(
        'The OVERVIEW.md of the scope itself, in full: one or none.',
        typed(
          'OverviewText',
          object('An OVERVIEW.md with its text.', ['scope', '_meta'], {
            scope,
            name: named,
            description,
            tags,
            updated: text('YYYY-MM-DD'),
            content: text('The text, as Markdown.'),
            _meta: meta,
          }),
        ),
      ),
      plans: list(
        'Front matter of plans.',
        typed(
          'PlanSummary',
          object('A plan by its front matter.', ['name', '_meta'], {
            name: named,
            description,
            status: text('How far the plan has come.'),
            created: text('YYYY-MM-DD'),
            updated: text('YYYY-MM-DD'),
            tags,
            _meta: meta,
          }),
        ),
      ),
      features: summaries,
      spikes: summaries,
      architecture: summaries,
      decisions: entries,
      lessons: entries,
      left_out: list(
        'What did not fit the token budget.',
        object('Of one document.', ['section', 'document_path', 'titles'], {
          section: text('The topic, or the default, that it is missing in.'),
          document_path: text('Where to read it.'),
          titles: list('What is missing, the most wanted first.', { type: 'string' }),
          more: {
            type: 'integer',
            minimum: 1,
            description: 'How many more are missing, where not even the titles fit.',
          },
        }),
      ),
    },
  ),
)
