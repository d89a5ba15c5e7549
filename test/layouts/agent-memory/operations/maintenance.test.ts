import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCheck } from '../../../../src/engine/check.ts'
import { compactRecords } from '../../../../src/layouts/agent-memory/operations/compact-records.ts'
import { findRecords } from '../../../../src/layouts/agent-memory/operations/find-records.ts'
import { maintainRecords } from '../../../../src/layouts/agent-memory/operations/maintain-records.ts'
import { promoteRecord } from '../../../../src/layouts/agent-memory/operations/promote-record.ts'
import { restoreRecord } from '../../../../src/layouts/agent-memory/operations/restore-record.ts'
import { call, dataOf, storeAt } from '../../../helpers/agent-memory/store.ts'
import { tempRepo } from '../../../helpers/temp-repo.ts'
import { idOf, recordText } from '../records.ts'

const record = (number: number, fields: Parameters<typeof recordText>[0] = {}): [string, string] => [
  `${fields?.scope ?? 'working'}/${idOf(number)}.json`,
  recordText({ id: idOf(number), ...fields }),
]

function scene(...records: readonly (readonly [string, string | Uint8Array])[]): {
  dir: string
  store: ReturnType<typeof storeAt>
} {
  const { dir } = tempRepo()
  const store = storeAt(dir)
  store.put('.gitignore', '*\n')
  for (const [path, text] of records) store.put(path, text)
  return { dir, store }
}

async function errors(dir: string): Promise<readonly string[]> {
  const source = { kind: 'work-tree' } as const
  const options = { cwd: dir, today: '2026-06-01', source, paths: [], fix: false, cache: false, skip: [] }
  const { diagnostics } = (await runCheck(options)).report
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ path, rule }) => `${path} ${rule}`)
}

describe('compact', () => {
  const twins = [
    record(1, { content: 'Retries  end\nafter five.', tags: ['a'], confidence: 0.5 }),
    record(2, { content: 'Retries end after five.', tags: ['b'], entities: ['queue'], confidence: 0.9 }),
    record(3, { content: 'Retries end after six.' }),
    record(4, { content: 'Retries end after five.', kind: 'note' }),
  ]

  test('reports without apply, and a second report says nothing new', async () => {
    const { dir, store } = scene(...twins)
    const data = await dataOf(call(dir, compactRecords, { scope: 'working' }))
    expect(data).toMatchObject({ saved: false, mode: 'report', records: 4, status: 'ok' })
    expect(data.same).toEqual([{ keep: idOf(2), archive: [idOf(1)] }])
    expect(store.json(String(data.report).replace('.agent-memory/', ''))).toMatchObject({
      mode: 'report',
      same: data.same,
    })
    const picture = store.picture()
    const again = await dataOf(
      call(dir, compactRecords, { scope: 'working' }, { clock: () => '2026-06-02T10:00:00.000Z' }),
    )
    expect(again).toMatchObject({ report: data.report })
    expect(store.picture()).toEqual(picture)
  })

  test('a report says the tokens that would be left', async () => {
    const { dir } = scene(...twins)
    const reported = await dataOf(call(dir, compactRecords, { scope: 'working' }))
    expect(Number(reported.tokens_after)).toBeLessThan(Number(reported.tokens_before))
    const applied = await dataOf(call(dir, compactRecords, { scope: 'working', apply: true }))
    expect(applied.tokens_after).toBe(reported.tokens_after)
  })

  test('archives identical content of one kind only, keeps what the others said, and does nothing twice', async () => {
    const { dir, store } = scene(...twins)
    const data = await dataOf(call(dir, compactRecords, { scope: 'working', apply: true }))
    expect(data).toMatchObject({ saved: true, failed: [], status: 'ok' })
    expect(store.has(`working/${idOf(1)}.json`)).toBe(false)
    expect(store.json(`_archive/working/${idOf(1)}.json`)).toMatchObject({
      duplicate_of: idOf(2),
      compaction: data.report,
    })
    expect(store.json(`working/${idOf(2)}.json`)).toMatchObject({
      tags: ['b', 'a'],
      entities: ['queue', 'opportunity'],
      confidence: 0.9,
    })
    expect(store.has(`working/${idOf(3)}.json`)).toBe(true)
    expect(store.has(`working/${idOf(4)}.json`)).toBe(true)
    expect(await errors(dir)).toEqual([])
    const picture = store.picture()
    expect(await dataOf(call(dir, compactRecords, { scope: 'working', apply: true }))).toMatchObject({
      saved: false,
      report: null,
    })
    expect(store.picture()).toEqual(picture)
  })

  test('two regions both stay, also where the rest is the same', async () => {
    const { dir, store } = scene(
      record(1, { summary: 'Prod region us-east-1', content: 'Prod region us-east-1' }),
      record(2, { summary: 'Staging region us-east-1', content: 'Staging region us-east-1' }),
    )
    const before = store.picture()
    const data = await dataOf(call(dir, compactRecords, { scope: 'working', apply: true }))
    expect(data).toMatchObject({ saved: false, same: [], near: [] })
    expect(store.picture()).toEqual(before)
  })

  test('near duplicates are named and left alone; a number or a negation makes them two facts', async () => {
    const words =
      'the service drops every message that waits longer than the limit of its queue allows, and reports it in the log of the worker'
    const { dir, store } = scene(
      record(1, { summary: 'One', content: `${words} once a day at night when it is quiet` }),
      record(2, { summary: 'One', content: `${words} once a day at night when it is calm` }),
      record(3, { summary: 'Two', content: `${words} for 5 minutes` }),
      record(4, { summary: 'Two', content: `${words} for 6 minutes` }),
    )
    const data = await dataOf(call(dir, compactRecords, { scope: 'working', apply: true }))
    expect(data.near).toMatchObject([{ ids: [idOf(1), idOf(2)] }])
    expect(store.all().filter((path) => path.startsWith('working/'))).toHaveLength(4)
  })

  test('a group whose archived file says something else is left, and the next one is done', async () => {
    const { dir, store } = scene(
      ...twins,
      record(5, { content: 'x y z', confidence: 0.1 }),
      record(6, { content: 'x y z' }),
    )
    store.put(`_archive/working/${idOf(1)}.json`, recordText({ id: idOf(1), content: 'Something else.' }))
    const result = await call(dir, compactRecords, { scope: 'working', apply: true })
    expect(result).toMatchObject({ partly: true, data: { failed: [{ id: idOf(2) }], saved: true } })
    expect(store.has(`working/${idOf(1)}.json`)).toBe(true)
    expect(store.has(`_archive/working/${idOf(5)}.json`)).toBe(true)
  })

  test('a move that was cut off is finished', async () => {
    const { dir, store } = scene(...twins)
    const text = store.read(`working/${idOf(1)}.json`)
    await call(dir, compactRecords, { scope: 'working', apply: true })
    const archived = store.read(`_archive/working/${idOf(1)}.json`)
    store.put(`working/${idOf(1)}.json`, text)
    expect(await dataOf(call(dir, compactRecords, { scope: 'working', apply: true }))).toMatchObject({
      saved: true,
      failed: [],
    })
    expect(store.has(`working/${idOf(1)}.json`)).toBe(false)
    expect(store.read(`_archive/working/${idOf(1)}.json`)).toEqual(archived)
  })
})

describe('what is no record', () => {
  const odd: readonly (readonly [string, Uint8Array])[] = [
    ['working/cut.json', Buffer.from('{ "id": ')],
    ['working/empty.json', Buffer.from('')],
    ['working/bytes.json', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    ['working/list.json', Buffer.from('[1, 2]\n')],
    ['session/large.json', Buffer.alloc(2 * 1024 * 1024, 'x')],
  ]

  test('is counted while everything else goes on, is kept byte for byte, and comes back', async () => {
    const { dir, store } = scene(record(1), ...odd)
    chmodSync(join(dir, '.agent-memory/working/cut.json'), 0o755)
    expect(await dataOf(call(dir, findRecords, { query: 'owner' }))).toMatchObject({
      total: 1,
      diagnostics: { malformed: 4, unreadable: 1 },
    })
    const before = store.picture()
    expect(await dataOf(call(dir, maintainRecords, {}))).toMatchObject({ saved: false, mode: 'report' })
    for (const [path] of odd) expect(store.has(path)).toBe(true)
    const data = await dataOf(call(dir, maintainRecords, { apply: true }))
    expect(data).toMatchObject({ saved: true, failed: [] })
    for (const [path, bytes] of odd) {
      expect(store.has(path)).toBe(false)
      // Of two megabytes `toEqual` would compare each byte as a property, which takes seconds.
      const kept = store.read(`_archive/${path.replace('/', '-invalid/')}`)
      expect([path, kept.equals(Buffer.from(bytes))]).toEqual([path, true])
    }
    expect(statSync(join(dir, '.agent-memory/_archive/working-invalid/cut.json')).mode & 0o777).toBe(0o755)
    expect(await errors(dir)).toEqual([])
    const settled = store.picture()
    expect(await dataOf(call(dir, maintainRecords, { apply: true }))).toMatchObject({ saved: false })
    expect(store.picture()).toEqual(settled)
    for (const [path] of odd) {
      const from = `.agent-memory/_archive/${path.replace('/', '-invalid/')}`
      expect(await dataOf(call(dir, restoreRecord, { path: from }))).toMatchObject({ saved: true })
      expect(store.read(path).toString('latin1')).toBe(before[path])
    }
    expect(statSync(join(dir, '.agent-memory/working/cut.json')).mode & 0o777).toBe(0o755)
  })

  test('is left while another program may be writing it', async () => {
    const { dir, store } = scene(['working/cut.json', '{'])
    const now = '2026-03-01T00:09:59.000Z'
    expect(await dataOf(call(dir, maintainRecords, { apply: true }, { clock: () => now }))).toMatchObject({
      quarantined: [],
      scopes: expect.arrayContaining([
        expect.objectContaining({
          scope: 'working',
          waiting: ['.agent-memory/working/cut.json'],
          broken: [],
        }),
      ]),
    })
    expect(store.has('working/cut.json')).toBe(true)
  })

  test('with NUL bytes behind its text, as a power loss leaves them, is put aside byte for byte', async () => {
    const text = `${record(1)[1]}\0\0`
    const { dir, store } = scene(['working/padded.json', text])
    await dataOf(call(dir, maintainRecords, { apply: true }))
    expect(store.read('_archive/working-invalid/padded.json').toString()).toBe(text)
    expect(store.has('working/padded.json')).toBe(false)
  })

  test('of a name that is taken gets another', async () => {
    const { dir, store } = scene(['working/cut.json', '{'], ['_archive/working-invalid/cut.json', '['])
    await dataOf(call(dir, maintainRecords, { apply: true }))
    expect(store.read('_archive/working-invalid/cut-2.json').toString()).toBe('{')
    expect(store.read('_archive/working-invalid/cut.json').toString()).toBe('[')
  })

  test('a record that only breaks the form, or is large, is named and never moved', async () => {
    const { dir, store } = scene(record(1, { summary: 7 }), [
      'working/big.json',
      `{ "content": "${'x'.repeat(2 * 1024 * 1024)}" }`,
    ])
    const data = await dataOf(call(dir, maintainRecords, { apply: true, scope: 'working' }))
    expect(data).toMatchObject({ quarantined: [], saved: false })
    expect(data.scopes).toMatchObject([{ broken: [expect.anything(), expect.anything()] }])
    expect(store.all()).toHaveLength(3)
  })
})

describe('weekly', () => {
  test('rebuilds a list that is there, and makes none', async () => {
    const { dir, store } = scene(
      record(1),
      record(2, { content: 'Other.', updated_at: '2026-03-02T08:00:00Z' }),
      ['working/index.json', 'broken'],
    )
    expect(await dataOf(call(dir, maintainRecords, { apply: true }))).toMatchObject({ saved: true })
    expect(store.json('working/index.json')).toMatchObject({
      scope: 'working',
      records: [{ id: idOf(2) }, { id: idOf(1) }],
    })
    expect(store.has('session/index.json')).toBe(false)
    expect(await errors(dir)).toEqual([])
  })

  test('ends a promotion that was cut off, and leaves two records that differ', async () => {
    const promoted = { scope: 'durable', promoted_from: 'working', promoted_at: '2026-03-01T00:00:00Z' }
    const { dir, store } = scene(
      record(1),
      record(1, { ...promoted, confidence: 1 }),
      record(2),
      record(2, { ...promoted, content: 'Changed since.' }),
    )
    expect(await dataOf(call(dir, findRecords, { query: 'braces' }))).toMatchObject({ total: 2 })
    const data = await dataOf(call(dir, maintainRecords, { apply: true }))
    expect(data).toMatchObject({ finished: [`.agent-memory/working/${idOf(1)}.json`], failed: [] })
    expect(store.all().filter((path) => path.endsWith(`${idOf(1)}.json`))).toEqual([
      `durable/${idOf(1)}.json`,
    ])
    expect(store.has(`working/${idOf(2)}.json`)).toBe(true)
    expect(await call(dir, promoteRecord, { id: idOf(2), fromScope: 'working' })).toMatchObject({
      refusal: expect.stringContaining('differ'),
    })
  })

  test('names session records that were not used for 14 days', async () => {
    const { dir } = scene(
      record(1, { scope: 'session', last_used_at: '2026-05-18T10:00:00Z' }),
      record(2, { scope: 'session', last_used_at: '2026-05-18T10:00:01Z' }),
    )
    const data = await dataOf(call(dir, maintainRecords, { scope: 'session' }))
    expect(data.scopes).toMatchObject([{ unused: [`.agent-memory/session/${idOf(1)}.json`], growth: null }])
  })
})

test('an archived record comes back without what archiving added', async () => {
  const { dir, store } = scene(
    record(1, { content: 'a b c', confidence: 1 }),
    record(2, { content: 'a b c' }),
  )
  const before = store.read(`working/${idOf(2)}.json`)
  await dataOf(call(dir, compactRecords, { scope: 'working', apply: true }))
  expect(store.has(`working/${idOf(2)}.json`)).toBe(false)
  expect(await dataOf(call(dir, restoreRecord, { id: idOf(2) }))).toMatchObject({ saved: true })
  expect(store.read(`working/${idOf(2)}.json`)).toEqual(before)
  expect(await dataOf(call(dir, restoreRecord, { id: idOf(2) }))).toMatchObject({ saved: false })
  expect(await errors(dir)).toEqual([])
})
