import { describe, expect, test } from 'vitest'
import type { Finding } from '../../src/core/diagnostic.ts'
import { lint } from '../../src/core/lint.ts'
import type { ChangeRule, EngineRule, Found, MemoryRule, Rule } from '../../src/core/rule.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { documentOf, layoutOf, line, memoryOf } from './literal-parts.ts'

const TEXT = {
  summary: '',
  why: '',
  howToFix: '',
  severity: 'warning',
  fixable: false,
  example: { bad: '', good: '' },
} as const

const found = (number: number, part: Partial<Found> = {}): Found => ({
  place: line(number),
  message: 'm',
  help: 'h',
  ...part,
})

const memoryRule = (id: string, check: MemoryRule['check']): Rule => ({
  ...TEXT,
  id,
  subject: 'memory',
  check,
})
const changeRule = (id: string, check: ChangeRule['check']): Rule => ({
  ...TEXT,
  id,
  subject: 'change',
  check,
})
const engineRule = (id: string): EngineRule => ({ ...TEXT, id, subject: 'engine' })

const own: Finding = {
  rule: 'syntax',
  severity: 'error',
  place: line(1),
  message: 'm',
  help: 'h',
  fixable: false,
}

const shown = (input: Parameters<typeof lint>[0]): string[] =>
  lint(input).map(({ path, line, severity, rule }) => `${path}:${line} ${severity} ${rule}`)

const layout = layoutOf()
const memory = memoryOf([documentOf({ path: 'b.md', findings: [own] }), documentOf({ path: 'a.md' })])

test('gathers the findings of documents and of rules, in total order', () => {
  const rules = [
    memoryRule('z', (_, report) => {
      report('b.md', found(1))
      report('a.md', found(9))
    }),
    memoryRule('y', (_, report) => report('a.md', found(9))),
  ]
  expect(shown({ layout, memory, rules })).toEqual([
    'a.md:9 warning y',
    'a.md:9 warning z',
    'b.md:1 error syntax',
    'b.md:1 warning z',
  ])
})

test('gives memory rules the memory and change rules both sides', () => {
  const seen: unknown[] = []
  const before = memoryOf([])
  const change = { before, after: memory, merge: { others: [], bases: [] } }
  const rules = [memoryRule('m', (one) => seen.push(one)), changeRule('c', (one) => seen.push(one))]
  lint({ layout, memory, rules, change })
  expect(seen).toEqual([memory, change])
})

test('leaves change rules out when there is nothing to compare with', () => {
  const rule = changeRule('c', (_, report) => report('a.md', found(1)))
  expect(shown({ layout, memory: memoryOf([]), rules: [rule] })).toEqual([])
})

test('a comment for a change rule is called unused only where that rule ran', () => {
  const rule = changeRule('c', () => undefined)
  const suppressions = [{ rules: ['c'], reason: 'r', place: line(1), firstLine: 1, lastLine: 9 }]
  const one = memoryOf([documentOf({ path: 'a.md', suppressions })])
  expect(shown({ layout, memory: one, rules: [rule] })).toEqual([])
  const change = { before: memoryOf([]), after: one, merge: null }
  expect(shown({ layout, memory: one, rules: [rule], change })).toEqual(['a.md:1 warning suppression'])
})

describe('severity and fixes', () => {
  const rule = memoryRule('m', (_, report) => {
    report('a.md', found(1))
    report('a.md', found(2, { severity: 'info', fixable: true }))
  })

  test("are the finding's, else the rule's", () => {
    const diagnostics = lint({ layout, memory: memoryOf([]), rules: [rule] })
    expect(diagnostics.map(({ severity, fixable }) => [severity, fixable])).toEqual([
      ['warning', false],
      ['info', true],
    ])
  })

  test.each([
    ['error', ['error', 'error']],
    ['off', []],
  ] as const)('settings say %s', (set, expected) => {
    const settings = { ...DEFAULT_SETTINGS, rules: { m: set } }
    const diagnostics = lint({ layout, memory: memoryOf([], { settings }), rules: [rule] })
    expect(diagnostics.map(({ severity }) => severity)).toEqual(expected)
  })
})

describe('derived files', () => {
  const stale = layoutOf({
    derive: () => ({
      plan: new Map(),
      stale: [{ path: 'i.yaml', found: found(3, { fixable: true }) }],
      replacesUnreadable: [],
    }),
  })

  test('are compared for the rule about them, and for no other', () => {
    const rules = [engineRule('derived-fresh'), engineRule('unreadable')]
    expect(shown({ layout: stale, memory: memoryOf([]), rules })).toEqual(['i.yaml:3 warning derived-fresh'])
    expect(shown({ layout: stale, memory: memoryOf([]), rules: [engineRule('unreadable')] })).toEqual([])
  })
})

test('suppressions apply to what every stage found', () => {
  const suppressions = [{ rules: ['syntax', 'm'], reason: 'r', place: line(1), firstLine: 1, lastLine: 9 }]
  const one = memoryOf([documentOf({ path: 'a.md', suppressions, findings: [own] })])
  const rule = memoryRule('m', (_, report) => report('a.md', found(4)))
  expect(shown({ layout, memory: one, rules: [rule, engineRule('syntax')] })).toEqual([])
})

test('more findings than a call takes as arguments', () => {
  const everywhere = memoryRule('x', (_, report) => {
    for (let file = 0; file < 500; file += 1) {
      for (let number = 1; number <= 500; number += 1) report(`${file}.md`, found(number))
    }
  })
  expect(lint({ layout, memory: memoryOf([]), rules: [everywhere] }).length).toBe(250_000)
})
