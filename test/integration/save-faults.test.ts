import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type FsPort, NODE_FS } from '../../src/fs/atomic-write.ts'
import { workspace } from '../../src/layouts/workspace/layout.ts'
import { saveMemory } from '../../src/layouts/workspace/operations/save-memory.ts'
import type { OperationResult } from '../../src/operations/operation-call.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { failure, wrappedFs } from '../helpers/faulty-fs.ts'
import { LONG } from '../helpers/runs.ts'
import { INDEX, indexText, LOG, lessonNamed, logText, TODAY } from '../helpers/saving/lessons.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

const OLD = { log: logText(['old']), index: indexText(1) }
const NEW = { log: logText(['old', 'new']), index: indexText(2) }

function scene(): string {
  const dir = tempFolder()
  mkdirSync(dirname(join(dir, LOG)), { recursive: true })
  writeFileSync(join(dir, LOG), OLD.log)
  writeFileSync(join(dir, INDEX), OLD.index)
  return dir
}

function save(cwd: string, name: string, fs: FsPort = NODE_FS): Promise<OperationResult> {
  const options = { cwd, cache: false, today: TODAY, ports: { fs } }
  return runOperation({ operation: saveMemory, layout: workspace }, lessonNamed(name), options)
}

function text(dir: string, path: string): string {
  return readFileSync(join(dir, path), 'utf8')
}

/** Holds one save on a failing disk, and the next one on a whole one, to what is promised. Returns how often it failed. */
async function holdsOn(isBroken: (call: number, name: keyof FsPort) => string | null): Promise<number> {
  const dir = scene()
  const codes = new Set<string>()
  let [calls, failed] = [0, 0]
  const port = wrappedFs((name, call) => {
    calls += 1
    const code = isBroken(calls, name)
    if (code === null) return call()
    failed += 1
    codes.add(code)
    if (name === 'closeSync') call()
    throw failure(code)
  })
  const result = await save(dir, 'new', port)
  // A lock that cannot be read may be anybody's by now.
  const known = new RegExp([...codes, 'the lock was taken away, or cannot be read'].join('|'))
  const [log, index] = [text(dir, LOG), text(dir, INDEX)]
  expect([OLD.log, NEW.log]).toContain(log)
  expect([OLD.index, NEW.index]).toContain(index)
  if ('refusal' in result) {
    expect(result.refusal).toMatch(known)
    expect(result.help).not.toBe('')
  } else {
    // What is reported as saved is saved, and what was not done is reported.
    expect(log).toBe(NEW.log)
    if (index === OLD.index) expect(result.notes.join('')).toContain(INDEX)
  }
  expect(await save(dir, 'next')).toHaveProperty('written')
  const names = log === NEW.log ? ['old', 'new', 'next'] : ['old', 'next']
  expect(text(dir, LOG)).toBe(logText(names))
  expect(text(dir, INDEX)).toBe(indexText(names.length))
  return failed
}

/** Every sixth call will do where time is short. */
const STEP = LONG ? 1 : 11

/** The same for bytes of room on a disk. */
const ROOM_STEP = LONG ? 7 : 197

const TIMEOUT = LONG ? 3_600_000 : 300_000

/** Runs a scene for every call that it makes, from the first on. */
async function atEveryCall(broken: (k: number) => Parameters<typeof holdsOn>[0], step = 1): Promise<number> {
  let k = 1
  while ((await holdsOn(broken(k))) > 0) k += step
  return k
}

describe('a save on a disk that fails', () => {
  test.each(LONG ? ['EIO', 'ENOSPC', 'EROFS', 'EACCES'] : ['EIO', 'EACCES'])(
    'once, at any call (%s): old or new bytes, and the error is reported',
    async (code) => {
      const calls = await atEveryCall((k) => (call) => (call === k ? code : null), STEP)
      expect(calls).toBeGreaterThan(60)
    },
    TIMEOUT,
  )

  test.each([
    ['writeSync', 'ENOSPC'],
    ['fsyncSync', 'EIO'],
    ['renameSync', 'EIO'],
    ['renameSync', 'EACCES'],
    ['linkSync', 'ENOSPC'],
    ['unlinkSync', 'EIO'],
    ['unlinkSync', 'EACCES'],
    ['openSync', 'EACCES'],
    ['mkdirSync', 'EACCES'],
    ['lstatSync', 'EACCES'],
  ] as const)(
    'from the k-th %s on (%s): the same',
    async (name, code) => {
      const broken = (k: number): Parameters<typeof holdsOn>[0] =>
        (() => {
          let seen = 0
          return (_, one) => {
            if (one === name) seen += 1
            return one === name && seen >= k ? code : null
          }
        })()
      const step = ['openSync', 'lstatSync'].includes(name) ? STEP : 1
      expect(await atEveryCall(broken, step)).toBeGreaterThan(1)
    },
    TIMEOUT,
  )
})

/** A disk with room for so many bytes, in the way that a real one says so: it takes what fits, then nothing. */
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

test(
  'a save on a disk that is full after any number of bytes: old or new bytes, and the error is reported',
  async () => {
    let results = 0
    for (let room = 0, isFull = true; isFull; room += ROOM_STEP) {
      const dir = scene()
      const result = await save(dir, 'new', smallDisk(room))
      const found = [text(dir, LOG), text(dir, INDEX)]
      isFull = 'refusal' in result || result.notes.length > 0
      if ('refusal' in result) {
        expect(result.refusal).toContain('ENOSPC')
        expect(found).toEqual([OLD.log, OLD.index])
      } else {
        expect(found).toEqual([NEW.log, isFull ? OLD.index : NEW.index])
        if (isFull) expect(result.notes.join('')).toMatch(/_index\.yaml.*ENOSPC/)
      }
      results += 1
    }
    expect(results).toBeGreaterThan(3)
  },
  TIMEOUT,
)

describe('a disk that takes less than it was given', () => {
  const short = (most: (length: number) => number, claim = most): FsPort => ({
    ...NODE_FS,
    writeSync: ((handle: number, bytes: Uint8Array, at: number, length: number) => {
      NODE_FS.writeSync(handle, bytes, at, most(length))
      return claim(length)
    }) as FsPort['writeSync'],
  })

  test('a few bytes at a time: everything arrives', async () => {
    const dir = scene()
    expect(
      await save(
        dir,
        'new',
        short(() => 1),
      ),
    ).toHaveProperty('written')
    expect([text(dir, LOG), text(dir, INDEX)]).toEqual([NEW.log, NEW.index])
  })

  test('and says that it took it all: the old files stay, and it is reported', async () => {
    const dir = scene()
    const result = await save(
      dir,
      'new',
      short(
        (length) => length >> 1,
        (length) => length,
      ),
    )
    expect(result).toHaveProperty('refusal')
    expect([text(dir, LOG), text(dir, INDEX)]).toEqual([OLD.log, OLD.index])
    expect(readdirSync(dirname(join(dir, LOG))).sort()).toEqual(['_index.yaml', 'lessons.md'])
  })
})

test('what is written without git lies where a later git does not see it', async () => {
  const dir = scene()
  await save(dir, 'new')
  expect(readFileSync(join(dir, '.memkeep/.gitignore'), 'utf8')).toBe('*\n')
  expect(existsSync(join(dir, '.memkeep/memkeep/locks'))).toBe(true)
})
