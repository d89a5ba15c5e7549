import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { UserError } from '../../src/core/messages.ts'
import { runCheck } from '../../src/engine/check.ts'
import { obeyedCommands } from '../helpers/runner-commands.ts'
import { runs } from '../helpers/runs.ts'
import { FORBIDDEN, hostileText } from '../reporters/hostile-text.ts'
import { fakeIo } from './fake-io.ts'

vi.mock('../../src/engine/check.ts', () => ({ runCheck: vi.fn() }))
vi.mock('../../src/maintain/rebuild-index.ts', () => ({ runIndex: vi.fn() }))

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const io = fakeIo()
  const code = await main(argv, io)
  return { code, ...io.printed }
}

beforeEach(() => {
  vi.mocked(runCheck).mockReset()
})

describe('answers', () => {
  test.each([['-V'], ['--version']])('%s prints the version', async (flag) => {
    expect(await run(flag)).toEqual({ code: 0, out: '0.0.0-source\n', err: '' })
  })

  test('--help names every command and the exit codes', async () => {
    const { code, out, err } = await run('--help')
    expect([code, err]).toEqual([0, ''])
    for (const part of ['check [', 'index [', 'explain [', '--max-warnings <n>', 'Exit codes: 0 clean']) {
      expect(out).toContain(part)
    }
  })

  test('--help of a command has its own flags and those of every command', async () => {
    const { code, out } = await run('check', '--help')
    expect(code).toBe(0)
    expect(out).toContain('--staged')
    expect(out).toContain('--cwd <dir>')
    expect((await run('index', '--help')).out).not.toContain('--staged')
  })

  test('--help says of a flag what it does for that command', async () => {
    const context = (await run('context', '--help')).out.replaceAll(/\s+/g, ' ')
    expect(context).toContain('only what has any of these tags')
    expect(context).not.toContain('the tags of the entry')
    const save = (await run('save', '--help')).out.replaceAll(/\s+/g, ' ')
    expect(save).toContain('the tags of the entry')
    expect(save).not.toContain('only what has')
  })
})

describe('wrong use is one line on standard error, a hint where there is one, and exit 2', () => {
  test.each([
    [['chek'], "unknown command 'chek'\n  → Did you mean check?"],
    [['check', '--stagd'], "unknown option '--stagd'\n  → Did you mean --staged?"],
    [['check', '--quiett'], "unknown option '--quiett'\n  → Did you mean --quiet?"],
    [['check', '--staged', '--rev', 'HEAD'], "option '--staged' cannot be used with option '--rev <rev>'"],
    [['check', '--fix', '--rev', 'HEAD'], "option '--rev <rev>' cannot be used with option '--fix'"],
    [['check', '--rev'], "option '--rev <rev>' argument missing"],
    [['check', '--check'], "unknown option '--check'"],
    [['index', 'path'], "too many arguments for 'index'\n  → Expected 0 arguments but got 1."],
    [
      ['check', '--format', 'xml'],
      "option '--format <name>' argument 'xml' is invalid\n  → Allowed choices are stylish, json, sarif, github, junit, gitlab, markdown, html.",
    ],
    [
      ['check', '--max-warnings', '-1'],
      "option '--max-warnings <n>' argument '-1' is invalid\n  → Expected a whole number.",
    ],
    [
      ['check', '--now', '2026-02-30'],
      "option '--now <date>' argument '2026-02-30' is invalid\n  → Expected a calendar date, YYYY-MM-DD, or an instant, YYYY-MM-DDTHH:MM:SSZ.",
    ],
  ])('%j', async (argv, message) => {
    expect(await run(...argv)).toEqual({ code: 2, out: '', err: `memkeep: ${message}\n` })
    expect(runCheck).not.toHaveBeenCalled()
  })
})

describe('failures', () => {
  test('a user error is its message and what to do', async () => {
    vi.mocked(runCheck).mockRejectedValue(new UserError('no memory found', 'Look elsewhere.'))
    expect(await run('check')).toEqual({
      code: 2,
      out: '',
      err: 'memkeep: no memory found\n  → Look elsewhere.\n',
    })
  })

  test('a user error without a hint is one line', async () => {
    vi.mocked(runCheck).mockRejectedValue(new UserError('not here'))
    expect((await run('check')).err).toBe('memkeep: not here\n')
  })

  test('--debug adds the stack and the cause', async () => {
    vi.mocked(runCheck).mockRejectedValue(new UserError('not here', '', new Error('the reason')))
    const { code, err } = await run('check', '--debug')
    expect(code).toBe(2)
    expect(err).toMatch(/^memkeep: not here\n\| UserError: not here\n\| +at /)
    expect(err).toContain('| caused by Error: the reason\n')
  })

  test.each([[new TypeError('x is not a function')], ['a thrown string']])('%s is a bug', async (thrown) => {
    vi.mocked(runCheck).mockRejectedValue(thrown)
    const { code, out, err } = await run('check')
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('this is a bug, please report it')
    expect(err).toContain(`| ${String(thrown)}\n`)
  })

  test('no text of one is a command', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, fc.boolean(), async (message, hint, isBug) => {
        vi.mocked(runCheck).mockRejectedValue(isBug ? new Error(message) : new UserError(message, hint))
        const { err } = await run('check', '--debug')
        expect(err).not.toMatch(FORBIDDEN)
        expect(err).not.toMatch(/^\s*::|##\[/m)
        expect(obeyedCommands(err)).toEqual([])
      }),
      { numRuns: runs(500) },
    )
  })

  test('a hostile argument is escaped', async () => {
    expect((await run('\u001b[31m')).err).toBe("memkeep: unknown command '\\u001b[31m'\n")
  })
})
