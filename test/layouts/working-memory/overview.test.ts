import { expect, test } from 'vitest'
import { layoutOverview } from '../../../src/engine/overview.ts'
import { setAside, workingMemory } from '../../../src/layouts/working-memory/layout.ts'
import { checkLiteral, memoryFor } from '../../helpers/check-literal.ts'
import { cleanWorkingMemory } from './task-files.ts'

test('entries that hold are counted, and those that are archived are named', async () => {
  const memory = memoryFor((await checkLiteral(cleanWorkingMemory)).memories, workingMemory)
  if (!memory) throw new Error('no memory')
  expect(layoutOverview(workingMemory, memory)).toEqual({
    budgets: [],
    logs: [],
    plans: [],
    tags: [],
    categories: [
      { name: 'learning', count: 1 },
      { name: 'snippet', count: 1 },
    ],
  })
  expect([...setAside(memory).archived].map(({ fields }) => fields.id)).toEqual(['KL-1'])
})
