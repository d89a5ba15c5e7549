import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Layout } from '../../src/core/layout.ts'
import { UserError } from '../../src/core/messages.ts'
import type { Answer, Operation, OperationAnswer, OperationInput } from '../../src/core/operation.ts'
import type { Source } from '../../src/core/source.ts'
import type { WritePlan } from '../../src/core/write-plan.ts'
import type { FsPort } from '../../src/fs/atomic-write.ts'
import { lockFile } from '../../src/fs/lock-file.ts'
import {
  type OperationOptions,
  type OperationResult,
  recentReads,
} from '../../src/operations/operation-call.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { failure, wrappedFs } from '../helpers/faulty-fs.ts'
import { appendLine, INDEX, lineLog } from '../helpers/saving/line-log.ts'
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

/** One call, with what others do meanwhile. */
type Story = {
  /** A new plain folder when absent. */
  readonly folder?: TempRepo
  /** Texts of `log/NAME.txt`. */
  readonly before?: { readonly [name: string]: string }
  /** What the operation answers when it is planned for the n-th time, from 1 on. */
  readonly answer: (folder: TempRepo, n: number, input: OperationInput) => OperationAnswer
  readonly operation?: Partial<Operation>
  readonly layout?: Partial<Layout>
  readonly options?: Partial<OperationOptions>
  readonly fs?: FsPort
  /** What another program does when the n-th lock is asked for, from 1 on; it throws where there is none. */
  readonly onLock?: (folder: TempRepo, n: number) => void
  /** What another program does just before the n-th file is written. */
  readonly onWrite?: (folder: TempRepo, n: number) => void
  /** What is said when a lock is released. */
  readonly remark?: string
}

/** What became of it: each step of the call in order, and every file of the memory. */
type Ran = {
  readonly result: OperationResult
  readonly steps: readonly string[]
  readonly files: { readonly [name: string]: string }
  readonly folder: TempRepo
}

async function run(story: Story): Promise<Ran> {
  const { folder = repoAt(tempFolder()) } = story
  for (const [name, text] of Object.entries(story.before ?? {})) folder.write(pathOf(name), text)
  const steps: string[] = []
  const layout: Layout = { ...lineLog, ...story.layout }
  const nameOf = lockNames(folder.dir)
  let [plans, locks, writes] = [0, 0, 0]
  const operation: Operation = {
    ...appendLine,
    wants: () => [],
    ...story.operation,
    plan: (input) => {
      plans += 1
      steps.push(`plan ${plans}`)
      return story.answer(folder, plans, input)
    },
  }
  const options: OperationOptions = {
    cwd: folder.dir,
    cache: false,
    today: '2026-06-01',
    progress: ({ text }) => steps.push(text),
    ports: {
      ...(story.fs && { fs: story.fs }),
      takeLock: async (path, { patience } = {}) => {
        const name = nameOf(path)
        locks += 1
        steps.push(`lock ${name}${patience === undefined ? '' : ` within ${patience}`}`)
        story.onLock?.(folder, locks)
        const isOurs = (): boolean => {
          writes += 1
          story.onWrite?.(folder, writes)
          return true
        }
        const release = (): string | null => {
          steps.push(`release ${name}`)
          return story.remark ?? null
        }
        return { isOurs, release }
      },
    },
    ...story.options,
  }
  const result = await runOperation({ operation, layout }, { log: 'a', line: 'one text.' }, options)
  return { result, steps, files: filesOf(folder.dir), folder }
}

function pathOf(name: string): string {
  return `log/${name}.txt`
}

/** Which log a lock's file is for, or all of the layout. */
function lockNames(root: string): (path: string) => string {
  const names = new Map(
    ['', ...'abcdxyz', '_index', 'elsewhere'].map((name) => [
      lockFile({ root, gitDir: null }, `${lineLog.id} ${name}`),
      name || 'all',
    ]),
  )
  return (path) => names.get(path) ?? path
}

function filesOf(dir: string): { readonly [name: string]: string } {
  const log = join(dir, 'log')
  const names = existsSync(log)
    ? readdirSync(log)
        .filter((name) => name.includes('.'))
        .sort()
    : []
  return Object.fromEntries(
    names
      .filter((name) => name !== '_index.txt')
      .map((name) => [name.replace('.txt', ''), readFileSync(join(log, name), 'utf8')]),
  )
}

/** A plan for texts of logs. */
function planOf(texts: { readonly [name: string]: string }): WritePlan {
  return new Map(Object.entries(texts).map(([name, text]) => [pathOf(name), { kind: 'text', text }]))
}

/** An answer that writes these texts of logs. */
function writing(texts: { readonly [name: string]: string }, part: Partial<Answer> = {}): Answer {
  return { text: 'done', data: { lines: 1 }, plan: planOf(texts), ...part }
}

/** A reading that notes its use. */
function noting(texts: { readonly [name: string]: string }): Answer {
  return {
    text: 'read',
    data: { lines: 1 },
    note: { plan: planOf(texts), unwritten: (why) => ({ text: `read, but ${why}`, data: { lines: 0 } }) },
  }
}

const ONE = '- one text.\n'
const TWO = '- two text.\n'

const derived = lineLog.derive ?? (() => ({ plan: new Map(), stale: [], replacesUnreadable: [] }))

/** Each log has a lock of its own. */
const byName: Partial<Layout> = {
  parts: { lock: (path) => path.replace(/^log\//, '').replace('.txt', '') },
}

/** A file system whose calls of that name fail where the path fits. */
function failing(name: keyof FsPort, path: RegExp, code: string): FsPort {
  return wrappedFs((one, call, args) => {
    if (one === name && args.some((arg) => typeof arg === 'string' && path.test(arg))) throw failure(code)
    return call()
  })
}

describe('the steps of a call', () => {
  test.each<readonly [string, OperationAnswer, readonly string[]]>([
    [
      'a write: one lock, released once',
      writing({ a: ONE }),
      ['read the memory', 'plan 1', 'wait for other writers', 'lock all', 'write', 'release all'],
    ],
    ['an empty plan: no lock', writing({}), ['read the memory', 'plan 1']],
    ['a refusal: no lock', { refusal: 'No.', help: 'Ask.' }, ['read the memory', 'plan 1']],
    ['a plan that is refused: no lock', writing({ a: 'bad\n' }), ['read the memory', 'plan 1']],
    ['a dry run: no lock', writing({ a: ONE }, { dryRun: true }), ['read the memory', 'plan 1']],
    [
      'a note: the lock is waited for a moment only',
      noting({ a: ONE }),
      ['read the memory', 'plan 1', 'wait for other writers', 'lock all within 250', 'write', 'release all'],
    ],
    ['a note that is refused: no lock', noting({ a: 'bad\n' }), ['read the memory', 'plan 1']],
  ])('%s', async (_, answer, steps) => {
    expect((await run({ answer: () => answer })).steps).toEqual(steps)
  })

  test('locks of all that is written are taken in order, and released when nothing is written', async () => {
    const answer = writing({ b: ONE, a: ONE })
    const { steps } = await run({ layout: byName, answer: () => answer })
    expect(steps.slice(3)).toEqual([
      'lock _index',
      'lock a',
      'lock b',
      'write',
      'release _index',
      'release a',
      'release b',
    ])
    const onLock: Story['onLock'] = (_, n) => {
      if (n === 3) throw failure('EIO')
    }
    const failed = await run({ layout: byName, answer: () => answer, onLock })
    expect(failed.steps.slice(3)).toEqual(['lock _index', 'lock a', 'lock b', 'release _index', 'release a'])
    expect(failed.files).toEqual({})
  })

  test('a remark of a lock is a note of the answer, also when several are released', async () => {
    const remark = 'it stays\u001b[31m'
    const { result } = await run({ layout: byName, answer: () => writing({ a: ONE }), remark })
    expect(result).toMatchObject({ notes: ['it stays\\u001b[31m', 'it stays\\u001b[31m'] })
  })
})

describe('a memory that changes while a call plans', () => {
  test('the plan is made again for what another program wrote before the lock was had', async () => {
    const ran = await run({
      answer: (_, __, { memory }) => writing({ a: memory.files.has(pathOf('b')) ? TWO : ONE }),
      onLock: ({ write }) => write(pathOf('b'), ONE),
    })
    expect(ran.files).toEqual({ a: TWO, b: ONE })
    expect(ran.steps.slice(1)).toEqual([
      'plan 1',
      'wait for other writers',
      'lock all',
      'plan 2',
      'write',
      'release all',
    ])
  })

  test.each<readonly [string, OperationAnswer, OperationResult]>([
    [
      'refused',
      { refusal: 'It is there', help: 'Be content.' },
      { refusal: 'It is there', help: 'Be content.' },
    ],
    [
      'nothing to do',
      { text: 'x', data: {} },
      { text: 'x', data: {}, written: [], plan: new Map(), notes: [] },
    ],
  ])('a plan that is %s by then writes nothing, and leaves no lock', async (_, then, expected) => {
    const { result, steps, files } = await run({
      answer: (_, n) => (n === 1 ? writing({ a: ONE }) : then),
      onLock: ({ write }) => write(pathOf('b'), ONE),
    })
    expect(result).toEqual(expected)
    expect(files).toEqual({ b: ONE })
    expect(steps.slice(-2)).toEqual(['plan 2', 'release all'])
  })

  test('a refusal counts when the memory rests, and is tried three times at most; one of a reading counts at once', async () => {
    const answer: Story['answer'] = ({ write }, n) => {
      if (n < limit) write(pathOf('b'), `- n${n} text.\n`)
      return { refusal: `No ${n}`, help: 'Ask.' }
    }
    let limit = 1
    expect((await run({ answer })).result).toMatchObject({ refusal: 'No 1' })
    limit = 2
    expect((await run({ answer })).result).toMatchObject({ refusal: 'No 2' })
    limit = 9
    expect((await run({ answer })).result).toMatchObject({ refusal: 'No 3' })
    expect((await run({ answer, operation: { readOnly: true } })).result).toMatchObject({ refusal: 'No 1' })
  })

  test('a call that needs other locks each time gives up after three rounds, and leaves none', async () => {
    const { result, steps, files } = await run({
      layout: byName,
      answer: (_, n) => writing({ ['xyzd'[n - 1] ?? 'c']: ONE }),
      onLock: ({ write }, n) => write(pathOf('a'), `- n${n} text.\n`),
    })
    expect(result).toEqual({
      refusal: 'The memory was rearranged meanwhile',
      help: 'Nothing was written. Call the tool again.',
    })
    expect(Object.keys(files)).toEqual(['a'])
    expect(steps.slice(3)).toEqual([
      ...['lock _index', 'lock x', 'plan 2', 'release _index', 'release x'],
      ...['lock _index', 'lock x', 'lock y', 'plan 3', 'release _index', 'release x', 'release y'],
      ...['lock _index', 'lock x', 'lock y', 'lock z', 'plan 4'],
      ...['release _index', 'release x', 'release y', 'release z'],
    ])
  })

  const again: Pick<Story, 'before' | 'onWrite'> = {
    before: { a: ONE },
    onWrite: ({ write }, n) => write(pathOf('a'), `- n${n} text.\n`),
  }

  test('a file that is changed before each write stays as its own program leaves it, and the call gives up', async () => {
    const { result, steps, files } = await run({ ...again, answer: () => writing({ a: TWO }) })
    expect(result).toEqual({
      refusal: 'The memory is changed again and again: it was changed meanwhile',
      help: 'Nothing was written. Call the tool again.',
    })
    expect(files).toEqual({ a: '- n3 text.\n' })
    expect(steps.slice(4)).toEqual(['write', 'plan 2', 'write', 'plan 3', 'write', 'release all'])
  })

  test('the note of a reading is then left out, and what was read is answered', async () => {
    const { result } = await run({ ...again, answer: () => noting({ a: TWO }) })
    expect(result).toEqual({
      text: 'read, but it was changed meanwhile',
      data: { lines: 0 },
      written: [],
      plan: new Map(),
      notes: [],
    })
  })

  test('of several files the first is put back, and the plan is made again', async () => {
    const { result, files } = await run({
      before: { a: ONE, b: ONE },
      answer: (folder, n) =>
        writing({ a: TWO, b: `${readFileSync(join(folder.dir, pathOf('b')), 'utf8')}- n${n} x.\n` }),
      // The first file is confirmed once.
      onWrite: ({ write }, n) => {
        if (n === 2) write(pathOf('b'), TWO)
      },
    })
    expect(result).toMatchObject({ written: [pathOf('a'), pathOf('b'), INDEX] })
    expect(files).toEqual({ a: TWO, b: `${TWO}- n2 x.\n` })
  })
})

describe('a disk that fails', () => {
  test.each<readonly [string, FsPort, OperationResult | object]>([
    [
      'is full',
      failing('renameSync', /a\.txt$/, 'ENOSPC'),
      {
        refusal: 'log/a.txt was not written: it could not be written safely (ENOSPC)',
        help: 'Check whether it was written anyway before you call the tool again.',
        failure: 'degraded',
      },
    ],
    [
      'is broken',
      failing('renameSync', /a\.txt$/, 'EIO'),
      {
        refusal: 'log/a.txt was not written: it could not be written safely (EIO)',
        help: 'Check whether it was written anyway before you call the tool again.',
      },
    ],
  ])('for the log that %s: a refusal that says so', async (_, fs, expected) => {
    const { result, files } = await run({ before: { a: ONE }, answer: () => writing({ a: TWO }), fs })
    expect(result).toEqual(expected)
    expect(files).toEqual({ a: ONE })
  })

  test('for what is derived: the log is written, and the answer names what follows later', async () => {
    const fs = failing('renameSync', /_index\.txt$/, 'ENOSPC')
    const { result, files } = await run({ answer: () => writing({ a: TWO }), fs })
    expect(result).toMatchObject({
      written: [pathOf('a')],
      notes: [
        'log/_index.txt was not written: it could not be written safely (ENOSPC); `memkeep index` or the next save writes it',
      ],
    })
    expect(files).toEqual({ a: TWO })
  })

  test('for the note of a reading: what was read is answered, with the reason', async () => {
    const fs = failing('renameSync', /a\.txt$/, 'EIO')
    const { result } = await run({ before: { a: ONE }, answer: () => noting({ a: TWO }), fs })
    expect(result).toMatchObject({
      text: 'read, but log/a.txt was not written: it could not be written safely (EIO)',
      written: [],
    })
  })

  test('for the second of two files, and for putting back the first: both are named', async () => {
    let renames = 0
    const fs = wrappedFs((name, call, args) => {
      const isLog = args.some((arg) => typeof arg === 'string' && /[ab]\.txt$/.test(arg))
      if (name === 'renameSync' && isLog) renames += 1
      if (name === 'renameSync' && isLog && renames > 1) throw failure(renames === 2 ? 'EIO' : 'EACCES')
      return call()
    })
    const { result } = await run({
      before: { a: ONE, b: ONE },
      answer: () => writing({ a: TWO, b: TWO }),
      fs,
    })
    expect(result).toMatchObject({
      refusal:
        'log/b.txt was not written: it could not be written safely (EIO); log/a.txt was not written: it could not be written safely (EACCES)',
      failure: 'degraded',
    })
  })

  test('is called read-only where no lock can be had because of it, and not where another holds the lock', async () => {
    const held = new UserError('process 7 holds the lock', '')
    const story: Story = {
      answer: () => writing({ a: ONE }),
      onLock: () => {
        throw held
      },
    }
    const readOnly = failing('accessSync', /./, 'EROFS')
    expect((await run({ ...story, fs: readOnly })).result).toMatchObject({ failure: 'degraded' })
    expect((await run(story)).result).toEqual({
      refusal: 'process 7 holds the lock',
      help: 'Fix that, then call the tool again.',
    })
  })
})

describe('groups of a plan', () => {
  const STRAY = 'elsewhere is not written to: it is no file of the line-log layout'

  const WRITTEN = 'Written before that: log/a.txt. Look at it before you call the tool again.'

  /** Plans one by one, and a last one that says which of them failed. */
  const grouped = (plans: readonly WritePlan[], last: Partial<Answer> = {}): Answer => ({
    text: 'before',
    data: {},
    groups: {
      plans,
      settle: (failures) => ({ ...writing({ d: ONE }), text: JSON.stringify([...failures]), ...last }),
    },
  })
  const stray: WritePlan = new Map([['elsewhere', { kind: 'text', text: ONE }]])
  const three = [planOf({ a: ONE }), stray, planOf({ c: ONE })]

  test('are written under the locks of all; the answer says what was written, and why one was not', async () => {
    const { result, steps } = await run({ layout: byName, answer: () => grouped(three) })
    expect(result).toEqual({
      text: JSON.stringify([[1, STRAY]]),
      data: { lines: 1 },
      written: [pathOf('a'), INDEX, pathOf('c'), INDEX, pathOf('d'), INDEX],
      plan: new Map([
        [pathOf('a'), { path: pathOf('a'), before: null, after: ONE }],
        [
          INDEX,
          {
            path: INDEX,
            before: 'log/a.txt 1\nlog/c.txt 1\n',
            after: 'log/a.txt 1\nlog/c.txt 1\nlog/d.txt 1\n',
          },
        ],
        [pathOf('c'), { path: pathOf('c'), before: null, after: ONE }],
        [pathOf('d'), { path: pathOf('d'), before: null, after: ONE }],
      ]),
      notes: [],
    })
    expect(steps.filter((step) => /^lock/.test(step))).toEqual(
      ['a', 'c', 'elsewhere'].map((name) => `lock ${name}`),
    )
  })

  test('that are all refused leave what was there, and the answer says so', async () => {
    const { result, files } = await run({ answer: () => grouped([stray, stray], { plan: new Map() }) })
    expect(result).toMatchObject({
      text: JSON.stringify([
        [0, STRAY],
        [1, STRAY],
      ]),
      written: [],
    })
    expect(files).toEqual({})
  })

  test('one whose file is changed meanwhile, or that the disk refuses, is left out with that reason', async () => {
    const story: Story = {
      before: { a: ONE, c: ONE },
      answer: () => grouped([planOf({ a: TWO }), planOf({ c: TWO })]),
    }
    const changed = await run({
      ...story,
      onWrite: ({ write }, n) => {
        if (n === 1) write(pathOf('a'), '- edited text.\n')
      },
    })
    expect(changed.result).toMatchObject({ text: '[[0,"it was changed meanwhile"]]' })
    expect(changed.files).toEqual({ a: '- edited text.\n', c: TWO, d: ONE })
    const broken = await run({ ...story, fs: failing('renameSync', /a\.txt$/, 'EIO') })
    expect(broken.result).toMatchObject({ text: '[[0,"it could not be written safely (EIO)"]]' })
    expect(broken.files).toEqual({ a: ONE, c: TWO, d: ONE })
  })

  test('one whose derived file cannot be written is done, and what it deletes is kept: both are notes', async () => {
    const kept = '- never committed.\n'
    const { result, files, folder } = await run({
      before: { a: kept },
      answer: () =>
        grouped([new Map([[pathOf('a'), { kind: 'delete', keepCopy: true }], ...planOf({ b: ONE })])]),
      fs: failing('renameSync', /_index\.txt$/, 'EIO'),
    })
    expect(files).toEqual({ b: ONE, d: ONE })
    const later =
      'log/_index.txt was not written: it could not be written safely (EIO); `memkeep index` or the next save writes it'
    expect(result).toMatchObject({
      text: '[]',
      written: [pathOf('a'), pathOf('b'), pathOf('d')],
      notes: [expect.stringContaining('log/a.txt is not in the last commit as it was'), later, later],
    })
    expect(readdirSync(join(folder.dir, '.memkeep/memkeep/kept'))).toHaveLength(1)
  })

  test('one that was planned for what another group has changed by then is left out', async () => {
    const plans = [planOf({ a: TWO }), planOf({ a: '- three text.\n' })]
    const { result, files } = await run({ before: { a: ONE }, answer: () => grouped(plans) })
    expect(result).toMatchObject({ text: '[[1,"it was changed meanwhile"]]' })
    expect(files).toEqual({ a: TWO, d: ONE })
  })

  test.each<readonly [string, Story['onWrite'], Partial<Answer>, OperationResult]>([
    ['is refused', undefined, { plan: stray }, { refusal: STRAY, help: WRITTEN }],
    [
      'meets a change',
      ({ write }, n) => {
        if (n > 1) write(pathOf('d'), `- n${n} text.\n`)
      },
      {},
      {
        refusal: 'The memory is changed again and again: it was changed meanwhile',
        help: WRITTEN,
      },
    ],
  ])(
    'whose last plan %s are refused in words that say what was written',
    async (_, onWrite, last, expected) => {
      const answer: Story['answer'] = () => grouped([planOf({ a: TWO })], last)
      const { result, files } = await run({
        before: { a: ONE, d: TWO },
        answer,
        ...(onWrite && { onWrite }),
      })
      expect(result).toEqual(expected)
      expect(files.a).toBe(TWO)
    },
  )

  test('a dry run shows what would be written of all, and writes nothing', async () => {
    const answer = { ...grouped(three), plan: planOf({ b: ONE }), dryRun: true } as const
    const { result, steps, files } = await run({ answer: () => answer })
    expect(result).toMatchObject({ text: 'before', written: [] })
    expect('plan' in result && [...result.plan.keys()]).toEqual([
      pathOf('a'),
      INDEX,
      pathOf('c'),
      pathOf('b'),
    ])
    expect(steps).toEqual(['read the memory', 'plan 1'])
    expect(files).toEqual({})
  })
})

describe('a call that is cancelled while it waits', () => {
  test.each<readonly [string, OperationAnswer]>([
    ['a write', writing({ a: ONE })],
    ['a reading with a note', noting({ a: ONE })],
  ])('%s is refused as cancelled', async (_, answer) => {
    const cancel = new AbortController()
    const { result, files } = await run({
      answer: () => {
        cancel.abort()
        return answer
      },
      options: { signal: cancel.signal },
    })
    expect(result).toEqual({ refusal: 'The call was cancelled', help: 'Nothing was written.' })
    expect(files).toEqual({})
  })
})

test('without git, what a killed write left next to a file goes with the next write, and nothing else', async () => {
  const left = '.a.txt.999999999.0123456789abcdef.tmp'
  const places = [`log/${left}`, `log/deep/${left}`, 'log/mine.tmp']
  const { folder } = await run({
    answer: ({ dir, write }) => {
      for (const path of places) {
        write(path, 'x')
        utimesSync(join(dir, path), 0, 0)
      }
      return writing({ 'deep/a': ONE })
    },
  })
  expect(places.map((path) => existsSync(join(folder.dir, path)))).toEqual([false, false, true])
})

test('a derived file that cannot be read is rebuilt, and what it held is kept', async () => {
  const { result, folder } = await run({
    layout: {
      derive: (memory) => ({ ...derived(memory), replacesUnreadable: [INDEX] }),
    },
    answer: ({ write }) => {
      write(INDEX, new Uint8Array([0xff, 0xfe]))
      return writing({ a: ONE })
    },
    onLock: ({ write }) => write(pathOf('b'), ONE),
  })
  expect(result).toMatchObject({
    written: [pathOf('a'), INDEX],
    notes: [
      expect.stringContaining('log/_index.txt could not be read and was rebuilt; what it held is kept in'),
    ],
  })
  expect(readFileSync(join(folder.dir, INDEX), 'utf8')).toBe('log/a.txt 1\nlog/b.txt 1\n')
})

test('more than three faults of a plan are counted', async () => {
  const { result } = await run({ answer: () => writing({ a: 'v\nw\nx\ny\nz\n' }) })
  const fault = (line: string): string => `log/a.txt:1 Unexpected line ${line} (line-form)`
  expect(result).toEqual({
    refusal: `This would break the memory: ${['v', 'w', 'x'].map(fault).join('; ')}; and 2 more`,
    help: 'Nothing was written. Write `- name text.`',
  })
})

describe('a root that git ignores on purpose', () => {
  const local: Partial<Layout> = {
    roots: () => [{ path: 'log', git: 'ignored', keeps: (path) => path === 'log/.gitignore' }],
  }

  test('keeps an ignore file that covers less, and a file that git has gets none', async () => {
    const [less, had] = [tempRepo(), tempRepo()]
    less.write('log/.gitignore', '*.bin\n')
    await run({ folder: less, layout: local, answer: () => writing({ a: ONE }) })
    expect(readFileSync(join(less.dir, 'log/.gitignore'), 'utf8')).toBe('*.bin\n')
    had.write(pathOf('a'), TWO)
    had.commit()
    const { result } = await run({ folder: had, layout: local, answer: () => writing({ a: ONE }) })
    expect(result).toMatchObject({ written: expect.arrayContaining([pathOf('a')]) })
    expect(existsSync(join(had.dir, 'log/.gitignore'))).toBe(false)
  })
})

describe('what is known of a file by its id', () => {
  /** A repository whose files git knows by their ids, however young the index is. */
  const committed = (): TempRepo => {
    const repo = tempRepo()
    for (const name of ['a', 'b']) {
      repo.write(pathOf(name), ONE)
      utimesSync(join(repo.dir, pathOf(name)), 1_700_000_000, 1_700_000_000)
    }
    repo.commit()
    return repo
  }

  test('is kept for the next process, and such a file is not read again', async () => {
    const folder = committed()
    const read: string[] = []
    const kinds = lineLog.kinds.map((kind) => ({
      ...kind,
      read: (source: Source) => {
        read.push(source.path)
        return kind.read?.(source) ?? {}
      },
    }))
    const story: Story = { folder, layout: { kinds }, answer: () => writing({}), options: { cache: true } }
    await run(story)
    expect(read.sort()).toEqual([pathOf('a'), pathOf('b')])
    await run(story)
    expect(read).toHaveLength(2)
  })

  test('does not count once the file is another: the plan is made again for it, and a group is left out', async () => {
    const folder = committed()
    const recent = recentReads()
    await run({ folder, answer: () => writing({}), options: { recent } })
    const { steps, files } = await run({
      folder,
      options: { recent },
      answer: ({ write }, n) => {
        if (n === 1) write(pathOf('a'), TWO)
        return writing({ a: `${TWO}- n${n} text.\n` })
      },
    })
    expect(steps.slice(0, 3)).toEqual(['read the memory', 'plan 1', 'plan 2'])
    expect(files.a).toBe(`${TWO}- n2 text.\n`)
    const { result } = await run({
      folder,
      options: {
        recent,
        progress: ({ text }) => {
          if (text === 'write') folder.write(pathOf('b'), '- edited text.\n')
        },
      },
      answer: () => ({
        text: '',
        data: {},
        groups: {
          plans: [planOf({ b: TWO })],
          settle: (failures) => writing({}, { text: JSON.stringify([...failures]) }),
        },
      }),
    })
    expect(result).toMatchObject({ text: '[[0,"it was changed meanwhile"]]', written: [] })
  })
})
