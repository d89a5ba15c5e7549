import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type FsPort, NODE_FS } from '../../src/files/fs-port.ts'
import type { ToolResult } from '../../src/run/tools/tool-request.ts'
import { runTool } from '../../src/run/tools.ts'
import { failure, wrappedFs } from '../helpers/faulty-fs.ts'
import { LONG } from '../helpers/runs.ts'
import { appendLine, INDEX, lineLog } from '../helpers/saving/line-log.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

const LOG = 'log/a.txt'
const OLD = { log: '- old text.\n', index: 'log/a.txt 1\n' }
const NEW = { log: '- old text.\n- new text.\n', index: 'log/a.txt 2\n' }

function scene(): string {
  const dir = tempFolder()
  mkdirSync(join(dir, 'log'))
  writeFileSync(join(dir, LOG), OLD.log)
  writeFileSync(join(dir, INDEX), OLD.index)
  return dir
}

function save(cwd: string, line: string, fs: FsPort = NODE_FS): Promise<ToolResult> {
  const options = { cwd, cache: false, today: '2026-06-01', ports: { fs } }
  return runTool({ tool: appendLine, layout: lineLog }, { log: 'a', line }, options)
}

function text(dir: string, path: string): string {
  return readFileSync(join(dir, path), 'utf8')
}

/** Holds one save on a failing disk, and the next one on a whole one, to what is promised. Returns how often it failed. */
async function holdsOn(isBroken: (call: number, name: keyof FsPort) => string | null): Promise<number> {
  const dir = scene()
  let [calls, failed] = [0, 0]
  const port = wrappedFs((name, call) => {
    calls += 1
    const code = isBroken(calls, name)
    if (code === null) return call()
    failed += 1
    if (name === 'closeSync') call()
    throw failure(code)
  })
  const result = await save(dir, 'new text.', port)
  const [log, index] = [text(dir, LOG), text(dir, INDEX)]
  expect([OLD.log, NEW.log]).toContain(log)
  expect([OLD.index, NEW.index]).toContain(index)
  if ('refusal' in result) expect([result.refusal, result.help]).not.toContain('')
  else {
    // What is said to be saved is saved, and what was not done beside it is said.
    expect(log).toBe(NEW.log)
    if (index === OLD.index) expect(result.notes.join('')).toContain(INDEX)
  }
  expect(await save(dir, 'next text.')).toHaveProperty('written')
  expect(text(dir, LOG)).toBe(`${log}- next text.\n`)
  expect(text(dir, INDEX)).toBe(`log/a.txt ${log === NEW.log ? 3 : 2}\n`)
  return failed
}

/** Every third call will do where time is short. */
const STEP = LONG ? 1 : 3

/** Runs a scene for every call that it makes, from the first on. */
async function atEveryCall(broken: (k: number) => Parameters<typeof holdsOn>[0], step = 1): Promise<number> {
  let k = 1
  while ((await holdsOn(broken(k))) > 0) k += step
  return k
}

describe('a save on a disk that fails', () => {
  test.each(LONG ? ['EIO', 'EROFS', 'EACCES'] : ['EIO'])(
    'once, at any call (%s): old or new bytes, and the error is told',
    async (code) => {
      const calls = await atEveryCall((k) => (call) => (call === k ? code : null), STEP)
      expect(calls).toBeGreaterThan(60)
    },
  )

  test.each([
    ['writeSync', 'ENOSPC'],
    ['fsyncSync', 'EIO'],
    ['renameSync', 'EIO'],
    ['linkSync', 'ENOSPC'],
    ['unlinkSync', 'EIO'],
  ] as const)('from the k-th %s on: the same', async (name, code) => {
    const broken = (k: number): Parameters<typeof holdsOn>[0] =>
      (() => {
        let seen = 0
        return (_, one) => {
          if (one === name) seen += 1
          return one === name && seen >= k ? code : null
        }
      })()
    expect(await atEveryCall(broken)).toBeGreaterThan(1)
  })
})

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
        'new text.',
        short(() => 1),
      ),
    ).toHaveProperty('written')
    expect([text(dir, LOG), text(dir, INDEX)]).toEqual([NEW.log, NEW.index])
  })

  test('and says that it took it all: the old files stay, and it is told', async () => {
    const dir = scene()
    const result = await save(
      dir,
      'new text.',
      short(
        (length) => length >> 1,
        (length) => length,
      ),
    )
    expect(result).toHaveProperty('refusal')
    expect([text(dir, LOG), text(dir, INDEX)]).toEqual([OLD.log, OLD.index])
    expect(readdirSync(join(dir, 'log')).sort()).toEqual(['_index.txt', 'a.txt'])
  })
})

test('what is written without git lies where a later git does not see it', async () => {
  const dir = scene()
  await save(dir, 'new text.')
  expect(readFileSync(join(dir, '.memkeep/.gitignore'), 'utf8')).toBe('*\n')
  expect(existsSync(join(dir, '.memkeep/memkeep/locks'))).toBe(true)
})
