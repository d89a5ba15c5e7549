import { Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Report } from '../../src/core/report.ts'
import { fingerprintsOf } from '../../src/engine/output.ts'
import { gitlab } from '../../src/reporters/gitlab.ts'
import schema from '../fixtures/gitlab-code-quality.schema.json' with { type: 'json' }
import { hostileReport } from './hostile-findings.ts'
import { reportOf } from './sample-report.ts'
import { sharedReport } from './shared-report.ts'

const validator = new Validator(schema as ConstructorParameters<typeof Validator>[0], '2020-12', false)

function read(report: Report): unknown[] {
  return JSON.parse(gitlab(report, fingerprintsOf(report.diagnostics)))
}

test('every finding has what GitLab shows, and a fingerprint of its own', () => {
  const found = read(sharedReport)
  expect(validator.validate(found).errors).toEqual([])
  expect(found.slice(2, 4)).toEqual([
    {
      description: 'Unexpected tag `Big`, expected lower case. Write `big`.',
      check_name: 'entry-tags',
      fingerprint: expect.stringMatching(/^[0-9a-f]{24}$/),
      severity: 'major',
      location: { path: 'memory/decisions.md', lines: { begin: 3, end: 3 } },
    },
    {
      description: 'Unexpected tag `Big`, expected lower case.',
      check_name: 'growth',
      fingerprint: expect.stringMatching(/^[0-9a-f]{24}$/),
      severity: 'minor',
      location: { path: 'memory/decisions.md', lines: { begin: 7, end: 8 } },
    },
  ])
})

test('of nothing there is an empty list', () => {
  expect(gitlab(reportOf([]), new Map())).toBe('[]\n')
})

test('the schema holds and fingerprints are unique, whatever is found', () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const twice = reportOf([...report.diagnostics, ...report.diagnostics.map((one) => ({ ...one }))])
      const found = read(twice) as { fingerprint: string; location: { path: string } }[]
      expect(validator.validate(found).errors).toEqual([])
      expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(twice.diagnostics.length)
      expect(found.map(({ location }) => location.path)).toEqual(twice.diagnostics.map(({ path }) => path))
    }),
  )
})

test('the schema takes nothing else', () => {
  const [one] = read(sharedReport)
  expect(validator.validate([{ ...(one as object), severity: 'error' }]).valid).toBe(false)
  expect(validator.validate([{ ...(one as object), location: { path: 'a' } }]).valid).toBe(false)
})
