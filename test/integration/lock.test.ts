import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type FsPort, NODE_FS } from '../../src/fs/atomic-write.ts'
import { takeLock } from '../../src/fs/lock.ts'
import { isGone, type LockOwner, type ProcessView, processView } from '../../src/fs/lock-owner.ts'
import { sweepFolder } from '../../src/fs/sweep.ts'
import { failure, wrappedFs } from '../helpers/faulty-fs.ts'
import { makePipe } from '../helpers/make-pipe.ts'
import { LONG, rowsOf, runs } from '../helpers/runs.ts'
import { bundledWorker } from '../helpers/saving/bundle.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

const RACES = runs(500, 30)
const RACERS = 8

/** Milliseconds that all races may take. */
const TIMEOUT = LONG ? 3_600_000 : 120_000

const worker = bundledWorker('lock-worker')
let gone: LockOwner

beforeAll(() => {
  gone = { ...processView().self, pid: gonePid(), token: '0'.repeat(32) }
})

/** The number of a process that has ended. */
function gonePid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid
}

function started(...args: readonly string[]): ChildProcess {
  const child = fork(worker, args, { stdio: 'inherit' })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

function said(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new Error('the process ended'))
    child.once('exit', end)
    child.once('message', (message) => {
      child.off('exit', end)
      resolve(message)
    })
  })
}

function lockIn(folder = tempFolder()): string {
  return join(folder, 'a.lock')
}

function leave(path: string, owner: object): void {
  fs.writeFileSync(path, `${JSON.stringify(owner)}\n`)
}

/** Short of patience, so that a test does not wait. */
const SOON = { patience: 30 }

describe('a lock', () => {
  test.each([
    ['a directory', (path: string) => fs.mkdirSync(path)],
    ...(process.platform === 'win32' ? [] : [['a pipe', makePipe] as const]),
  ] as const)('is not waited for where %s is in its place', async (_, make) => {
    const path = lockIn()
    make(path)
    await expect(takeLock(path)).rejects.toMatchObject({
      message: expect.stringContaining('something that is no file is there'),
      hint: `Remove it, then try again: rm -r -- '${path}'`,
    })
    expect(fs.lstatSync(path).isFile()).toBe(false)
  })

  test('is one at a time, and leaves nothing', async () => {
    const path = lockIn()
    const first = await takeLock(path)
    expect(first.isOurs()).toBe(true)
    await expect(takeLock(path, SOON)).rejects.toThrow('another call of this process is saving')
    expect(first.release()).toBeNull()
    expect(first.isOurs()).toBe(false)
    const second = await takeLock(path, SOON)
    second.release()
    expect(fs.readdirSync(join(path, '..'))).toEqual([])
  })

  test('is waited for', async () => {
    const path = lockIn()
    const first = await takeLock(path)
    let isTaken = false
    const second = takeLock(path).then((lock) => {
      isTaken = true
      return lock
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isTaken).toBe(false)
    first.release()
    expect((await second).isOurs()).toBe(true)
  })

  test('that somebody else has by now is neither ours nor given back', async () => {
    const path = lockIn()
    const lock = await takeLock(path)
    leave(path, { ...gone, token: 'f'.repeat(32) })
    expect(lock.isOurs()).toBe(false)
    expect(lock.release()).toBeNull()
    expect(fs.existsSync(path)).toBe(true)
  })

  const NAMELESS = ['', 'nonsense', '{}', '[]', '{"pid":0}', '{"pid":1,"host":"x","token":"../../x"}']
  test.each(rowsOf(NAMELESS, 3))(
    'that names no owner is reported at once, with the command that removes it: %j',
    async (text) => {
      const path = lockIn(fs.mkdtempSync(join(tempFolder(), "it's $HOME ")))
      fs.writeFileSync(path, text)
      const begin = performance.now()
      const refusal: unknown = await takeLock(path).catch((error: unknown) => error)
      expect(performance.now() - begin).toBeLessThan(5_000)
      expect(refusal).toMatchObject({
        name: 'UserError',
        message: expect.stringContaining('is not one that memkeep made'),
      })
      expect(fs.readFileSync(path, 'utf8')).toBe(text)
      const [, command = ''] = /: (rm .*)$/.exec((refusal as { hint: string }).hint) ?? []
      expect(spawnSync('sh', ['-c', command]).status).toBe(0)
      const lock = await takeLock(path)
      expect(lock.isOurs()).toBe(true)
      lock.release()
    },
  )

  test('that is half written, where there are no hard links, is waited for', async () => {
    const path = lockIn()
    fs.writeFileSync(path, '')
    const taking = takeLock(path)
    await new Promise((resolve) => setTimeout(resolve, 20))
    leave(path, gone)
    expect((await taking).isOurs()).toBe(true)
  })

  test('behind a link that leads nowhere is given up on', async () => {
    const path = lockIn()
    fs.symlinkSync('nowhere', path)
    await expect(takeLock(path, SOON)).rejects.toThrow('something that is no file is there')
    expect(fs.readdirSync(join(path, '..'))).toEqual(['a.lock'])
  })

  test('works where there are no hard links', async () => {
    const path = lockIn()
    const port: FsPort = {
      ...NODE_FS,
      linkSync: () => {
        throw Object.assign(new Error('no links'), { code: 'EPERM' })
      },
    }
    leave(path, gone)
    const lock = await takeLock(path, { fs: port })
    expect(lock.isOurs()).toBe(true)
    await expect(takeLock(path, { ...SOON, fs: port })).rejects.toThrow('holds the lock')
    lock.release()
    expect(fs.readdirSync(join(path, '..'))).toEqual([])
  })

  test('that cannot be deleted blocks no other call in this process', async () => {
    const path = lockIn()
    const port: FsPort = {
      ...NODE_FS,
      unlinkSync: (one) => {
        if (one === path) throw Object.assign(new Error('no'), { code: 'EIO' })
        NODE_FS.unlinkSync(one)
      },
    }
    const lock = await takeLock(path, { fs: port })
    expect(lock.release()).toContain('EIO')
    expect((await takeLock(path, SOON)).isOurs()).toBe(true)
  })

  test('that cannot be made is no crash, and says so', async () => {
    await expect(takeLock(join(tempFolder(), 'none', 'a.lock'))).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('ENOENT'),
    })
  })
})

describe('an owner', () => {
  const self = processView().self
  const view = (over: Partial<ProcessView>): ProcessView => ({ ...processView(), ...over })
  const owner: LockOwner = { ...self, pid: 4711, started: '5', token: '1'.repeat(32) }
  const alive = view({ exists: () => true, startOf: () => '5' })
  const dead = view({ exists: () => false, startOf: () => null })

  test.each([
    ['lives', owner, alive, false],
    ['does not exist', owner, dead, true],
    ['has left its number to another', owner, view({ exists: () => true, startOf: () => '6' }), true],
    ['is a zombie', owner, view({ exists: () => true, startOf: () => 'ended' }), true],
    ['cannot be looked at', owner, view({ exists: () => true, startOf: () => null }), false],
    ['has no start', { ...owner, started: null }, alive, false],
    ['is on another host', { ...owner, host: 'elsewhere' }, dead, false],
    ['is on a machine of the same name', { ...owner, machine: 'other' }, dead, false],
    ['is in another container', { ...owner, space: 'pid:[1]' }, dead, false],
  ])('that %s', (_, one, seen, expected) => {
    expect(isGone(one, seen)).toBe(expected)
  })

  test('from before the machine started anew is gone where the machine is known', () => {
    const known = view({ self: { ...self, machine: 'm', boot: 'now' }, exists: () => true })
    expect(isGone({ ...owner, machine: 'm', boot: 'before' }, known)).toBe(true)
    expect(isGone({ ...owner, machine: 'm', boot: null }, known)).toBe(false)
    const unknown = view({ self: { ...self, machine: null, boot: 'now' }, exists: () => false })
    expect(isGone({ ...owner, machine: null, boot: 'before' }, unknown)).toBe(false)
  })

  test('that is this very process is seen to live', () => {
    expect(isGone({ ...self, token: '1'.repeat(32) })).toBe(false)
    if (process.platform === 'linux') expect(self).toMatchObject({ started: expect.stringMatching(/^\d+$/) })
  })
})

describe('a dead owner', () => {
  test('loses its lock at once', async () => {
    const path = lockIn()
    leave(path, gone)
    const lock = await takeLock(path, SOON)
    expect(lock.isOurs()).toBe(true)
    lock.release()
    expect(fs.readdirSync(join(path, '..'))).toEqual([])
  })

  test('loses it even to who ran out of patience, as a process that slept did', async () => {
    const path = lockIn()
    leave(path, gone)
    expect((await takeLock(path, { patience: -1 })).isOurs()).toBe(true)
  })

  test('loses it not while a file that names no owner is in the way: that one is reported', async () => {
    const path = lockIn()
    leave(path, gone)
    const right = `${path}.${gone.token}.1`
    fs.writeFileSync(right, '')
    await expect(takeLock(path)).rejects.toMatchObject({ hint: expect.stringContaining(`'${right}'`) })
  })

  test('and dead processes that were about to take it away block nothing', async () => {
    const path = lockIn()
    leave(path, gone)
    for (const heir of [1, 2, 3])
      leave(`${path}.${gone.token}.${heir}`, { ...gone, token: `${heir}`.repeat(32) })
    expect((await takeLock(path, SOON)).isOurs()).toBe(true)
    expect(fs.readdirSync(join(path, '..'))).toEqual(['a.lock'])
  })

  test('is left to the living who is about to take it away', async () => {
    const path = lockIn()
    leave(path, gone)
    leave(`${path}.${gone.token}.1`, { ...processView().self, token: '2'.repeat(32) })
    await expect(takeLock(path, SOON)).rejects.toThrow('holds the lock')
    expect(fs.readFileSync(path, 'utf8')).toContain(gone.token)
  })

  test('loses no lock that another took meanwhile, whenever that happens', async () => {
    // Every look at the lock is a moment at which somebody else may have been quicker.
    for (let k = 1; k <= 6; k += 1) {
      const path = lockIn()
      leave(path, gone)
      const other = { ...processView().self, token: '3'.repeat(32) }
      let looks = 0
      const port = {
        ...NODE_FS,
        readFileSync: (...args: Parameters<typeof fs.readFileSync>) => {
          looks += args[0] === path ? 1 : 0
          if (args[0] === path && looks === k) leave(path, other)
          return NODE_FS.readFileSync(...args)
        },
      } as FsPort
      await takeLock(path, { ...SOON, fs: port }).catch(() => undefined)
      if (looks >= k) {
        expect([k, fs.readFileSync(path, 'utf8')]).toEqual([k, expect.stringContaining(other.token)])
      }
    }
  })
})

test('a lock file whose making fails at any call is no lock, and blocks nothing', async () => {
  for (let k = 1, failed = true; failed; k += 1) {
    failed = false
    const path = lockIn()
    leave(path, gone)
    let calls = 0
    const port = wrappedFs((_, call) => {
      calls += 1
      if (calls !== k) return call()
      failed = true
      throw failure('EIO')
    })
    const lock = await takeLock(path, { ...SOON, fs: port }).catch((error: Error) => error)
    if (lock instanceof Error) expect(lock.name).toBe('UserError')
    else expect(fs.readFileSync(path, 'utf8')).not.toContain(gone.token)
    if (!(lock instanceof Error)) lock.release()
    expect((await takeLock(path, { patience: 500 })).isOurs()).toBe(true)
  }
})

test('eight processes that race for a dead owner’s lock never hold it at the same time', {
  timeout: TIMEOUT,
}, async () => {
  const folder = tempFolder()
  const racers = Array.from({ length: RACERS }, () => started('real'))
  await Promise.all(racers.map(said))
  for (let race = 0; race < RACES; race += 1) {
    const path = join(folder, `${race}.lock`)
    leave(path, gone)
    const answers = racers.map(said)
    for (const racer of racers) racer.send({ path })
    expect(await Promise.all(answers)).toEqual(racers.map(() => 'alone'))
  }
  expect(fs.readdirSync(folder)).toEqual([])
})

test('the race separates a lock from one that does nothing', async () => {
  const folder = tempFolder()
  const racers = Array.from({ length: 3 }, () => started('none'))
  await Promise.all(racers.map(said))
  const doubles: unknown[] = []
  for (let race = 0; race < RACES && doubles.length === 0; race += 1) {
    const answers = racers.map(said)
    for (const racer of racers) racer.send({ path: join(folder, `${race}.lock`) })
    doubles.push(...(await Promise.all(answers)).filter((answer) => answer === 'double'))
  }
  expect(doubles.length).toBeGreaterThan(0)
})

test.skipIf(process.platform === 'win32')('a process that is stopped keeps its lock', async () => {
  const path = lockIn()
  const owner = started('real')
  await said(owner)
  owner.send({ path, hold: true })
  expect(await said(owner)).toBe('held')
  // However old it is.
  fs.utimesSync(path, 0, 0)
  await expect(takeLock(path, { patience: 300 })).rejects.toThrow(`process ${owner.pid}`)
  owner.kill('SIGKILL')
  expect((await takeLock(path)).isOurs()).toBe(true)
})

test('a sweep takes what dead processes left long ago, and nothing else', () => {
  const folder = tempFolder()
  const token = 'a'.repeat(32)
  const hex = '0123456789abcdef'
  const put = (name: string, age: number, text = ''): void => {
    fs.writeFileSync(join(folder, name), text)
    const then = Date.now() / 1000 - age
    fs.utimesSync(join(folder, name), then, then)
  }
  put(`.old.md.${gone.pid}.${hex}.tmp`, 700)
  put(`x.lock.${token}.1`, 700)
  const kept = [
    [`.young.md.${gone.pid}.${hex}.tmp`, 500],
    [`.ours.md.${process.pid}.${hex}.tmp`, 700],
    ['.other.tmp', 700],
    ['notes.md', 700],
    [`z.lock.${token}.1`, 500],
    [`y.lock.${token}.2`, 700],
  ] as const
  for (const [name, age] of kept) put(name, age)
  put('y.lock', 700, JSON.stringify({ token }))
  sweepFolder(folder)
  expect(fs.readdirSync(folder).sort()).toEqual([...kept.map(([name]) => name), 'y.lock'].sort())
})
