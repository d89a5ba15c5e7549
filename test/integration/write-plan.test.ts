import * as fs from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PlannedFile } from '../../src/core/write-plan.ts'
import { type FsPort, NODE_FS, replaceFile } from '../../src/fs/atomic-write.ts'
import { applyWritePlan } from '../../src/fs/write-plan.ts'
import { failure, wrappedFs } from '../helpers/faulty-fs.ts'
import { repoAt, tempFolder } from '../helpers/temp-repo.ts'

function temporaries(dir: string): string[] {
  return fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tmp'))
}

const OLD = 'old text\n'
const NEW = 'new text, and more of it\n'

describe('carrying out a plan', () => {
  test('writes, makes folders, links and deletes', () => {
    const root = tempFolder()
    const files = repoAt(root)
    files.write('edited', OLD)
    files.write('gone', OLD)
    files.link('relinked', 'edited')
    files.write('now-a-link', OLD)
    const plan = new Map<string, PlannedFile>([
      ['gone', { kind: 'delete' }],
      ['edited', { kind: 'text', text: NEW }],
      ['a/b/new', { kind: 'text', text: '' }],
      ['relinked', { kind: 'link', target: 'a/b/new' }],
      ['now-a-link', { kind: 'link', target: 'edited' }],
    ])
    const old = Buffer.from(OLD)
    const expected = new Map<string, Uint8Array | null>([
      ['gone', old],
      ['edited', old],
      ['a/b/new', null],
      ['relinked', Buffer.from('edited')],
      ['now-a-link', old],
    ])
    expect(applyWritePlan(root, plan, expected)).toEqual({
      written: ['edited', 'a/b/new', 'relinked', 'now-a-link', 'gone'],
      refused: [],
    })
    expect(fs.readFileSync(join(root, 'edited'), 'utf8')).toBe(NEW)
    expect(fs.readFileSync(join(root, 'a/b/new'), 'utf8')).toBe('')
    expect(fs.readlinkSync(join(root, 'relinked'))).toBe('a/b/new')
    expect(fs.readlinkSync(join(root, 'now-a-link'))).toBe('edited')
    expect(fs.existsSync(join(root, 'gone'))).toBe(false)
    expect(temporaries(root)).toEqual([])
  })

  test('a link is replaced, never written through', () => {
    const root = tempFolder()
    repoAt(root).write('target', OLD)
    repoAt(root).link('link', 'target')
    const plan = new Map([['link', { kind: 'text', text: NEW } as const]])
    expect(applyWritePlan(root, plan, new Map([['link', Buffer.from('target')]])).written).toEqual(['link'])
    expect(fs.readFileSync(join(root, 'target'), 'utf8')).toBe(OLD)
    expect(fs.lstatSync(join(root, 'link')).isFile()).toBe(true)
  })

  test.each([0o644, 0o600, 0o755, 0o444, 0o664])('keeps the mode %o', (mode) => {
    const root = tempFolder()
    repoAt(root).write('file', OLD)
    fs.chmodSync(join(root, 'file'), mode)
    const plan = new Map([['file', { kind: 'text', text: NEW } as const]])
    expect(applyWritePlan(root, plan, new Map([['file', Buffer.from(OLD)]])).refused).toEqual([])
    expect(fs.statSync(join(root, 'file')).mode & 0o777).toBe(mode)
  })

  test('a new file gets the mode that any new file gets', () => {
    const root = tempFolder()
    repoAt(root).write('by-node', '')
    applyWritePlan(root, new Map([['new', { kind: 'text', text: NEW } as const]]), new Map())
    expect(fs.statSync(join(root, 'new')).mode).toBe(fs.statSync(join(root, 'by-node')).mode)
  })

  test('long names leave room for the temporary one', () => {
    const root = tempFolder()
    for (const name of ['x'.repeat(255), 'é'.repeat(127), '💾'.repeat(63)]) {
      const plan = new Map([[name, { kind: 'text', text: NEW } as const]])
      expect(applyWritePlan(root, plan, new Map()).refused).toEqual([])
    }
  })

  test('text goes out as UTF-8, byte for byte', () => {
    const root = tempFolder()
    const text = '\ufeffé\r\n💾 no newline'
    applyWritePlan(root, new Map([['file', { kind: 'text', text }]]), new Map())
    expect(fs.readFileSync(join(root, 'file'))).toEqual(Buffer.from(text))
  })
})

describe('a file that is not as expected', () => {
  const changed: readonly (readonly [string, (root: string) => void, Uint8Array | null])[] = [
    ['edited', (root) => fs.writeFileSync(join(root, 'file'), 'OLD text\n'), Buffer.from(OLD)],
    ['emptied', (root) => fs.writeFileSync(join(root, 'file'), ''), Buffer.from(OLD)],
    ['gone', (root) => fs.rmSync(join(root, 'file')), Buffer.from(OLD)],
    ['new', () => undefined, null],
    [
      'a folder',
      (root) => {
        fs.rmSync(join(root, 'file'))
        fs.mkdirSync(join(root, 'file'))
      },
      Buffer.from(OLD),
    ],
    [
      'a link to the same bytes',
      (root) => {
        fs.renameSync(join(root, 'file'), join(root, 'elsewhere'))
        fs.symlinkSync('elsewhere', join(root, 'file'))
      },
      Buffer.from(OLD),
    ],
  ]

  test.each(changed)('%s: is left alone and named', (_, change, expected) => {
    for (const planned of [
      { kind: 'text', text: NEW },
      { kind: 'link', target: 'x' },
      { kind: 'delete' },
    ] as const) {
      const root = tempFolder()
      repoAt(root).write('file', OLD)
      change(root)
      if (planned.kind === 'delete' && expected === null) continue
      const before = fs.readdirSync(root)
      const result = applyWritePlan(root, new Map([['file', planned]]), new Map([['file', expected]]))
      expect(result).toEqual({ written: [], refused: [{ path: 'file', reason: 'it was changed meanwhile' }] })
      expect(fs.readdirSync(root)).toEqual(before)
    }
  })

  test('is noticed at the last moment, too', () => {
    const root = tempFolder()
    repoAt(root).write('file', OLD)
    const port = wrappedFs((name, call) => {
      const result = call()
      if (name === 'fsyncSync') fs.writeFileSync(join(root, 'file'), 'theirs\n')
      return result
    })
    const plan = new Map([['file', { kind: 'text', text: NEW } as const]])
    const { refused } = applyWritePlan(root, plan, new Map([['file', Buffer.from(OLD)]]), { fs: port })
    expect(refused).toEqual([{ path: 'file', reason: 'it was changed meanwhile' }])
    expect(fs.readFileSync(join(root, 'file'), 'utf8')).toBe('theirs\n')
    expect(temporaries(root)).toEqual([])
  })

  test('a folder that becomes a link at the last moment is not written into', () => {
    const root = tempFolder()
    const outside = tempFolder()
    repoAt(root).write('dir/file', OLD)
    fs.writeFileSync(join(outside, 'file'), OLD)
    const port = wrappedFs((name, call) => {
      const result = call()
      if (name === 'fsyncSync') {
        fs.renameSync(join(root, 'dir'), join(root, 'was'))
        fs.symlinkSync(outside, join(root, 'dir'))
      }
      return result
    })
    const plan = new Map([['dir/file', { kind: 'text', text: NEW } as const]])
    const { written } = applyWritePlan(root, plan, new Map([['dir/file', Buffer.from(OLD)]]), { fs: port })
    expect(written).toEqual([])
    expect(fs.readFileSync(join(outside, 'file'), 'utf8')).toBe(OLD)
    expect(fs.readdirSync(outside)).toEqual(['file'])
  })

  test('when a part of a plan is not written, nothing is deleted', () => {
    const root = tempFolder()
    repoAt(root).write('from', OLD)
    repoAt(root).write('to', 'in the way\n')
    const plan = new Map<string, PlannedFile>([
      ['from', { kind: 'delete' }],
      ['to', { kind: 'text', text: OLD }],
    ])
    const result = applyWritePlan(root, plan, new Map([['from', Buffer.from(OLD)]]))
    expect(result.written).toEqual([])
    expect(result.refused.map(({ path }) => path)).toEqual(['to', 'from'])
    expect(fs.readFileSync(join(root, 'from'), 'utf8')).toBe(OLD)
  })
})

const SCENES: readonly (readonly [string, Uint8Array | null, PlannedFile])[] = [
  ['an edit', Buffer.from(OLD), { kind: 'text', text: NEW }],
  ['a new file', null, { kind: 'text', text: NEW }],
  ['a new link', null, { kind: 'link', target: 'other' }],
  ['a link for a file', Buffer.from(OLD), { kind: 'link', target: 'other' }],
  ['a deletion', Buffer.from(OLD), { kind: 'delete' }],
]

type Outcome = {
  readonly state: string
  readonly errors: number
  readonly left: string[]
  readonly calls: number
}

/** Runs one scene with a disk on which calls fail as `isBroken` says, and returns what is there afterwards. */
function runScene(
  before: Uint8Array | null,
  planned: PlannedFile,
  isBroken: (call: number, name: keyof FsPort) => string | null,
): Outcome {
  const root = tempFolder()
  fs.mkdirSync(join(root, 'dir'))
  const path = before ? 'dir/file' : 'dir/deep/file'
  if (before) fs.writeFileSync(join(root, path), before)
  let calls = 0
  const port = wrappedFs((name, call) => {
    calls += 1
    const code = isBroken(calls, name)
    // A handle whose close fails is closed nevertheless, on any system.
    if (code && name === 'closeSync') call()
    if (code) throw failure(code)
    return call()
  })
  const { refused } = applyWritePlan(root, new Map([[path, planned]]), new Map([[path, before]]), {
    fs: port,
  })
  return { state: stateOf(join(root, path)), errors: refused.length, left: temporaries(root), calls }
}

function stateOf(path: string): string {
  const stats = fs.lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return 'nothing'
  return stats.isSymbolicLink() ? `-> ${fs.readlinkSync(path)}` : fs.readFileSync(path, 'utf8')
}

function states(before: Uint8Array | null, planned: PlannedFile): { old: string; new: string } {
  const after = { text: NEW, link: '-> other', delete: 'nothing' }[planned.kind]
  return { old: before ? OLD : 'nothing', new: after }
}

describe.each(SCENES)('%s on a disk that fails', (_, before, planned) => {
  const total = (): number => runScene(before, planned, () => null).calls
  const { old, new: after } = states(before, planned)

  test('without a failure it is done', () => {
    expect(runScene(before, planned, () => null)).toMatchObject({ state: after, errors: 0, left: [] })
  })

  test.each(['EIO', 'ENOSPC', 'EROFS', 'EXDEV'])(
    '%s at any call: old or new, reported, nothing left',
    (code) => {
      const count = total()
      expect(count).toBeGreaterThan(3)
      for (let k = 1; k <= count; k += 1) {
        const outcome = runScene(before, planned, (call) => (call === k ? code : null))
        expect([k, outcome.errors, outcome.left]).toEqual([k, 1, []])
        expect([old, after]).toContain(outcome.state)
      }
    },
  )

  test('from any call on: old or new, reported', () => {
    for (let k = 1, count = total(); k <= count; k += 1) {
      const outcome = runScene(before, planned, (call, name) =>
        call >= k && name !== 'unlinkSync' ? 'EIO' : null,
      )
      expect([old, after]).toContain(outcome.state)
      expect([k, outcome.errors]).toEqual([k, 1])
      expect(outcome.left).toEqual([])
    }
  })
})

test('a folder that cannot be synced, as on Windows, is no failure', () => {
  for (const code of ['EPERM', 'EISDIR', 'EINVAL']) {
    const root = tempFolder()
    let syncs = 0
    const port = wrappedFs((name, call) => {
      if (name === 'fsyncSync') syncs += 1
      if (name === 'fsyncSync' && syncs === 2) throw failure(code)
      return call()
    })
    const plan = new Map([['file', { kind: 'text', text: NEW } as const]])
    expect(applyWritePlan(root, plan, new Map(), { fs: port })).toEqual({ written: ['file'], refused: [] })
    expect(syncs).toBe(2)
  }
})

describe('a disk that takes less than it was given', () => {
  const plan = new Map([['file', { kind: 'text', text: NEW } as const]])

  test('a few bytes at a time: everything arrives', () => {
    const root = tempFolder()
    const port: FsPort = {
      ...NODE_FS,
      writeSync: ((handle: number, bytes: Uint8Array, at: number, length: number) =>
        fs.writeSync(handle, bytes, at, Math.min(length, 3))) as FsPort['writeSync'],
    }
    expect(applyWritePlan(root, plan, new Map(), { fs: port }).refused).toEqual([])
    expect(fs.readFileSync(join(root, 'file'), 'utf8')).toBe(NEW)
  })

  test.each([
    ['takes nothing', () => 0],
    ['says it took more than it did', (length: number) => length],
  ])('%s: the old file stays', (_, claim) => {
    const root = tempFolder()
    repoAt(root).write('file', OLD)
    const port: FsPort = {
      ...NODE_FS,
      writeSync: ((_handle: number, _bytes: Uint8Array, _at: number, length: number) =>
        claim(length)) as FsPort['writeSync'],
    }
    expect(
      applyWritePlan(root, plan, new Map([['file', Buffer.from(OLD)]]), { fs: port }).refused,
    ).toHaveLength(1)
    expect(fs.readFileSync(join(root, 'file'), 'utf8')).toBe(OLD)
    expect(temporaries(root)).toEqual([])
  })
})

describe('a file that is held for a moment', () => {
  const held = (times: number): { port: FsPort; tries: () => number } => {
    let tries = 0
    const port = wrappedFs((name, call) => {
      if (name !== 'renameSync') return call()
      tries += 1
      if (tries <= times) throw failure('EBUSY')
      return call()
    })
    return { port, tries: () => tries }
  }

  test('is waited for', () => {
    const path = join(tempFolder(), 'file')
    const { port, tries } = held(3)
    const pauses: number[] = []
    const retry = { times: 10, pause: (attempt: number): unknown => pauses.push(attempt) }
    expect(replaceFile(path, { bytes: Buffer.from(NEW), mode: null }, { fs: port, retry })).toBeNull()
    expect([tries(), pauses]).toEqual([4, [1, 2, 3]])
  })

  test('is given up on', () => {
    const path = join(tempFolder(), 'file')
    const retry = { times: 10, pause: () => undefined }
    const replace = (): unknown =>
      replaceFile(path, { bytes: Buffer.from(NEW), mode: null }, { fs: held(99).port, retry })
    expect(replace).toThrow('EBUSY')
    expect(fs.readdirSync(join(path, '..')).map((name) => basename(name))).toEqual([])
  })
})
