import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { main } from '../../src/cli/main.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { runCheck } from '../../src/engine/check.ts'
import type { CheckResult } from '../../src/engine/check-request.ts'
import { diagnostic, reportOf } from '../reporters/sample-report.ts'
import { fakeIo } from './fake-io.ts'

vi.mock('../../src/engine/check.ts', () => ({ runCheck: vi.fn() }))
vi.mock('../../src/maintain/rebuild-index.ts', () => ({ runIndex: vi.fn() }))

const error = diagnostic()
const warning = diagnostic({ severity: 'warning', line: 9 })

function found(diagnostics: readonly Diagnostic[], changes: Partial<CheckResult> = {}): void {
  vi.mocked(runCheck).mockResolvedValue({
    report: reportOf(diagnostics),
    excerpts: async () => new Map([['memory/decisions.md', 'a\nb\nTag Big here\n']]),
    fixes: async () => new Map(),
    fixable: 0,
    fixedFiles: [],
    notes: [],
    ...changes,
  })
}

async function check(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const io = fakeIo()
  const code = await main(['check', ...argv], io)
  return { code, ...io.printed }
}

beforeEach(() => {
  vi.mocked(runCheck).mockReset()
  found([])
})

describe('what is asked for', () => {
  const defaults = {
    cwd: '/repo',
    paths: [],
    source: { kind: 'work-tree' },
    fix: false,
    cache: true,
    today: '2026-03-09',
    skip: [],
  }

  test.each([
    [[], {}],
    [['a', 'b/c'], { paths: ['a', 'b/c'] }],
    [['--', '--staged'], { paths: ['--staged'] }],
    [['-C', 'sub'], { cwd: '/repo/sub' }],
    [['--cwd', '/else'], { cwd: '/else' }],
    [['--config', 'm.yaml'], { config: 'm.yaml' }],
    [['--staged'], { source: { kind: 'staged' } }],
    [['--rev', 'HEAD~1'], { source: { kind: 'revision', revision: 'HEAD~1' } }],
    [['--staged', '--base', 'main'], { source: { kind: 'staged' }, base: 'main' }],
    [['--fix'], { fix: true }],
    [['--no-cache'], { cache: false }],
    [['--now', '2026-01-02'], { today: '2026-01-02' }],
    [['--parser', 'remark'], { parser: 'remark' }],
  ])('%j', async (argv, changes) => {
    await check(...argv)
    expect(vi.mocked(runCheck).mock.calls).toEqual([[{ ...defaults, ...changes }]])
  })

  test('flags of every command may come before the command', async () => {
    await main(['-C', 'sub', '--no-cache', 'check'], fakeIo())
    expect(runCheck).toHaveBeenCalledWith(expect.objectContaining({ cwd: '/repo/sub', cache: false }))
  })

  test('MEMKEEP_SKIP names rules that are left out', async () => {
    await main(['check'], fakeIo({ env: { MEMKEEP_SKIP: 'growth, entry-order,,' } }))
    expect(runCheck).toHaveBeenCalledWith(expect.objectContaining({ skip: ['growth', 'entry-order'] }))
  })
})

describe('the exit code', () => {
  test.each([
    [[], [], 0],
    [[error], [], 1],
    [[warning], [], 0],
    [[warning], ['--strict'], 1],
    [[], ['--strict'], 0],
    [[warning], ['--max-warnings', '1'], 0],
    [[warning, warning], ['--max-warnings', '1'], 1],
    [[warning], ['--quiet', '--max-warnings', '0'], 1],
    [[diagnostic({ severity: 'info' as const })], ['--strict', '--max-warnings', '0'], 0],
  ])('of %o with %j is %i', async (diagnostics, argv, code) => {
    found(diagnostics)
    expect((await check(...argv)).code).toBe(code)
  })

  test('is explained when the report alone does not', async () => {
    found([warning])
    expect((await check('--strict')).err).toBe('memkeep: 1 warning, and --strict allows none\n')
    expect((await check('--max-warnings', '0')).err).toBe('memkeep: 1 warning, more than --max-warnings 0\n')
    found([error, warning])
    expect((await check('--strict')).err).toBe('')
  })
})

describe('what is printed', () => {
  test('for people: findings with frames, remarks on standard error', async () => {
    found([error], { fixable: 1, notes: ['kept a copy of \u001b[31m'] })
    const { out, err } = await check()
    expect(out).toContain('       > 3 | Tag Big here\n           |     ^^^^\n')
    expect(out).toContain('1 can be fixed: memkeep check --fix')
    expect(err).toBe('memkeep: kept a copy of \\u001b[31m\n')
  })

  test.each([['--fix'], ['--staged'], ['--rev=HEAD']])('%s: no advice to fix', async (flag) => {
    found([error], { fixable: 1 })
    expect((await check(flag)).out).not.toContain('--fix')
  })

  test('--quiet: only what is listed is said to be fixable', async () => {
    found([error, { ...warning, fixable: true }], { fixable: 1 })
    expect((await check('--quiet')).out).not.toContain('--fix')
    found(
      [
        { ...error, fixable: true },
        { ...warning, fixable: true },
      ],
      { fixable: 2 },
    )
    expect((await check('--quiet')).out).toContain('1 can be fixed: memkeep check --fix')
  })

  test('no text is read when there is nothing to frame', async () => {
    const excerpts = vi.fn()
    found([diagnostic({ severity: 'info' })], { excerpts })
    expect((await check()).out).toContain('1 info')
    expect(excerpts).not.toHaveBeenCalled()
  })

  test('as JSON: one object and nothing else', async () => {
    found([error, warning], { fixable: 1, notes: ['a remark'] })
    const { out, err } = await check('--format', 'json')
    expect(JSON.parse(out)).toEqual(reportOf([error, warning]))
    expect(err).toBe('memkeep: a remark\n')
  })

  test('--quiet leaves what is no error out of JSON, and counts it', async () => {
    found([error, warning])
    const { diagnostics, summary } = JSON.parse((await check('--quiet', '--format=json')).out)
    expect(diagnostics).toEqual([error])
    expect(summary).toMatchObject({ errors: 1, warnings: 1 })
  })

  test('--base marks what is new', async () => {
    found([error])
    expect((await check('--base', 'main')).out).toMatch(/error {2}new {2}Unexpected/)
    expect((await check()).out).not.toMatch(/error {2}new/)
  })

  test('in colours on a terminal, unless a flag says otherwise', async () => {
    const terminal = fakeIo({ isTTY: true, columns: 80 })
    await main(['check'], terminal)
    expect(terminal.printed.out).toContain('\u001b[32m✔')
    const plain = fakeIo({ isTTY: true, columns: 80 })
    await main(['check', '--no-color'], plain)
    expect(plain.printed.out).toMatch(/^✔ /)
  })
})

describe('--output', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'memkeep-output-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('writes the report to a file, seen from --cwd, and prints nothing', async () => {
    found([error])
    const { code, out } = await check('--cwd', folder, '--output', 'report.json', '--format', 'json')
    expect([code, out]).toEqual([1, ''])
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toEqual(reportOf([error]))
  })

  test('that cannot be written is wrong use', async () => {
    const missing = join(folder, 'no', 'such', 'report.json')
    expect(await check('--output', missing)).toEqual({
      code: 2,
      out: '',
      err: `memkeep: cannot write ${missing}: the directory does not exist\n`,
    })
    expect((await check('--output', folder)).err).toBe(`memkeep: cannot write ${folder}: it is a directory\n`)
  })
})
