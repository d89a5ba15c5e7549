import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { readSource } from '../../../src/engine/documents/document-stage.ts'
import { adr } from '../../../src/layouts/adr/layout.ts'
import { isRecord, type RecordFacts, readRecord } from '../../../src/layouts/adr/read-record.ts'

async function read(text: string): Promise<RecordFacts & { name: string; body: string; isRecord: boolean }> {
  const path = 'docs/adr/0012-a-queue.md'
  const claim = adr.claim(path, 'file', DEFAULT_SETTINGS)
  if (!claim) throw new Error('not claimed')
  const bytes = new TextEncoder().encode(text)
  const source = await readSource({
    path,
    bytes,
    id: text,
    layout: adr,
    claim,
    rules: [],
    settings: DEFAULT_SETTINGS,
  })
  const reading = readRecord(source)
  const [item] = reading.items ?? []
  return {
    ...(reading.facts as unknown as RecordFacts),
    name: item?.title ?? '',
    body: item?.digest ?? '',
    isRecord: isRecord(source, reading),
  }
}

test.each([
  ['# 12. A queue\n\n## Status\n\nAccepted\n', 12, 'A queue', 'accepted'],
  ['# ADR-012: A queue\n\n**Status:** Proposed\n', 12, 'A queue', 'proposed'],
  ['# ADR 12 - A queue\n\n- Status: accepted\n', 12, 'A queue', 'accepted'],
  ['# A queue\n\n## Status\n\n✅ **Accepted** - March 2026\n', null, 'A queue', 'accepted - march 2026'],
  ['# A queue\n\n| Status | Proposed |\n| --- | --- |\n', null, 'A queue', 'proposed'],
  ['---\nstatus: superseded by ADR-0014\n---\n\n# A queue\n', null, 'A queue', 'superseded by adr-0014'],
  ['# 12. A queue\n\n## Status\n\n[Approved](https://example.org/1)\n', 12, 'A queue', 'approved'],
  ['# 3 queues\n\n## Context\n\nx\n', null, '3 queues', null],
])('%j has the number %j, the title %j and the status %j', async (text, number, title, status) => {
  const { titleNumber, name, status: found } = await read(text)
  expect([titleNumber, name, found]).toEqual([number, title, status])
})

test('what replaces what is read in the status, in lines of its own and in the front matter', async () => {
  const nygard = await read(
    '# 12. A\n\n## Status\n\nSuperseded by [14. B](0014-b.md)\n\nSupersedes [9. C](0009-c.md)\n',
  )
  expect([nygard.supersededBy, nygard.supersedes]).toEqual([[14], [9]])
  const madr = await read(
    '---\nstatus: accepted\nrelations:\n  - type: supersedes\n    target: ADR-0004\n  - type: partially-supersedes\n    target: ADR-0005\n---\n\n# A\n',
  )
  expect([madr.supersededBy, madr.supersedes]).toEqual([[], [4]])
  expect(
    (await read('# A\n\n**Status:** Accepted\n**Supersedes:** None (extends ADR-0087)\n')).supersedes,
  ).toEqual([])
  expect((await read('# A\n\n## Context\n\nIt was seen when ADR-3 superseded ADR-2.\n')).supersedes).toEqual(
    [],
  )
})

test('a change of the status or of who replaces it leaves the text as it is', async () => {
  const one = '# 12. A\n\nDate: 2026-01-05\n\n## Status\n\nAccepted\n\n## Context\n\nx\n'
  const { body } = await read(one)
  expect((await read(one.replace('Accepted', 'Superseded by [14. B](0014-b.md)'))).body).toBe(body)
  expect((await read(one.replace('\nx\n', '\ny\n'))).body).not.toBe(body)
})

test('a numbered file without a status and without sections is no record', async () => {
  expect((await read('# 12 reasons\n\nText.\n')).isRecord).toBe(false)
  expect((await read('# A\n\n## Context\n\nx\n\n## Decision\n\ny\n')).isRecord).toBe(true)
  expect((await read('# A\n\nStatus: accepted\n')).isRecord).toBe(true)
})
