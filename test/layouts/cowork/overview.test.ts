import { expect, test } from 'vitest'
import { layoutOverview } from '../../../src/engine/overview.ts'
import { cowork } from '../../../src/layouts/cowork/layout.ts'
import { checkLiteral, memoryFor } from '../../helpers/check-literal.ts'
import { clean } from './planted.ts'

test('what the project and its iterations remember, by what it is; detail files are copies', async () => {
  const memory = memoryFor((await checkLiteral(clean)).memories, cowork)
  if (!memory) throw new Error('no memory')
  const { categories, tags, budgets, logs, plans } = layoutOverview(cowork, memory)
  expect(categories).toMatchInlineSnapshot(`
    [
      {
        "count": 2,
        "name": "decision",
      },
      {
        "count": 1,
        "name": "insight",
      },
      {
        "count": 1,
        "name": "issue",
      },
      {
        "count": 1,
        "name": "learning",
      },
      {
        "count": 1,
        "name": "pattern",
      },
    ]
  `)
  expect(tags).toMatchInlineSnapshot(`
    [
      {
        "count": 1,
        "name": "sql",
      },
      {
        "count": 1,
        "name": "storage",
      },
    ]
  `)
  expect([budgets, logs, plans]).toEqual([[], [], []])
})
