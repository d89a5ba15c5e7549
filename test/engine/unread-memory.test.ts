import { expect, test } from 'vitest'
import type { FileListing } from '../../src/core/snapshot.ts'
import { findUnread } from '../../src/engine/unread-memory.ts'

const listing = (...paths: string[]): FileListing =>
  new Map(paths.map((path) => [path, { path, id: 'x', mode: 'file' as const }])) as unknown as FileListing

test('what looks like memory and is not read is counted by folder', () => {
  const files = listing(
    '.squad/team.md',
    '.squad/log/a.md',
    'docs/guide.md',
    'docs/knowledge/a.md',
    'docs/knowledge/deep/b.md',
    'docs/knowledge/README.md',
    'memory/a.md',
    'memory/archive/b.md',
    'memory/archive/2025/c.md',
    'node_modules/x/AGENTS.md',
    'notes/picture.png',
    'soul.md',
    'vendor/x/CLAUDE.md',
  )
  expect(findUnread(files, new Set(['memory/a.md', '.squad/team.md']))).toEqual([
    { folder: './', files: 1 },
    { folder: '.squad/', files: 1 },
    { folder: 'docs/knowledge/', files: 2 },
    { folder: 'memory/archive/', files: 2 },
    { folder: 'vendor/x/', files: 1 },
  ])
})
