import { expect, test } from 'vitest'
import type { Item } from '../../../src/core/document.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { readSource } from '../../../src/engine/documents/document-stage.ts'
import { openclaw } from '../../../src/layouts/openclaw/layout.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'

async function itemsOf(path: string, text: string): Promise<readonly Item[]> {
  const claim = openclaw.claim(path, 'file', DEFAULT_SETTINGS)
  if (!claim) throw new Error('not claimed')
  const bytes = new TextEncoder().encode(text)
  const source = await readSource({
    path,
    bytes,
    id: text,
    layout: openclaw,
    claim,
    rules: [],
    settings: DEFAULT_SETTINGS,
  })
  return source.kind.read?.(source).items ?? []
}

test('the sections of a day and what is above them are its items, and two of one title are two', async () => {
  const text =
    '\uFEFF# 2026-02-08\r\n\r\nMorning.\r\n\r\n## Mails\r\n\r\nx\r\n\r\n### More\r\n\r\n## Mails ##\r\n\r\ny\r\n'
  const items = await itemsOf('memory/2026-02-08.md', text)
  expect(items.map(({ title, key, fields }) => [title, key, fields.date])).toEqual([
    ['2026-02-08', '2026-02-08', '2026-02-08'],
    ['Mails', '2026-02-08 mails', '2026-02-08'],
    ['Mails', '2026-02-08 mails 2', '2026-02-08'],
  ])
})

test('a day that gets its first section loses nothing, whatever moves below it', async () => {
  const before = {
    'SOUL.md': '# Soul\n',
    'memory/2026-02-08.md': '# The day\n\nIt is ten past midnight, and nothing is open.\n',
  }
  const after = {
    ...before,
    'memory/2026-02-08.md': '# The day\n\n## Mails\n\nAll answered.\n\n---\nIt is noon.\n',
  }
  expect((await checkLiteral(after, { before })).diagnostics).toEqual([])
})

test('a day without sections is one item, and so is any other note', async () => {
  expect(await itemsOf('memory/2026-02-30-mails.md', 'All answered.\n')).toMatchObject([
    { title: '2026-02-30-mails', fields: { date: null } },
  ])
  expect(await itemsOf('memory/people.md', '# People\n\n## Ada\n\nx\n')).toMatchObject([
    { title: 'People', key: 'people' },
  ])
  expect(await itemsOf('MEMORY.md', '# What stays\n\n## Mails\n\nx\n')).toEqual([])
})

test('a section that is gone from a day is a loss; a note and a part of MEMORY.md are named', async () => {
  const soul = { 'SOUL.md': '# Soul\n' }
  const day = (...titles: string[]): string =>
    titles.map((title) => `## ${title}\n\nText about ${title}.\n\n`).join('')
  const before = {
    ...soul,
    'MEMORY.md': day('Mails', 'Ports'),
    'memory/2026-02-08.md': day('Mails', 'Ports'),
    'memory/people.md': day('Ada'),
  }
  const after = { ...soul, 'MEMORY.md': day('Mails'), 'memory/2026-02-08.md': day('Mails') }
  const { diagnostics } = await checkLiteral(after, { before })
  expect(diagnostics.map(({ rule, severity, path }) => [rule, severity, path])).toEqual([
    ['file-lost', 'info', 'MEMORY.md'],
    ['item-lost', 'error', 'memory/2026-02-08.md'],
    ['file-lost', 'warning', 'memory/people.md'],
  ])
})
