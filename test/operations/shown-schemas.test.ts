import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { checkSchema } from '../../src/formats/schema.ts'
import { getContext } from '../../src/layouts/workspace/operations/get-context.ts'
import { saveMemory } from '../../src/layouts/workspace/operations/save-memory.ts'
import { modelSchema, shownSchema, writtenData, writtenOutput } from '../../src/operations/shown-schemas.ts'

const SAVED = {
  saved: true,
  path: 'lessons.md',
  line: 3,
  entry: 'x\n',
  index: {
    path: '_index.yaml',
    last_updated: '2026-01-02',
    total_decisions: 0,
    total_lessons: 1,
    category: { name: 'general', count: 1 },
    tags: [],
  },
  notes: ['Category is new.'],
}

test('the data of a write has its differences, and what could not be done', () => {
  const data = writtenData(SAVED, { changes: ['--- a\n+x\n', '--- b\n+y\n'], notes: ['b was not written'] })
  expect(data).toEqual({
    ...SAVED,
    diff: '--- a\n+x\n\n--- b\n+y\n',
    notes: ['Category is new.', 'b was not written'],
  })
  expect(checkSchema(data, writtenOutput(saveMemory))).toEqual([])
  expect(checkSchema({ ...SAVED, diff: 1 }, writtenOutput(saveMemory))).toHaveLength(1)
})

test('what only reads stays as it is', () => {
  expect(writtenOutput(getContext)).toEqual(shownSchema(getContext.output))
  expect(writtenData({ defaults: {} }, { changes: [], notes: [] })).toEqual({ defaults: {} })
})

test('a model is shown neither a dry run nor what a description says already', () => {
  const input: JsonObject = {
    type: 'object',
    additionalProperties: false,
    properties: {
      limit: { type: 'integer', description: 'Most results; 10 when absent.', default: 10, maximum: 100 },
      kind: { type: 'string', default: 'fact' },
      priority: {
        anyOf: [{ type: 'string', maxLength: 9 }, { type: 'integer' }, { type: 'null' }],
        default: null,
      },
      dry_run: { type: 'boolean', default: false },
    },
  }
  expect(modelSchema(input)).toEqual({
    type: 'object',
    properties: {
      limit: { type: 'integer', description: 'Most results; 10 when absent.' },
      kind: { type: 'string', default: 'fact' },
      priority: { type: ['string', 'integer'] },
    },
  })
})
