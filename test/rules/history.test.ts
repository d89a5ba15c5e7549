import { expect, test } from 'vitest'
import type { Item } from '../../src/core/document.ts'
import type { Found } from '../../src/core/rule.ts'
import { history } from '../../src/rules/history.ts'
import { documentOf, itemOf, line, memoryOf } from '../core/literal-parts.ts'
import { ruleTest } from '../helpers/rule-test.ts'

const DECISIONS = 'user/memory/workspaces/shop/decisions.md'
/** Links to the decisions. */
const PLAN = 'resources/workspaces/shop/_plans/260115-guest-checkout.md'
const ARCHIVE = 'user/memory/workspaces/shop/_archive/decisions-2026.md'

const entry = (date: string, title: string, body: string, tags = 'money') =>
  `### [${date}] ${title}\n\n**Category:** convention\n**Tags:** ${tags}\n\n${body}\n\n---\n`

const A_BODY = 'Floating point lost a cent in 1 of 40,000 orders last year.'
const A = entry('2026-02-20', 'Prices are integers', A_BODY)
const B = entry(
  '2026-02-20',
  'Refunds need an account',
  'A refund goes to a verified address, which only an account has.',
)
const C = entry(
  '2026-02-20',
  'Taxes are stored',
  'They change with the law, and an old order must keep the rate it had.',
)

const D = entry(
  '2026-02-20',
  'Orders keep their number',
  'A number is on paper at the warehouse and cannot be taken back.',
)

const immutable = 'history:\n  decisions:\n    mode: immutable\n'
const appendOnly = 'history:\n  decisions:\n    mode: append-only\n'
const editableTags = 'history:\n  decisions:\n    mode: immutable\n    editable: [tags]\n'
const before = { [DECISIONS]: `${A}\n${B}` }

ruleTest('history', {
  valid: [
    {
      name: 'an edit where nothing is promised',
      before,
      files: { [DECISIONS]: `${A.replace('cent', 'penny')}\n${B}` },
    },
    {
      name: 'a new entry, anywhere',
      before,
      files: { [DECISIONS]: `${A}\n${C}\n${B}` },
      settings: immutable,
    },
    { name: 'another order', before, files: { [DECISIONS]: `${B}\n${A}` }, settings: immutable },
    { name: 'a move to the archive', before, files: { [DECISIONS]: B, [ARCHIVE]: A }, settings: immutable },
    {
      name: 'a new entry at the end',
      before,
      files: { [DECISIONS]: `${A}\n${B}\n${C}` },
      settings: appendOnly,
    },
    {
      name: 'a move to the archive, and a new entry at the end',
      before,
      files: { [DECISIONS]: `${B}\n${C}`, [ARCHIVE]: A },
      settings: appendOnly,
    },
    {
      name: 'an entry that comes back from the archive',
      before: { [DECISIONS]: B, [ARCHIVE]: A },
      files: { [DECISIONS]: `${A}\n${B}` },
      settings: appendOnly,
    },
    {
      name: 'a change of a field that stays editable',
      before,
      files: { [DECISIONS]: `${A.replace('money', 'money, cents')}\n${B}` },
      settings: editableTags,
    },
    {
      name: 'a merge with an edit that one side had made',
      before,
      files: { [DECISIONS]: `${A.replace('cent', 'penny')}\n${B}` },
      merge: { others: [{ [DECISIONS]: `${A.replace('cent', 'penny')}\n${B}` }], base: before },
      settings: immutable,
    },
    {
      name: 'a merge that takes one field from each side',
      before: { [DECISIONS]: `${A.replace('convention', 'tooling')}\n${B}` },
      files: { [DECISIONS]: `${A.replace('convention', 'tooling').replace('cent', 'penny')}\n${B}` },
      merge: { others: [{ [DECISIONS]: `${A.replace('cent', 'penny')}\n${B}` }], base: before },
      settings: immutable,
    },
    {
      name: 'a merge without what one side had removed',
      before,
      files: { [DECISIONS]: A },
      merge: { others: [{ [DECISIONS]: A }], base: before },
      settings: appendOnly,
    },
    {
      name: 'a merge that sorts in what the other side appended',
      before: { [DECISIONS]: `${A}\n${C}` },
      files: { [DECISIONS]: `${A}\n${B}\n${C}\n${D}` },
      merge: { others: [{ [DECISIONS]: `${A}\n${B}\n${D}` }], base: { [DECISIONS]: A } },
      settings: appendOnly,
    },
    {
      name: 'an edit of another kind',
      before,
      files: { [DECISIONS]: `${A}\n${B.replace('only', 'just')}` },
      settings: immutable.replace('decisions', 'lessons'),
    },
  ],
  invalid: [
    {
      name: 'an edited body',
      before,
      files: { [DECISIONS]: `${A}\n${B.replace('verified', 'postal')}` },
      settings: immutable,
      expect: [
        {
          path: DECISIONS,
          line: 10,
          column: 1,
          severity: 'error',
          message: /decision "Refunds.* differs in body, but/,
        },
      ],
    },
    {
      name: 'a renamed entry, at its new place',
      before,
      files: { [DECISIONS]: `${B}\n${A.replace('integers', 'whole cents')}` },
      settings: immutable,
      expect: [
        { path: DECISIONS, line: 10, message: /decision "Prices are integers" differs in title, but/ },
      ],
    },
    {
      name: 'a changed date and field next to one that is editable',
      before,
      files: { [DECISIONS]: `${A.replace('money', 'cents').replace('convention', 'tooling')}\n${B}` },
      settings: editableTags,
      expect: [{ path: DECISIONS, line: 1, message: /differs in category, but/ }],
    },
    {
      name: 'an entry that is gone, once',
      before,
      files: { [DECISIONS]: A },
      settings: immutable,
      expect: [{ path: DECISIONS, line: 8, message: /decision "Refunds.* is removed, but/ }],
    },
    {
      name: 'a file that is gone',
      before: { [DECISIONS]: A },
      files: { [DECISIONS]: null, [PLAN]: null },
      settings: appendOnly,
      expect: [
        { path: DECISIONS, line: 1, message: /is removed, but/ },
        { path: PLAN, line: 1, severity: 'warning', rule: 'file-lost' },
      ],
    },
    {
      name: 'an edit on the way to the archive',
      before,
      files: { [DECISIONS]: B, [ARCHIVE]: A.replace('cent', 'penny') },
      settings: immutable,
      expect: [{ path: ARCHIVE, line: 1, message: /differs in body, but/ }],
    },
    {
      name: 'a new entry above an old one',
      before,
      files: { [DECISIONS]: `${A}\n${C}\n${B}` },
      settings: appendOnly,
      expect: [
        { path: DECISIONS, line: 10, message: /New item decision "Taxes are stored" is above older ones/ },
      ],
    },
    {
      name: 'another order',
      before,
      files: { [DECISIONS]: `${B}\n${A}` },
      settings: appendOnly,
      expect: [{ path: DECISIONS, line: 10, message: /decision "Prices.* is at another position/ }],
    },
    {
      name: 'an edit that the merge itself makes',
      before,
      files: { [DECISIONS]: `${A.replace('cent', 'pound')}\n${B}` },
      merge: { others: [{ [DECISIONS]: `${A.replace('cent', 'penny')}\n${B}` }], base: before },
      settings: immutable,
      expect: [{ path: DECISIONS, line: 1, message: /decision "Prices.* differs in body, but/ }],
    },
    {
      name: 'an entry that a merge left out',
      before: { [DECISIONS]: A },
      files: { [DECISIONS]: A },
      merge: { others: [before], base: { [DECISIONS]: A } },
      settings: immutable,
      expect: [{ path: DECISIONS, line: 8, message: /decision "Refunds.* is removed, but/ }],
    },
    {
      name: 'an order that a merge itself makes',
      before,
      files: { [DECISIONS]: `${B}\n${A}\n${C}` },
      merge: { others: [{ [DECISIONS]: `${A}\n${B}\n${C}` }], base: before },
      settings: appendOnly,
      expect: [{ path: DECISIONS, line: 10, message: /decision "Prices.* is at another position/ }],
    },
    {
      name: 'an entry that a merge brings in above those of both sides',
      before,
      files: { [DECISIONS]: `${C}\n${A}\n${B}` },
      merge: { others: [{ [DECISIONS]: `${A}\n${B}\n${C}` }], base: before },
      settings: appendOnly,
      expect: [
        { path: DECISIONS, line: 1, message: /New item decision "Taxes are stored" is above older ones/ },
      ],
    },
    {
      name: 'an edit where entries are only appended',
      before,
      files: { [DECISIONS]: `${A.replace('cent', 'penny')}\n${B}\n${C}` },
      settings: appendOnly,
      expect: [{ path: DECISIONS, line: 1, message: /its history is append-only/ }],
    },
  ],
})

test.each([
  [
    'date',
    "Restore it: it was at a b.md:4, and `git show 'HEAD:a b.md'` shows it. If it is over, it may move unchanged to an archive.",
  ],
  ['file', "Restore it: it was at a b.md:4, and `git show 'HEAD:a b.md'` shows it."],
])('says where an item with a %s was that is gone', (field, expected) => {
  const items = [
    itemOf({ key: 'prices', title: 'Prices', place: line(4), fields: { [field]: '2026-02-20' } }),
  ]
  expect(helpOf(items)).toEqual([expected])
})

test('says how the file of an item comes back that is gone, and how such an item is archived', () => {
  const items = [itemOf({ key: 'prices', id: 'task-1', title: 'Prices', place: line(4) })]
  const restore = "Restore its file: `git restore --source=1a2b3c --staged --worktree -- ':/a b.md'`"
  expect(helpOf(items, { files: [], revision: '1a2b3c' })).toEqual([
    `${restore}. If it is over, it may move unchanged to an archive with \`memkeep atomic archive task-1\`.`,
  ])
})

function helpOf(
  items: readonly Item[],
  how: { files?: readonly string[]; revision?: string } = {},
): string[] {
  const { files = ['a b.md'], revision = 'HEAD' } = how
  const document = documentOf({ path: 'a b.md', kind: 'decisions', items })
  const histories = {
    decisions: { mode: 'immutable', editable: [], archiveWith: 'memkeep atomic archive' },
  } as const
  const listed = new Map(files.map((path) => [path, { path, id: null, mode: 'file' as const }]))
  const found: Found[] = []
  const change = {
    before: memoryOf([document], { histories, revision }),
    after: memoryOf([], { histories, files: listed }),
    merge: null,
  }
  history.check(change, (_, one) => found.push(one))
  return found.map(({ help }) => help)
}
