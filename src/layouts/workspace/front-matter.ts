import { isCalendarDate } from '../../core/date.ts'
import { readStated, type StatedDate } from '../../core/document.ts'
import type { JsonObject } from '../../core/json.ts'
import { PLAN_STATUSES, STATUS_WORDS } from '../../core/plan-status.ts'
import type { Reading, Source } from '../../core/source.ts'
import { type Place, placeOf, WHOLE_FILE } from '../../core/text.ts'

const text = (description: string): JsonObject => ({ type: 'string', minLength: 1, description })

const date = (description: string): JsonObject => ({ type: 'string', format: 'date', description })

const tags: JsonObject = {
  type: 'array',
  items: { type: 'string', minLength: 1 },
  description: 'Words to filter by.',
}

const schema = (
  required: readonly string[],
  properties: { readonly [key: string]: JsonObject },
): JsonObject => ({
  type: 'object',
  required,
  properties,
})

/** Front matter of an OVERVIEW; its description is the summary that an agent reads first. */
export const overviewSchema: JsonObject = schema(['name', 'description'], {
  name: text('The name of the scope, for people.'),
  description: text('One or two sentences that say what the scope is.'),
  tags,
  updated: date('The day of the last meaningful update.'),
})

/** Front matter of a plan. */
export const planSchema: JsonObject = schema(['name', 'description', 'status', 'created'], {
  name: text('The name of the plan, for people.'),
  description: text('One or two sentences that say what the plan is for.'),
  status: {
    type: 'string',
    enum: PLAN_STATUSES,
    'x-synonyms': STATUS_WORDS,
    description: 'How far the plan has come.',
  },
  created: date('The day the plan was made.'),
  updated: date('The day its status last changed.'),
  tags,
})

/** Front matter of features, spikes and architecture documents: nothing is required, what is there is checked. */
export const documentSchema: JsonObject = schema([], {
  name: text('The name of the document, for people.'),
  description: text('One or two sentences that say what it is about.'),
  tags,
})

/** Where the value of a top-level front-matter field is; the whole file when the field is absent. */
export function frontMatterPlace({ frontMatter, starts }: Source, field: string): Place {
  const node = frontMatter?.nodes.get(`/${field}`)
  return node ? placeOf(starts, node.value.start, node.value.end) : WHOLE_FILE
}

/**
 * The date that a plan's file name starts with, as `YYYY-MM-DD` in this century; it need not be a real day.
 * Null for a name that does not start with six digits and a hyphen.
 */
export function planFileDate(path: string): string | null {
  const match = /^(\d\d)(\d\d)(\d\d)-/.exec(path.slice(path.lastIndexOf('/') + 1))
  return match ? `20${match[1]}-${match[2]}-${match[3]}` : null
}

/** The calendar dates in the front matter of an overview or a plan; the schema reports what is not a date. */
export function readDates(source: Source): Reading {
  const dates = ['created', 'updated'].flatMap((field) => statedDate(source, field))
  return { ...readWritten(source), dates }
}

/** The dates of a plan. A plan that is done or given up is a record of its day. */
export function readPlan(source: Source): Reading {
  const { status } = source.frontMatter?.fields ?? {}
  return { ...readDates(source), ...((status === 'done' || status === 'abandoned') && { past: true }) }
}

/** When a document was written, as its front matter says; a plan without that has the day of its file name. */
export function readWritten({ frontMatter, kind, path }: Source): Reading {
  const days = [frontMatter?.fields.created, kind.id === 'plan' ? planFileDate(path) : null]
  const date = days.map((day) => readStated({ date: day }).date).find((day) => day !== undefined)
  return date === undefined ? {} : { date }
}

function statedDate({ frontMatter, starts }: Source, field: string): StatedDate[] {
  const date = frontMatter?.fields[field]
  const node = frontMatter?.nodes.get(`/${field}`)
  if (typeof date !== 'string' || !node || !isCalendarDate(date)) return []
  return [{ date, what: `${field} date`, place: placeOf(starts, node.value.start, node.value.end) }]
}
