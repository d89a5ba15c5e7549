import { expect, test } from 'vitest'
import { isJsonObject, type JsonObject } from '../../src/core/json.ts'
import { checkSchema } from '../../src/formats/schema.ts'
import { toolNamed } from '../../src/run/tool-named.ts'
import type { ContextData, SavedData } from '../../src/run/workspace-answers.ts'
import { GET_CONTEXT, SAVE_MEMORY } from '../../src/run/workspace-tools.ts'

/** With every field that there may be, so that a type that lacks one, or has one too many, does not compile or compare. */
type Whole<T> = T extends readonly (infer One)[]
  ? readonly Whole<One>[]
  : T extends object
    ? { readonly [key in keyof T]-?: Whole<Exclude<T[key], undefined>> }
    : T

const _meta = { document_path: 'x.md', document_id: 'x' }
const summary = { name: 'X', description: 'One.', tags: ['a'], _meta }
const entry = { scope: 's', date: '2026-01-02', title: 'T', category: 'c', tags: ['a'], content: 'x', _meta }
const overview = { scope: 's', ...summary }

const CONTEXT: Whole<ContextData> = {
  notes: ['x'],
  defaults: {
    folder_structure: 'x/\n',
    overviews_t0: [overview],
    memory_metadata: {
      workspace: 's',
      last_updated: '2026-01-02',
      tags: [{ name: 'a', description: 'A.', used_in: ['lessons'], count: 1 }],
      categories: [{ name: 'c', used_in: ['decisions'], count: 1 }],
      summary: { total_decisions: 1, total_lessons: 1, domains_with_memory: ['d'] },
    },
  },
  overview: [{ ...overview, updated: '2026-01-02', content: 'x' }],
  plans: [{ ...summary, status: 'new', created: '2026-01-02', updated: '2026-01-02' }],
  features: [summary],
  spikes: [summary],
  architecture: [summary],
  decisions: [entry],
  lessons: [entry],
  left_out: [{ section: 'plans', document_path: 'x.md', titles: ['X'], more: 1 }],
}

const SAVED: Whole<SavedData> = {
  saved: true,
  path: 'x.md',
  line: 3,
  entry: 'x\n',
  index: {
    path: '_index.yaml',
    last_updated: '2026-01-02',
    total_decisions: 1,
    total_lessons: 1,
    category: { name: 'c', count: 1 },
    tags: [{ name: 'a', count: 1 }],
  },
  notes: ['x'],
}

test.each([
  [GET_CONTEXT, CONTEXT],
  [SAVE_MEMORY, SAVED],
])('the types of %s are its output schema', (name, whole) => {
  const { output } = toolNamed(name).tool
  const data: unknown = whole
  expect(checkSchema(data as JsonObject, output)).toEqual([])
  expect(fields(output)).toEqual(keys(data))
})

/** The names of fields that a schema knows, in depth, an object by its sorted keys. */
function fields(schema: JsonObject): unknown {
  if (isJsonObject(schema.items)) return [fields(schema.items)]
  if (!isJsonObject(schema.properties)) return null
  const properties = Object.entries(schema.properties)
  return Object.fromEntries(properties.map(([key, one]) => [key, isJsonObject(one) ? fields(one) : null]))
}

function keys(value: unknown): unknown {
  if (Array.isArray(value)) return [keys(value[0])]
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, keys(one)]))
}
