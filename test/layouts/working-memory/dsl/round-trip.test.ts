import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printUpdate, type Update } from '../../../../src/layouts/working-memory/dsl/grammar.ts'
import { parseUpdate } from '../../../../src/layouts/working-memory/dsl/parse-update.ts'
import { runs } from '../../../helpers/runs.ts'
import { snippet, style, update } from './arbitrary-update.ts'
import { writeInStyle } from './write-in-style.ts'

const only = (text: string): Update => ({
  progress: null,
  learnings: null,
  verbatim: { add: [{ reason: 'it is needed', label: 'here', snippet: text }], archive: [] },
})

describe('what is printed', () => {
  test('reads as the same update', () => {
    fc.assert(
      fc.property(update, (one) => {
        expect(parseUpdate(printUpdate(one))).toEqual({ update: one, problems: [] })
      }),
      { numRuns: runs(1000) },
    )
  })

  test('keeps every byte of a snippet', () => {
    fc.assert(
      fc.property(snippet, (text) => {
        expect(parseUpdate(printUpdate(only(text))).update.verbatim?.add[0]?.snippet).toBe(text)
      }),
      { numRuns: runs(3000) },
    )
  })

  test('is the one form: printing what was read changes nothing', () => {
    fc.assert(
      fc.property(update, style, (one, how) => {
        const { update: read } = parseUpdate(writeInStyle(one, how))
        expect(printUpdate(parseUpdate(printUpdate(read)).update)).toBe(printUpdate(read))
      }),
    )
  })
})

test('every way to write an update reads as the same one', () => {
  fc.assert(
    fc.property(update, style, (one, how) => {
      expect(parseUpdate(writeInStyle(one, how))).toEqual({ update: one, problems: [] })
    }),
    { numRuns: runs(1000) },
  )
})

test('a file that git checked out with CRLF reads as the one with LF', () => {
  fc.assert(
    fc.property(update, (one) => {
      const text = printUpdate(one)
      fc.pre(!text.includes('\r'))
      expect(parseUpdate(text.replaceAll('\n', '\r\n'))).toEqual(parseUpdate(text))
    }),
    { numRuns: runs(500) },
  )
})
