import { expect, test } from 'vitest'
import { findingsToFrame } from '../../src/reporters/wording.ts'
import { diagnostic } from './sample-report.ts'

test('frames are for errors and warnings with a place of their own', () => {
  const shown = [diagnostic(), diagnostic({ severity: 'warning' })]
  const wholeFile = { line: 1, column: 1, endLine: 1, endColumn: 1 }
  const bare = [diagnostic({ severity: 'info' }), diagnostic(wholeFile), diagnostic({ path: '.' })]
  expect(findingsToFrame([...bare, ...shown])).toEqual(shown)
})

test('at most 200 findings are framed', () => {
  expect(findingsToFrame(Array.from({ length: 300 }, () => diagnostic()))).toHaveLength(200)
})

test('at most 50 files are framed', () => {
  const many = Array.from({ length: 120 }, (_, i) => diagnostic({ path: `${Math.floor(i / 2)}.md` }))
  expect(findingsToFrame(many)).toEqual(many.slice(0, 100))
})

test('a secret is never repeated', () => {
  expect(findingsToFrame([diagnostic({ rule: 'no-secret', severity: 'error' })])).toEqual([])
})
