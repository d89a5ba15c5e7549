import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Tool } from '../../src/core/tool.ts'
import type { ToolOptions, ToolResult } from '../../src/run/tools/tool-request.ts'
import { runTool } from '../../src/run/tools.ts'
import { runs } from '../helpers/runs.ts'
import { bundleWorker } from '../helpers/saving/bundle.ts'
import { appendLine, INDEX, indexText, LINE, lineLog } from '../helpers/saving/line-log.ts'
import { repoAt, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const ROUNDS = runs(20, 1)
const SAVES = runs(200, 25)
const KILLS = runs(150, 10)
const WRITERS = 8

let worker: string

beforeAll(async () => {
  worker = await bundleWorker('save-worker')
})

type Writer = {
  readonly child: ChildProcess
  /** What it printed so far, whole lines. */
  readonly said: () => readonly string[]
  /** Until it has printed this many lines. */
  readonly after: (lines: number) => Promise<void>
  readonly end: Promise<void>
}

type Load = { readonly saves: number; readonly lock?: 'real' | 'none'; readonly slow?: number }

function startWriter(dir: string, name: string, { saves, lock = 'real', slow = 0 }: Load): Writer {
  const args = [worker, dir, name, String(saves), lock, String(slow)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const said = (): readonly string[] => text.split('\n').slice(0, -1)
  const end = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const after = async (lines: number): Promise<void> => {
    const enough = new Promise<void>((resolve) =>
      child.stdout.on('data', () => said().length >= lines && resolve()),
    )
    if (said().length < lines) await Promise.race([enough, end])
  }
  return { child, said, after, end }
}

async function allSave(dir: string, load: Load, writers = WRITERS): Promise<readonly string[]> {
  const all = Array.from({ length: writers }, (_, i) => startWriter(dir, `w${i}`, load))
  await Promise.all(all.map(({ end }) => end))
  return all.flatMap(({ said }) => said())
}

function linesOf(dir: string): readonly string[] {
  const path = join(dir, 'log/a.txt')
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
}

function nameOf(line: string): string {
  return line.split(' ')[1] ?? ''
}

/** Names that were said to be saved. */
function saved(said: readonly string[]): readonly string[] {
  return said.filter((line) => line.startsWith('SAVED ')).map(nameOf)
}

function save(dir: string, line: string, options: Partial<ToolOptions> = {}): Promise<ToolResult> {
  const all = { cwd: dir, cache: false, today: '2026-06-01', ...options }
  return runTool({ tool: appendLine, layout: lineLog }, { log: 'a', line }, all)
}

/** What lies in the folders where unfinished files and locks are. */
function litter(dir: string): readonly string[] {
  return ['.git/memkeep', '.memkeep/memkeep', 'log'].flatMap((folder) =>
    existsSync(join(dir, folder))
      ? readdirSync(join(dir, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
          /\.tmp$|\.lock/.test(name),
        )
      : [],
  )
}

test(`${WRITERS} processes that save into one file lose nothing and tear nothing`, {
  timeout: 1_200_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { dir } = tempRepo()
    const said = await allSave(dir, { saves: SAVES })
    expect(said.filter((line) => !line.startsWith('SAVED '))).toEqual([])
    const lines = linesOf(dir)
    expect(lines.filter((line) => !LINE.test(line))).toEqual([])
    expect(lines.map(nameOf).sort()).toEqual([...saved(said)].sort())
    expect(lines.length).toBe(WRITERS * SAVES)
    expect(readFileSync(join(dir, INDEX), 'utf8')).toBe(indexText([['log/a.txt', lines.length]]))
    expect(litter(dir)).toEqual([])
  }
})

test('the same with a lock that does nothing loses what was said to be saved, so the test can tell', async () => {
  const load = { saves: 5, slow: 5 }
  const [held, free] = [tempFolder(), tempFolder()]
  const lost = (dir: string, said: readonly string[]): readonly string[] => {
    const there = new Set(linesOf(dir).map(nameOf))
    return saved(said).filter((name) => !there.has(name))
  }
  const [saidHeld, saidFree] = [
    await allSave(held, load, 3),
    await allSave(free, { ...load, lock: 'none' }, 3),
  ]
  expect(saved(saidHeld)).toHaveLength(15)
  expect(lost(held, saidHeld)).toEqual([])
  expect(lost(free, saidFree).length).toBeGreaterThan(0)
})

test('two writers that are killed at random moments lose nothing that they said was saved', {
  timeout: 1_200_000,
}, async () => {
  const { dir } = tempRepo()
  const said: string[] = []
  for (let round = 0; round < KILLS; round += 1) {
    const writers = ['a', 'b'].map((name) => startWriter(dir, `${name}${round}`, { saves: 100_000 }))
    await Promise.all(writers.map(({ after }) => after(1)))
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
    for (const { child } of writers) child.kill('SIGKILL')
    await Promise.all(writers.map(({ end }) => end))
    said.push(...writers.flatMap((one) => one.said()))
    const lines = linesOf(dir)
    expect(lines.filter((line) => !LINE.test(line))).toEqual([])
    expect(new Set(lines).size).toBe(lines.length)
    const there = new Set(lines.map(nameOf))
    expect(saved(said).filter((name) => !there.has(name))).toEqual([])
    expect(said.filter((line) => line.startsWith('REFUSED'))).toEqual([])
    // Whoever comes next waits for no dead one, and leaves both files right.
    expect(await save(dir, `next-${round} end.`)).toHaveProperty('written')
    const after = linesOf(dir).length
    expect(after).toBe(lines.length + 1)
    expect(readFileSync(join(dir, INDEX), 'utf8')).toBe(indexText([['log/a.txt', after]]))
  }
  repoAt(dir).git('add', '--all')
  expect(repoAt(dir).git('ls-files')).toBe('log/_index.txt\nlog/a.txt')
})

describe('a save', () => {
  test('writes the log and what follows from it, in a repository and in a plain folder', async () => {
    for (const dir of [tempRepo().dir, tempFolder()]) {
      const result = await save(dir, 'one text.')
      expect(result).toEqual({
        text: 'log/a.txt\n- one text.\n',
        data: { lines: 1 },
        written: ['log/a.txt', INDEX],
        plan: new Map([
          ['log/a.txt', { before: null, after: '- one text.\n' }],
          [INDEX, { before: null, after: 'log/a.txt 1\n' }],
        ]),
        notes: [],
      })
      expect(readFileSync(join(dir, INDEX), 'utf8')).toBe('log/a.txt 1\n')
      expect(litter(dir)).toEqual([])
    }
  })

  test('that breaks a rule is refused in the rule’s words, and nothing is written', async () => {
    const { dir, write } = tempRepo()
    write('log/a.txt', '- there text.\n')
    const result = await save(dir, 'one\ntwo')
    expect(result).toMatchObject({
      refusal: expect.stringContaining('(line-form)'),
      help: expect.stringContaining('Write `- name text.`'),
    })
    expect(readFileSync(join(dir, 'log/a.txt'), 'utf8')).toBe('- there text.\n')
    expect(existsSync(join(dir, INDEX))).toBe(false)
  })

  test('is not kept from what was wrong before', async () => {
    const { dir, write } = tempRepo()
    write('log/a.txt', 'wrong before\n')
    expect(await save(dir, 'one text.')).toHaveProperty('written')
  })

  test('is not written to a file that cannot be read', async () => {
    const { dir, write } = tempRepo()
    const bytes = Buffer.from([0x2d, 0xff, 0xfe, 0x0a])
    write('log/a.txt', bytes)
    expect(await save(dir, 'one text.')).toMatchObject({ refusal: expect.stringContaining('cannot be read') })
    expect(readFileSync(join(dir, 'log/a.txt'))).toEqual(bytes)
  })

  test('is not written to where git ignores it', async () => {
    const { dir, write } = tempRepo()
    write('.gitignore', 'log/a.txt\n')
    expect(await save(dir, 'one text.')).toMatchObject({ refusal: expect.stringContaining('git ignores') })
    write('log/a.txt', '- hidden text.\n')
    expect(await save(dir, 'one text.')).toHaveProperty('refusal')
    expect(readFileSync(join(dir, 'log/a.txt'), 'utf8')).toBe('- hidden text.\n')
  })

  test('rebuilds what a crash left stale', async () => {
    const { dir, write } = tempRepo()
    await save(dir, 'one text.')
    write('log/a.txt', '- one text.\n- two text.\n')
    expect(await save(dir, 'three text.')).toMatchObject({ written: ['log/a.txt', INDEX] })
    expect(readFileSync(join(dir, INDEX), 'utf8')).toBe('log/a.txt 3\n')
  })

  test('of a dry run writes nothing, and takes no lock', async () => {
    const { dir } = tempRepo()
    const options = { cwd: dir, cache: false, today: '2026-06-01' }
    const args = { log: 'a', line: 'one text.', dry_run: true }
    const result = await runTool({ tool: appendLine, layout: lineLog }, args, options)
    expect(result).toMatchObject({ text: 'log/a.txt\n- one text.\n', written: [] })
    expect(readdirSync(dir)).toEqual(['.git'])
    expect(existsSync(join(dir, '.git/memkeep'))).toBe(false)
  })

  test('sees what was written since, when it is the same process', async () => {
    const { dir, write } = tempRepo()
    const { recentFacts } = await import('../../src/run/recent-facts.ts')
    const recent = recentFacts()
    await save(dir, 'one text.', { recent })
    write('log/b.txt', '- b text.\n')
    await save(dir, 'two text.', { recent })
    expect(readFileSync(join(dir, INDEX), 'utf8')).toBe('log/a.txt 2\nlog/b.txt 1\n')
  })

  test('by a tool that looks at one part sees the documents of no other', async () => {
    const { dir, write } = tempRepo()
    write('log/a/x.txt', '- one text.\n')
    write('log/b/x.txt', '- b text.\n')
    const layout = { ...lineLog, partOf: (path: string) => path.split('/')[1] ?? '' }
    const seen: string[][] = []
    const tool: Tool = {
      ...appendLine,
      parts: () => (part) => part === 'a',
      run: (input) => {
        seen.push(input.memory.documents.map(({ path }) => path))
        return appendLine.run(input)
      },
    }
    const options = { cwd: dir, cache: false, today: '2026-06-01' }
    const result = await runTool({ tool, layout }, { log: 'a/x', line: 'two text.' }, options)
    expect(result).toHaveProperty('written')
    expect(seen).toEqual([['log/a/x.txt']])
  })

  test.each([
    [{}, 'Missing parameter "line"'],
    [{ log: 'a', line: 7 }, 'line: Unexpected 7, expected text'],
    [{ log: 'a', line: 'x'.repeat(2001) }, 'at most 2000 characters'],
    [{ log: 'a', lines: 'x', line: 'y' }, 'Unexpected key "lines"'],
    [{ log: 'a', line: 'x'.repeat(2_000_000) }, 'expected at most 1048576'],
    [[], 'expected an object'],
    ['text', 'expected an object'],
    [7n, 'expected an object'],
  ])('with arguments that do not fit says what fits: %#', async (args, message) => {
    const { dir } = tempRepo()
    const result = await runTool({ tool: appendLine, layout: lineLog }, args, {
      cwd: dir,
      cache: false,
      today: '2026-06-01',
    })
    expect(result).toMatchObject({ refusal: expect.stringContaining(message) })
  })

  test('by a tool that throws is a refusal, not a crash', async () => {
    const { dir } = tempRepo()
    const tool = {
      ...appendLine,
      run: () => {
        throw new TypeError('bad')
      },
    }
    const result = await runTool(
      { tool, layout: lineLog },
      { log: 'a', line: 'x' },
      { cwd: dir, cache: false, today: '2026-06-01' },
    )
    expect(result).toEqual({ refusal: 'append_line failed: bad', help: expect.stringContaining('defect') })
  })

  test('where there is no folder, or settings are wrong, says what to do', async () => {
    expect(await save(join(tempFolder(), 'none'), 'x y.')).toMatchObject({
      refusal: expect.stringContaining('no directory'),
    })
    const { dir, write } = tempRepo()
    write('memkeep.yaml', 'rules: 7\n')
    expect(await save(dir, 'x y.')).toHaveProperty('refusal')
  })

  test('waits for its lock and names who holds it', async () => {
    const { dir } = tempRepo()
    const takeLock: NonNullable<ToolOptions['ports']>['takeLock'] = async (path) => {
      const real = await import('../../src/files/lock.ts')
      await real.takeLock(path)
      return real.takeLock(path, { patience: 20 })
    }
    const result = await save(dir, 'one text.', { ports: { takeLock } })
    expect(result).toMatchObject({ refusal: expect.stringContaining(`process ${process.pid}`) })
    expect(linesOf(dir)).toEqual([])
  })

  test('that loses its lock writes nothing', async () => {
    const { dir } = tempRepo()
    const takeLock = async () => ({ isOurs: () => false, release: () => null })
    const result = await save(dir, 'one text.', { ports: { takeLock } })
    expect(result).toMatchObject({ refusal: expect.stringContaining('the lock was taken away') })
    expect(existsSync(join(dir, 'log/a.txt'))).toBe(false)
  })

  test('plans anew when an editor was quicker', async () => {
    const { dir } = tempRepo()
    await save(dir, 'one text.')
    let edits = 0
    const takeLock: NonNullable<ToolOptions['ports']>['takeLock'] = async () => ({
      isOurs: () => {
        if (edits === 0) writeFileSync(join(dir, 'log/a.txt'), '- edited text.\n')
        edits += 1
        return true
      },
      release: () => null,
    })
    expect(await save(dir, 'two text.', { ports: { takeLock } })).toHaveProperty('written')
    expect(linesOf(dir)).toEqual(['- edited text.', '- two text.'])
    expect(readFileSync(join(dir, INDEX), 'utf8')).toBe('log/a.txt 2\n')
  })
})
