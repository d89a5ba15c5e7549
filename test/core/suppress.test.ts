import { describe, expect, test } from 'vitest'
import { type Diagnostic, toDiagnostic } from '../../src/core/diagnostic.ts'
import type { Suppression } from '../../src/core/document.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { suppress } from '../../src/core/suppress.ts'
import { documentOf, line, memoryOf } from './literal-parts.ts'

const at = (number: number, rule = 'a', path = 'x.md'): Diagnostic =>
  toDiagnostic(
    { rule, severity: 'error', place: line(number), message: 'm', help: 'h', fixable: false },
    path,
    'test',
  )

const comment = (part: Partial<Suppression> = {}): Suppression => ({
  rules: ['a'],
  reason: 'because',
  place: line(1),
  firstLine: 2,
  lastLine: 4,
  ...part,
})

const RAN = new Set(['a', 'b'])
const IDS = new Set(['a', 'b', 'history', 'internal', 'unreadable', 'suppression'])

function left(
  diagnostics: readonly Diagnostic[],
  suppressions: readonly Suppression[],
  {
    rules = {},
    ran = RAN as ReadonlySet<string>,
  }: { rules?: typeof DEFAULT_SETTINGS.rules; ran?: ReadonlySet<string> } = {},
): string[] {
  const memory = memoryOf([documentOf({ path: 'x.md', suppressions }), documentOf({ path: 'y.md' })], {
    settings: { ...DEFAULT_SETTINGS, rules },
  })
  return suppress(diagnostics, memory, { ids: IDS, ran }).map(
    (one) => `${one.path}:${one.line} ${one.severity} ${one.rule} ${one.message}`,
  )
}

describe('takes out', () => {
  test('what a comment covers, both ends included', () => {
    expect(
      left(
        [1, 2, 4, 5].map((n) => at(n)),
        [comment()],
      ),
    ).toEqual(['x.md:1 error a m', 'x.md:5 error a m'])
  })

  test('only the rules it names', () => {
    expect(left([at(2), at(2, 'b'), at(2, 'c')], [comment({ rules: ['a', 'b'] })])).toEqual([
      'x.md:2 error c m',
    ])
  })

  test('only in its own file', () => {
    expect(left([at(2), at(2, 'a', 'y.md')], [comment()])).toEqual(['y.md:2 error a m'])
  })

  test.each(['internal', 'unreadable', 'suppression'])('never %s', (rule) => {
    expect(left([at(2, rule)], [comment({ rules: [rule, 'a'] })], { ran: new Set() })).toEqual([
      `x.md:2 error ${rule} m`,
    ])
  })
})

describe('complains about', () => {
  test('a comment without a reason, which suppresses nothing', () => {
    expect(left([at(2)], [comment({ reason: '' })])).toEqual([
      'x.md:2 error a m',
      'x.md:1 warning suppression The suppression has no reason: its form is `RULE -- reason`',
    ])
  })

  test('a comment that covers nothing', () => {
    expect(left([at(5)], [comment({ rules: ['a', 'b'] })])).toEqual([
      'x.md:5 error a m',
      'x.md:1 warning suppression The suppression of a, b covers no finding',
    ])
  })

  test('the rule of several that covers nothing', () => {
    expect(left([at(2)], [comment({ rules: ['a', 'b', 'history', 'b'] })])).toEqual([
      'x.md:1 warning suppression The suppression of b covers no finding',
    ])
  })

  test('a rule that does not exist still lets the others suppress', () => {
    expect(left([at(2)], [comment({ rules: ['no-such', 'a'] })])).toEqual([
      'x.md:1 warning suppression The suppression names no-such, which is not a rule',
    ])
  })

  test('a keyword that does not exist, which suppresses nothing', () => {
    const misspelt = comment({ unknown: 'memkeep-disable-line', rules: [], reason: '' })
    expect(left([at(2)], [misspelt])).toEqual([
      'x.md:2 error a m',
      'x.md:1 warning suppression The keyword memkeep-disable-line is not memkeep-disable or memkeep-disable-next-line',
    ])
  })

  test('the second of two comments that cover the same', () => {
    expect(left([at(2)], [comment(), comment({ place: line(2) })])).toEqual([
      'x.md:2 warning suppression The suppression of a covers no finding',
    ])
  })
})

describe('does not complain', () => {
  test('about a comment for a rule that had no turn or is off', () => {
    expect(left([], [comment({ rules: ['history'] })])).toEqual([])
    expect(left([], [comment()], { rules: { a: 'off' } })).toEqual([])
  })

  test('when that is turned off, and otherwise as loudly as settings say', () => {
    expect(left([], [comment()], { rules: { suppression: 'off' } })).toEqual([])
    expect(left([], [comment()], { rules: { suppression: 'error' } })[0]).toMatch(
      /^x\.md:1 error suppression/,
    )
  })

  test('when there are no comments', () => {
    expect(left([at(2)], [])).toEqual(['x.md:2 error a m'])
  })
})
