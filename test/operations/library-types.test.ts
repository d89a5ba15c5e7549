import { describe, expect, test } from 'vitest'
import { schemaType } from '../../scripts/library-types/schema-types.ts'
import { isJsonObject, type JsonObject } from '../../src/core/json.ts'
import type { ValueOf } from '../../src/core/schema.ts'
import { checkSchema } from '../../src/formats/schema.ts'
import { operations } from '../../src/layouts/operations.ts'

const { input: contextInput, output: contextOutput } = operations.getContext
const { input: saveInput, output: saveOutput } = operations.saveMemory

type ContextArguments = ValueOf<typeof contextInput>
type SaveArguments = ValueOf<typeof saveInput>

/** With every field that there may be, so that a type that lacks one, or has one too many, does not compile or compare. */
type Whole<T> = T extends readonly (infer One)[]
  ? readonly Whole<One>[]
  : T extends object
    ? { readonly [key in keyof T]-?: Whole<Exclude<T[key], undefined>> }
    : T

const _meta = { document_path: 'x.md', document_id: 'x' }
const summary = { name: 'X', description: 'One.', tags: ['a'], _meta }
const dead = [{ cites: 'a.ts', since: '2026-01-02', now: 'b.ts' }]
const entry = {
  ...{ scope: 's', date: '2026-01-02', title: 'T', category: 'c', tags: ['a'] },
  ...{ content: 'x', dead, _meta },
}
const overview = { scope: 's', ...summary }

const CONTEXT: Whole<ValueOf<typeof contextOutput>> = {
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

const SAVED: Whole<ValueOf<typeof saveOutput>> = {
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

const scope: Whole<ContextArguments['scope']> = { workspace: 's', domain: 'd', repository: 'r' }

const ASKED: Whole<ContextArguments> = {
  scope,
  topics: ['overview', 'plans', 'features', 'spikes', 'architecture', 'decisions', 'lessons'],
  include_defaults: false,
  filters: { status: ['in_progress'], tags: ['a'], category: 'c' },
  query: 'q',
  token_budget: 1,
}

const SAVING: Whole<SaveArguments> = {
  scope: { workspace: 's', domain: 'd' },
  type: 'lesson',
  title: 'T',
  content: 'x',
  category: 'c',
  tags: ['a'],
  dry_run: true,
  allow_duplicate: true,
}

test.each([
  ['ContextArguments', contextInput, ASKED],
  ['ContextData', contextOutput, CONTEXT],
  ['SaveArguments', saveInput, SAVING],
  ['SavedData', saveOutput, SAVED],
] as const)('the type %s is its schema', (_, output, whole) => {
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

describe('a schema as a type', () => {
  test.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ const: 1 }, '1'],
    [{ enum: ['a', "it's", 2] }, "'a' | 'it\\'s' | 2"],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, "readonly ('a' | 'b')[]"],
    [
      { type: 'array', items: { type: 'array', items: { type: 'number' } } },
      'readonly (readonly number[])[]',
    ],
    [
      { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      'string | readonly string[]',
    ],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, '{ readonly [key: string]: boolean }'],
    [
      { type: 'object', required: ['a-b'], properties: { 'a-b': { type: 'null' } } },
      "{\n  readonly 'a-b': null\n}",
    ],
    [{}, 'unknown'],
  ] as const)('%j is %s', (schema, type) => {
    expect(schemaType(schema, new Map(), false)).toBe(type)
  })

  test('a description cannot end its comment', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', description: 'x */ y\nz' } } }
    expect(schemaType(schema, new Map(), true)).toBe(
      '{\n  /** x *\\/ y z */\n  readonly a?: string | undefined\n}',
    )
  })

  test('a name is declared once, and never for two types', () => {
    const named = new Map<string, string>()
    const list = (inner: JsonObject): JsonObject => ({ type: 'array', items: { 'x-type': 'One', ...inner } })
    expect(schemaType(list({ type: 'string', description: 'A one.' }), named, false)).toBe('readonly One[]')
    expect([...named]).toEqual([['One', '/** A one. */\nexport type One = string\n']])
    expect(() => schemaType(list({ type: 'number' }), named, false)).toThrow(
      'two schemas have the x-type One',
    )
  })

  test('a keyword that leads elsewhere is refused, for its type would be wrong', () => {
    expect(() => schemaType({ $ref: '#/$defs/x' }, new Map(), false)).toThrow('$ref')
  })
})
