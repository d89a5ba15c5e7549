import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { readSource } from '../../../src/engine/documents/document-stage.ts'
import { stateOf } from '../../../src/formats/status.ts'
import type { RecordFacts } from '../../../src/layouts/adr/facts.ts'
import { adr } from '../../../src/layouts/adr/layout.ts'
import { readRecord } from '../../../src/layouts/adr/read-record.ts'
import { isRecord } from '../../../src/layouts/adr/shape.ts'

async function read(
  text: string,
  path = 'docs/adr/0012-a-queue.md',
): Promise<RecordFacts & { name: string; body: string; isRecord: boolean }> {
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
  ['# ADR-0012：队列\n\n## Status\n\nAccepted\n', 12, '队列', 'accepted'],
  ['# 3 queues\n\n## Context\n\nx\n', null, '3 queues', null],
])('%j has the number %j, the title %j and the status %j', async (text, number, title, status) => {
  const { titleNumber, name, status: found } = await read(text)
  expect([titleNumber, name, found]).toEqual([number, title, status])
})

test.each([
  ['## Status: Accepted\n\nWhy.\n', 'accepted'],
  ['## Status — Accepted\n', 'accepted'],
  ['## 2. **Status**\n\n<!-- one word -->\nAccepted\n', 'accepted'],
  ['Status: Accepted\n', 'accepted'],
  ['status：accepted\n', 'accepted'],
  ['**Status**: Accepted\n', 'accepted'],
  ['**Status:** Accepted\n', 'accepted'],
  ['- Status: Accepted\n', 'accepted'],
  ['* **Status**: Accepted\n', 'accepted'],
  ['> **Status:** Accepted\n', 'accepted'],
  ['**Date:** 2026-01-05 | **Status:** Accepted | **Owner:** the team\n', 'accepted'],
  ['**Date**: 2026-01-05 · **Status**: Accepted · **Owner**: the team\n', 'accepted'],
  ['| Status | Accepted |\n| --- | --- |\n| Date | 2026-01-05 |\n', 'accepted'],
  ['| Field | Value |\n| --- | --- |\n| **Status** | Accepted |\n', 'accepted'],
  ['| Date | Status |\n|------|--------|\n| 2026-01-05 | **Accepted** |\n', 'accepted'],
  ['| Status | Date |\r\n|---|---|\r\n| Accepted | 2026-01-05 |\r\n', 'accepted'],
  ['**Trạng thái:** accepted\n', 'accepted'],
  ['One paragraph about a queue.\n', null],
  ['## Decision\n\nStatus: green\n', null],
])('below the title, %j is the status %j', async (text, status) => {
  expect((await read(`# 12. A queue\n\n${text}`)).status).toBe(status)
})

test('a title of level 2 has its status below it', async () => {
  const { name, titleNumber, status } = await read(
    '## ADR-012: A queue\n\n**Status:** Accepted\n\n### Context\n',
  )
  expect([name, titleNumber, status]).toEqual(['A queue', 12, 'accepted'])
})

test('a bold title of any level is one', async () => {
  const { name, titleNumber, status } = await read('### **ADR-0012: A queue**\n\n**Status:** proposed\n')
  expect([name, titleNumber, status]).toEqual(['A queue', 12, 'proposed'])
})

test('a section about the state of the work is no status where a line says one', async () => {
  const work = '\n## Status\n\n- The migration is missing\n'
  expect((await read(`# 12. A queue\n\n- **Status:** accepted\n${work}`)).status).toBe('accepted')
  expect((await read(`# 12. A queue\n${work}`)).status).toBe('the migration is missing')
})

test('a record of another series has its own number, and names others of it', async () => {
  const text = `---
id: D-012
status: accepted
supersedes: [D-004]
---

# D-012 — A queue

Replaces D-005 and [D-006](D-006-a-file.md); D-007 and D 8 and 3D-009 stay.
`
  const found = await read(text, 'docs/decisions/D-012-a-queue.md')
  expect([found.titleNumber, found.name, found.status]).toEqual([12, 'A queue', 'accepted'])
  expect(found.supersedes).toEqual([5, 6, 4])
  expect((await read('# Phase 2: more\n')).titleNumber).toBe(null)
  expect((await read('# DEC-012 A queue\n', 'docs/decisions/DEC-012 A queue.md')).name).toBe('A queue')
})

test.each([
  ['Supersedes: ADR-0004', [4], []],
  ['Supersedes ADR-0004, ADR-0005 and [6. A file](0006-a-file.md).', [4, 5, 6], []],
  ['Replaces ADR-0004', [4], []],
  ['- **Superseded by:** ADR-0014', [], [14]],
  ['Replaced by ADR-0014. ADR-0015 says how.', [], [14]],
  ['Superseded on 2026-03-04 by ADR-0014', [], [14]],
  ['Superseded by\r\n[14. A queue](0014-a-queue.md)', [], [14]],
  ['Superseded for retries by ADR-0014', [], []],
  ['Superseded by ADR-0014; extends ADR-0003', [], [14]],
  ['Supersedes: ADR-0004 (one), ADR-0005 (two). Partially supersedes ADR-0006 (three).', [4, 5], []],
  ['Amends ADR-0004', [], []],
  ['Amended by ADR-0014', [], []],
  ['Supersedes portions of ADR-0004', [], []],
  ['Supersedes: portion of ADR-0004', [], []],
  ['Supersedes ADR-0004 in part', [], []],
  ['Supersedes ADR-0004 (retries only)', [], []],
  ['Supersedes §3 of ADR-0004', [], []],
  ['Partially supersedes ADR-0004', [], []],
  ['Accepted. Partially supersedes ADR-0004.', [], []],
  ['Accepted (partially supersedes ADR-0004: retries)', [], []],
  ['Superseded in part by ADR-0014', [], []],
  ['Accepted; the part about retries is superseded by ADR-0014', [], []],
  ['Supersedes the retries of ADR-0004', [], []],
  ['Accepted. The mechanism described in passing is\nsuperseded by ADR-0014.', [], []],
  ["Supersedes ADR-0004's retries", [], []],
  ['Accepted\n\nThis record is superseded by ADR-0014', [], [14]],
  ['Paired with ADR-0004', [], []],
  ['Relates to ADR-0004', [], []],
  ['Depends on ADR-0004', [], []],
  ['Extends ADR-0004', [], []],
])('a status %j replaces %j and is replaced by %j', async (status, supersedes, supersededBy) => {
  const found = await read(`# A\n\n## Status\n\n${status}\n\n## Context\n\nx\n`)
  expect([found.supersedes, found.supersededBy]).toEqual([supersedes, supersededBy])
})

test.each([
  ['superseded in part by adr-0014', 'accepted'],
  ['partially superseded by adr-0014', 'accepted'],
  ['amended by adr-0014', 'accepted'],
  ['superseded by adr-0014', 'over'],
  ['nice', null],
])('the status %j means %j', (status, state) => {
  expect(stateOf(status)).toBe(state)
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

test('a line with the status may change as a whole', async () => {
  const one = '# 12. A\n\n**Status:** Accepted · built | by the team\n\n## Context\n\nx\n'
  expect((await read(one.replace('built', 'in use'))).body).toBe((await read(one)).body)
})

test('a numbered file without a status and without sections is no record', async () => {
  expect((await read('# 12 reasons\n\nText.\n')).isRecord).toBe(false)
  expect((await read('# A\n\n## Context\n\nx\n\n## Decision\n\ny\n')).isRecord).toBe(true)
  expect((await read('# A\n\nStatus: accepted\n')).isRecord).toBe(true)
})
