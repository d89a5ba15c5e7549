import { describe, expect, test, vi } from 'vitest'
import { ruleCatalogue } from '../../src/cli/explain.ts'
import { main } from '../../src/cli/main.ts'
import { obeyedCommands } from '../helpers/runner-commands.ts'
import { FORBIDDEN } from '../reporters/hostile-text.ts'
import { fakeIo } from './fake-io.ts'

vi.mock('../../src/engine/check.ts', () => ({ runCheck: vi.fn() }))
vi.mock('../../src/maintain/rebuild-index.ts', () => ({ runIndex: vi.fn() }))

async function explain(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const io = fakeIo()
  const code = await main(['explain', ...argv], io)
  return { code, ...io.printed }
}

describe.each(ruleCatalogue().map((one) => [one.rule.id, one] as const))(
  'explain %s',
  (id, { rule, layout }) => {
    test('says all that the rule says of itself', async () => {
      const { code, out, err } = await explain(id)
      expect([code, err]).toEqual([0, ''])
      expect(out).toMatch(new RegExp(`^${id}  ${(rule.severities ?? [rule.severity]).join(' or ')} · `))
      const flat = out.replace(/\n {2}/g, '\n')
      for (const text of [rule.summary, rule.why, rule.howToFix, layout ?? 'every layout'])
        expect(flat).toContain(text)
    })

    test('prints nothing raw, and nothing that a log reader obeys', async () => {
      const { out } = await explain(id)
      expect(out).not.toMatch(FORBIDDEN)
      expect(out).not.toMatch(/^\s*::|##\[/m)
      expect(obeyedCommands(out)).toEqual([])
    })
  },
)

test('how to suppress what is at line 1, above which no comment fits', async () => {
  const { out } = await explain('plan-file-name')
  expect(out).toContain(
    'In front matter or YAML, line 1 too: # memkeep-disable plan-file-name -- why as the first line.',
  )
  expect((await explain('internal')).out).not.toContain('memkeep-disable')
})

test('without a rule every rule is listed once', async () => {
  const { code, out } = await explain()
  expect(code).toBe(0)
  for (const { rule } of ruleCatalogue()) {
    const severity = (rule.severities ?? [rule.severity]).join(' or ')
    expect(out.match(new RegExp(`^  ${rule.id} +${severity} `, 'gm'))).toHaveLength(1)
  }
})

test('a rule that does not exist is wrong use, with the nearest one', async () => {
  const said = { code: 2, out: '', err: 'memkeep: unknown rule entry-tag\n  → Did you mean entry-tags?\n' }
  expect(await explain('entry-tag')).toEqual(said)
})

test('a rule like no other is wrong use, without a guess', async () => {
  expect((await explain('q')).err).toBe('memkeep: unknown rule q\n  → memkeep explain lists every rule.\n')
})

test('as JSON', async () => {
  const rule = JSON.parse((await explain('syntax', '--format', 'json')).out)
  expect(Object.keys(rule)).toEqual([
    'id',
    'summary',
    'why',
    'fix',
    'severity',
    'fixable',
    'layout',
    'kinds',
    'example',
  ])
  const list = JSON.parse((await explain('--format', 'json')).out)
  expect(list).toContainEqual(rule)
  expect(list).toHaveLength(ruleCatalogue().length)
})

test('on a terminal no prose is wider than it, and the list puts sentences below their rules', async () => {
  const terminal = async (...argv: string[]): Promise<string[]> => {
    const io = fakeIo({ isTTY: true, columns: 80, env: { NO_COLOR: '1' } })
    expect(await main(['explain', ...argv], io)).toBe(0)
    return io.printed.out.split('\n')
  }
  for (const { rule } of ruleCatalogue()) {
    const lines = await terminal(rule.id)
    const prose = lines.slice(1, lines.indexOf('Not accepted'))
    expect(prose.filter((line) => line.length > 80)).toEqual([])
    expect(prose.join(' ').replaceAll(/ +/g, ' ')).toContain(rule.why.replaceAll(/ +/g, ' '))
  }
  const list = await terminal()
  expect(list.filter((line) => line.length > 80)).toEqual([])
  const at = list.findIndex((line) => line.startsWith('  growth '))
  expect(list.slice(at, at + 2)).toEqual([
    '  growth                 warning',
    '      A decisions or lessons file holds no more entries than `growth.threshold`,',
  ])
})
