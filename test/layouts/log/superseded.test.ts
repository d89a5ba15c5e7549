import { expect, test } from 'vitest'
import { checkLiteral } from '../../helpers/check-literal.ts'

/** Each entry of a log with its status, and what took its place. */
async function statuses(path: string, text: string) {
  const { memories } = await checkLiteral({ [path]: text })
  const [layout, memory] = [...memories].find(([, { documents }]) => documents.length > 0) ?? []
  if (!layout || !memory) throw new Error(`${path} is not read`)
  const aside = layout.reports?.setAside?.(memory)
  return memory.documents.flatMap(({ items }) =>
    items.map((item) => [
      item.title,
      item.status,
      aside?.superseded.has(item) ? (aside.successors?.get(item) ?? 'over') : 'counts',
    ]),
  )
}

const entry = (title: string, body: string) => `## 2026-01-05: ${title}\n\n${body}\n\n`

test('an entry says how far it has come in a line, below a heading, or in a line of its own', async () => {
  const text = `# Decisions\n\n${[
    entry('Postgres', '**Status:** Superseded by [D-020](#d-020)\n\nOne database.'),
    entry('Redis', '- Date: today\n- Status: accepted\n\nA cache.'),
    entry('Cron', '### Status\n\nRejected\n\n### Why\n\nIt hides failures.'),
    entry('Queue', '*Superseded by the broker of March.*\n\nJobs wait in a table.'),
    entry('Words', 'The status: of this is open.\n\n```\nStatus: Superseded\n```'),
    entry('Part', 'Status: partially superseded by D-021'),
  ].join('')}`
  expect(await statuses('DECISIONS.md', text)).toEqual([
    ['Postgres', 'Superseded by D-020', ['D-020']],
    ['Redis', 'accepted', 'counts'],
    ['Cron', 'Rejected', 'over'],
    ['Queue', 'Superseded by the broker of March.', ['the broker of March']],
    ['Words', undefined, 'counts'],
    ['Part', 'partially superseded by D-021', 'counts'],
  ])
})

test('a row says it in a column', async () => {
  const rows = ['| 2026-01-05 | Postgres | Superseded by D-2 |', '| 2026-01-06 | Redis | Accepted |']
  const text = `# Decisions\n\n| Date | Decision | Status |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  expect(await statuses('DECISIONS.md', text)).toEqual([
    ['Postgres', 'Superseded by D-2', ['D-2']],
    ['Redis', 'Accepted', 'counts'],
  ])
})

test('an entry of the workspace says it as well', async () => {
  const text =
    '# Decisions\n\n### [2026-01-05] Postgres\n\n**Category:** data\n**Tags:** db\n\n**Status:** Superseded by Redis\n\nOne.\n\n---\n'
  expect(await statuses('user/memory/workspaces/shop/decisions.md', text)).toEqual([
    ['Postgres', 'Superseded by Redis', ['Redis']],
  ])
})
