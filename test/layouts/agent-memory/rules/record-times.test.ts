import type { Json } from '../../../../src/core/json.ts'
import { ruleTest } from '../../../helpers/rule-test.ts'
import { idOf, lineOf, recordText } from '../records.ts'

const PATH = `.agent-memory/working/${idOf(1)}.json`
const record = (fields: { readonly [field: string]: Json }) => ({ [PATH]: { ignored: recordText(fields) } })
const FORM = /is not an ISO 8601 timestamp with a time zone/

ruleTest('record-times', {
  valid: [
    { name: 'a record as it should be', files: record({}) },
    { name: 'a record that was never used', files: record({ last_used_at: null }) },
    { name: 'use before the last change', files: record({ last_used_at: '2026-02-20T11:30:00Z' }) },
    {
      name: 'one instant in two zones',
      files: record({ created_at: '2026-02-20T11:30:00+07:00', updated_at: '2026-02-20T04:30:00.000Z' }),
    },
    {
      name: 'a day ahead of the calendar in its own zone only',
      files: record({ updated_at: '2026-06-03T05:00:00+07:00' }),
    },
  ],
  invalid: [
    {
      name: 'a change before the creation, seen through the zones',
      files: record({
        created_at: '2026-02-20T11:30:00-01:00',
        updated_at: '2026-02-20T12:29:59Z',
        last_used_at: null,
      }),
      expect: [
        {
          path: PATH,
          line: lineOf('updated_at'),
          column: 17,
          message: /`updated_at` is before `created_at`/,
        },
      ],
    },
    {
      name: 'use before the creation',
      files: record({ last_used_at: '2026-02-20T11:29:59.999Z' }),
      expect: [{ path: PATH, line: lineOf('last_used_at'), severity: 'error' }],
    },
    {
      name: 'every timestamp that is none',
      files: record({
        created_at: '2026-02-20',
        updated_at: '2026-02-30T10:00:00Z',
        last_used_at: 'yesterday',
      }),
      expect: [
        { path: PATH, line: lineOf('created_at'), message: FORM },
        { path: PATH, line: lineOf('updated_at'), message: FORM },
        { path: PATH, line: lineOf('last_used_at'), message: FORM },
      ],
    },
    {
      name: 'a timestamp without a zone',
      files: record({ updated_at: '2026-02-21T08:00:00' }),
      expect: [{ path: PATH, line: lineOf('updated_at'), message: FORM }],
    },
    {
      name: 'a day that has not come as a day ahead',
      files: record({ last_used_at: '2027-01-01T00:00:00Z' }),
      expect: [
        { path: PATH, line: lineOf('last_used_at'), rule: 'date-future', message: /last_used_at 2027/ },
      ],
    },
    {
      name: 'nothing in a number: that is the schema’s',
      files: record({ created_at: 1_771_580_000 }),
      expect: [{ path: PATH, line: lineOf('created_at'), rule: 'schema' }],
    },
  ],
})
