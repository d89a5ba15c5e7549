import { expect, test } from 'vitest'
import { testPlaces } from '../../../src/core/places.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { memoryBank } from '../../../src/layouts/memory-bank/layout.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'

const claim = (path: string) => memoryBank.claim(path, 'file', DEFAULT_SETTINGS)?.kind
const isPlace = testPlaces(memoryBank.places?.(DEFAULT_SETTINGS) ?? [])

test.each([
  ['memory-bank/projectbrief.md', 'bank-core'],
  ['memory-bank/projectBrief.md', 'bank-core'],
  ['docs/memory_bank/progress.md', 'bank-core'],
  ['MemoryBank/progress.md', 'bank-core'],
  ['.memory-bank/roadmap.md', 'bank-file'],
  ['memory-bank/active-context.md', 'bank-core'],
  ['Memory-Bank/TECH_CONTEXT.md', 'bank-core'],
  ['apps/web/memory-bank/progress.md', 'bank-core'],
  ['memory-bank/architect.md', 'bank-file'],
  ['memory-bank/integrations/progress.md', 'bank-topic'],
  ['memory-bank/archive/progress.md', 'bank-topic'],
])('%s is a %s', (path, kind) => {
  expect([claim(path), isPlace(path)]).toEqual([kind, true])
})

test.each([
  'memory-bank.md',
  'docs/memory-bank-guide/progress.md',
  'memory-bank/progress.txt',
  'templates/memory-bank/progress.md',
  'node_modules/x/memory-bank/progress.md',
  'docs/history/memory-bank/progress.md',
  'archive/memory-bank/progress.md',
])('%s is none', (path) => {
  expect(claim(path)).toBeUndefined()
})

test('one of the six files shows that it is in use, and no other one does', () => {
  const showing = memoryBank.kinds.filter(({ signature }) => signature === 'path')
  expect(showing.map(({ id }) => id)).toEqual(['bank-core'])
})

test('a log of decisions is a log', async () => {
  const { documents, diagnostics } = await checkLiteral({
    'memory-bank/progress.md': '\ufeff# Progress\r\n\r\n* done\r\n',
    'memory-bank/decisionLog.md':
      '# Decision log\n\n[2025-05-01 10:00:00] - A queue.\n[2025-05-02 10:00:00] - A table.\n',
    'memory-bank/activeContext.md': '',
  })
  expect(documents.map(({ layout, kind, items }) => `${layout} ${kind} ${items.length}`)).toEqual([
    'memory-bank bank-core 1',
    'log log 2',
    'memory-bank bank-core 1',
  ])
  expect(diagnostics).toEqual([])
})
