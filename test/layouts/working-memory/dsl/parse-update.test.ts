import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Update } from '../../../../src/layouts/working-memory/dsl/grammar.ts'
import { parseUpdate } from '../../../../src/layouts/working-memory/dsl/parse-update.ts'
import { anyCharacter } from '../../../helpers/any-character.ts'
import { runs } from '../../../helpers/runs.ts'

function read(...lines: readonly string[]): Update {
  const { update, problems } = parseUpdate(`${lines.join('\n')}\n`)
  expect(problems).toEqual([])
  return update
}

/** The snippet of one bullet, given its lines. */
function snippetOf(...lines: readonly string[]): string | undefined {
  return read('VERBATIM_CONTEXT:', '  ADD:', ...lines).verbatim?.add[0]?.snippet
}

const COMPLETE = [
  'CURRENT_PROGRESS:',
  '\tCompleted:',
  '\t\t- reproduce the lost retry',
  '\tIn Progress:',
  '\t\t- write a failing test',
  '\tRemaining:',
  '\t\t- fix the queue',
  '',
  'KEY_LEARNINGS:',
  '\tADD:',
  '\t\t- because two fixes failed on it: the queue drops a job whose lease runs out',
  '\tARCHIVE:',
  '\t\t- KL-2 because it held for the old queue only',
  '',
  'VERBATIM_CONTEXT:',
  '\tADD:',
  '\t\t- because the test needs it: queue.yaml => lease: 30s',
  '\tARCHIVE:',
  '\t\t- VC-1 because the file is gone',
]

const EXPECTED: Update = {
  progress: {
    completed: ['reproduce the lost retry'],
    in_progress: ['write a failing test'],
    remaining: ['fix the queue'],
  },
  learnings: {
    add: [
      {
        reason: 'two fixes failed on it',
        insight: 'the queue drops a job whose lease runs out',
      },
    ],
    archive: [{ id: 'KL-2', reason: 'it held for the old queue only' }],
  },
  verbatim: {
    add: [{ reason: 'the test needs it', label: 'queue.yaml', snippet: 'lease: 30s' }],
    archive: [{ id: 'VC-1', reason: 'the file is gone' }],
  },
}

describe('a whole update', () => {
  test('is read with tabs, and with two spaces a level', () => {
    expect(read(...COMPLETE)).toEqual(EXPECTED)
    expect(read(...COMPLETE.map((line) => line.replaceAll('\t', '  ')))).toEqual(EXPECTED)
  })

  test('may mix tabs and spaces, and end lines with white space', () => {
    const mixed = COMPLETE.map((line) => line.replace('\t\t', '\t  ').replace(/:$/, ': \t'))
    expect(read(...mixed)).toEqual(EXPECTED)
  })

  test('is read with CRLF, with a byte order mark, and without a line break at its end', () => {
    expect(parseUpdate(`\uFEFF${COMPLETE.join('\r\n')}\r\n`)).toEqual({ update: EXPECTED, problems: [] })
    expect(parseUpdate(COMPLETE.join('\n'))).toEqual({ update: EXPECTED, problems: [] })
  })

  test('of nothing changes nothing', () => {
    const nothing = { update: { progress: null, learnings: null, verbatim: null }, problems: [] }
    for (const text of ['', '\n\n', ' \t\r\n', '\uFEFF', 'CURRENT_PROGRESS: (none)\n']) {
      expect(parseUpdate(text)).toEqual(nothing)
    }
  })

  test('may have headers alone, or (none), where a list of entries is empty', () => {
    const empty = { add: [], archive: [] }
    for (const lines of [
      ['KEY_LEARNINGS:'],
      ['KEY_LEARNINGS: (none)'],
      ['KEY_LEARNINGS:', '  (none)'],
      ['KEY_LEARNINGS:', '  ADD:', '  ARCHIVE:'],
      ['KEY_LEARNINGS:', '  ADD: (none)', '  ARCHIVE:', '    (none)'],
      ['KEY_LEARNINGS:', '  ARCHIVE:', '    - (none)'],
    ]) {
      expect(read(...lines).learnings).toEqual(empty)
    }
  })
})

describe('no change', () => {
  const nothing = { progress: null, learnings: null, verbatim: null }
  const empty = { add: [], archive: [] }

  test.each([
    'no change',
    'No change.',
    'NO CHANGE',
    '  no change.  ',
    '\n\tNo Change\n',
    '\uFEFFno change\r\n',
  ])('alone: %j', (text) => {
    expect(parseUpdate(text)).toEqual({ update: nothing, problems: [] })
  })

  test.each([
    [['KEY_LEARNINGS: no change'], { learnings: empty }],
    [['KEY_LEARNINGS:', 'No change.'], { learnings: empty }],
    [['KEY_LEARNINGS:', '  no change'], { learnings: empty }],
    [['KEY_LEARNINGS:', '    No change.'], { learnings: empty }],
    [['KEY_LEARNINGS:', '  - no change'], { learnings: empty }],
    [['KEY_LEARNINGS:', '  ADD: no change', '  ARCHIVE:', '    - No change.'], { learnings: empty }],
    [['VERBATIM_CONTEXT:', '  ADD:', '    no change'], { verbatim: empty }],
    [['CURRENT_PROGRESS:', 'No change.'], {}],
    [
      ['CURRENT_PROGRESS: No change', 'KEY_LEARNINGS:', 'no change', 'VERBATIM_CONTEXT:', '  no change.'],
      { learnings: empty, verbatim: empty },
    ],
    [['CURRENT_PROGRESS:', '  In Progress:', '    - no change'], {}],
    [['CURRENT_PROGRESS:', '  Completed: no change', '  In Progress: No change.'], {}],
  ])('below or behind a header: %j', (lines, expected) => {
    expect(read(...lines)).toEqual({ ...nothing, ...expected })
  })

  test('is text inside of a bullet and of a snippet', () => {
    const update = read(
      'CURRENT_PROGRESS:',
      '  In Progress:',
      '    - no change to the schema',
      'VERBATIM_CONTEXT:',
      '  ADD:',
      '    - because a: b =>',
      '      no change',
    )
    expect(update.progress?.in_progress).toEqual(['no change to the schema'])
    expect(update.verbatim?.add).toEqual([{ reason: 'a', label: 'b', snippet: 'no change' }])
  })
})

describe('a reason', () => {
  const learning = (bullet: string) => read('KEY_LEARNINGS:', '  ADD:', `    - ${bullet}`).learnings?.add[0]

  test('ends at the first colon', () => {
    expect(learning('because a: b: c')).toEqual({ reason: 'a', insight: 'b: c' })
    expect(learning('because it is 12:30 now: b')).toEqual({ reason: 'it is 12', insight: '30 now: b' })
  })

  test('goes on past the colon of an address', () => {
    expect(learning('because https://example.org/a says so: b')).toEqual({
      reason: 'https://example.org/a says so',
      insight: 'b',
    })
    expect(learning('because see file:///x and http://y: https://z')).toEqual({
      reason: 'see file:///x and http://y',
      insight: 'https://z',
    })
  })

  test('of an archiving is the rest of the line', () => {
    const { learnings } = read('KEY_LEARNINGS:', '  ARCHIVE:', '    - KL-7  because  a: b => c ')
    expect(learnings?.archive).toEqual([{ id: 'KL-7', reason: 'a: b => c' }])
  })
})

describe('a snippet', () => {
  test('keeps its own indent below the three levels of the block', () => {
    expect(snippetOf('    - because a: f => function f() {', '        return 1', '      }')).toBe(
      'function f() {\n  return 1\n}',
    )
    expect(snippetOf('    - because a: f => a:', '        b: 1', '        c: 2')).toBe('a:\n  b: 1\n  c: 2')
  })

  test('on separate lines loses the indent that they share, however deep', () => {
    expect(snippetOf('    - because a: f =>', '          x', '', '            y', '          z')).toBe(
      'x\n\n  y\nz',
    )
    expect(snippetOf('\t\t- because a: f =>', '\t\t\t\tx', '\t\t\t\t  y')).toBe('x\n  y')
  })

  test('keeps tabs, trailing white space and blank lines', () => {
    expect(snippetOf('    - because a: f =>', '      x \t', '      \ty', '', '        ', '      z  ')).toBe(
      'x \t\n\ty\n\n  \nz  ',
    )
  })

  test('may hold bullets, arrows, fences and headers', () => {
    const own = [
      '- because a: b => c',
      '```yaml',
      'KEY_LEARNINGS:',
      '  ADD:',
      '    - because x: y',
      '```',
      '(none)',
      'VERBATIM_CONTEXT:',
    ]
    const update = read(
      'VERBATIM_CONTEXT:',
      '  ADD:',
      '    - because a: f =>',
      ...own.map((line) => `      ${line}`),
      '    - because b: g => => h',
      '  ARCHIVE:',
      '    - VC-1 because c',
    )
    expect(update.verbatim?.add.map(({ snippet }) => snippet)).toEqual([own.join('\n'), '=> h'])
    expect(update.verbatim?.archive).toEqual([{ id: 'VC-1', reason: 'c' }])
    expect(update.learnings).toBeNull()
  })

  test('ends before the blank lines below it', () => {
    const update = read('VERBATIM_CONTEXT:', '  ADD:', '    - because a: f => x', '', '  ', 'KEY_LEARNINGS:')
    expect(update.verbatim?.add[0]?.snippet).toBe('x')
  })

  test('keeps carriage returns, but not those that end the lines of the file', () => {
    expect(snippetOf('    - because a: f =>', '      x\r', '      y')).toBe('x\r\ny')
    const crlf = 'VERBATIM_CONTEXT:\r\n  ADD:\r\n    - because a: f =>\r\n      x\r\n      y\r\n'
    expect(parseUpdate(crlf).update.verbatim?.add[0]?.snippet).toBe('x\ny')
  })

  test('has a label up to the first arrow', () => {
    const { verbatim } = read('VERBATIM_CONTEXT:', '  ADD:', '    - because a: src/a.ts: 10 => b => c')
    expect(verbatim?.add).toEqual([{ reason: 'a', label: 'src/a.ts: 10', snippet: 'b => c' }])
  })
})

describe('any text', () => {
  const fragment = fc.constantFrom(
    'CURRENT_PROGRESS:',
    'KEY_LEARNINGS:',
    'VERBATIM_CONTEXT:',
    'In Progress:',
    'ADD:',
    'ARCHIVE:',
    '(none)',
    '- ',
    'because ',
    'KL-1 ',
    ': ',
    ' => ',
    '  ',
    '    ',
    '      ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '://',
    'x',
    '\uD800',
    '\u0000',
    '\uFEFF',
  )
  const noise = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc
      .array(fc.oneof(fragment, fc.string({ unit: anyCharacter, maxLength: 3 })), { maxLength: 40 })
      .map((all) => all.join('')),
  )

  test('is read without an exception, and each problem has its place in it', () => {
    fc.assert(
      fc.property(noise, (text) => {
        const lines = text.split(/\r\n|\n|\r/)
        const { update, problems } = parseUpdate(text)
        for (const { line, column, endLine, endColumn, section } of problems) {
          expect(column).toBeGreaterThan(0)
          expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? -1) + 1)
          expect(endLine > line || endColumn >= column).toBe(true)
          if (section) expect(update[section]).toBeNull()
        }
      }),
      { numRuns: runs(3000) },
    )
  })

  test('gives the same answer twice', () => {
    fc.assert(
      fc.property(noise, (text) => {
        expect(parseUpdate(text)).toEqual(parseUpdate(text))
      }),
    )
  })
})

describe('a long text', () => {
  const SIZE = runs(1 << 20, 1 << 18)
  const fill = (piece: string): string => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE)
  const inSnippet = 'VERBATIM_CONTEXT:\n  ADD:\n    - because a: b => c\n'
  const inLearnings = 'KEY_LEARNINGS:\n  ADD:\n'

  test.each([
    ['spaces', fill(' ')],
    ['tabs', fill('\t')],
    ['line feeds', fill('\n')],
    ['carriage returns', fill('\r')],
    ['a line of colons', `${inLearnings}    - because ${fill(':')}`],
    ['a line of `://`', `${inLearnings}    - because ${fill('://')}`],
    ['a line of arrows', `${inSnippet}    - because ${fill('=>')}`],
    ['a line of dashes', `${inLearnings}    ${fill('- ')}`],
    ['lines of dashes', inLearnings + fill('    -\n')],
    ['headers', fill('KEY_LEARNINGS:\n')],
    ['nearly headers', fill('KEY_LEARNING:\n')],
    ['lists', `KEY_LEARNINGS:\n${fill('  ADD:\n')}`],
    ['words', fill('a b\n')],
    ['deep lines', inSnippet + fill('      x\n')],
    ['blank lines in a snippet', inSnippet + fill('\n')],
    ['a growing indent', inSnippet + Array.from({ length: 1400 }, (_, i) => ' '.repeat(i + 6)).join('x\n')],
    [
      'a block of white space',
      `VERBATIM_CONTEXT:\n  ADD:\n    - because a: b =>\n${fill(`${' '.repeat(1000)}x\n`)}`,
    ],
    ['one reason of spaces', `${inLearnings}    - because ${fill(' ')}: b`],
    ['ids', `KEY_LEARNINGS:\n  ARCHIVE:\n${fill('    - KL-1 because a\n')}`],
    ['digits', `KEY_LEARNINGS:\n  ARCHIVE:\n    - KL-${fill('1')} because a`],
  ])('of %s is read line by line', (_, text) => {
    const { update, problems } = parseUpdate(`${text}\nCURRENT_PROGRESS:\n  In Progress:\n    - a\n`)
    expect(problems.length).toBeLessThan(text.length / 5)
    expect(update.progress?.in_progress).toEqual(['a'])
  })
})
