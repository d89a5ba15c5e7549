import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { closed, text } from './schemas.ts'

const rows = (description: string): JsonObject => ({
  type: 'array',
  description,
  items: { type: 'object', description: 'A row, with the fields of its model.' },
})

/** The whole of `memory.json` as data. */
export const PROJECT_MODEL = closed('ProjectMemory', 'Project memory.', {
  required: ['decisions', 'patterns', 'context'],
  properties: {
    decisions: rows('Decisions, oldest first.'),
    patterns: rows('Patterns, oldest first.'),
    context: { type: 'object', description: 'tech_stack, architecture_style, key_dependencies.' },
  },
})

/** The whole of an iteration file as data. */
export const ITERATION_MODEL = closed('IterationMemory', 'The memory of an iteration.', {
  required: ['iteration_id', 'insights', 'issues', 'learnings'],
  properties: {
    iteration_id: text('The iteration.', { maxLength: 200 }),
    insights: rows('Insights.'),
    issues: rows('Issues.'),
    learnings: rows('Learnings.'),
  },
})

/** A file as its model has it: what is absent has its default, and other keys are left out. */
export function withDefaults(root: JsonObject | null, defaults: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(defaults).map(([key, value]): [string, Json] => {
      const present = root?.[key]
      if (isJsonObject(value) && isJsonObject(present)) return [key, { ...value, ...present }]
      return [key, isSameType(present, value) ? (present ?? value) : value]
    }),
  )
}

function isSameType(a: Json | undefined, b: Json): boolean {
  return a !== undefined && Array.isArray(a) === Array.isArray(b) && typeof a === typeof b && a !== null
}
