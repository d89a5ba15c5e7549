import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Document } from '../../../src/core/document.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'
import { runs } from '../../helpers/runs.ts'

const LOG = 'user/memory/workspaces/shop/lessons.md'
const COMMENT = '<!-- about what follows -->\n'

/** What a block of a log is to a reader: `dated` holds a day or an id, `plain` neither, `hidden` is no heading at the top level. */
type Role = 'entry' | 'meant' | 'dated' | 'plain' | 'plain3' | 'hidden'
type Block = { readonly role: Role; readonly text: string }

const DATES = [
  '2026-03-01 - Postgres',
  '2/27/2025 - Redis',
  '[2026-07-25-190410] Queue',
  '[LRN-20260101-001] correction',
  'ADR-12: queues',
  'Decision D-007',
  '27.2.2025',
  '20260301T1904 Cache',
  'March 3rd, 2026',
  '3 Mar 2026: cache',
  'Update (2026-03-15T05:30:00Z)',
]
const NAMES = ['2026', 'Why', 'March 2026', 'Version 1.2', 'About UTF-8', '`code` in it', '[a link](x.md)']

const among = (role: Role, texts: readonly string[]): fc.Arbitrary<Block> =>
  fc.constantFrom(...texts).map((text) => ({ role, text }))
const headed = (marks: readonly string[], texts: readonly string[]): readonly string[] =>
  marks.flatMap((mark) => texts.map((text) => `${mark} ${text}`))

const block: fc.Arbitrary<Block> = fc.oneof(
  among('entry', ['### [2026-01-05] One', '### [2026-02-30] No real day', '###   [2026-01-06]']),
  among('meant', ['### [2026-1-5] One', '### 2026-01-05: One', '### [TBD] One']),
  among('dated', [
    ...headed(['#', '##'], DATES),
    '2026-03-01\n===',
    'Text of 1/2/2026\n---\n\nText.',
    '## [2026-01-05] x',
  ]),
  among('plain', [...headed(['#', '##'], NAMES), 'Title\n===', 'Title\n---\n\nText.']),
  among('plain3', ['### Details', '### [a link](x.md)', '### About UTF-8']),
  among('hidden', [
    ...headed(['####', '> ##', '- ##', '    ##'], DATES.slice(0, 3)),
    '```\n## 2026-01-05\n### [2026-01-05] x\n```',
    '<!--\n## 2026-01-05\n-->',
  ]),
)
const log = fc.array(fc.tuple(block, fc.boolean()), { maxLength: 14 })

/** By what the blocks were made as, never by their text. */
function expected(roles: readonly Role[]): number {
  const first = roles.findIndex((role) => role === 'entry' || role === 'meant')
  const holds = roles.filter((role) => role === 'entry' || role === 'meant' || role === 'dated').length
  if (holds === 0) return roles.filter((role) => role === 'plain3').length
  return roles.filter(
    (role, i) => role !== 'hidden' && (!role.startsWith('plain') || (first >= 0 && i > first)),
  ).length
}

function reported({ findings, items }: Document): number {
  const entries = new Set(items.map(({ place }) => place.line))
  return findings
    .filter(({ rule, place }) => rule === 'entry-heading' && !entries.has(place.line))
    .reduce((sum, { message }) => sum + Number(/^(\d+) headings like/.exec(message)?.[1] ?? 1), 0)
}

test('whatever headings a log has, each is read as an entry, reported, or free', async () => {
  await fc.assert(
    fc.asyncProperty(log, async (blocks) => {
      const text = blocks
        .map(([one, isNoted]) => `${isNoted ? COMMENT : ''}${one.text}\n\nText.\n`)
        .join('\n')
      const { documents } = await checkLiteral({ [LOG]: text })
      const document = documents.find(({ path }) => path === LOG)
      if (!document) throw new Error('no document')
      const roles = blocks.map(([one]) => one.role)
      expect(document.items.length).toBe(roles.filter((role) => role === 'entry').length)
      expect(document.items.length + document.unread.length).toBe(expected(roles))
      expect(reported(document)).toBe(document.unread.length)
    }),
    { numRuns: runs(300, 60) },
  )
})

test('a summary counts them next to the items, and neither in a text with two versions', async () => {
  const text = '### [2026-01-05] One\n\n**Category:** tooling\n\nText.\n\n---\n\n## Later\n'
  const { documents } = await checkLiteral({ [LOG]: text })
  expect(documents.map(({ items, unread }) => [items.length, unread.map((one) => one.text)])).toEqual([
    [1, ['## Later']],
  ])
  const torn = await checkLiteral({ [LOG]: `${text}\n<<<<<<< a\n## B\n=======\n## C\n>>>>>>> b\n` })
  expect(torn.documents.map(({ items, unread }) => [items, unread])).toEqual([[[], []]])
})
