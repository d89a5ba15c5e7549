import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { safePath, safeText } from '../../src/core/messages.ts'
import { github } from '../../src/reporters/github.ts'
import { type RunnerCommand, runnerCommands } from '../helpers/runner-commands.ts'
import { HOSTILE_TIMEOUT } from '../helpers/runs.ts'
import { hostileReport } from './hostile-findings.ts'
import { diagnostic, reportOf } from './sample-report.ts'
import { sharedReport } from './shared-report.ts'
import { tried } from './tried.ts'

const isError = ({ severity }: Diagnostic): boolean => severity === 'error'
const REST = { rest: 'in the summary', markNew: false, fails: isError }

describe('annotations', () => {
  test('of every kind of finding', () => {
    expect(github(sharedReport, REST).split('\n')).toEqual([
      '::error title=unreadable::Gone%0AWrite `big`.',
      expect.stringMatching(
        /^::error title=no-hidden-text::a b\/%250A,c:d\/::error::x\\u001b\[31m\\u202e\\u000a##\\u005bgroup\]`<b>/,
      ),
      '::error title=entry-tags,file=memory/über & out/a%2Cb.md,line=3,endLine=3,col=5,endColumn=9::Unexpected tag `Big`, expected lower case%0AWrite `big`.',
      '::error title=entry-tags,file=memory/decisions.md,line=3,endLine=3,col=5,endColumn=9::Unexpected tag `Big`, expected lower case%0AWrite `big`.',
      '::warning title=growth,file=memory/decisions.md,line=7,endLine=8::Unexpected tag `Big`, expected lower case',
      '::notice title=entry-order,file=memory/decisions.md,line=9,endLine=9,col=5,endColumn=9::100%25 of it, at last: done.%0AWrite `big`.',
      'memkeep: 4 errors, 1 warning, 1 info in 2 documents',
      '',
    ])
  })

  test('are ten of each kind, new ones first, and the rest is counted', () => {
    const many = (count: number, changes: Partial<Diagnostic>): Diagnostic[] =>
      [...Array(count).keys()].map((i) => diagnostic({ line: i + 1, endLine: i + 1, ...changes }))
    const report = reportOf([
      ...many(9, { new: false, path: 'a.md' }),
      ...many(5, { path: 'b.md' }),
      ...many(11, { severity: 'warning' }),
      ...many(10, { severity: 'info' }),
    ])
    const output = github(report, REST)
    const commands = runnerCommands(output)
    expect(commands.map(({ name }) => name)).toEqual([
      ...Array(10).fill('error'),
      ...Array(10).fill('warning'),
      ...Array(10).fill('notice'),
    ])
    expect(commands.slice(0, 10).map(({ properties: { file, line } }) => `${file}:${line}`)).toEqual([
      ...[1, 2, 3, 4, 5].map((line) => `b.md:${line}`),
      ...[1, 2, 3, 4, 5].map((line) => `a.md:${line}`),
    ])
    expect(output.split('\n').at(-2)).toBe(
      'memkeep: 14 errors, 11 warnings, 10 infos in 2 documents; 5 more in the summary: 4 errors, 1 warning',
    )
  })

  test('say what is new, and nothing old is red that fails no run', () => {
    const fails = (one: Diagnostic): boolean => isError(one) && (one.new || one.rule === 'unreadable')
    const old = { new: false, path: '.', help: '' }
    const found = [
      diagnostic({ ...old, message: 'A' }),
      diagnostic({ ...old, path: 'b', rule: '', severity: 'warning', message: 'B' }),
      diagnostic({ ...old, path: '=', message: 'C' }),
      diagnostic({ ...old, rule: 'unreadable', message: 'D' }),
      diagnostic({ path: '.', message: 'E', help: '' }),
      diagnostic({ path: '.', severity: 'info', message: 'F', help: '' }),
    ]
    const lines = github(reportOf(found), { rest: '', markNew: true, fails }).split('\n')
    expect(lines).toEqual([
      '::error title=entry-tags (new)::E',
      '::error title=unreadable::D',
      '::notice title=entry-tags (new)::F',
      '::notice title=entry-tags::Was there before: A',
      '::notice title=entry-tags::Was there before: =:3: C',
      '::notice file=b,line=3,endLine=3,col=5,endColumn=9::Was there before: B',
      'memkeep: 1 new error (it fails this run), 1 new info; 3 old errors (1 of them fails this run), 1 old warning in 2 documents',
      '',
    ])
    const all = github(reportOf(found.slice(0, 3)), { rest: '', markNew: true, fails: isError }).split('\n')
    expect(all.at(-2)).toBe('memkeep: 2 old errors (they fail this run), 1 old warning in 2 documents')
  })

  test('of nothing are one line', () => {
    expect(github(reportOf([]), REST)).toBe('memkeep: nothing to report in 2 documents\n')
  })

  test('are far shorter than what the runner cuts', () => {
    const long = '::%\n'.repeat(20_000)
    const output = github(reportOf([diagnostic({ message: long, help: long })]), REST)
    const [command] = runnerCommands(output)
    expect(command?.data.length).toBe(2_001)
    expect(command?.data.split('\n').map((line) => line.at(-1))).toEqual(['…', '…'])
  })
})

/** What the runner must understand of a finding: said without the reporter's code. */
function meant({
  path,
  line,
  endLine,
  column,
  endColumn,
  rule,
  severity,
  ...said
}: Diagnostic): RunnerCommand {
  const isShown = path !== '.' && path !== '' && !path.startsWith('=') && safeText(path) === path
  const title = safeText(rule).trim()
  const numbers = { line, endLine, ...(line === endLine ? { col: column, endColumn } : {}) }
  const place = Object.entries(numbers).map(([name, value]) => [name, String(value)])
  const text =
    isShown || path === '.'
      ? safeText(said.message)
      : `${safePath(`${path}:${line}`)}: ${safeText(said.message)}`
  const data = [text, ...(said.help === '' ? [] : [safeText(said.help)])].join('\n')
  return {
    name: { error: 'error', warning: 'warning', info: 'notice' }[severity],
    properties: {
      ...(title === '' || title.startsWith('=') ? {} : { title }),
      ...(isShown ? { file: path, ...Object.fromEntries(place) } : {}),
    },
    data: /^\p{M}/u.test(data) ? ` ${data}` : data,
  }
}

test(
  'the runner reads the exact properties and message back',
  async () => {
    const rank = { error: 0, warning: 1, info: 2 }
    await tried(hostileReport, (report) => {
      const isShort = (one: Diagnostic): boolean =>
        safePath(`${one.path}:${one.line}: ${one.message}`).length < 1_000 &&
        safeText(one.help).length < 1_000
      const diagnostics = report.diagnostics.filter(isShort)
      const ordered = diagnostics
        .map((one, index) => ({ one, index }))
        .sort((a, b) => {
          const worse = rank[a.one.severity] - rank[b.one.severity]
          return worse || Number(b.one.new) - Number(a.one.new) || a.index - b.index
        })
      expect(runnerCommands(github({ ...report, diagnostics }, REST))).toEqual(
        ordered.map(({ one }) => meant(one)),
      )
    })
  },
  HOSTILE_TIMEOUT,
)
