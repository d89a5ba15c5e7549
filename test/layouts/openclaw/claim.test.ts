import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { layouts } from '../../../src/layouts/index.ts'
import { openclaw } from '../../../src/layouts/openclaw/layout.ts'

const claimed = (path: string, settings = DEFAULT_SETTINGS): string | undefined =>
  openclaw.claim(path, 'file', settings)?.kind

test.each([
  ['SOUL.md', 'openclaw-self'],
  ['IDENTITY.md', 'openclaw-self'],
  ['HEARTBEAT.md', 'openclaw-routine'],
  ['BOOTSTRAP.md', 'openclaw-routine'],
  ['AGENTS.md', 'openclaw-guide'],
  ['TOOLS.md', 'openclaw-guide'],
  ['USER.md', 'openclaw-guide'],
  ['MEMORY.md', 'openclaw-memory'],
  ['memory/2026-02-08.md', 'openclaw-day'],
  ['memory/2026-2-30-mails.md', 'openclaw-day'],
  ['memory/2026-02.md', 'openclaw-note'],
  ['memory/people.md', 'openclaw-note'],
])('%s is a %s', (path, kind) => {
  expect(claimed(path)).toBe(kind)
})

test.each([
  'soul.md',
  'docs/SOUL.md',
  'templates/IDENTITY.md',
  'CLAUDE.md',
  'README.md',
  'memory/archive/a.md',
  'memory/backups/2026-02-08.md',
  'memory/notes.txt',
  'agents/owl/MEMORY.md',
])('%s is left alone', (path) => {
  expect(claimed(path)).toBeUndefined()
})

test('no other layout that keeps its paths claims one of these files', () => {
  const paths = ['SOUL.md', 'AGENTS.md', 'MEMORY.md', 'memory/2026-02-08.md', 'memory/people.md']
  const others = layouts.filter(({ id, yields }) => id !== 'openclaw' && !yields)
  for (const path of paths) {
    for (const layout of others)
      expect([layout.id, layout.claim(path, 'file', DEFAULT_SETTINGS)]).toEqual([layout.id, null])
  }
})

test('settings name further workspaces', () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    options: { openclaw: { workspaces: ['./bots/wren/', 'bots/owl'] } },
  }
  expect(claimed('bots/wren/SOUL.md', settings)).toBe('openclaw-self')
  expect(openclaw.claim('bots/owl/memory/2026-02-08.md', 'file', settings)).toEqual({
    kind: 'openclaw-day',
    scope: 'bots/owl',
    ordinary: true,
  })
  expect(claimed('bots/jay/SOUL.md', settings)).toBeUndefined()
  expect(openclaw.places?.(settings)).toContain('bots/owl/memory/**/*.md')
})
