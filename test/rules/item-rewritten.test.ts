import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lookAlikesIn, rewriting } from '../../src/core/changes/rewritten-items.ts'
import { ruleTest } from '../helpers/rule-test.ts'

const PATH = 'user/memory/workspaces/shop/decisions.md'
const entry = (title: string, body: string, day = '2026-01-16') =>
  `### [${day}] ${title}\n\n**Category:** convention\n**Tags:** money\n\n${body}\n\n---\n`
const log = (...entries: readonly string[]) => ({ [PATH]: entries.join('\n') })

const PRICES =
  'Floating point lost a cent in 1 of 40,000 orders last year, so every price is kept in whole cents.'
const REFUNDS =
  'A refund goes to a verified address, which only an account with a confirmed name has ever had.'
const COUPONS = 'Each coupon belongs to one customer alone and ends when the season does, whatever it says.'
const A = entry('Prices are integers', PRICES)
const B = entry('Refunds need an account', REFUNDS, '2026-01-17')

const FACT = (id: string, text = 'It listens on 8080.') => ({
  'memory/facts/a.md': `---\nid: ${id}\ntitle: Port\ncreated: 2026-01-02\ntags: [ops]\nconfidence: 0.9\nsource: docs\n---\n\n${text}\n`,
})

ruleTest('item-rewritten', {
  valid: [
    { name: 'words are added', before: log(A, B), files: log(A.replace('cents.', 'cents, always.'), B) },
    { name: 'lines are wrapped', before: log(A, B), files: log(A.replace('orders last', 'orders\nlast'), B) },
    { name: 'tags alone', before: log(A, B), files: log(A.replace('money', 'prices'), B) },
    {
      name: 'a history that refuses it',
      settings: 'history: { decisions: { mode: append-only } }',
      before: log(A, B),
      files: log(A, B, entry('Taxes are stored', COUPONS, '2026-01-18')),
    },
    {
      name: 'a title in one script',
      before: log(A),
      files: log(A.replace('Prices are integers', 'Цены целые')),
    },
  ],
  invalid: [
    {
      name: 'a negation, with its words',
      before: log(A, B),
      files: log(A.replace('is kept', 'is not kept'), B),
      expect: [
        {
          path: PATH,
          line: 1,
          severity: 'info',
          message: /^Item decision "Prices are integers" has a negation: was "is kept", is "is not kept"$/,
        },
      ],
    },
    {
      name: 'another number',
      before: log(A, B),
      files: log(A.replace('40,000', '4,000'), B),
      expect: [
        { path: PATH, line: 1, message: /another number: was "of 40,000 orders", is "of 4,000 orders"$/ },
      ],
    },
    {
      name: 'another text under the title',
      before: log(A, B),
      files: log(entry('Prices are integers', COUPONS), B),
      expect: [
        { path: PATH, line: 1, severity: 'info', message: /keeps \d of its \d\d words: was ".*", is ".*…"$/ },
      ],
    },
    {
      name: 'two texts that change places',
      before: log(A, B),
      files: log(
        entry('Prices are integers', REFUNDS),
        entry('Refunds need an account', PRICES, '2026-01-17'),
      ),
      expect: [
        { path: PATH, line: 1, message: /and has the text of decision "Refunds need an account": / },
        { path: PATH, line: 10, message: /and has the text of decision "Prices are integers": / },
      ],
    },
    {
      name: 'a letter of a title that only looks the same',
      before: log(A, B),
      files: log(A.replace('Prices', '\u0420rices'), B),
      expect: [{ path: PATH, line: 1, severity: 'warning', message: /with U\+0420 among Latin letters/ }],
    },
    {
      name: 'another day',
      before: log(A, B),
      files: log(A.replace('2026-01-16', '2025-01-16'), B),
      expect: [{ path: PATH, line: 1, message: /was of 2026-01-16 and is of 2025-01-16 now$/ }],
    },
    {
      name: 'another id of a record',
      before: FACT('fact-1'),
      files: FACT('fact-2'),
      expect: [
        { path: 'memory/facts/a.md', line: 2, severity: 'warning', message: /was fact-1 and is fact-2 now/ },
      ],
    },
  ],
})

describe('two texts', () => {
  test('of the same words are no rewriting, whatever is around them', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 30 }), (words) => {
        expect(rewriting(words.join(' '), words.join('\n  '))).toBeNull()
      }),
    )
  })

  test('short ones are shown and not counted', () => {
    expect(rewriting('Use Postgres.', 'Use files.')).toMatchObject({
      what: 'edited',
      was: 'Use Postgres',
      now: 'Use files',
    })
  })

  test.each([
    ['Es wird gespeichert', 'Es wird nicht gespeichert'],
    ['On garde les prix', 'On ne garde pas les prix'],
    ['Мы храним цены', 'Мы не храним цены'],
    ['we do store it', "we don't store it"],
  ])('%s is turned by %s', (before, after) => {
    expect(rewriting(before, after)).toMatchObject({ what: 'said', isNegated: true })
    expect(rewriting(after, before)).toMatchObject({ what: 'said', isNegated: true })
  })

  test('of any kind give words and no error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        const found = rewriting(before, after)
        expect(found === null || found.kept <= found.of).toBe(true)
        expect(lookAlikesIn(before, before)).toEqual([])
      }),
    )
  })
})
