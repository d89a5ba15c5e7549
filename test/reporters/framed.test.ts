import { expect, test } from 'vitest'
import { hasFrame } from '../../src/reporters/wording.ts'
import { diagnostic } from './sample-report.ts'

test('frames are for errors and warnings with a place of their own', () => {
  const wholeFile = { line: 1, column: 1, endLine: 1, endColumn: 1 }
  const bare = [diagnostic({ severity: 'info' }), diagnostic(wholeFile), diagnostic({ path: '.' })]
  expect(bare.map(hasFrame)).toEqual([false, false, false])
  expect([diagnostic(), diagnostic({ severity: 'warning' })].map(hasFrame)).toEqual([true, true])
})

test('a secret is never repeated', () => {
  expect(hasFrame(diagnostic({ rule: 'no-secret', severity: 'error' }))).toBe(false)
})
