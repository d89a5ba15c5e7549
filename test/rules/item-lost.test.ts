import { expect, test } from 'vitest'
import type { Found } from '../../src/core/rule.ts'
import { itemLost } from '../../src/rules/item-lost.ts'
import { documentOf, itemOf, line, memoryOf } from '../core/literal-parts.ts'
import { checkLiteral } from '../helpers/check-literal.ts'
import { ruleTest } from '../helpers/rule-test.ts'

const DECISIONS = 'user/memory/workspaces/shop/decisions.md'
const LESSONS = 'user/memory/workspaces/shop/lessons.md'
/** Links to the decisions. */
const PLAN = 'resources/workspaces/shop/_plans/260115-guest-checkout.md'
const ARCHIVE = 'user/memory/workspaces/shop/_archive/decisions-2026.md'

const entry = (date: string, title: string, body: string) =>
  `### [${date}] ${title}\n\n**Category:** convention\n**Tags:** money\n\n${body}\n\n---\n`

const LOG = 'DECISIONS.md'
const DATED =
  '# Log\n\n## 2026-01-05: A queue\n\nIn Postgres.\n\n## 2026-01-06: One lockfile\n\nTwo differed.\n\n## 2026-01-07: Ports\n'
const BULLETS =
  '# Lessons\n\n- **2026-03-04** – Ports are in one file. Ask first.\n- **2026-03-06** – Disks are full. Look at them.\n'
const NPM = '- **2026-03-05** – Use `pnpm`? No: npm only.\n'
const NPM_STONE = '<!-- memkeep-removed [2026-03-05] Use `pnpm`? No: npm only. -- it is outdated -->\n'
const FOUR = `${DATED}\nThey are in one file.\n\n## 2026-01-08: Disks\n\nThey are full.\n`
const LONG_BODY =
  'Floating point lost a cent in 1 of 40,000 orders last year, and the books did not close. A rounding rule is in one place, and every report adds up to the total.'
const LONG = entry('2026-01-16', 'Prices are integers', LONG_BODY)
const PRICES = entry(
  '2026-01-16',
  'Prices are integers',
  'Floating point lost a cent in 1 of 40,000 orders last year.',
)
const REFUNDS = entry(
  '2026-02-20',
  'Refunds need an account',
  'A refund goes to a verified address, which only an account has.',
)
const EDITED = entry(
  '2026-01-16',
  'Prices are whole cents',
  'Floating point lost a cent in 1 of 40,000 orders last year. Never again.',
)
const OTHER = entry(
  '2026-03-02',
  'Taxes are stored',
  'They change with the law, and an old order must keep the rate it was sold at.',
)
/** What `merge=union` makes of the two. */
const FUSED = `### [2026-02-20] Refunds need an account
### [2026-03-02] Taxes are stored

**Category:** convention
**Tags:** money

A refund goes to a verified address, which only an account has.
They change with the law, and an old order must keep the rate it was sold at.

---
`
/** What replaces the refunds where they were removed. */
const STONE = '<!-- memkeep-removed [2026-02-20] Refunds need an account -- it named a customer -->\n'
const RECORD_TITLES = [
  'Use Postgres for the queue',
  'Prices are integers everywhere',
  'Tests run on one clock',
]
const RECORDS = Object.fromEntries(
  RECORD_TITLES.map((title, i) => [
    `docs/adr/000${i + 1}-record.md`,
    `# ${i + 1}. ${title}\n\n## Status\n\nAccepted\n\n## Context\n\nIt was so.\n\n## Decision\n\nWe do it.\n`,
  ]),
)
const LISTED = `# Decisions\n\n${RECORD_TITLES.map((title, i) => `- 2026-01-0${i + 1}: ADR-${i + 1} ${title}\n`).join('')}`
const COUNTED = (count: number, more: string, body: string): string =>
  `# Lessons\n\n### [hits: ${count}] Never purge the cache${more}\n\n${body}\n\n### [hits: 1] Ports are in one file\n\nTwo of them were taken.\n\n### [hits: 4] Ask before a release\n\nIt cannot be undone by anyone.\n\n### [hits: 2] Name the port\n\nIt is asked for.\n`
const LINE_LOG = 'tasks/lessons.md'
const LINES = (line: string): string =>
  `# Lessons\n\n- **2026-03-01** – Run the linter before a push\n${line}\n- **2026-03-04** – Drop the cron worker\n`
const REWORDED = [
  '- **2026-03-02** – Never mock the clock in our queue tests',
  '- **2026-03-02** – Never mock the clocks in queue tests',
  '- **2026-03-02** – Never fake the clock in queue tests',
  '- **2026-03-02** – Never mock clock in queue tests',
]
const before = { [DECISIONS]: `${PRICES}\n${REFUNDS}` }

ruleTest('item-lost', {
  valid: [
    { name: 'a new entry', before, files: { [DECISIONS]: `${PRICES}\n${REFUNDS}\n${OTHER}` } },
    {
      name: 'another order',
      before,
      files: { [DECISIONS]: `${REFUNDS}\n${PRICES}`.replace('2026-02-20', '2026-01-16') },
      settings: 'rules: { item-rewritten: off }\n',
    },
    {
      name: 'a title that goes on, with a count in brackets, above another text',
      before: { [LOG]: COUNTED(1, '', 'It fills again by itself after the next start of the box.') },
      files: {
        [LOG]: COUNTED(
          2,
          ' while a device is in use',
          'All devices went away for an hour when this was tried once more.',
        ),
      },
      settings: 'rules: { item-rewritten: off }\n',
    },
    ...REWORDED.map((line) => ({
      name: `a lesson of one line in which a word changes: ${line}`,
      before: { [LINE_LOG]: LINES('- **2026-03-02** – Never mock the clock in queue tests') },
      files: { [LINE_LOG]: LINES(line) },
    })),
    {
      name: 'a list of records that becomes an index of them',
      before: { [LOG]: LISTED, ...RECORDS },
      files: { [LOG]: '# Decisions\n\nThey are in [their folder](docs/adr/).\n', ...RECORDS },
      settings: 'rules: { log-form: off }\n',
    },
    {
      name: 'a move to the archive of a log that settings name, in a folder next to it',
      settings: 'logs: [{ path: notes/events.md }]\n',
      before: { 'notes/events.md': '# Log\n\n## 2026-01-05: A\n\nx\n\n## 2026-01-06: B\n\ny\n' },
      files: {
        'notes/events.md': '# Log\n\n## 2026-01-06: B\n\ny\n',
        'notes/archive/events.md': '# Old\n\n## 2026-01-05: A\n\nx\n',
      },
    },
    { name: 'a move to the archive', before, files: { [DECISIONS]: REFUNDS, [ARCHIVE]: PRICES } },
    { name: 'an edit that keeps most of the body', before, files: { [DECISIONS]: `${EDITED}\n${REFUNDS}` } },
    {
      name: 'a date that is corrected',
      before: { [DECISIONS]: `${PRICES}\n${REFUNDS.replace('02-20', '02-30')}` },
      files: { [DECISIONS]: `${PRICES}\n${REFUNDS}` },
    },
    {
      name: 'an entry that loses one of its two sentences',
      before: { [DECISIONS]: LONG },
      files: {
        [DECISIONS]: LONG.replace(
          ' A rounding rule is in one place, and every report adds up to the total.',
          '',
        ),
      },
    },
    {
      name: 'an entry that is split into two',
      before: { [DECISIONS]: LONG },
      files: {
        [DECISIONS]: `${LONG.replace(LONG_BODY, 'Rounding happens once.')}\n${entry('2026-04-01', 'What integers give', LONG_BODY)}`,
      },
    },
    {
      name: 'an entry with a line of status and a typo less',
      before: { [DECISIONS]: LONG },
      files: {
        [DECISIONS]: LONG.replace('of 40,000', 'in 40,000').replace(
          '\n\n---',
          ' \n\n**Status:** superseded\n\n---',
        ),
      },
    },
    {
      name: 'a cut text of an entry whose tombstone is next to it',
      before: { [DECISIONS]: `${PRICES}\n${STONE}` },
      files: { [DECISIONS]: `${PRICES}\n${STONE.replace('it named a customer', 'asked')}` },
    },
    { name: 'nothing to compare with', files: { [DECISIONS]: REFUNDS } },
    { name: 'an entry that has a tombstone', before, files: { [DECISIONS]: `${PRICES}\n${STONE}` } },
    {
      name: 'a list item whose tombstone has the part of its text that is its title',
      before: { 'tasks/lessons.md': `${BULLETS}${NPM}` },
      files: { 'tasks/lessons.md': `${BULLETS}\n${NPM_STONE.replace('? No: npm only.', '')}` },
    },
    {
      name: 'an entry that has a tombstone in another log',
      before,
      files: { [DECISIONS]: PRICES, [ARCHIVE]: STONE },
    },
    {
      name: 'a tombstone that moves with its file',
      before: { [ARCHIVE]: STONE, [DECISIONS]: PRICES },
      files: { [ARCHIVE]: null, [DECISIONS]: `${PRICES}\n${STONE}` },
    },
    {
      name: 'an entry of an immutable log that has a tombstone',
      before,
      files: { [DECISIONS]: `${PRICES}\n${STONE}` },
      settings: 'history:\n  decisions:\n    mode: immutable\n',
    },
    {
      name: 'a merge that takes the tombstone of one side',
      before: { [DECISIONS]: `${PRICES}\n${STONE}` },
      files: { [DECISIONS]: `${PRICES}\n${STONE}\n${OTHER}` },
      merge: { others: [{ [DECISIONS]: `${PRICES}\n${REFUNDS}\n${OTHER}` }], base: before },
    },
    {
      name: 'a merge that drops a tombstone which one side took back',
      before: { [DECISIONS]: `${PRICES}\n${STONE}` },
      files: { [DECISIONS]: PRICES },
      merge: { others: [{ [DECISIONS]: PRICES }], base: { [DECISIONS]: `${PRICES}\n${STONE}` } },
    },
    {
      name: 'a conflict between a tombstone and an edit, in which the edit was chosen',
      before: { [DECISIONS]: `${PRICES}\n${STONE}` },
      files: { [DECISIONS]: `${PRICES}\n${REFUNDS.replace('verified', 'known')}` },
      merge: {
        others: [{ [DECISIONS]: `${PRICES}\n${REFUNDS.replace('verified', 'known')}` }],
        base: before,
      },
    },
    {
      name: 'the same conflict, in which the tombstone was chosen',
      before: { [DECISIONS]: `${PRICES}\n${STONE}` },
      files: { [DECISIONS]: `${PRICES}\n${STONE}` },
      merge: {
        others: [{ [DECISIONS]: `${PRICES}\n${REFUNDS.replace('verified', 'known')}` }],
        base: before,
      },
    },
    {
      name: 'a merge that itself removes an entry with a reason',
      before,
      files: { [DECISIONS]: `${PRICES}\n${STONE}` },
      merge: { others: [{ [DECISIONS]: `${PRICES}\n${REFUNDS}\n` }], base: before },
    },
    {
      name: 'a merge that joins what two sides added',
      before: { [DECISIONS]: `${PRICES}\n${REFUNDS}` },
      files: { [DECISIONS]: `${PRICES}\n${REFUNDS}\n${OTHER}` },
      merge: { others: [{ [DECISIONS]: `${PRICES}\n${OTHER}` }], base: { [DECISIONS]: PRICES } },
    },
    {
      name: 'a merge that keeps what one side dropped, changed or archived',
      before: { [DECISIONS]: `${PRICES}\n${REFUNDS}\n${OTHER}` },
      files: { [DECISIONS]: EDITED, [ARCHIVE]: OTHER },
      merge: {
        others: [{ [DECISIONS]: EDITED, [ARCHIVE]: OTHER }],
        base: { [DECISIONS]: `${PRICES}\n${REFUNDS}\n${OTHER}` },
      },
    },
    {
      name: 'what the history of the kind forbids already',
      before,
      files: { [DECISIONS]: PRICES + REFUNDS },
      settings: 'history:\n  decisions:\n    mode: immutable\n',
    },
  ],
  invalid: [
    {
      name: 'a lesson of one line that another one replaces',
      before: { [LINE_LOG]: LINES('- **2026-03-02** – Never mock the clock in queue tests') },
      files: { [LINE_LOG]: LINES('- **2026-03-02** – Never mock the mailer in login tests') },
      expect: [{ path: LINE_LOG, line: 3, message: /Never mock the clock in queue tests/ }],
    },
    {
      name: 'an entry between two others, which are further down now, and the last one',
      before: { [LOG]: FOUR },
      files: {
        [LOG]: FOUR.replace('# Log\n', '# Log\n\nA line.\n\nAnother one.\n')
          .replace('## 2026-01-06: One lockfile\n\nTwo differed.\n\n', '')
          .replace('\n\n## 2026-01-08: Disks\n\nThey are full.\n', '\n'),
      },
      expect: [
        {
          path: LOG,
          line: 10,
          message: /"One lockfile".* is gone, .*: it was between "A queue" and "Ports"$/,
        },
        { path: LOG, line: 13, message: /"Disks".* is gone, .*: it was behind "Ports"$/ },
      ],
    },
    {
      name: 'the first line of a list',
      before: { [LOG]: '# Log\n\n- 2026-01-05: A queue\n- 2026-01-06: One lockfile\n- 2026-01-07: Ports\n' },
      files: { [LOG]: '# Log\n\n- 2026-01-06: One lockfile\n- 2026-01-07: Ports\n' },
      expect: [{ path: LOG, line: 2, message: /"A queue".* is gone, .*: it was above "One lockfile"$/ }],
    },
    {
      name: 'an entry whose title has another number',
      before: {
        [LOG]: COUNTED(1, ' of round 4', 'It fills again by itself after the next start of the box.'),
      },
      files: {
        [LOG]: COUNTED(1, ' of round 5', 'All devices went away for an hour when this was tried once more.'),
      },
      expect: [{ path: LOG, line: 2, message: /Never purge the cache of round 4" is gone/ }],
    },
    {
      name: 'an entry whose heading loses its date, at the heading',
      before: { [LOG]: DATED },
      files: { [LOG]: DATED.replace('2026-01-06: ', '') },
      expect: [
        {
          path: LOG,
          line: 7,
          severity: 'error',
          message:
            /^Item entry "One lockfile" \(2026-01-06\) lost its date and is not read as an entry any more$/,
        },
        { path: LOG, line: 7, severity: 'info', rule: 'log-heading' },
      ],
    },
    {
      name: 'an entry whose date becomes a word',
      before: { [LOG]: DATED },
      files: { [LOG]: DATED.replace('2026-01-06', 'Soon') },
      expect: [
        {
          path: LOG,
          line: 7,
          message: /^Item entry "One lockfile" \(2026-01-06\) is not read as an entry any more$/,
        },
        { path: LOG, line: 7, severity: 'info', rule: 'log-heading' },
      ],
    },
    {
      name: 'an entry whose heading loses its date in an immutable log',
      before: { [LOG]: DATED },
      files: { [LOG]: DATED.replace('2026-01-06: ', '') },
      settings: 'history: { log: { mode: immutable } }\n',
      expect: [
        {
          path: LOG,
          line: 7,
          rule: 'history',
          message: /lost its date and is not read as an entry any more, but its history/,
        },
        { path: LOG, line: 7, severity: 'info', rule: 'log-heading' },
      ],
    },
    {
      name: 'a date of no calendar as that, and as no loss, though nothing else pairs the two',
      before: { [LOG]: DATED },
      files: { [LOG]: DATED.replace('2026-01-07', '2026-02-31') },
      expect: [{ path: LOG, line: 11, severity: 'warning', rule: 'log-date' }],
    },
    {
      name: 'an entry that is cut to a few words, as a warning',
      before: { [DECISIONS]: `${LONG}\n${REFUNDS}` },
      files: { [DECISIONS]: `${LONG.replace(LONG_BODY, 'Rounding happens once.')}\n${REFUNDS}` },
      expect: [
        {
          path: DECISIONS,
          line: 1,
          severity: 'warning',
          message: /^Item decision "Prices.*" \(2026-01-16\) lost most of its text$/,
        },
      ],
    },
    {
      name: 'a short entry of a log that is cut to nothing',
      before: { [LOG]: '# Log\n\n## 2026-01-05: A queue\n\nIn Postgres.\n\n## 2026-01-06: B\n\ny\n' },
      files: { [LOG]: '# Log\n\n## 2026-01-05: A queue\n\n## 2026-01-06: B\n\ny\n' },
      expect: [
        {
          path: LOG,
          line: 3,
          severity: 'warning',
          message: /^Item entry "A queue" \(2026-01-05\) lost all of its text$/,
        },
      ],
    },
    {
      name: 'a cut entry of an append-only log, by the rule that guards it',
      before: { [LOG]: '# Log\n\n## 2026-01-05: A queue\n\nIn Postgres.\n\n## 2026-01-06: B\n\ny\n' },
      files: { [LOG]: '# Log\n\n## 2026-01-05: A queue\n\n## 2026-01-06: B\n\ny\n' },
      settings: 'logs: [{ path: DECISIONS.md, history: append-only }]\n',
      expect: [{ path: LOG, line: 3, severity: 'error', rule: 'history' }],
    },
    {
      name: 'an entry whose date is no real day',
      before: { [DECISIONS]: `${PRICES}\n${REFUNDS.replace('02-20', '02-30')}` },
      files: { [DECISIONS]: PRICES },
      expect: [{ path: DECISIONS, line: 8, message: /"Refunds need an account" \(2026-02-30\)/ }],
    },
    {
      name: 'an entry that has no tombstone, next to one that has',
      before,
      files: { [DECISIONS]: STONE },
      expect: [{ path: DECISIONS, line: 1, severity: 'error', message: /"Prices/ }],
    },
    {
      name: 'a list item whose tombstone has all of its text',
      before: { 'tasks/lessons.md': `${BULLETS}${NPM}` },
      files: { 'tasks/lessons.md': `${BULLETS}\n${NPM_STONE}` },
      expect: [
        {
          path: 'tasks/lessons.md',
          line: 5,
          message:
            /^Item entry "Use `pnpm`" \(2026-03-05\) is gone, and the tombstone in line 6 of tasks\/lessons.md names "Use `pnpm`\? No: npm only\."$/,
        },
      ],
    },
    {
      name: 'a tombstone that was removed later',
      before: { [DECISIONS]: `${PRICES}\n${STONE}` },
      files: { [DECISIONS]: PRICES },
      expect: [
        {
          path: DECISIONS,
          line: 8,
          severity: 'error',
          message:
            /decision tombstone "Refunds need an account" \(2026-02-20\) is gone: it was behind "Prices are integers"$/,
        },
      ],
    },
    {
      name: 'a tombstone that a merge dropped, bringing the entry back',
      before: { [DECISIONS]: `${PRICES}\n${STONE}` },
      files: { [DECISIONS]: `${PRICES}\n${REFUNDS}` },
      merge: { others: [before], base: before },
      expect: [{ path: DECISIONS, line: 9, severity: 'error', message: /decision tombstone "Refunds/ }],
    },
    {
      name: 'a tombstone that a merge dropped with the entry',
      before,
      files: { [DECISIONS]: PRICES },
      merge: { others: [{ [DECISIONS]: `${PRICES}\n${STONE}` }], base: before },
      expect: [{ path: DECISIONS, line: 8, severity: 'error', message: /decision tombstone "Refunds/ }],
    },
    {
      name: 'an entry that was left out',
      before,
      files: { [DECISIONS]: PRICES },
      expect: [
        {
          path: DECISIONS,
          line: 8,
          severity: 'error',
          message: /"Refunds need an account" \(2026-02-20\)/,
        },
      ],
    },
    {
      name: 'an entry that a merge left out',
      before,
      files: { [DECISIONS]: REFUNDS },
      merge: { others: [before], base: before },
      expect: [{ path: DECISIONS, line: 1, severity: 'error', message: /Prices/ }],
    },
    {
      name: 'an entry of the other side that a merge left out',
      before: { [DECISIONS]: `${PRICES}\n${REFUNDS}` },
      files: { [DECISIONS]: `${PRICES}\n${REFUNDS}` },
      merge: { others: [{ [DECISIONS]: `${PRICES}\n${OTHER}` }], base: { [DECISIONS]: PRICES } },
      expect: [{ path: DECISIONS, line: 9, severity: 'error', message: /"Taxes are stored" \(2026-03-02\)/ }],
    },
    {
      name: 'an entry of both sides that a merge left out, once',
      before,
      files: { [DECISIONS]: `${PRICES}\n${OTHER}` },
      merge: { others: [{ [DECISIONS]: `${PRICES}\n${REFUNDS}\n${OTHER}` }], base: null },
      expect: [{ path: DECISIONS, line: 9, severity: 'error', message: /"Refunds/ }],
    },
    {
      name: 'two entries that a merge fused, the heading of one left without its words',
      before: { [DECISIONS]: `${PRICES}\n${REFUNDS}` },
      files: { [DECISIONS]: `${PRICES}\n${FUSED}` },
      merge: { others: [{ [DECISIONS]: `${PRICES}\n${OTHER}` }], base: { [DECISIONS]: PRICES } },
      expect: [
        { path: DECISIONS, line: 10, rule: 'entry-category' },
        { path: DECISIONS, line: 10, rule: 'entry-body' },
        { path: DECISIONS, line: 10, rule: 'entry-separator' },
        {
          path: DECISIONS,
          line: 11,
          severity: 'error',
          message: /words of decision "Refunds.* into decision "Taxes/,
        },
      ],
    },
    {
      name: 'two entries that a merge fused, the heading of one lost',
      before: { [DECISIONS]: `${PRICES}\n${REFUNDS}` },
      files: { [DECISIONS]: `${PRICES}\n${FUSED.slice(FUSED.indexOf('\n') + 1)}` },
      merge: { others: [{ [DECISIONS]: `${PRICES}\n${OTHER}` }], base: { [DECISIONS]: PRICES } },
      expect: [{ path: DECISIONS, line: 10, severity: 'error', message: /^The merge put the words of / }],
    },
    {
      name: 'an entry that became another',
      before,
      files: { [DECISIONS]: `${REFUNDS}\n${OTHER}` },
      expect: [{ path: DECISIONS, line: 1, message: /Prices/ }],
    },
    {
      name: 'nothing in a file that can no longer be read, which says so itself',
      before,
      files: { [DECISIONS]: new Uint8Array([0xff]) },
      index: false,
      expect: [{ path: DECISIONS, line: 1, rule: 'syntax' }],
    },
    {
      name: 'every entry of a file that is gone',
      before,
      files: { [DECISIONS]: null, [LESSONS]: null, [PLAN]: null },
      expect: [
        { path: DECISIONS, line: 1, message: /decision "Prices/ },
        { path: DECISIONS, line: 10, message: /decision "Refunds/ },
        { path: LESSONS, line: 3, message: /lesson "The gateway/ },
        { path: LESSONS, line: 12, message: /lesson "A missing index/ },
        { path: PLAN, line: 1, severity: 'warning', rule: 'file-lost' },
      ],
    },
  ],
})

test('an item without a date is named by its key, and a kind without a history is free', () => {
  const items = [itemOf({ key: 'dec-7', title: 'Prices', place: line(4) })]
  const found: Found[] = []
  const change = {
    before: memoryOf([documentOf({ path: 'a.md', items })]),
    after: memoryOf([]),
    merge: null,
  }
  itemLost.check(change, (_, one) => found.push(one))
  expect(found.map(({ message, help, severity }) => [message, help, severity])).toEqual([
    [
      'Item decision "Prices" (dec-7) is gone, without an archived copy or a tombstone',
      'Restore its file: `git restore --source=HEAD --staged --worktree -- :/a.md`. If it is over, move the file as it is to a folder `archive` instead.',
      undefined,
    ],
  ])
})

test('of two copies of an item with an id one may go; an item with another body is lost', () => {
  const items = [itemOf({ key: 'a1', id: 'a1' })]
  const lost = (left: Parameters<typeof itemOf>[0]): number => {
    const found: Found[] = []
    const before = memoryOf([
      documentOf({ path: 'a.md', items }),
      documentOf({ path: 'b.md', items: [itemOf(left)] }),
    ])
    const after = memoryOf([documentOf({ path: 'b.md', items: [itemOf(left)] })])
    itemLost.check({ before, after, merge: null }, (_, one) => found.push(one))
    return found.length
  }
  expect(lost({ key: 'a1', id: 'a1' })).toBe(0)
  expect(lost({ key: 'a1' })).toBe(0)
  expect(lost({ key: 'a1', id: 'a1', digest: 'other' })).toBe(1)
  expect(lost({ key: 'b2', id: 'b2' })).toBe(1)
})

test('the help names how to archive or remove an entry of a log, whatever its title', async () => {
  const title = "It's -- `x` <!-- 'y' --> z"
  const files = { [DECISIONS]: PRICES, [LESSONS]: '' }
  const was = {
    ...files,
    [DECISIONS]: `${PRICES}\n${entry('2026-02-20', title, 'Words that are gone now.')}`,
  }
  const { diagnostics } = await checkLiteral(files, { before: was })
  const found = diagnostics.find(({ rule }) => rule === 'item-lost')
  expect(found?.severity).toBe('error')
  expect(found?.help).toContain(
    `\`memkeep archive ${DECISIONS} --entry '[2026-02-20] It'\\''s -- \`x\` <!-- '\\''y'\\'' --> z'\``,
  )
  expect(found?.help).toContain(`\`git show HEAD:${DECISIONS}\` shows it`)
  const stone = `<!-- memkeep-removed [2026-02-20] It's - \`x\` <!- 'y' - z -- reason -->`
  expect(found?.help).toContain(`\`${stone}\``)
  const filled = stone.replace('-- reason', '-- it held a key')
  const removed = await checkLiteral({ ...files, [DECISIONS]: `${PRICES}\n${filled}\n` }, { before: was })
  expect(removed.diagnostics.filter(({ rule }) => /lost|tombstone|suppression/.test(rule))).toEqual([])
})

test('the help of a lost fact names the command that archives one', async () => {
  const path = 'memory/facts/lang.md'
  const fact =
    '---\nid: fact-lang\ntitle: Language\ncreated: 2026-02-08\ntags: []\n---\n\nIt is TypeScript.\n'
  const { diagnostics } = await checkLiteral({}, { before: { [path]: fact } })
  expect(diagnostics.map(({ help }) => help)).toEqual([
    `Restore its file: \`git restore --source=HEAD --staged --worktree -- :/${path}\`. To archive it, restore it and run \`memkeep atomic archive fact-lang\`.`,
  ])
})
