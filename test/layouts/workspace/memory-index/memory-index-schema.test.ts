import { Validator } from '@cfworker/json-schema'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  buildMemoryIndex,
  renderMemoryIndex,
} from '../../../../src/layouts/workspace/memory-index/build-memory-index.ts'
import { memoryIndexSchema } from '../../../../src/layouts/workspace/memory-index/index-facts.ts'
import { logDocument } from '../literal-memory.ts'

const validator = new Validator(memoryIndexSchema, '2020-12', false)

function errors(yaml: string): string[] {
  return validator.validate(parse(yaml)).errors.map(({ instanceLocation }) => instanceLocation)
}

describe('memoryIndexSchema', () => {
  test.each([[[]], [[{ category: null, tags: [] }]], [[{ tags: ['2024', 'pnpm'] }]]])(
    'accepts what a rebuild writes for %j',
    (entries) => {
      expect(
        errors(renderMemoryIndex(buildMemoryIndex('w', [logDocument('w/lessons.md', entries)], null))),
      ).toEqual([])
    },
  )

  test('accepts an index by hand: further keys, keys left out, sections left empty', () => {
    expect(
      errors('owner: a\ntags:\n  - {name: pnpm, description: null, link: x}\ncategories:\nsummary:\n'),
    ).toEqual([])
  })

  test.each([
    ['tags:\n  - description: x\n', '#/tags/0'],
    ['tags: {pnpm: x}\n', '#/tags'],
    ['categories:\n  - {name: a, used_in: [plans]}\n', '#/categories/0/used_in/0'],
    ['tags:\n  - {name: a, count: -1}\n', '#/tags/0/count'],
    ['last_updated: 2026\n', '#/last_updated'],
    ['summary: {total_decisions: many}\n', '#/summary/total_decisions'],
  ])('refuses %j', (yaml, at) => {
    expect(errors(yaml)).toContain(at)
  })
})
