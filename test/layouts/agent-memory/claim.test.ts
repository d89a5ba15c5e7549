import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { agentMemoryPaths } from '../../../src/layouts/agent-memory/claim.ts'
import { idOf } from './records.ts'

const { claim } = agentMemoryPaths

const ID = idOf(1)

test.each([
  [`.agent-memory/session/${ID}.json`, 'record session'],
  ['.agent-memory/working/notes.json', 'record working'],
  [`.agent-memory/durable/a/b/${ID}.json`, 'record durable'],
  [`.agent-memory/wroking/${ID}.json`, 'record wroking'],
  [`.agent-memory/session-invalid/${ID}.json`, 'record session-invalid'],
  [`.agent-memory/${ID}.json`, 'record '],
  ['.agent-memory/durable/a/index.json', 'record durable'],
  [`.agent-memory/_archive/${ID}.json`, 'archived-record '],
  [`.agent-memory/_archive/working/2026/${ID}.json`, 'archived-record '],
  [`.agent-memory/_archive/other-invalid/${ID}.json`, 'archived-record '],
  ['.agent-memory/_compactions/2026-03-01.json', 'compaction-report '],
])('%s is %s', (path, expected) => {
  const found = claim(path, 'file', DEFAULT_SETTINGS)
  expect(`${found?.kind} ${found?.scope}`).toBe(expected)
})

test.each([
  '.agent-memory',
  '.agent-memory/index.json',
  '.agent-memory/session/index.json',
  '.agent-memory/working/index.json',
  '.agent-memory/wroking/index.json',
  '.agent-memory/working/notes.md',
  '.agent-memory/working/.json',
  '.agent-memory/working/.tmp/x.json',
  '.agent-memory/.working/x.json',
  '.agent-memory/_locks/x.json',
  `.agent-memory/_archive/working-invalid/${ID}.json`,
  `.agent-memory/_archive/durable-invalid/deep/${ID}.json`,
  `.agent-memory-old/working/${ID}.json`,
  `sub/.agent-memory/working/${ID}.json`,
])('%s is not the layout’s', (path) => {
  expect(claim(path, 'file', DEFAULT_SETTINGS)).toBeNull()
})

test('the root follows the settings, and a submodule is not claimed', () => {
  const settings = { ...DEFAULT_SETTINGS, options: { agentMemory: { root: 'var/m' } } }
  expect(claim('var/m/working/a.json', 'file', settings)).toEqual({ kind: 'record', scope: 'working' })
  expect(claim('.agent-memory/working/a.json', 'file', settings)).toBeNull()
  expect(claim('var/m/working/a.json', 'submodule', settings)).toBeNull()
  expect(claim('var/m/working/a.json', 'link', settings)).toEqual({ kind: 'record', scope: 'working' })
})
