import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planFrontMatter } from '../../../migrations/0001-plan-front-matter.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { readFrontMatter } from '../../../src/formats/front-matter.ts'
import { checkSchema } from '../../../src/formats/schema.ts'
import { planSchema } from '../../../src/layouts/workspace/front-matter.ts'
import { runs } from '../../helpers/runs.ts'
import { migrated, planOnce } from './plan-once.ts'

const HISTORY = {
  added: { commit: 'a'.repeat(40), date: '2026-02-01' },
  bodyChanged: { commit: 'b'.repeat(40), date: '2026-02-20' },
}
const LINES =
  '---¦---js¦# Plan: T (A-1)¦## Goal¦## Status: done¦**Goal:** Sell more cards.¦Status: WIP¦> quote of a text¦- [x] a¦- [ ] b¦  1. c¦```¦<!--¦-->¦| a | Status |¦|---|---|¦| b | ✅ |¦title: "T: t"¦date: 2026-01-05¦status: completed¦state: active¦name:¦tags: []¦created: soon¦labels: [A, b]¦Some text: with a colon, and more.¦===¦<div>¦\t¦'
const line = fc.oneof(fc.constantFrom(...LINES.split('¦')), fc.string({ unit: 'grapheme', maxLength: 20 }))
const ends = fc.constantFrom('\n', '\r\n', '\n', '\r')
const anyPlan = fc
  .record({
    mark: fc.constantFrom('', '\ufeff'),
    before: fc.constantFrom('', '---\n', '<!-- c -->\n', '\n'),
    lines: fc.array(fc.tuple(line, ends), { maxLength: 25 }),
    last: fc.constantFrom('', 'no end', '---'),
  })
  .map(({ mark, before, lines, last }) => mark + before + lines.flat().join('') + last)

const body = (text: string): string => {
  const { bodyStart } = readFrontMatter(text, [0], 65_536)
  return text.slice(bodyStart).replace(/^\r?\n/, '')
}

describe('any plan', () => {
  test.each([[[]], [['keep-status']], [['keep-status', 'rename-keys']]])(
    'with %j: the body stays, and a second time there is nothing to do',
    (choices) => {
      let changed = 0
      fc.assert(
        fc.property(anyPlan, (text) => {
          const after = migrated(text, { choices, history: HISTORY })
          if (after !== text) changed += 1
          expect(body(after)).toBe(body(text))
          expect(planOnce(after, { choices, history: HISTORY }).sets).toEqual([])
        }),
        { numRuns: runs(1000, 100) },
      )
      expect(changed).toBeGreaterThan(runs(1000, 100) * 0.4)
    },
  )

  test('what is added fits the schema of a plan', () => {
    fc.assert(
      fc.property(anyPlan, (text) => {
        const before = readFrontMatter(text, [0], 65_536).frontMatter?.fields ?? {}
        const after = readFrontMatter(migrated(text, { history: HISTORY }), [0], 65_536)
        if (!after.frontMatter) return
        const problems = checkSchema(after.frontMatter.fields, planSchema)
        expect(problems.filter(({ pointer }) => !Object.hasOwn(before, pointer.slice(1)))).toEqual([])
      }),
      { numRuns: runs(500) },
    )
  })

  test.each([
    ['deep quotes', '>'.repeat(50_000)],
    ['deep lists', '- '.repeat(50_000)],
    ['brackets', '['.repeat(50_000)],
    ['images', '![a](b '.repeat(20_000)],
    ['stars', '*a_ '.repeat(20_000)],
    ['ticks', Array.from({ length: 400 }, (_, i) => '`'.repeat(i)).join(' ')],
    ['pipes', `${'|a'.repeat(20_000)}\n${'|-'.repeat(20_000)}\n`],
    ['blanks', `${' '.repeat(50_000)}\n`.repeat(3)],
    ['full stops', 'A. '.repeat(50_000)],
    ['colons', 'a: '.repeat(50_000)],
  ])(
    '%s are read at once',
    (_, text) => {
      expect(planOnce(`# T\n\n## Goal\n\n${text}\n`).sets).toHaveLength(1)
      expect(planOnce(`# ${text}\n\n**Status:** ${text}\n`).sets).toHaveLength(1)
    },
    20_000,
  )
})

test('plans of the workspace layout are wanted, and nothing else', () => {
  const wants = (layout: string, kind: string): boolean =>
    planFrontMatter.wants({ path: 'a.md', layout, kind, scope: '' }, DEFAULT_SETTINGS)
  expect([
    wants('workspace', 'plan'),
    wants('workspace', 'overview'),
    wants('atomic', 'plan'),
    wants('', ''),
  ]).toEqual([true, false, false, false])
})
