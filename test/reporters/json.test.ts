import fc from 'fast-check'
import { expect, test } from 'vitest'
import { json, safeJson } from '../../src/reporters/json.ts'
import { runs } from '../helpers/runs.ts'
import { FORBIDDEN, hostileText } from './hostile-text.ts'
import { diagnostic, reportOf } from './sample-report.ts'

test('keys are the documented ones, in their order, on one line', () => {
  const extra = { ...diagnostic(), edits: [] }
  expect(json(reportOf([extra], { seconds: 0.5 }))).toBe(
    `${[
      '{"version":1,"diagnostics":[{"path":"memory/decisions.md","line":3,"column":5,"endLine":3,"endColumn":9,',
      '"severity":"error","rule":"entry-tags","message":"Unexpected tag `Big`, expected lower case",',
      '"help":"Write `big`.","fixable":false,"layout":"workspace","new":true}],',
      '"summary":{"documents":2,"items":1,"errors":1,"warnings":0,"infos":0,"fixed":0,"cached":0,"headings":1,"seconds":0.5}}',
    ].join('')}\n`,
  )
})

test('a hidden character is written as an escape', () => {
  expect(safeJson({ a: '\u202e\u{e0041}\u007fé' })).toBe('{"a":"\\u202e\\udb40\\udc41\\u007fé"}\n')
})

test('any value reads back as itself and holds no raw unsafe character', () => {
  fc.assert(
    fc.property(fc.dictionary(hostileText, fc.array(hostileText)), (value) => {
      const text = safeJson(value)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(text).not.toMatch(FORBIDDEN)
      expect(text).not.toContain('##[')
    }),
    { numRuns: runs(1000) },
  )
})
