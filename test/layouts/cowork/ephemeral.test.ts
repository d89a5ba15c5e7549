import { expect, test } from 'vitest'
import { checkLiteral, type Files } from '../../helpers/check-literal.ts'
import { clean } from './planted.ts'

const rulesFound = async (after: Files, before: Files): Promise<string[]> => {
  const { diagnostics } = await checkLiteral(after, { before })
  return diagnostics.filter(({ rule }) => rule === 'item-lost').map(({ rule }) => rule)
}

const ITERATION = Object.keys(clean).find((path) => path.includes('/iterations/')) ?? ''

test('an iteration that is cleared is no loss', async () => {
  const after = Object.fromEntries(Object.entries(clean).filter(([path]) => path !== ITERATION))
  expect(await rulesFound(after, clean)).toEqual([])
})

test('an item that is taken out of one that stays is', async () => {
  const { iteration_id } = JSON.parse(String(clean[ITERATION])) as { iteration_id: string }
  const after = { ...clean, [ITERATION]: JSON.stringify({ iteration_id }) }
  expect(await rulesFound(after, clean)).not.toEqual([])
})
