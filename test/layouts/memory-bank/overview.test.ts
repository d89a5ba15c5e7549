import { expect, test } from 'vitest'
import { overviewsOf } from '../../../src/engine/overview.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'
import { clean } from './planted.ts'

test('all that is read at the start of a task is one budget, each bank by itself', async () => {
  const files = { ...clean, 'app/memory-bank/progress.md': '# Progress\n' }
  const side = await checkLiteral(files, { settings: 'memory-bank: { lines: 400, tokens: 5000 }\n' })
  const [overview] = overviewsOf(side.memories, side.diagnostics)
  expect(overview?.budgets).toEqual([
    { name: 'app/memory-bank', lines: 1, tokens: expect.any(Number), mostLines: 400, mostTokens: 5000 },
    { name: 'memory-bank', lines: 19, tokens: expect.any(Number), mostLines: 400, mostTokens: 5000 },
  ])
  const alone = await checkLiteral(files)
  expect(overviewsOf(alone.memories, [])[0]?.budgets[0]).toMatchObject({ mostLines: null, mostTokens: null })
})
