import { describe, expect, test } from 'vitest'
import { type Diagnostic, toDiagnostic } from '../../src/core/diagnostic.ts'
import type { Document, Memory, Suppression } from '../../src/core/document.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { suppress } from '../../src/core/suppress.ts'
import { documentOf, itemOf, line, memoryOf } from './literal-parts.ts'

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

describe('of a change', () => {
  const nextLine = comment({ isNextLine: true, anchor: 'the line below', firstLine: 2, lastLine: 2 })
  const toTheEnd = comment({ anchor: 'the line above', firstLine: 5, lastLine: 10 })

  type Side = Partial<Document>
  type Options = { readonly merge?: readonly Side[]; readonly ofChange?: ReadonlySet<string> }

  const side = (part: Side): Memory => memoryOf([documentOf({ path: 'x.md', ...part })])

  /** Rules of findings that stay, those that a new comment could not silence with a mark, and what is said of comments. */
  function judged(
    diagnostics: readonly Diagnostic[],
    [before, after]: readonly [Side, Side],
    { merge, ofChange = new Set() }: Options = {},
  ): string[] {
    const change = {
      before: side(before),
      after: side(after),
      merge: merge ? { others: merge.map(side), bases: [] } : null,
    }
    const ids = new Set([...IDS, 'no-secret'])
    return suppress(diagnostics, change.after, { ids, ran: RAN, ofChange }, { change }).map(
      ({ rule, severity, message, loosened }) =>
        `${rule === 'loosened' ? `${severity} ${message}` : rule}${loosened ? ' (loosened)' : ''}`,
    )
  }

  test.each([
    ['for the next line', nextLine, at(2)],
    ['to the end of the file', toTheEnd, at(6)],
  ])('a comment %s that was there before silences, and nothing is said of it', (_, one, found) => {
    const document = { suppressions: [one] }
    expect(judged([found], [document, document])).toEqual([])
  })

  test('a comment that was there in the same text under another name is old', () => {
    const document = { id: '1f', suppressions: [nextLine] }
    expect(judged([at(2)], [{ ...document, path: 'y.md' }, document])).toEqual([])
    expect(judged([at(2)], [{ ...document, id: '2f', path: 'y.md' }, document])).toEqual([
      'info New suppression of a: because',
    ])
  })

  test('a comment that another parent of a merge has is old', () => {
    const document = { suppressions: [nextLine] }
    expect(judged([at(2)], [{}, document], { merge: [{}, document] })).toEqual([])
    expect(judged([at(2)], [{}, document], { merge: [{}] })).toEqual(['info New suppression of a: because'])
  })

  test.each([
    ['at another line', { ...nextLine, anchor: 'another line' }],
    ['for another reason', { ...nextLine, reason: 'so' }],
    ['for one rule of two', { ...nextLine, rules: ['a', 'b'] }],
    ['to the end of the file', comment({ anchor: 'the line below' })],
  ])('a comment that was there %s is new', (_, before) => {
    expect(judged([at(2)], [{ suppressions: [before] }, { suppressions: [nextLine] }])).toEqual([
      'info New suppression of a: because',
    ])
  })

  test('a comment to the end is new once an entry that was above it is not', () => {
    const entries = (first: number, second: number): Side => ({
      items: [itemOf({ key: 'p', place: line(first) }), itemOf({ key: 'q', place: line(second) })],
      suppressions: [toTheEnd],
    })
    expect(judged([at(6)], [entries(2, 3), entries(3, 2)])).toEqual([])
    expect(judged([at(6)], [entries(2, 7), entries(2, 4)])).toEqual([])
    expect(judged([at(6)], [entries(2, 3), entries(2, 5)])).toEqual(['info New suppression of a: because'])
    expect(judged([at(6)], [entries(2, 3), { suppressions: [toTheEnd] }])).toEqual([
      'info New suppression of a: because',
    ])
  })

  test('of an old and a new comment, the old one counts', () => {
    const secret = comment({ rules: ['no-secret'], anchor: 'new' })
    const old = { ...secret, anchor: 'old', place: line(2) }
    const both = { suppressions: [secret, old] }
    expect(judged([at(3, 'no-secret')], [{ suppressions: [old] }, both])).toEqual([])
  })

  test('a new comment does not silence a secret yet', () => {
    const secret = comment({ rules: ['no-secret', 'a'] })
    expect(judged([at(2, 'no-secret'), at(2)], [{}, { suppressions: [secret] }])).toEqual([
      'no-secret (loosened)',
      'warning New suppression of no-secret: it has no effect in the change that adds it',
    ])
  })

  test('no comment silences what a merge did', () => {
    const document = { suppressions: [nextLine] }
    const ofChange = new Set(['a'])
    expect(judged([at(2)], [document, document], { merge: [document], ofChange })).toEqual(['a'])
    expect(judged([at(2)], [document, document], { ofChange })).toEqual([])
  })
})
