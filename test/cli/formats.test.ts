import { beforeEach, describe, expect, test, vi } from 'vitest'
import { REPORT_FORMATS } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { main } from '../../src/cli/main.ts'
import { operationUse } from '../../src/cli/operations/operation-command.ts'
import { runCheck } from '../../src/engine/check.ts'
import { verifyMergeCommit } from '../../src/merge/verify-merge.ts'
import { diagnostic, reportOf } from '../reporters/sample-report.ts'
import { fakeIo } from './fake-io.ts'

vi.mock('../../src/engine/check.ts', () => ({ runCheck: vi.fn() }))
vi.mock('../../src/merge/verify-merge.ts', () => ({ verifyMergeCommit: vi.fn() }))

const error = diagnostic({ fixable: true })
const warning = diagnostic({ severity: 'warning', rule: 'growth' })
const fixes = vi.fn()

beforeEach(() => {
  fixes.mockReset()
  fixes.mockResolvedValue(new Map([[error, [{ place: error, text: 'big' }]]]))
  vi.mocked(runCheck).mockResolvedValue({
    report: reportOf([error, warning]),
    excerpts: async () => new Map(),
    fixes,
    fixable: 1,
    fixedFiles: [],
    notes: ['a remark'],
  })
})

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const io = fakeIo()
  const code = await main(argv, io)
  return { code, ...io.printed }
}

describe('a check in each format', () => {
  const STARTS = {
    stylish: /^memory\/decisions\.md\n/,
    json: /^\{"version":1,"diagnostics":\[/,
    sarif: /^\{"\$schema":"[^"]+","version":"2\.1\.0","runs":\[/,
    github: /^::error title=entry-tags,file=/,
    junit: /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites /,
    gitlab: /^\[\{"description":/,
    markdown: /^\*\*✖ memkeep: 1 error, 1 warning in /,
  }

  test.each(REPORT_FORMATS)('%s: all on standard output, exit code as ever', async (format) => {
    const { code, out, err } = await run('check', '--format', format)
    expect(code).toBe(1)
    expect(out).toMatch(STARTS[format])
    expect(out.endsWith('\n')).toBe(true)
    expect(err).toBe('memkeep: a remark\n')
  })

  test.each(REPORT_FORMATS)(
    '%s: fixes are worked out only where there is a place for them',
    async (format) => {
      const { out } = await run('check', '--format', format)
      expect(fixes.mock.calls).toEqual(format === 'sarif' ? [[[error, warning]]] : [])
      expect(out.includes('"insertedContent":{"text":"big"}')).toBe(format === 'sarif')
    },
  )

  test('--quiet and --base mean what they mean elsewhere', async () => {
    const { out } = await run('check', '--format', 'sarif', '--quiet', '--base', 'main')
    const { results } = JSON.parse(out).runs[0]
    expect(results.map((one: { baselineState: string }) => one.baselineState)).toEqual(['new'])
    expect((await run('check', '--format', 'github', '--quiet')).out).not.toContain('::warning')
  })
})

describe('a merge that is none, in each format', () => {
  test.each(REPORT_FORMATS)('%s', async (format) => {
    vi.mocked(verifyMergeCommit).mockResolvedValue({ parents: 1, check: null })
    const said = 'HEAD has one parent: nothing was merged\n'
    const { code, out, err } = await run('verify-merge', '--format', format)
    expect(code).toBe(0)
    expect(format === 'stylish' ? out : err).toBe(format === 'stylish' ? said : `memkeep: ${said}`)
    if (format === 'gitlab') expect(out).toBe('[]\n')
    expect(out).not.toBe('')
  })
})

describe('an outcome that is no report', () => {
  const others = COMMANDS.filter(({ formats }) => !formats).map(({ name }) => name)

  test('is that of every command but these', () => {
    expect(COMMANDS.filter(({ formats }) => formats).map(({ name }) => name)).toEqual([
      'check',
      'hook',
      'verify-merge',
      'merge-reports',
      'report',
      'ci',
    ])
  })

  test.each(others)('%s refuses a format that it does not have, before it does anything', async (name) => {
    const operation = COMMANDS.find((one) => one.name === name)?.operation
    const taken = operation ? operationUse(operation).flags.filter(({ isArgument }) => isArgument) : []
    const args =
      name === 'merge-driver'
        ? ['a', 'b', 'c', 'd']
        : ['archive', 'find', 'tool'].includes(name)
          ? ['a']
          : name === 'rename-tag'
            ? ['a', 'b']
            : taken.map(() => 'a')
    for (const format of ['sarif', 'github', 'junit', 'gitlab', 'markdown']) {
      expect(await run(...name.split(' '), ...args, '--format', format)).toEqual({
        code: 2,
        out: '',
        err: `memkeep: ${name} has no --format ${format}\n  → It has stylish, json.\n`,
      })
    }
  })
})
