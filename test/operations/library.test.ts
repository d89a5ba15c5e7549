import { expect, test } from 'vitest'
import { today } from '../../src/core/date.ts'
import {
  addRecord,
  auditMemory,
  getContext,
  saveMemory,
  searchEverything,
} from '../../src/operations/library.ts'
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

test('stars replace secrets in texts and in data', async () => {
  const repo = tempRepo()
  const key = ['AKIA', 'Q3EGW7XN5RTLDKMZ'].join('')
  repo.write(
    'docs/lessons.md',
    `# Lessons\n\n## 2026-01-02: Deploy\n\nThe deploy key is ${key}.\n\n## 2026-01-03: B\n\nIt is so.\n`,
  )
  const found = await searchEverything({ query: 'deploy key' }, { cwd: repo.dir })
  expect(JSON.stringify(found)).toContain('The deploy key is ****')
  expect(JSON.stringify(found)).not.toContain(key)
})

test('a search whose filters leave everything out says so', async () => {
  const repo = tempRepo()
  repo.write(
    'docs/lessons.md',
    '# Lessons\n\n## 2026-01-02: Deploy\n\nIt is so.\n\n## 2026-01-03: B\n\nIt is so.\n',
  )
  const words = 'nothing that was searched has these words'
  const find = async (args: Parameters<typeof searchEverything>[0]): Promise<string> => {
    const found = await searchEverything(args, { cwd: repo.dir })
    return 'text' in found ? found.text : ''
  }
  expect(await find({ query: 'deploy', since: '2027-01-01' })).toContain(
    `${words} and is what the filters ask for`,
  )
  expect(await find({ query: 'zebra' })).toBe(words)
})

test('settings of one call hold for the operations over all memory, and a wrong key is refused', async () => {
  const repo = tempRepo()
  const own = { cwd: repo.dir, settings: { agentMemory: { root: '.notes' } } }
  const added = await addRecord({ kind: 'fact', summary: 'Zebra', content: 'It has stripes.' }, own)
  expect(added).toMatchObject({ data: { saved: true } })
  const query = { query: 'zebra' }
  // What is kept of a search with other settings answers none.
  expect(await searchEverything(query, { cwd: repo.dir })).toMatchObject({ data: { results: [] } })
  expect(await searchEverything(query, own)).toMatchObject({ data: { results: [{ title: 'Zebra' }] } })
  expect(await searchEverything(query, { cwd: repo.dir })).toMatchObject({ data: { results: [] } })
  const wrong = { cwd: repo.dir, settings: { logz: 1 } }
  const refused = { refusal: expect.stringContaining('logz'), help: expect.stringContaining('id you mean') }
  expect(await searchEverything(query, wrong)).toMatchObject(refused)
  expect(await auditMemory({}, wrong)).toMatchObject(refused)
})
