import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftOf, edited, editsOf, originOf } from '../../../migrations/entry-format/apply-steps.ts'
import { applyEdits, type Edit } from '../../../src/core/text.ts'
import { runs } from '../../helpers/runs.ts'

/** Splices of a text of some length that do not overlap, from any numbers. */
function splices(length: number, numbers: readonly number[], texts: readonly string[]): Edit[] {
  const offsets = [...new Set(numbers.map((number) => number % (length + 1)))].sort((a, b) => a - b)
  return texts.flatMap((text, index) => {
    const [start, end] = [offsets[2 * index], offsets[2 * index + 1]]
    return start === undefined || end === undefined ? [] : [{ start, end, text }]
  })
}

const STEP = fc.tuple(
  fc.array(fc.nat(1000), { maxLength: 8 }),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }),
)

test('the splices of all steps at once give the same text as one step after the other', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.array(STEP, { maxLength: 4 }), (text, steps) => {
      let draft = draftOf(text)
      for (const [numbers, texts] of steps) draft = edited(draft, splices(draft.text.length, numbers, texts))
      expect(applyEdits(text, editsOf(draft))).toBe(draft.text)
    }),
    { numRuns: runs(1000) },
  )
})

test('what was not touched knows where it comes from', () => {
  const draft = edited(edited(draftOf('one two three'), [{ start: 4, end: 7, text: '2' }]), [
    { start: 0, end: 0, text: 'zero ' },
  ])
  expect(draft.text).toBe('zero one 2 three')
  expect(originOf(draft, draft.text.indexOf('three'))).toBe(8)
  expect(originOf(draft, draft.text.indexOf('2'))).toBe(4)
  expect(editsOf(draft)).toEqual([
    { start: 0, end: 0, text: 'zero ' },
    { start: 4, end: 7, text: '2' },
  ])
})
