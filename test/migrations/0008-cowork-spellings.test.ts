import { describe, expect, test } from 'vitest'
import { coworkSpellings } from '../../migrations/0008-cowork-spellings.ts'
import { cowork } from '../../src/layouts/cowork/layout.ts'
import { queryMemoryIndex } from '../../src/layouts/cowork/operations/query-memory-index.ts'
import { askOperation } from '../helpers/ask-operation.ts'
import { checkLiteral, type Files } from '../helpers/check-literal.ts'
import { planLiteral, withChanges } from '../helpers/migrate-literal.ts'
import { cleanCowork, ITERATION, SESSION } from '../layouts/cowork/clean-memory.ts'

async function idsOf(files: Files): Promise<unknown> {
  const answer = await askOperation(queryMemoryIndex, { files, args: {}, layout: cowork })
  return 'data' in answer
    ? (answer.data.results as readonly { memory_id: string }[]).map((one) => one.memory_id)
    : answer
}

describe('items without ids', () => {
  test('get those by which they were listed before, and the check takes the change', async () => {
    const after = withChanges(cleanCowork, planLiteral(coworkSpellings, cleanCowork))
    expect(after[ITERATION]).not.toBe(cleanCowork[ITERATION])
    expect(await idsOf(after)).toEqual(await idsOf(cleanCowork))
    const { diagnostics } = await checkLiteral(after, { before: cleanCowork })
    expect(
      diagnostics.filter(({ severity, rule }) => severity === 'error' && rule !== 'derived-fresh'),
    ).toEqual([])
    expect(planLiteral(coworkSpellings, after).sets).toEqual([])
  })
})

test.each<readonly [string, string, string, string]>([
  ['an id that is no name', ITERATION, '{ "insights": [{ "id": 7, "content": "A." }] }', 'is no name'],
  ['an item that says nothing', ITERATION, '{ "insights": [{}] }', 'says nothing'],
  ['a text that is no JSON', SESSION, '{ "a": 1, "a": 2 }', 'is left as it is'],
])('%s is for a person', (_, path, text, words) => {
  const plan = planLiteral(coworkSpellings, { [path]: text })
  expect(plan.sets).toEqual([])
  expect(plan.forPerson).toEqual([{ path, line: 1, what: expect.stringContaining(words) }])
})
