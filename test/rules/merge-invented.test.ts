import { ruleTest } from '../helpers/rule-test.ts'
import { sampleSecrets } from '../helpers/sample-secrets.ts'

const LOG = 'user/memory/workspaces/shop/decisions.md'
const ARCHIVE = 'user/memory/workspaces/shop/_archive/decisions-2026.md'
const BODIES = [
  'Floating point lost a cent in 1 of 40,000 orders last year.',
  'A refund goes to a verified address, which only an account has.',
  'They change with the law, and an old order keeps the rate it had.',
  'It is on paper at the warehouse and stays there for good.',
  'A full shelf does not show which box is the oldest one.',
]
const TITLES = [
  'Prices are integers',
  'Refunds need an account',
  'Taxes are stored',
  'Orders keep a number',
  'Shelves have dates',
]

const entry = (title: string, body: string, tags = 'money') =>
  `### [2026-01-16] ${title}\n\n**Category:** convention\n**Tags:** ${tags}\n\n${body}\n\n---\n`
const nth = (i: number): string => entry(TITLES[i] ?? '', BODIES[i] ?? '')
const edited = (i: number): string => nth(i).replace(/ (\w+)\.\n/, ' $1, as the board decided in May.\n')
const log = (...entries: readonly string[]) => ({ [LOG]: entries.join('\n') })

const SECRET = sampleSecrets(36)[0]?.secret ?? ''
const [A, B, C] = [nth(0), nth(1), nth(2)]
const base = log(A, B)

ruleTest('merge-invented', {
  valid: [
    {
      name: 'what one side edited, and what the other one added',
      before: log(edited(0), B),
      files: log(edited(0), B, C),
      merge: { others: [log(A, B, C)], base },
    },
    {
      name: 'either side of an entry that both edited',
      before: log(edited(0), B),
      files: log(A.replace('cent', 'penny'), B),
      merge: { others: [log(A.replace('cent', 'penny'), B)], base },
    },
    {
      name: 'the words that one side edited and the tags that the other edited, both',
      before: log(edited(0), B),
      files: log(edited(0).replace('money', 'cents'), B),
      merge: { others: [log(A.replace('money', 'cents'), B)], base },
    },
    {
      name: 'the lines of both sides in one text',
      before: log(nth(0).replace('\n\n---', '\n\nBanks round.\n\n---'), B),
      files: log(nth(0).replace('cent', 'penny').replace('\n\n---', '\n\nBanks round.\n\n---'), B),
      merge: { others: [log(A.replace('cent', 'penny'), B)], base },
    },
    {
      name: 'the same words in other lines',
      before: base,
      files: log(A.replace('a cent in', 'a cent\nin').replace('1 of', '**1** of'), B),
      merge: { others: [log(A, B, C)].map(() => base), base },
    },
    {
      name: 'another name for one of two entries that both sides added under one name',
      before: log(A, B, entry('Stock', BODIES[2] ?? '')),
      files: log(A, B, entry('Stock', BODIES[2] ?? ''), entry('Stock in the warehouse', BODIES[3] ?? '')),
      merge: { others: [log(A, B, entry('Stock', BODIES[3] ?? ''))], base },
    },
    {
      name: 'an entry that one side archived and the other edited, as the archive has it',
      before: { ...log(B), [ARCHIVE]: A },
      files: { ...log(B), [ARCHIVE]: A },
      merge: { others: [log(edited(0), B)], base },
    },
    {
      name: 'an entry that one side deleted, as the other one left it',
      before: log(B),
      files: log(A, B),
      merge: { others: [base], base },
    },
    {
      name: 'a choice of one side, of histories without a common commit',
      before: log(edited(0)),
      files: log(A),
      merge: { others: [log(A)], base: null },
    },
    {
      name: 'an edit of one of three sides',
      before: base,
      files: log(edited(0), B, C),
      merge: { others: [log(edited(0), B), log(A, B, C)], base },
    },
  ],
  invalid: [
    {
      name: 'a change of what both sides left alone, with its words',
      before: log(A, B),
      files: log(A, B.replace('a verified address', 'any address')),
      merge: { others: [log(A, B)], base },
      expect: [
        {
          path: LOG,
          line: 10,
          severity: 'error',
          message:
            /^The merge changes decision "Refunds need an account" \(body\), which no parent changed; words that no parent has: "any"$/,
        },
      ],
    },
    {
      name: 'another title of what both sides left alone',
      before: log(A, B),
      files: log(A, B.replace('need an account', 'need a passport')),
      merge: { others: [log(A, B, C)].map(() => base), base },
      expect: [
        {
          path: LOG,
          line: 10,
          severity: 'error',
          message: /\(title\), which no parent changed; .*"passport"/,
        },
      ],
    },
    {
      name: 'another date and tag of what both sides left alone',
      before: log(A, B),
      files: log(A, B.replace('01-16', '01-17').replace('money', 'cents')),
      merge: { others: [log(A, B)], base },
      expect: [
        { path: LOG, line: 10, severity: 'error', message: /\(date, tags\), which no parent changed/ },
      ],
    },
    {
      name: 'an edit of one side, thrown away by the other',
      before: log(A, B),
      files: log(A, B),
      merge: { others: [log(edited(0), B)], base },
      expect: [
        {
          path: LOG,
          line: 1,
          severity: 'error',
          message:
            /^The merge throws away an edit \(body\) that parent 2 alone made: decision "Prices are integers"$/,
        },
      ],
    },
    {
      name: 'many edits of one side, thrown away',
      before: log(...TITLES.map((_, i) => edited(i))),
      files: log(...TITLES.map((_, i) => nth(i))),
      merge: { others: [log(...TITLES.map((_, i) => nth(i)))], base: log(...TITLES.map((_, i) => nth(i))) },
      expect: [
        {
          path: LOG,
          line: 1,
          message:
            /^The merge throws away 5 edits that parent 1 alone made: decision "Prices are integers", decision "Refunds need an account", decision "Taxes are stored" and 2 more$/,
        },
      ],
    },
    {
      name: 'an edit of one side with other words',
      before: log(A, B),
      files: log(edited(0).replace('May', 'June'), B),
      merge: { others: [log(edited(0), B)], base },
      expect: [{ path: LOG, line: 1, severity: 'error', message: /which parent 2 alone wrote; .*"June"/ }],
    },
    {
      name: 'an entry that one side added, with other words',
      before: log(A, B),
      files: log(A, B, C.replace('law', 'weather')),
      merge: { others: [log(A, B, C)], base },
      expect: [
        { path: LOG, line: 19, severity: 'error', message: /which parent 2 alone wrote; .*"weather"/ },
      ],
    },
    {
      name: 'what both added alike, changed, also without a base',
      before: log(A, B),
      files: log(A, B.replace('verified', 'postal')),
      merge: { others: [log(A, B)], base: null },
      expect: [{ path: LOG, line: 10, severity: 'error', message: /which parent 1 alone wrote; .*"postal"/ }],
    },
    {
      name: 'words that no side has in an entry that both edited, without the secret among them',
      before: log(edited(0), B),
      files: log(A.replace('last year.', `in total. Ask the token ${SECRET}.`), B),
      merge: { others: [log(A.replace('cent', 'penny'), B)], base },
      expect: [
        {
          path: LOG,
          line: 1,
          severity: 'info',
          message:
            /^The merge joins versions of decision "Prices are integers" \(body\) by hand; words that no parent has: "total Ask token"$/,
        },
        { path: LOG, line: 6, rule: 'no-secret' },
      ],
    },
    {
      name: 'a new entry',
      before: log(A, B),
      files: log(A, B, C),
      merge: { others: [log(A, B)], base },
      expect: [
        {
          path: LOG,
          line: 19,
          severity: 'info',
          message: /^The merge brings decision "Taxes are stored", which no parent has; words/,
        },
      ],
    },
  ],
})
