import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../src/core/operation.ts'
import type { OperationOptions, OperationResult } from '../../src/operations/operation-call.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { appendLine, INDEX, lineLog } from '../helpers/saving/line-log.ts'
import { tempFolder, tempRepo } from '../helpers/temp-repo.ts'

function linesOf(dir: string): readonly string[] {
  const path = join(dir, 'log/a.txt')
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
}

function save(dir: string, line: string, options: Partial<OperationOptions> = {}): Promise<OperationResult> {
  const all = { cwd: dir, cache: false, today: '2026-06-01', ...options }
  return runOperation({ operation: appendLine, layout: lineLog }, { log: 'a', line }, all)
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

describe('a save', () => {
  test('writes the log and what follows from it, in a repository and in a plain folder', async () => {
    for (const dir of [tempRepo().dir, tempFolder()]) {
      const result = await save(dir, 'one text.')
      expect(result).toEqual({
        text: 'log/a.txt\n- one text.\n',
        data: { lines: 1 },
        written: ['log/a.txt', INDEX],
        plan: new Map([
          ['log/a.txt', { path: 'log/a.txt', before: null, after: '- one text.\n' }],
          [INDEX, { path: INDEX, before: null, after: 'log/a.txt 1\n' }],
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
    const result = await runOperation({ operation: appendLine, layout: lineLog }, args, options)
    expect(result).toMatchObject({ text: 'log/a.txt\n- one text.\n', written: [] })
    expect(readdirSync(dir)).toEqual(['.git'])
    expect(existsSync(join(dir, '.git/memkeep'))).toBe(false)
  })

  test('sees what was written since, when it is the same process', async () => {
    const { dir, write } = tempRepo()
    const { recentReads } = await import('../../src/operations/operation-call.ts')
    const recent = recentReads()
    await save(dir, 'one text.', { recent })
    write('log/b.txt', '- b text.\n')
    await save(dir, 'two text.', { recent })
    expect(readFileSync(join(dir, INDEX), 'utf8')).toBe('log/a.txt 2\nlog/b.txt 1\n')
  })

  test('by a tool that looks at one part sees the documents of no other', async () => {
    const { dir, write } = tempRepo()
    write('log/a/x.txt', '- one text.\n')
    write('log/b/x.txt', '- b text.\n')
    const layout = { ...lineLog, parts: { of: (path: string) => path.split('/')[1] ?? '' } }
    const seen: string[][] = []
    const operation: Operation = {
      ...appendLine,
      parts: () => (part) => part === 'a',
      plan: (input) => {
        seen.push(input.memory.documents.map(({ path }) => path))
        return appendLine.plan(input)
      },
    }
    const options = { cwd: dir, cache: false, today: '2026-06-01' }
    const result = await runOperation({ operation, layout }, { log: 'a/x', line: 'two text.' }, options)
    expect(result).toHaveProperty('written')
    expect(seen).toEqual([['log/a/x.txt']])
  })

  test.each([
    [{}, 'Missing parameter "line"'],
    [{ log: 'a', line: 7 }, 'line: The value is 7, it should be text'],
    [{ log: 'a', line: 'x'.repeat(2001) }, '2001 characters, and at most 2000 are'],
    [{ log: 'a', lines: 'x', line: 'y' }, 'The key "lines" is unknown'],
    [{ log: 'a', line: 'x'.repeat(2_000_000) }, '2000000 characters, and at most 2000 are'],
    [{ log: 'a', text: 'x'.repeat(2_000_000) }, 'and at most 1048576 are allowed'],
    [[], 'are not an object'],
    ['text', 'are not an object'],
    [7n, 'are not an object'],
  ])('with arguments that do not fit says what fits: %#', async (args, message) => {
    const { dir } = tempRepo()
    const result = await runOperation({ operation: appendLine, layout: lineLog }, args, {
      cwd: dir,
      cache: false,
      today: '2026-06-01',
    })
    expect(result).toMatchObject({ refusal: expect.stringContaining(message) })
  })

  test('by a tool that throws is a refusal, not a crash', async () => {
    const { dir } = tempRepo()
    const operation: Operation = {
      ...appendLine,
      plan: () => {
        throw new TypeError('bad')
      },
    }
    const result = await runOperation(
      { operation, layout: lineLog },
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
    const takeLock: NonNullable<OperationOptions['ports']>['takeLock'] = async (path) => {
      const real = await import('../../src/fs/lock.ts')
      await real.takeLock(path)
      return real.takeLock(path, { patience: 20 })
    }
    const result = await save(dir, 'one text.', { ports: { takeLock } })
    const holder = /^another call of this process is saving, and holds the lock [\da-f]+\.lock$/
    expect(result).toMatchObject({
      refusal: expect.stringMatching(holder),
      help: expect.stringMatching(/^Wait, /),
    })
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
    const takeLock: NonNullable<OperationOptions['ports']>['takeLock'] = async () => ({
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
