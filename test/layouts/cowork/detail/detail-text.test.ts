import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rebuiltDetail, splitDetail } from '../../../../src/layouts/cowork/derive.ts'
import { runs } from '../../../helpers/runs.ts'

const HEAD = '# SQLite\n\n- **Id:** dec-a-1\n'
const FRESH = rebuiltDetail('', HEAD)

describe('a rebuilt detail file', () => {
  test('is the head and its mark where there was none', () => {
    expect(FRESH).toMatch(
      /^# SQLite\n\n- \*\*Id:\*\* dec-a-1\n\n<!-- Above: derived from memory\.json \([0-9a-f]{24}\)\. Below: yours, and kept\. -->\n$/,
    )
    expect(rebuiltDetail('\n \n', HEAD)).toBe(FRESH)
  })

  test('keeps what is below the mark, to the byte', () => {
    const notes = '\n## Notes\n\n  tail \n\n\nend'
    expect(rebuiltDetail(`${FRESH}${notes}`, '# Other\n')).toBe(`${rebuiltDetail('', '# Other\n')}${notes}`)
  })

  test('puts a head that a person edited below the notes', () => {
    const edited = `${FRESH.replace('SQLite', 'Postgres')}\nNotes`
    expect(rebuiltDetail(edited, HEAD)).toBe(`${FRESH}\nNotes\n\n# Postgres\n\n- **Id:** dec-a-1\n\n`)
  })

  test('keeps a file without a mark as a whole', () => {
    expect(rebuiltDetail('# Mine\n\nText\n', HEAD)).toBe(`${FRESH}\n# Mine\n\nText\n`)
  })

  test('takes a head whose mark was deleted, or whose digest was changed, for what it is', () => {
    expect(rebuiltDetail(`${HEAD}\nNotes\n`, HEAD)).toBe(`${FRESH}\nNotes\n`)
    expect(rebuiltDetail(FRESH.replace(/\([0-9a-f]{24}\)/, `(${'0'.repeat(24)})`), HEAD)).toBe(FRESH)
  })

  test('is a fixed point, and holds every line that a person wrote', () => {
    const line = fc.constantFrom(
      '# SQLite',
      '- **Id:** dec-a-1',
      '',
      'mine',
      '  mine too',
      FRESH.split('\n').at(-2) ?? '',
    )
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, fc.constantFrom(HEAD, '# Other\n'), (present, head) => {
        const once = rebuiltDetail(present, head)
        expect(rebuiltDetail(once, head)).toBe(once)
        const { head: top, state } = splitDetail(once)
        expect([top, state]).toEqual([`${head}\n`, 'written'])
        const count = (whole: string): number =>
          whole.split('\n').filter((one) => one.includes('mine')).length
        expect(count(once)).toBe(count(present))
      }),
      { numRuns: runs(400) },
    )
  })
})
