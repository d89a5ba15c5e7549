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

/** JSON Schema of the arguments of `workspace_get_context`. */
export const contextInput: JsonObject = object('Which part of memory, and what of it.', ['scope'], {
  scope: object(
    'Whose memory: a workspace with everything below it, one of its domains, or one repository.',
    ['workspace'],
    {
      workspace: name('The name of the workspace: a folder name, such as `devtools`.'),
      domain: name('The name of a domain of that workspace. All domains when absent.'),
      repository: name('The name of a repository of that domain. All repositories when absent.'),
    },
  ),
  topics: choices('What to return beside the defaults. Nothing when absent.', {
    type: 'string',
    enum: TOPICS,
  }),
  include_defaults: {
    type: 'boolean',
    default: true,
    description:
      'False on follow-up calls: leaves out the folder structure and the summaries of OVERVIEW files; memory metadata stays.',
  },
  filters: object('What the entries of the topics must have; all filters together.', [], {
    status: choices('Plans with any of these statuses.', { type: 'string', enum: PLAN_STATUSES }),
    tags: choices(
      'Entries and documents of any topic with any of these tags, exactly as memory_metadata names them.',
      name('A tag.'),
    ),
    category: name('Decisions and lessons of this category, exactly as memory_metadata names it.'),
  }),
  token_budget: {
    type: 'integer',
    minimum: 1,
    description:
      'Most estimated tokens of the answer: the newest and most specific comes first, and what is left out is named by title and path. No limit when absent.',
  },
})

const tags = list('Words to filter by.', { type: 'string' })

const meta = object(
  'Where the entry comes from; filters do not look at it.',
  ['document_path', 'document_id'],
  {
    document_path: text('Its file, relative to the root of the repository.'),
    document_id: text('A name that no other document or entry has.'),
  },
)

const scope = text('The scope that it belongs to: `devtools/common`.')
const named = text('The name, for people.')
const description = text('One or two sentences.')

const summaries = list(
  'Front matter of documents.',
  object('One document.', ['name', '_meta'], { name: named, description, tags, _meta: meta }),
)

const entries = list(
  'Entries in full, the newest first.',
  object('One entry.', ['scope', 'date', 'title', 'content', '_meta'], {
    scope,
    date: text('YYYY-MM-DD'),
    title: text('The title.'),
    category: text('How it is classified.'),
    tags,
    content: text('The body, as Markdown.'),
    _meta: meta,
  }),
)

const usedIn = list('Which files use it.', { type: 'string', enum: ['decisions', 'lessons'] })
const count: JsonObject = { type: 'integer', minimum: 0, description: 'How many entries use it.' }

const metadata = object(
  'What can be asked for of the whole workspace.',
  ['workspace', 'last_updated', 'tags', 'categories', 'summary'],
  {
    workspace: text('The workspace of the scope.'),
    last_updated: { type: ['string', 'null'], description: 'The day of the newest entry; null without any.' },
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
      object('One category.', ['name', 'used_in', 'count'], {
        name: text('The category, as `filters.category` takes it.'),
        used_in: usedIn,
        count,
      }),
    ),
    summary: object('Totals.', ['total_decisions', 'total_lessons', 'domains_with_memory'], {
      total_decisions: { type: 'integer', minimum: 0, description: 'Decisions of the workspace.' },
      total_lessons: { type: 'integer', minimum: 0, description: 'Lessons of the workspace.' },
      domains_with_memory: list('Domains that have decisions or lessons.', { type: 'string' }),
    }),
  },
)

/** JSON Schema of the answer of `workspace_get_context`. */
export const contextOutput: JsonObject = object('What memory holds of the scope.', ['defaults'], {
  notes: list('What could not be read, or is not as it should be: take it into account.', { type: 'string' }),
  defaults: object('Orientation.', ['memory_metadata'], {
    folder_structure: text(
      'What lies in the folder of the scope, two levels deep, as a tree; beyond 100 files and folders, what is cut is counted.',
    ),
    overviews_t0: list(
      'The summary of every OVERVIEW.md in the scope.',
      object('One OVERVIEW.', ['scope', '_meta'], { scope, name: named, description, tags, _meta: meta }),
    ),
    memory_metadata: metadata,
  }),
  overview: list(
    'The OVERVIEW.md of the scope itself, in full: one or none.',
    object('One OVERVIEW.', ['scope', '_meta'], {
      scope,
      name: named,
      description,
      tags,
      updated: text('YYYY-MM-DD'),
      content: text('The text, as Markdown.'),
      _meta: meta,
    }),
  ),
  plans: list(
    'Front matter of plans.',
    object('One plan.', ['name', '_meta'], {
      name: named,
      description,
      status: text('How far the plan has come.'),
      created: text('YYYY-MM-DD'),
      updated: text('YYYY-MM-DD'),
      tags,
      _meta: meta,
    }),
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
})
