import { describe, expect, test } from 'vitest'
import { lint, lintDocument } from '../../src/core/lint.ts'
import type { DocumentRule, MemoryRule } from '../../src/core/rule.ts'
import { syntax } from '../../src/rules/reading-problems.ts'
import { documentOf, layoutOf, line, memoryOf, sourceOf } from '../core/literal-parts.ts'

const identity = { id: '', layout: 'test', suppressions: [], links: [], lines: 1 }
const problem = { rule: 'syntax', place: line(4), message: 'm', help: 'h' } as const

const fail = (message: string): never => {
  throw new TypeError(message)
}

describe('a document rule that throws', () => {
  const broken: DocumentRule = {
    ...syntax,
    id: 'broken',
    check: (_, report) => {
      report({ place: line(2), message: 'm', help: 'h' })
      fail('no such thing\nwith more lines')
    },
  }
  const { findings } = lintDocument(sourceOf({ problems: [problem] }), identity, [broken, syntax])

  test('is reported with what it found and what the others find', () => {
    expect(findings.map(({ rule, place, severity }) => `${place.line} ${severity} ${rule}`)).toEqual([
      '2 error broken',
      '1 error internal',
      '4 error syntax',
    ])
  })

  test('is named, with the first line of its error', () => {
    expect(findings[1]).toMatchObject({
      message: 'Rule broken failed: TypeError: no such thing',
      fixable: false,
    })
    expect(findings[1]?.help).toMatch(/bug in memkeep/)
  })
})

test('a kind that cannot read its file is reported, and the rules go on', () => {
  const kind = { ...sourceOf().kind, read: () => fail('bad entry') }
  const document = lintDocument(sourceOf({ kind, problems: [problem] }), identity, [syntax])
  expect(document.items).toEqual([])
  expect(document.findings.map(({ rule }) => rule)).toEqual(['internal', 'syntax'])
  expect(document.findings[0]?.message).toBe('Rule reading of kind note failed: TypeError: bad entry')
})

test('a memory rule that throws is reported for the repository, and the others go on', () => {
  const { check: _, ...text } = syntax
  const broken: MemoryRule = { ...text, id: 'broken', subject: 'memory', check: () => fail('no memory') }
  const working: MemoryRule = {
    ...text,
    id: 'working',
    subject: 'memory',
    check: (_, report) => report('a.md', { place: line(3), message: 'm', help: 'h' }),
  }
  const diagnostics = lint({ layout: layoutOf(), memory: memoryOf([]), rules: [broken, working] })
  expect(diagnostics.map(({ path, line, rule }) => `${path}:${line} ${rule}`)).toEqual([
    '.:1 internal',
    'a.md:3 working',
  ])
})

test('a comment in memory cannot silence it', () => {
  const suppressions = [{ rules: ['internal'], reason: 'quiet', place: line(1), firstLine: 1, lastLine: 9 }]
  const finding = {
    rule: 'internal',
    severity: 'error',
    place: line(1),
    message: 'm',
    help: 'h',
    fixable: false,
  } as const
  const memory = memoryOf([documentOf({ path: 'a.md', suppressions, findings: [finding] })])
  expect(lint({ layout: layoutOf(), memory, rules: [] }).map(({ rule }) => rule)).toContain('internal')
})
