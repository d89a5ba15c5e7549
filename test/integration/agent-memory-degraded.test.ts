import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type FsPort, NODE_FS } from '../../src/fs/atomic-write.ts'
import { takeLock } from '../../src/fs/lock.ts'
import { lockFile } from '../../src/fs/lock-file.ts'
import { addRecord } from '../../src/layouts/agent-memory/operations/add-record.ts'
import { compactRecords } from '../../src/layouts/agent-memory/operations/compact-records.ts'
import { findRecords } from '../../src/layouts/agent-memory/operations/find-records.ts'
import { getRecord } from '../../src/layouts/agent-memory/operations/get-record.ts'
import { listRecords } from '../../src/layouts/agent-memory/operations/list-records.ts'
import { maintainRecords } from '../../src/layouts/agent-memory/operations/maintain-records.ts'
import { promoteRecord } from '../../src/layouts/agent-memory/operations/promote-record.ts'
import { updateRecord } from '../../src/layouts/agent-memory/operations/update-record.ts'
import { call, dataOf, type Store, storeAt } from '../helpers/agent-memory/store.ts'
import { failure, wrappedFs } from '../helpers/faulty-fs.ts'
import { LONG } from '../helpers/runs.ts'
import { tempRepo } from '../helpers/temp-repo.ts'
import { idOf, recordText } from '../layouts/agent-memory/records.ts'

function scene(): { dir: string; store: Store } {
  const { dir } = tempRepo()
  const store = storeAt(dir)
  store.put('.gitignore', '*\n')
  store.put(`working/${idOf(1)}.json`, recordText({ content: 'a b c', confidence: 1 }))
  store.put(`working/${idOf(2)}.json`, recordText({ id: idOf(2), content: 'a b c', tags: ['other'] }))
  store.put('working/cut.json', '{')
  return { dir, store }
}

const FACT = { kind: 'fact', summary: 'One', content: 'Two' }

/** Makes every write of a file fail: no such call works. */
const WRITES: readonly (keyof FsPort)[] = [
  'writeSync',
  'renameSync',
  'unlinkSync',
  'mkdirSync',
  'linkSync',
  'symlinkSync',
  'accessSync',
]

/** A file system that nothing can be written to. */
function readOnly(code: string, isHit: (path: string) => boolean = () => true): FsPort {
  return wrappedFs((name, run, args) => {
    const isOpened = name === 'openSync' && (args[1] === 'wx' || args[1] === 'w')
    if ((WRITES.includes(name) || isOpened) && args.slice(0, 2).some((arg) => isHit(String(arg))))
      throw failure(code)
    return run()
  })
}

describe.each([
  ['a read-only file system', 'EROFS', () => true],
  [
    'a directory of the memory that may not be written',
    'EACCES',
    (path: string) => /\.agent-memory|^\/proc\/self\/fd/.test(path),
  ],
  ['a folder of locks that may not be written', 'EACCES', (path: string) => path.includes('.git')],
] as const)('%s', (_, code, isHit) => {
  const ports = { fs: readOnly(code, isHit) }

  test.each([
    ['find', findRecords, { query: 'owner' }],
    ['get', getRecord, { id: idOf(1) }],
    ['list', listRecords, {}],
    ['compact', compactRecords, { scope: 'working' }],
    ['weekly', maintainRecords, {}],
  ] as const)('%s reads on, and says that it is degraded', async (_name, operation, args) => {
    const { dir, store } = scene()
    const before = store.picture()
    const data = await dataOf(call(dir, operation, args, { ports }))
    expect(data).toMatchObject({ status: 'degraded', reason: expect.stringContaining(code) })
    expect(store.picture()).toEqual(before)
  })

  test.each([
    ['add', addRecord, FACT],
    ['update', updateRecord, { id: idOf(1), summary: 'Other' }],
    ['promote', promoteRecord, { id: idOf(1), fromScope: 'working' }],
    ['compact', compactRecords, { scope: 'working', apply: true }],
    ['weekly', maintainRecords, { apply: true }],
  ] as const)(
    '%s that would write is refused as degraded, and leaves no partial file',
    async (_name, operation, args) => {
      const { dir, store } = scene()
      const before = store.picture()
      expect(await call(dir, operation, args, { ports })).toMatchObject({
        refusal: expect.any(String),
        failure: 'degraded',
      })
      expect(store.picture()).toEqual(before)
    },
  )
})

test('a find that another process keeps waiting answers within its patience', async () => {
  const { dir, store } = scene()
  const lock = await takeLock(lockFile({ root: dir, gitDir: join(dir, '.git') }, 'agent-memory working'))
  const before = store.picture()
  const began = performance.now()
  expect(await dataOf(call(dir, findRecords, { query: 'owner' }))).toMatchObject({
    total: 2,
    status: 'degraded',
  })
  expect(performance.now() - began).toBeLessThan(5000)
  // Another scope is not kept waiting.
  expect(await dataOf(call(dir, addRecord, { ...FACT, scope: 'session' }))).toMatchObject({ saved: true })
  expect(store.has(`working/${idOf(1)}.json`)).toBe(true)
  lock.release()
  expect(store.picture()).toMatchObject(before)
})

/** A disk with room for so many bytes. */
function smallDisk(room: number): FsPort {
  let left = room
  return {
    ...NODE_FS,
    writeSync: ((handle: number, bytes: Uint8Array, at: number, length: number, place: number | null) => {
      if (left === 0) throw failure('ENOSPC')
      const taken = NODE_FS.writeSync(handle, bytes, at, Math.min(left, length), place)
      left -= taken
      return taken
    }) as FsPort['writeSync'],
  }
}

/** Every record that was there is there, whole; the archive and the quarantine count as places. */
function lost(store: Store): readonly string[] {
  const texts = store.all().map((path) => store.read(path).toString())
  const isThere = (id: string): boolean => texts.some((text) => text.includes(`"id": "${id}"`))
  const torn = store
    .all()
    .filter((path) => path.endsWith('.json') && !path.includes('cut') && !isJson(store.read(path)))
  const cut = store.all().filter((path) => path.endsWith('cut.json'))
  return [
    ...[1, 2].map(idOf).filter((id) => !isThere(id)),
    ...torn,
    ...(cut.length === 1 ? [] : ['cut.json']),
  ]
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString())
    return true
  } catch {
    return false
  }
}

/** What writes; outside of the long run one call of the disk in so many fails. */
const OPERATIONS = [
  [addRecord, FACT, 17],
  [updateRecord, { id: idOf(1), summary: 'Other' }, 17],
  [promoteRecord, { id: idOf(1), fromScope: 'working' }, 29],
  [compactRecords, { scope: 'working', apply: true }, 41],
  [maintainRecords, { apply: true }, 41],
] as const

describe('a disk that is full after any number of bytes', () => {
  test.each(OPERATIONS.map(([operation, args]) => [operation.name, operation, args] as const))(
    '%s loses no record and tears no file, and the next call does the rest',
    async (_, operation, args) => {
      let full = 0
      for (let room = 0, isFull = true; isFull && room < 8000; room += LONG ? 23 : 1201) {
        const { dir, store } = scene()
        const result = await call(dir, operation, args, { ports: { fs: smallDisk(room) } })
        isFull = 'refusal' in result || result.partly === true || result.data.status === 'degraded'
        full += isFull ? 1 : 0
        expect(lost(store)).toEqual([])
        expect(await call(dir, operation, args)).not.toHaveProperty('refusal')
        expect(lost(store)).toEqual([])
      }
      expect(full).toBeGreaterThan(0)
    },
    120_000,
  )
})

describe('a call of the disk that fails', () => {
  test.each(OPERATIONS.map(([operation, args, step]) => [operation.name, operation, args, step] as const))(
    '%s: wherever it is, no record is in no place',
    async (_, operation, args, step) => {
      let failed = 0
      for (let k = 1, isHit = true; isHit; k += LONG ? 1 : step) {
        const { dir, store } = scene()
        let calls = 0
        isHit = false
        const fs = wrappedFs((name, run) => {
          calls += 1
          if (calls !== k) return run()
          isHit = true
          if (name === 'closeSync') run()
          throw failure('EIO')
        })
        await call(dir, operation, args, { ports: { fs } })
        failed += isHit ? 1 : 0
        expect(lost(store)).toEqual([])
        await call(dir, operation, args)
        await dataOf(call(dir, maintainRecords, { apply: true }))
        expect(lost(store)).toEqual([])
        expect(store.all().filter((path) => path.endsWith(`${idOf(1)}.json`))).toHaveLength(1)
      }
      expect(failed).toBeGreaterThan(2)
    },
    LONG ? 1_200_000 : 120_000,
  )
})

test('an index that is a folder of another program is left, and reads go on', async () => {
  const { dir, store } = scene()
  store.put('working/index.json', 'no list')
  writeFileSync(join(dir, '.agent-memory/session'), 'a file in the place of a scope')
  expect(await dataOf(call(dir, listRecords, {}))).toMatchObject({ total: 2 })
  expect(await call(dir, addRecord, { ...FACT, scope: 'session' })).toHaveProperty('refusal')
  expect(existsSync(join(dir, '.agent-memory/session'))).toBe(true)
})
