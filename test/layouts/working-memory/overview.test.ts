import { expect, test } from 'vitest'
import { overview, setAside, workingMemory } from '../../../src/layouts/working-memory/layout.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'
import { cleanWorkingMemory } from './task-files.ts'

test('entries that hold are counted, and those that are archived are named', async () => {
  const memory = (await checkLiteral(cleanWorkingMemory)).memories.get(workingMemory)
  if (!memory) throw new Error('no memory')
  expect(overview(memory)).toEqual({
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
