import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { claude } from './claimed.ts'

test.each([
  ['MEMORY.md', 'claude-index'],
  ['memory/MEMORY.md', 'claude-index'],
  ['.claude/memory/MEMORY.md', 'claude-index'],
  ['.claude/projects/-home-work/memory/MEMORY.md', 'claude-index'],
  ['.claude/agent-memory/reviewer/MEMORY.md', 'claude-index'],
  ['services/mail/.claude/memory/MEMORY.md', 'claude-index'],
  ['docs/MEMORY.md', 'claude-index'],
  ['.claude/memory/deploys.md', 'claude-topic'],
  ['.claude/memory/team/deploys.md', 'claude-topic'],
  ['.claude/projects/-home-work/memory/deploys.md', 'claude-topic'],
  ['.claude/agent-memory/reviewer/deploys.md', 'claude-topic'],
  ['memory/deploys.md', 'claude-topic'],
])('%s is a %s', (path, kind) => {
  expect(claude().claim(path, 'file', DEFAULT_SETTINGS)?.kind).toBe(kind)
})

test.each([
  'memory.md',
  'Memory.md',
  'docs/memory.md',
  'docs/memory/deploys.md',
  'src/memory/README.md',
  '.claude/memory/README.md',
  '.claude/commands/deploys.md',
  '.claude/agents/reviewer.md',
  '.claude/memory/notes.txt',
  'memory/tasks/a.md',
  'templates/MEMORY.md',
  'examples/bot/MEMORY.md',
  '.claude/skills/writing/MEMORY.md',
  'node_modules/x/MEMORY.md',
])('%s is left alone', (path) => {
  expect(claude().claim(path, 'file', DEFAULT_SETTINGS)).toBeNull()
})

test('logs and decision records in its folders are left to their layouts', () => {
  expect(claude().claim('.claude/memory/decisions.md', 'file', DEFAULT_SETTINGS)).toBeNull()
  expect(claude().claim('.claude/memory/lessons-learned.md', 'file', DEFAULT_SETTINGS)).toBeNull()
  expect(claude().claim('.claude/memory/decisions/0001-a-queue.md', 'file', DEFAULT_SETTINGS)).toBeNull()
})
