import { expect, test } from 'vitest'
import { findingParts } from '../../../src/reporters/html-report/findings.ts'
import { reportSaying, richReport } from '../../helpers/memory-reports.ts'

test('are what the report says', () => {
  expect(findingParts(reportSaying('here'))).toEqual(['here'])
  expect(findingParts({ ...reportSaying('here'), parts: [] })).toEqual([''])
})

test('are found by the path where it does not say', () => {
  const parts = ['devtools', 'devtools', 'devtools', 'platform', 'platform', '', '']
  expect(findingParts(richReport())).toEqual(parts)
})
