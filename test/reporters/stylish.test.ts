import picocolors from 'picocolors'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { codeFrames } from '../../src/reporters/code-frame.ts'
import { type StylishContext, stylish, stylishSummary } from '../../src/reporters/stylish.ts'
import { diagnostic, reportOf } from './sample-report.ts'

function context(changes: Partial<StylishContext> = {}): StylishContext {
  const colors = picocolors.createColors(false)
  return {
    colors,
    columns: 100,
    frames: new Map(),
    quiet: false,
    markNew: false,
    fixable: 0,
    fixedFiles: [],
    ...changes,
  }
}

describe('the summary', () => {
  test.each([
    [{}, {}, '✔ 2 documents, 1 item: nothing to report (0.12 s)\n'],
    [
      { documents: 1, items: 0, cached: 1 },
      {},
      '✔ 1 document, 0 items: nothing to report (0.12 s, 1 from cache)\n',
    ],
    [{ items: 1, headings: 14 }, {}, '✔ 2 documents, 1 item read of 14 seen: nothing to report (0.12 s)\n'],
    [{ fixed: 3 }, {}, '✔ 2 documents, 1 item: nothing to report, 3 fixed (0.12 s)\n'],
    [{ warnings: 4 }, { quiet: true }, '✔ 2 documents, 1 item: no errors (0.12 s)\n'],
    [
      { errors: 1, warnings: 2, infos: 1 },
      {},
      '✖ 1 error, 2 warnings, 1 info in 2 documents, 1 item (0.12 s)\n',
    ],
    [{ warnings: 2 }, {}, '⚠ 2 warnings in 2 documents, 1 item (0.12 s)\n'],
    [{ infos: 1 }, {}, 'ℹ 1 info in 2 documents, 1 item (0.12 s)\n'],
    [
      { errors: 2, fixed: 1 },
      { fixable: 2 },
      '✖ 2 errors in 2 documents, 1 item, 1 fixed (0.12 s)\n  2 can be fixed: memkeep check --fix\n',
    ],
  ])('of %j with %j', (numbers, settings, expected) => {
    expect(stylish(reportOf([], numbers), context(settings))).toBe(expected)
  })
})

test('what was fixed is named first', () => {
  const text = stylish(reportOf([], { fixed: 2 }), context({ fixedFiles: ['a.md', 'b\u001b.md'] }))
  expect(text).toBe(
    'fixed  a.md\nfixed  b\\u001b.md\n\n✔ 2 documents, 1 item: nothing to report, 2 fixed (0.12 s)\n',
  )
})

describe('findings', () => {
  const text = '# Title\n\nTags Big here\n\tsecond line\n'
  const findings = [
    diagnostic({ line: 3, column: 6, endColumn: 9 }),
    diagnostic({
      line: 4,
      column: 2,
      endLine: 4,
      endColumn: 8,
      severity: 'warning',
      rule: 'growth',
      message: 'Long',
    }),
    diagnostic({ line: 104, column: 1, severity: 'info', rule: 'entry-order', message: 'Order' }),
    diagnostic({ path: 'memory/other.md', line: 1, column: 1, endLine: 1, endColumn: 1 }),
  ]

  test('are grouped by file, aligned, framed, and say what to do once', () => {
    const frames = codeFrames(findings.slice(0, 2), new Map([['memory/decisions.md', text]]), 100)
    expect(stylish(reportOf(findings), context({ frames }))).toBe(
      [
        'memory/decisions.md',
        '    3:6  error    Unexpected tag `Big`, expected lower case  entry-tags',
        '         > 3 | Tags Big here',
        '             |      ^^^',
        '         → Write `big`.',
        '    4:2  warning  Long  growth',
        '         > 4 |   second line',
        '             |   ^^^^^^',
        '         → Write `big`.',
        '  104:1  info     Order  entry-order',
        '         → Write `big`.',
        '',
        'memory/other.md',
        '  1:1  error  Unexpected tag `Big`, expected lower case  entry-tags',
        '',
        '✖ 2 errors, 1 warning, 1 info in 2 documents, 1 item (0.12 s)',
        '',
      ].join('\n'),
    )
  })

  const long = diagnostic({
    line: 14,
    message: `Unexpected ${'very '.repeat(8)}long message, expected one that fits`,
    help: `Say ${'it in '.repeat(10)}fewer words.`,
  })

  test('that are too long for the line go on beneath themselves', () => {
    expect(
      stylish(reportOf([long]), context({ columns: 80 }))
        .split('\n')
        .slice(1, 5),
    ).toEqual([
      '  14:5  error  Unexpected very very very very very very very very long message,',
      '               expected one that fits  entry-tags',
      '        → Say it in it in it in it in it in it in it in it in it in it in',
      '          fewer words.',
    ])
  })

  test('are taken for those of 60 columns on a narrower terminal', () => {
    expect(stylish(reportOf([long]), context({ columns: 20 }))).toBe(
      stylish(reportOf([long]), context({ columns: 60 })),
    )
  })

  test('say advice once for each rule, and a suggestion for each value', () => {
    const guess = { help: 'Did you mean "new"?', rule: 'schema' }
    const text = stylish(reportOf([diagnostic(guess), diagnostic({ ...guess, line: 20 })]), context())
    expect(text.match(/Did you mean "new"/g)).toHaveLength(2)
    const advice = stylish(reportOf([diagnostic({}), diagnostic({ line: 20 })]), context())
    expect(advice.match(/→/g)).toHaveLength(1)
  })

  test('keep a rule that does not fit behind the message whole, on a line of its own', () => {
    const message = `Unexpected ${'x'.repeat(40)} here`
    const [, , rule] = stylish(reportOf([diagnostic({ message })]), context({ columns: 70 })).split('\n')
    expect(rule).toBe('              entry-tags')
  })

  test('are 60 at most, with a row for each rule of the others', () => {
    const many = (count: number, changes: Partial<Diagnostic>): Diagnostic[] =>
      Array.from({ length: count }, (_, i) => diagnostic({ line: i + 1, ...changes }))
    const errors = many(50, {})
    const warnings = many(1_022, { severity: 'warning', rule: 'growth', path: 'other.md' })
    const report = reportOf([...errors, ...warnings, diagnostic({ severity: 'info', path: 'z.md' })])
    const lines = stylish(report, context()).split('\n')
    expect(lines.filter((line) => /^ +\d+:\d+ /.test(line))).toHaveLength(60)
    expect(lines.slice(-7)).toEqual([
      '1013 more findings:',
      '  1012 warnings  growth      in 1 file',
      '  1 info         entry-tags  in 1 file',
      '  → The same command with `--output FILE` writes all of them to a file.',
      '',
      expect.stringMatching(/^✖ 50 errors, 1022 warnings, 1 info in/),
      '',
    ])
    const again = stylish(report, context({ again: 'memkeep check --staged' }))
    expect(again).toContain('→ `memkeep check --staged` with `--output FILE` writes all')
  })

  test('of less than an error are left out when quiet', () => {
    const output = stylish(reportOf(findings), context({ quiet: true }))
    expect(output).not.toMatch(/warning|info|growth/)
    expect(output).toContain('✖ 2 errors in 2 documents')
  })

  test('that are new are marked, and counted', () => {
    const report = reportOf([diagnostic(), diagnostic({ line: 5, new: false })])
    const lines = stylish(report, context({ markNew: true })).split('\n')
    expect(lines[1]).toMatch(/^ {2}3:5 {2}error {2}new {2}Unexpected/)
    expect(lines[3]).toMatch(/^ {2}5:5 {2}error {7}Unexpected/)
    expect(lines.at(-2)).toBe('✖ 2 errors, 1 new, in 2 documents, 1 item (0.12 s)')
  })

  test('that are old and fail no run are marked, and there is no cross where the run passes', () => {
    const warning = diagnostic({ severity: 'warning', new: false })
    const old = [diagnostic({ new: false }), diagnostic({ new: false, line: 5 })]
    const text = (found: readonly Diagnostic[], changes: Partial<StylishContext> = {}): string[] =>
      stylish(reportOf(found), context({ markNew: true, fails: (one) => one.new, ...changes })).split('\n')
    expect(text(old)[1]).toMatch(/^ {2}3:5 {2}error {2}old {2}Unexpected/)
    const where = 'in 2 documents, 1 item (0.12 s)'
    expect(text(old).at(-2)).toBe(`✔ nothing new: 2 errors were there before, ${where}`)
    expect(text([...old, warning]).at(-2)).toBe(
      `✔ nothing new: 2 errors and 1 warning were there before, ${where}`,
    )
    expect(text([warning]).at(-2)).toBe(`✔ nothing new: 1 warning was there before, ${where}`)
    const all = text(old, { fails: () => true })
    expect(all[1]).toMatch(/^ {2}3:5 {2}error {2}Unexpected/)
    expect(all.at(-2)).toBe(`✖ 2 errors, 0 new, ${where}`)
    const fresh = diagnostic({ severity: 'warning', new: true })
    const passing = text([...old, fresh], { fails: (one) => one.new && one.severity === 'error' })
    expect(passing.at(-2)).toBe(`⚠ 2 old errors, 1 warning, 1 new, ${where}`)
    expect(text([...old, fresh]).at(-2)).toBe(`✖ 2 errors, 1 warning, 1 new, ${where}`)
    expect(stylish(reportOf(old), context({ fails: () => true }))).not.toContain(' old ')
    const colors = picocolors.createColors(true)
    expect(text(old, { colors })[1]).not.toContain('\u001b[31m')
    expect(text([diagnostic({ new: true })], { colors })[1]).toContain('\u001b[31m')
  })

  test('of the repository as a whole are listed under that name', () => {
    expect(stylish(reportOf([diagnostic({ path: '.' })]), context())).toMatch(/^repository\n {2}3:5/)
  })

  test('are coloured by severity, and the same text without colours', () => {
    const frames = codeFrames(findings.slice(0, 2), new Map([['memory/decisions.md', text]]), 100)
    const report = reportOf(findings)
    const painted = stylish(report, context({ frames, colors: picocolors.createColors(true) }))
    expect(painted).toContain('\u001b[31merror  \u001b[39m')
    expect(painted).toContain('\u001b[33mwarning\u001b[39m')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that colours begin with
    expect(painted.replace(/\u001b\[\d+m/g, '')).toBe(stylish(report, context({ frames })))
  })
})

test('a summary reads no findings where their age does not count: a kept report would parse all of them', () => {
  const report = {
    ...reportOf([diagnostic()]),
    get diagnostics(): readonly Diagnostic[] {
      throw new Error('they were read')
    },
  }
  expect(stylishSummary(report, context({ fails: () => true }))).toContain('1 error')
})
