import { describe, expect, test } from 'vitest'
import { internalFinding, lintDocument } from '../../src/core/lint.ts'
import type { DocumentRule, EngineRule, Rule } from '../../src/core/rule.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import type { Source } from '../../src/core/source.ts'
import { lineStarts } from '../../src/core/text.ts'
import { itemOf, line, sourceOf } from './literal-parts.ts'

const identity = { id: 'blob', layout: 'test', suppressions: [], links: [], lines: 3 }

function ruleOf(part: Partial<DocumentRule> = {}): DocumentRule {
  return {
    id: 'a',
    summary: '',
    why: '',
    howToFix: '',
    severity: 'warning',
    fixable: false,
    example: { bad: '', good: '' },
    subject: 'document',
    check: (_, report) => report({ place: line(2), message: 'm', help: 'h' }),
    ...part,
  }
}

const findings = (rules: readonly Rule[], source: Source = sourceOf()) =>
  lintDocument(source, identity, rules).findings

describe('the facts', () => {
  test('are those of the source and of its kind', () => {
    const kind = {
      ...sourceOf().kind,
      read: () => ({
        items: [itemOf({ key: 'a' })],
        dates: [{ date: '2026-01-01', what: 'date', place: line(1) }],
        facts: { budget: 50 },
      }),
    }
    const document = lintDocument(sourceOf({ kind, scope: 's', tokens: 7 }), identity, [])
    expect(document).toMatchObject({
      path: 'a.md',
      id: 'blob',
      layout: 'test',
      kind: 'note',
      scope: 's',
      lines: 3,
      tokens: 7,
      frontMatter: null,
      facts: { budget: 50 },
      findings: [],
    })
    expect(document.items.map(({ key }) => key)).toEqual(['a'])
    expect(document.dates.map(({ date }) => date)).toEqual(['2026-01-01'])
  })

  test('are empty for a kind that reads nothing', () => {
    expect(lintDocument(sourceOf(), identity, [])).toMatchObject({ items: [], dates: [], facts: null })
    const kind = { ...sourceOf().kind, read: () => ({}) }
    expect(lintDocument(sourceOf({ kind }), identity, [])).toMatchObject({
      items: [],
      dates: [],
      facts: null,
    })
  })

  test('hold the fields of front matter', () => {
    const range = { start: 0, end: 0 }
    const frontMatter = {
      value: { name: 'x' },
      fields: { name: 'x' },
      nodes: new Map(),
      comments: [],
      block: range,
      yaml: range,
    }
    expect(lintDocument(sourceOf({ frontMatter }), identity, []).frontMatter).toEqual({ name: 'x' })
  })
})

describe('a document is complete', () => {
  const complete = (part: Partial<Source>) => lintDocument(sourceOf(part), identity, []).complete
  const problem = (rule: 'syntax' | 'size-limit' | 'front-matter-position') => ({
    problems: [{ rule, place: line(1), message: 'm', help: 'h' }],
  })

  test('unless a part of it could not be parsed', () => {
    expect(complete({})).toBe(true)
    expect(complete(problem('front-matter-position'))).toBe(true)
    expect(complete(problem('syntax'))).toBe(false)
    expect(complete(problem('size-limit'))).toBe(false)
  })

  test('unless its kind failed to read it', () => {
    const read = () => {
      throw new Error('no')
    }
    expect(complete({ kind: { ...sourceOf().kind, read } })).toBe(false)
    expect(complete({ kind: { ...sourceOf().kind, read: () => ({}) } })).toBe(true)
  })
})

describe('a rule', () => {
  test('reports with its own severity, unless the finding or settings name another', () => {
    const strict = ruleOf({
      check: (_, report) => report({ place: line(1), message: 'm', help: 'h', severity: 'info' }),
    })
    const settings = { ...DEFAULT_SETTINGS, rules: { a: 'error' } } as const
    expect(findings([ruleOf()])[0]?.severity).toBe('warning')
    expect(findings([strict])[0]?.severity).toBe('info')
    expect(findings([strict], sourceOf({ settings }))[0]?.severity).toBe('error')
  })

  test('is silent when it is off', () => {
    const settings = { ...DEFAULT_SETTINGS, rules: { a: 'off' } } as const
    expect(findings([ruleOf()], sourceOf({ settings }))).toEqual([])
  })

  test('runs on its kinds only', () => {
    expect(findings([ruleOf({ kinds: ['other'] })])).toEqual([])
    expect(findings([ruleOf({ kinds: ['other', 'note'] })])).toHaveLength(1)
  })

  test('is fixable where it brings edits', () => {
    const edits = [{ start: 0, end: 0, text: '#' }]
    const fixing = ruleOf({
      check: (_, report) => report({ place: line(1), message: 'm', help: 'h', edits }),
    })
    expect(findings([ruleOf(), fixing])).toMatchObject([{ fixable: false }, { fixable: true, edits }])
    expect(findings([ruleOf()])[0]).not.toHaveProperty('edits')
  })

  test('of another subject has no turn here', () => {
    const { check: _, ...text } = ruleOf()
    const engine: EngineRule = { ...text, subject: 'engine' }
    const memory: Rule = {
      ...text,
      subject: 'memory',
      check: (_, report) => report('x', { place: line(1), message: 'm', help: 'h' }),
    }
    expect(findings([engine, memory])).toEqual([])
  })
})

describe('a text with bytes that are not UTF-8', () => {
  const items = [5, 9, 6].map((number) => itemOf({ key: `line ${number}`, place: line(number) }))
  const tombstones = [itemOf({ key: 'line 12', place: line(12) })]
  const kind = { ...sourceOf().kind, read: () => ({ items, tombstones }) }
  const text = `---\na: b\n---\n${'\n'.repeat(12)}`
  const block = { start: 0, end: 13 }
  const frontMatter = { value: {}, nodes: new Map(), comments: [], block, yaml: block, fields: {} }

  const offsetOf = (number: number): number => lineStarts(text)[number - 1] ?? 0

  test.each<[string, readonly number[], string[]]>([
    ['above all items', [4], ['line 5']],
    ['on the line of one', [6], ['line 6']],
    ['below it', [8, 7], ['line 6']],
    ['in the last one', [11], ['line 9']],
    ['in a tombstone', [12], ['line 12']],
    ['in two', [5, 13], ['line 5', 'line 12']],
  ])('the item is damaged that holds it: %s', (_, lines, expected) => {
    const document = lintDocument(sourceOf({ kind, text, replaced: lines.map(offsetOf) }), identity, [])
    const all = [...document.items, ...(document.tombstones ?? [])]
    expect(all.filter(({ damaged }) => damaged).map(({ key }) => key)).toEqual(expected)
  })

  test('in front matter, it damages every item', () => {
    const document = lintDocument(
      sourceOf({ kind, text, frontMatter, replaced: [offsetOf(2)] }),
      identity,
      [],
    )
    expect(document.items.map(({ damaged }) => damaged)).toEqual([true, true, true])
  })

  test('is never edited', () => {
    const edits = [{ start: 0, end: 0, text: '#' }]
    const fixing = ruleOf({
      check: (_, report) => report({ place: line(1), message: 'm', help: 'h', edits }),
    })
    const [found] = findings([fixing], sourceOf({ kind, text, replaced: [offsetOf(6)] }))
    expect(found).toMatchObject({ fixable: false })
    expect(found).not.toHaveProperty('edits')
  })
})

test('findings survive JSON', () => {
  const document = lintDocument(sourceOf(), identity, [ruleOf()])
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})

test('what was thrown is reported in one line', () => {
  expect(internalFinding('a', new RangeError('one\ntwo')).message).toBe('Rule a failed: RangeError: one')
  expect(internalFinding('a', 'text').message).toBe('Rule a failed: text')
})

test('more findings than a call takes as arguments', () => {
  const everywhere = ruleOf({
    check: (_, report) => {
      for (let i = 0; i < 200_000; i += 1) report({ place: line(2), message: 'm', help: 'h' })
    },
  })
  expect(findings([everywhere]).length).toBe(200_000)
})
