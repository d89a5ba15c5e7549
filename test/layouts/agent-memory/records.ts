import type { Json } from '../../../src/core/json.ts'

/** A record with every field, as a file has it; fields given as undefined are left out. */
export function recordText(fields: { readonly [field: string]: Json | undefined } = {}): string {
  return `${JSON.stringify({ ...RECORD, ...fields }, null, 2)}\n`
}

/** The ids of records in tests, by number. */
export function idOf(number: number): string {
  return `2f6d1c1e-7a3b-4f0e-9d52-${number.toString(16).padStart(12, '0')}`
}

/** The line of a field in `recordText`. */
export function lineOf(field: keyof typeof RECORD): number {
  return (
    recordText()
      .split('\n')
      .findIndex((line) => line.startsWith(`  "${field}":`)) + 1
  )
}

const RECORD = {
  id: idOf(1),
  scope: 'working',
  kind: 'fact',
  summary: 'Owner filters need the GUID without braces',
  content: 'With braces around it the service answers with an empty list and no error.',
  tags: ['filter'],
  entities: ['opportunity'],
  confidence: 0.9,
  source: 'integration test of the filters',
  created_at: '2026-02-20T11:30:00Z',
  updated_at: '2026-02-21T08:00:00Z',
  last_used_at: '2026-02-20T12:00:00Z',
  schemaVersion: 1,
}
