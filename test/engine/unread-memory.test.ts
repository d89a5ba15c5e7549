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
    { folder: './', files: 1, notes: { pattern: 'soul.md', files: 1 } },
    { folder: '.squad/', files: 1, notes: { pattern: '.squad/log/**/*.md', files: 1 } },
    { folder: 'docs/knowledge/', files: 2, notes: { pattern: 'docs/knowledge/**/*.md', files: 2 } },
    { folder: 'memory/archive/', files: 2, notes: { pattern: 'memory/archive/**/*.md', files: 2 } },
    { folder: 'vendor/x/', files: 1, notes: { pattern: 'vendor/x/CLAUDE.md', files: 1 } },
  ])
})

test.each([
  [
    ['.claude/plans/a.md', '.claude/plans/deep/b.md', '.claude/c.md'],
    ['.claude/skills/x/SKILL.md'],
    '.claude/plans/**/*.md',
  ],
  [['.x/a.md', '.x/b.md', '.x/y/c.md'], ['.x/y/d.md'], '.x/*.md'],
  [['memory/a.md', 'memory/b.md', 'memory/archive/c.md'], [], 'memory/*.md'],
  [['.x/a.md', '.x/b.md'], ['.x/c.md'], '.x/a.md'],
  [['.rules/a.mdc', '.rules/b.mdc', '.rules/c.md'], [], '.rules/**/*.mdc'],
])('the pattern that is proposed finds unread files alone: %j', (unread, read, pattern) => {
  const found = findUnread(listing(...unread, ...read), new Set(read))
  expect(found.map(({ notes }) => notes).sort((a, b) => b.files - a.files)[0]?.pattern).toBe(pattern)
})

test('a folder with a dot in front is one of an agent, but for those of known tools', () => {
  const paths = [
    '.sisyphus/plans/a.md',
    '.vscode/a.md',
    '.github/b.md',
    '.github/prompts/c/d.md',
    'x/.rulesync/e.md',
  ]
  expect(findUnread(listing(...paths), new Set()).map(({ folder }) => folder)).toEqual([
    '.github/prompts/',
    '.sisyphus/',
    'x/.rulesync/',
  ])
})

test.each([
  'agents/',
  'config/agentes_base/',
  'conv-logs/',
  'docs/instructions/',
  'docs/work-logs/',
  'docs/plans/',
  'docs/superpowers/',
  'docs/sdd/',
  'docs/tasks/',
  'docs/context/',
  'shop-knowledge-base/',
  'project-logs/',
  'sessoes/',
  'skills/',
  'todos/',
  '知识库/',
])('%s looks like memory by its name', (folder) => {
  expect(findUnread(listing(`${folder}x/a.md`), new Set())).toMatchObject([{ folder, files: 1 }])
})

test.each([
  '.github/ask.chatmode.md',
  'CONTEXT.md',
  'CODEX.md',
  'docs/经验教训.md',
  'projectBrief.md',
  'SPRINT1-HANDOFF-2026-05-11.md',
  'current_state.md',
])('%s looks like memory by its name', (path) => {
  expect(findUnread(listing(path, 'guide.md'), new Set())).toHaveLength(1)
})

test('the folders of features that a tool numbers are unread memory, and other specifications are not', () => {
  const found = findUnread(
    listing('specs/001-login/plan.md', 'specs/002-pay/spec.md', 'spec/api.md', 'docs/specs/api.md'),
    new Set(),
  )
  expect(found).toEqual([{ folder: 'specs/', files: 2, notes: { pattern: 'specs/**/*.md', files: 2 } }])
})
