import type { JsonObject } from '../../../core/json.ts'

const usedIn: JsonObject = {
  type: 'array',
  items: { enum: ['decisions', 'lessons'] },
  description: 'The kinds of files that use it.',
}

const count: JsonObject = { type: 'integer', minimum: 0, description: 'Entries that use it, each once.' }

const text = (description: string): JsonObject => ({ type: 'string', description })

const rows = (description: string, properties: JsonObject): JsonObject => ({
  type: ['array', 'null'],
  description,
  items: { type: 'object', required: ['name'], properties: { ...properties, used_in: usedIn, count } },
})

/** JSON Schema of `_index.yaml`. Keys that it does not name are allowed: a rebuild keeps them. */
export const memoryIndexSchema: JsonObject = {
  type: 'object',
  description: 'What the memory of one workspace holds; derived from its decisions and lessons.',
  properties: {
    workspace: text('The name of the workspace.'),
    last_updated: {
      type: ['string', 'null'],
      description: 'The date of the newest entry, YYYY-MM-DD; null when there is none.',
    },
    tags: rows('Every tag in use, and every tag with a description, in order of names.', {
      name: text('The tag as entries write it.'),
      description: {
        type: ['string', 'null'],
        description: 'What the tag means; written by people and kept by every rebuild.',
      },
    }),
    categories: rows('Every category in use, in order of names.', {
      name: text('The category as entries write it.'),
    }),
    summary: {
      type: ['object', 'null'],
      description: 'Totals.',
      properties: {
        total_decisions: {
          type: 'integer',
          minimum: 0,
          description: 'Decisions of the workspace and its domains.',
        },
        total_lessons: {
          type: 'integer',
          minimum: 0,
          description: 'Lessons of the workspace and its domains.',
        },
        domains_with_memory: {
          type: 'array',
          items: { type: 'string' },
          description: 'Domains that have a decisions or lessons file.',
        },
      },
    },
  },
}
