import { expect, test } from 'vitest'
import { layoutOverview } from '../../../src/engine/overview.ts'
import { agentMemory } from '../../../src/layouts/agent-memory/layout.ts'
import { checkLiteral, memoryFor } from '../../helpers/check-literal.ts'
import { idOf, recordText } from './records.ts'

test('kinds and tags of records; archived ones are not counted', async () => {
  const record = (number: number, fields: Parameters<typeof recordText>[0]) =>
    [
      `.agent-memory/working/${idOf(number)}.json`,
      { ignored: recordText({ id: idOf(number), ...fields }) },
    ] as const
  const { memories } = await checkLiteral({
    ...Object.fromEntries([
      record(1, {}),
      record(2, { kind: 'note', tags: ['filter', 'filter', 'guid'] }),
      record(3, { kind: 7, tags: 'filter' }),
    ]),
    [`.agent-memory/_archive/working/${idOf(4)}.json`]: { ignored: recordText({ tags: ['old'] }) },
  })
  const memory = memoryFor(memories, agentMemory)
  if (!memory) throw new Error('no memory')
  expect(layoutOverview(agentMemory, memory)).toEqual({
    budgets: [],
    logs: [],
    plans: [],
    tags: [
      { name: 'filter', count: 2 },
      { name: 'guid', count: 1 },
    ],
    categories: [
      { name: 'fact', count: 1 },
      { name: 'note', count: 1 },
    ],
  })
})
