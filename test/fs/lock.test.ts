import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FsPort } from '../../src/fs/atomic-write.ts'
import { type Lock, takeLock } from '../../src/fs/lock.ts'
import type { LockOwner, ProcessView } from '../../src/fs/lock-owner.ts'
import { failure, wrappedFs } from '../helpers/faulty-fs.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

// The clock is the test's: a wait takes no time, and every look at the lock has a known one.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(Math, 'random').mockReturnValue(1)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const self = { pid: 100, started: '1', boot: 'b', host: 'here', machine: 'm', space: 's' }
/** Only this process and number 200 live. */
const view: ProcessView = { self, exists: (pid) => [100, 200].includes(pid), startOf: () => '1' }
const living: LockOwner = { ...self, pid: 200, token: 'a'.repeat(32) }
const dead: LockOwner = { ...self, pid: 300, token: 'd'.repeat(32) }

function leave(path: string, owner: LockOwner | null): void {
  fs.writeFileSync(path, owner ? `${JSON.stringify(owner)}\n` : '')
}

function lockWith(owner?: LockOwner | null): string {
  const path = join(tempFolder(), 'a.lock')
  if (owner !== undefined) leave(path, owner)
  return path
}

function filesNextTo(path: string): string[] {
  return fs.readdirSync(dirname(path)).sort()
}

type Fault = { readonly name: keyof FsPort; readonly code: string; readonly first?: boolean }

/** Calls with this path, as their last argument or their first, fail; with `first` they do what they are to do before that. */
function failingAt(path: string, { name, code, first = false }: Fault): FsPort {
  return wrappedFs((called, call, args) => {
    if (called !== name || !args.includes(path)) return call()
    if (first) call()
    throw failure(code)
  })
}

type Outcome = { lock: Lock | null; error: Error | null }

/** Begins to take a lock, and notes what comes of it. */
function taking(path: string, options: { fs?: FsPort; patience?: number } = {}): Outcome {
  const outcome: Outcome = { lock: null, error: null }
  takeLock(path, { view, ...options }).then(
    (lock) => Object.assign(outcome, { lock }),
    (error: Error) => Object.assign(outcome, { error }),
  )
  return outcome
}

/** What comes of taking a lock within some time. */
async function taken(path: string, options: { fs?: FsPort; ms?: number } = {}): Promise<Outcome> {
  const outcome = taking(path, options.fs ? { fs: options.fs } : {})
  await vi.advanceTimersByTimeAsync(options.ms ?? 0)
  return outcome
}

describe('a lock', () => {
  test('is a file that names its owner, with nothing next to it', async () => {
    const path = lockWith()
    const { lock } = await taken(path)
    expect(JSON.parse(fs.readFileSync(path, 'utf8'))).toEqual({
      ...self,
      token: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(filesNextTo(path)).toEqual(['a.lock'])
    expect(lock?.isOurs()).toBe(true)
    expect(lock?.release()).toBeNull()
    expect(lock?.isOurs()).toBe(false)
    expect(filesNextTo(path)).toEqual([])
  })

  test.each([true, false])('is not made to last: no disk is waited for; with links %s', async (hasLinks) => {
    const synced: string[] = []
    const port = wrappedFs((name, call) => {
      if (name === 'fsyncSync') synced.push(name)
      if (name === 'linkSync' && !hasLinks) throw failure('EPERM')
      return call()
    })
    expect((await taken(lockWith(dead), { fs: port })).lock).not.toBeNull()
    expect(synced).toEqual([])
  })

  test('that cannot be read is not ours, and cannot be given back', async () => {
    const path = lockWith()
    let isBroken = false
    const port = wrappedFs((name, call, [first]) => {
      if (isBroken && name === 'readFileSync' && first === path) throw failure('EACCES')
      return call()
    })
    const { lock } = await taken(path, { fs: port })
    isBroken = true
    expect(lock?.isOurs()).toBe(false)
    expect(lock?.release()).toBe(
      `the lock ${path} could not be given back (EACCES): other processes wait until this one ends`,
    )
    // In this process it counts as given back.
    expect((await taken(path)).lock?.isOurs()).toBe(true)
  })
})

describe('a blank lock', () => {
  /** Its machine starts a second from now: what is there is from before. */
  const restarted: ProcessView = { ...view, machineStart: Date.now() + 1000 }

  test.each(['', '\0\0\0'])('from before the machine started is what a power loss left: %j', async (text) => {
    const path = lockWith(null)
    fs.writeFileSync(path, text)
    fs.writeFileSync(`${path}.${'0'.repeat(32)}.1`, text)
    const outcome: Outcome = { lock: null, error: null }
    void takeLock(path, { view: restarted }).then((lock) => Object.assign(outcome, { lock }))
    await vi.advanceTimersByTimeAsync(10)
    expect(outcome.lock?.isOurs()).toBe(true)
    expect(filesNextTo(path)).toEqual(['a.lock'])
  })

  test('that is younger, or holds a text, is left', async () => {
    const path = lockWith(null)
    expect((await taken(path, { ms: 400 })).error?.message).toContain('is not one that memkeep made')
    fs.writeFileSync(path, 'mine')
    const outcome: Outcome = { lock: null, error: null }
    takeLock(path, { view: restarted }).catch((error: Error) => Object.assign(outcome, { error }))
    await vi.advanceTimersByTimeAsync(400)
    expect(outcome.error?.message).toContain('is not one that memkeep made')
    expect(fs.readFileSync(path, 'utf8')).toBe('mine')
  })
})

describe('a wait', () => {
  /** When a lock that another holds was tried for, in milliseconds, until it was given up on. */
  async function looksIn(patience: number | undefined, ms: number): Promise<number[]> {
    const path = lockWith(living)
    const looks: number[] = []
    const begin = performance.now()
    const port = wrappedFs((name, call) => {
      if (name === 'linkSync') looks.push(performance.now() - begin)
      return call()
    })
    taking(path, patience === undefined ? { fs: port } : { fs: port, patience })
    await vi.advanceTimersByTimeAsync(ms)
    return looks
  }

  test('looks again after twice the time, up to 50 milliseconds', async () => {
    expect(await looksIn(undefined, 200)).toEqual([0, 2, 6, 14, 30, 62, 112, 162])
  })

  test('is up to half as long, by chance, so that those who wait do not look together', async () => {
    vi.mocked(Math.random).mockReturnValue(0)
    expect(await looksIn(undefined, 60)).toEqual([0, 1, 3, 7, 15, 31, 56])
  })

  test('ends at the first look after patience', async () => {
    expect(await looksIn(62, 1000)).toEqual([0, 2, 6, 14, 30, 62, 112])
    expect((await looksIn(undefined, 30_000)).at(-1)).toBe(10_012)
  })

  const queue = async (patience?: number): Promise<Outcome> => {
    const path = lockWith(living)
    const outcome = taking(path, patience === undefined ? {} : { patience })
    for (const name of ['b', 'c', 'd', 'e']) {
      await vi.advanceTimersByTimeAsync(6000)
      leave(path, { ...living, token: name.repeat(32) })
    }
    await vi.advanceTimersByTimeAsync(6000)
    fs.rmSync(path)
    await vi.advanceTimersByTimeAsync(60)
    return outcome
  }

  test('begins anew with each holder, so that many who save at once all have their turn', async () => {
    expect((await queue()).lock?.isOurs()).toBe(true)
  })

  test('is of all holders together where a caller says how long', async () => {
    expect((await queue(10_000)).error?.name).toBe('UserError')
  })

  test.each<[string, LockOwner, string]>([
    ['another process', living, 'process 200 on here is saving, and holds the lock a.lock'],
    [
      'this process',
      { ...living, pid: 100 },
      'another call of this process is saving, and holds the lock a.lock',
    ],
  ])('ends with who holds the lock: of %s that lives it says to wait', async (_, owner, message) => {
    const path = lockWith(owner)
    const { error } = await taken(path, { ms: 11_000 })
    expect(error).toMatchObject({
      name: 'UserError',
      message,
      hint: 'Wait, then call again. The lock needs no hand: it is given back after the save, and taken over where its process ends.',
    })
    expect(filesNextTo(path)).toEqual(['a.lock'])
  })

  test.each<[string, LockOwner]>([
    ['on another machine', { ...living, host: 'there' }],
    ['in another container', { ...living, space: 'another' }],
    ['whose start is not known', { ...living, started: null }],
  ])('ends with how to remove the lock of a process %s', async (_, owner) => {
    const path = lockWith(owner)
    const { error } = await taken(path, { ms: 11_000 })
    expect(error).toMatchObject({
      message: `process 200 on ${owner.host} holds the lock a.lock, and it is not seen from here whether it still runs`,
      hint: `Wait, then call again. If that process is no memkeep that runs there, remove the lock: rm -- '${path}'`,
    })
  })

  test('is none for a lock that was given back between two looks', async () => {
    const path = lockWith()
    let tries = 0
    const port = wrappedFs((name, call) => {
      if (name !== 'linkSync') return call()
      tries += 1
      if (tries === 1) throw failure('EEXIST')
      return call()
    })
    expect((await taken(path, { fs: port })).lock?.isOurs()).toBe(true)
  })

  test('is none for a lock that goes while it is read', async () => {
    const path = lockWith(living)
    let isFirst = true
    const port = wrappedFs((name, call) => {
      if (isFirst && name === 'readFileSync') {
        isFirst = false
        fs.rmSync(path)
      }
      return call()
    })
    expect((await taken(path, { fs: port })).lock?.isOurs()).toBe(true)
  })
})

describe('a file that names no owner', () => {
  test('may be half written for a quarter of a second, and is reported then', async () => {
    const path = lockWith(null)
    const outcome = taking(path)
    await vi.advanceTimersByTimeAsync(250)
    expect(outcome.error).toBeNull()
    await vi.advanceTimersByTimeAsync(50)
    expect(outcome.error).toMatchObject({
      message: `the lock ${path} is not one that memkeep made: it names no process that is saving`,
      hint: `Remove it, then try again: rm -- '${path}'`,
    })
  })

  test('may be half written again by the next owner', async () => {
    const path = lockWith(null)
    const outcome = taking(path)
    await vi.advanceTimersByTimeAsync(200)
    leave(path, living)
    await vi.advanceTimersByTimeAsync(100)
    leave(path, null)
    await vi.advanceTimersByTimeAsync(200)
    expect(outcome.error).toBeNull()
    fs.rmSync(path)
    await vi.advanceTimersByTimeAsync(50)
    expect(outcome.lock?.isOurs()).toBe(true)
  })
})

describe('the lock of a dead owner', () => {
  const rightOf = (path: string, heir: number): string => `${path}.${dead.token}.${heir}`

  test('is taken at once, and the rights to do so are gone', async () => {
    const path = lockWith(dead)
    leave(rightOf(path, 1), { ...dead, token: '1'.repeat(32) })
    leave(rightOf(path, 2), { ...dead, token: '2'.repeat(32) })
    expect((await taken(path)).lock?.isOurs()).toBe(true)
    expect(filesNextTo(path)).toEqual(['a.lock'])
  })

  test('is waited for while a living process has the right to take it', async () => {
    const path = lockWith(dead)
    leave(rightOf(path, 1), living)
    const { error } = await taken(path, { ms: 11_000 })
    expect(error?.message).toContain('process 200 on here')
    expect(filesNextTo(path)).toEqual(['a.lock', basename(rightOf(path, 1))])
  })

  test('is waited for while who has the right is half written, which is reported by its name', async () => {
    const path = lockWith(dead)
    leave(rightOf(path, 1), null)
    const { error } = await taken(path, { ms: 300 })
    expect(error?.message).toContain(`the lock ${rightOf(path, 1)} is not one`)
  })

  test('is looked at again where its right was used meanwhile', async () => {
    const path = lockWith(dead)
    const right = rightOf(path, 1)
    leave(right, living)
    const port = wrappedFs((name, call, [first]) => {
      // The heir was quicker, and is done.
      if (name === 'lstatSync' && first === right) {
        fs.rmSync(right, { force: true })
        fs.rmSync(path, { force: true })
      }
      return call()
    })
    expect((await taken(path, { fs: port })).lock?.isOurs()).toBe(true)
    expect(filesNextTo(path)).toEqual(['a.lock'])
  })

  test('is not taken from its next owner', async () => {
    const path = lockWith(dead)
    const port = wrappedFs((name, call, [, second]) => {
      if (name === 'linkSync' && second === rightOf(path, 1)) leave(path, living)
      return call()
    })
    const { error } = await taken(path, { fs: port, ms: 11_000 })
    expect(error?.message).toContain('process 200 on here')
    expect(filesNextTo(path)).toEqual(['a.lock'])
    expect(fs.readFileSync(path, 'utf8')).toContain(living.token)
  })

  test('that cannot be deleted is left, with the right to take it', async () => {
    const path = lockWith(dead)
    const { error } = await taken(path, { fs: failingAt(path, { name: 'unlinkSync', code: 'EACCES' }) })
    expect(error?.message).toBe(`the lock ${path} cannot be taken (EACCES)`)
    expect(filesNextTo(path)).toEqual(['a.lock'])
    expect((await taken(path)).lock?.isOurs()).toBe(true)
  })
})

describe('a fault', () => {
  test.each(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'])(
    '%s of a link means that there are none: the lock is written in its place',
    async (code) => {
      const path = lockWith(dead)
      const port = wrappedFs((name, call) => {
        if (name === 'linkSync') throw failure(code)
        return call()
      })
      const { lock } = await taken(path, { fs: port })
      expect(lock?.isOurs()).toBe(true)
      expect(filesNextTo(path)).toEqual(['a.lock'])
      expect((await taken(path, { fs: port, ms: 11_000 })).error?.message).toContain('holds the lock')
      expect(lock?.release()).toBeNull()
    },
  )

  test('where the lock is written in its place is reported', async () => {
    const path = lockWith()
    const port = wrappedFs((name, call, [first]) => {
      if (name === 'linkSync') throw failure('EPERM')
      if (name === 'openSync' && first === path) throw failure('EROFS')
      return call()
    })
    expect((await taken(path, { fs: port })).error).toMatchObject({
      name: 'UserError',
      message: `the lock ${path} cannot be taken (EROFS)`,
      hint: 'Make its folder writable, with room on the disk: nothing is saved without the lock.',
    })
    expect(filesNextTo(path)).toEqual([])
  })

  test('that says that what was done failed takes nothing away', async () => {
    const path = lockWith()
    const port = failingAt(path, { name: 'linkSync', code: 'EEXIST', first: true })
    expect((await taken(path, { fs: port })).lock?.isOurs()).toBe(true)
    expect(filesNextTo(path)).toEqual(['a.lock'])
  })

  test('after the lock was made leaves no lock', async () => {
    const path = lockWith()
    const port = failingAt(path, { name: 'linkSync', code: 'EIO', first: true })
    expect((await taken(path, { fs: port })).error?.message).toBe(`the lock ${path} cannot be taken (EIO)`)
    expect(filesNextTo(path)).toEqual([])
  })

  test('that leaves the lock there blocks no other call in this process', async () => {
    const path = lockWith()
    const port = wrappedFs((name, call, args) => {
      if (name === 'unlinkSync' && args[0] === path) throw failure('EIO')
      const result = call()
      if (name === 'linkSync') throw failure('EIO')
      return result
    })
    expect((await taken(path, { fs: port })).error?.message).toContain('(EIO)')
    expect(filesNextTo(path)).toEqual(['a.lock'])
    // That this process lives is no reason to wait for it.
    expect((await taken(path)).lock?.isOurs()).toBe(true)
  })

  test('after which a network makes the lock anyway blocks no other call in this process', async () => {
    const path = lockWith()
    let text = ''
    const port = wrappedFs((name, call, [first]) => {
      if (name !== 'linkSync') return call()
      text = fs.readFileSync(String(first), 'utf8')
      throw failure('EIO')
    })
    expect((await taken(path, { fs: port })).error?.message).toContain('(EIO)')
    fs.writeFileSync(path, text)
    expect((await taken(path)).lock?.isOurs()).toBe(true)
  })

  test('of a look at the lock is reported', async () => {
    const path = lockWith(living)
    const port = failingAt(path, { name: 'lstatSync', code: 'EACCES' })
    expect((await taken(path, { fs: port })).error?.message).toBe(`the lock ${path} cannot be taken (EACCES)`)
    expect(filesNextTo(path)).toEqual(['a.lock'])
  })

  test('of a folder in its place is reported at once', async () => {
    const path = lockWith()
    fs.mkdirSync(path)
    expect((await taken(path)).error).toMatchObject({
      message: `the lock ${path} cannot be taken: something that is no file is there`,
      hint: `Remove it, then try again: rm -r -- '${path}'`,
    })
    expect(filesNextTo(path)).toEqual(['a.lock'])
  })

  test('in clearing up after a lock was taken is none of the lock', async () => {
    const path = lockWith()
    const port = wrappedFs((name, call, [first]) => {
      if (name === 'unlinkSync' && String(first).endsWith('.tmp')) throw failure('EIO')
      return call()
    })
    expect((await taken(path, { fs: port })).lock?.isOurs()).toBe(true)
  })
})
