import { expect, test } from 'vitest'
import { today } from '../../src/core/date.ts'
import { getContext, saveMemory } from '../../src/operations/library.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

test('needs no more than a directory: the day is the local calendar day', async () => {
  const { dir } = tempRepo()
  const scope = { workspace: 'devtools' }
  const days = [today(new Date())]
  const saved = await saveMemory({ scope, type: 'lesson', title: 'T', content: 'It was so.' }, { cwd: dir })
  if ('refusal' in saved) throw new Error(saved.refusal)
  const known = await getContext({ scope, topics: ['lessons'] }, { cwd: dir })
  days.push(today(new Date()))
  if ('refusal' in known) throw new Error(known.refusal)
  const lesson = { title: 'T', content: 'It was so.', date: expect.toBeOneOf(days) }
  expect(known.data).toMatchObject({ lessons: [lesson] })
  expect(saved.data).toMatchObject({ index: { last_updated: expect.toBeOneOf(days) } })
})
