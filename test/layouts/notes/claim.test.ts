import { expect, test } from 'vitest'
import { amongLayoutsOn, testPlaces } from '../../../src/core/places.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/core/settings.ts'
import { claudeMemory } from '../../../src/layouts/claude-memory/layout.ts'
import { homeOf } from '../../../src/layouts/notes/claim.ts'
import { notes } from '../../../src/layouts/notes/layout.ts'

const claim = (path: string, settings: Settings = DEFAULT_SETTINGS) => notes.claim(path, 'file', settings)
const isPlace = testPlaces(notes.places?.(DEFAULT_SETTINGS) ?? [])

test.each([
  ['.claude/skills/deploys/SKILL.md', 'skill', '.claude/skills'],
  ['packages/shop/.agents/skills/ops/deploys/SKILL.md', 'skill', 'packages/shop/.agents/skills'],
  ['skills/weather/SKILL.md', 'skill', 'skills'],
  ['.claude/skills/deploys/references/back.md', 'skill-page', '.claude/skills'],
  ['.claude/agents/team/reviewer.md', 'subagent', '.claude/agents'],
  ['.github/agents/reviewer.agent.md', 'subagent', '.github/agents'],
  ['.github/chatmodes/plan.chatmode.md', 'subagent', '.github/chatmodes'],
  ['.github/prompts/release.prompt.md', 'agent-command', '.github/prompts'],
  ['.claude/commands/git/release.md', 'agent-command', '.claude/commands'],
  ['.agent/workflows/release.md', 'agent-command', '.agent/workflows'],
  ['.squad/agents/ripley/history.md', 'note-history', '.squad/agents'],
  ['docs/solutions/db/locks.md', 'note', 'docs/solutions'],
  ['app/learnings/locks.md', 'note', 'app/learnings'],
  ['.github/memory/locks.md', 'note', '.github/memory'],
  ['.context/stack.md', 'note', '.context'],
  ['memory/2026-02-08-deploys.md', 'note', 'memory'],
  ['.rulesync/skills/deploys/SKILL.md', 'skill', '.rulesync/skills'],
  ['.opencode/agent/triage.md', 'subagent', '.opencode/agent'],
  ['skills-lock.json', 'skills-lock', ''],
])('%s is a %s in %s', (path, kind, home) => {
  expect(claim(path)?.kind).toBe(kind)
  expect(isPlace(path)).toBe(true)
  expect(homeOf(path)).toBe(home)
})

test.each([
  'docs/knowledge/a.md',
  'src/commands/a.md',
  '.vscode/skills/a/SKILL.md',
  '.history/.claude/agents/a.md',
  '.serena/memories/a.md',
  '.specify/memory/constitution.md',
  'memory/deploys.md',
  '.claude/agents/README.md',
  '.claude/skills/a/run.sh',
  '.squad/templates/skills/a/SKILL.md',
  '.claude/skills/archive/a/SKILL.md',
  'backup/.claude/agents/a.md',
  'node_modules/x/.claude/agents/a.md',
  '.github/workflows/triage.md',
])('%s is none', (path) => {
  expect(claim(path)).toBeNull()
})

test('settings name further notes, in an archive as well', () => {
  const settings = { ...DEFAULT_SETTINGS, options: { notes: ['./docs/til/**/*.md', 'archive/*.md'] } }
  expect(['docs/til/a/b.md', 'archive/a.md', 'docs/b.md'].map((path) => claim(path, settings)?.kind)).toEqual(
    ['note', 'note', undefined],
  )
  expect(notes.places?.(settings)).toContain('docs/til/**/*.md')
})

test('the memory of Claude Code is its own where that layout is on', () => {
  const path = '.claude/memory/deploys.md'
  const claimers = (on: readonly (typeof notes)[]) =>
    amongLayoutsOn(on)
      .filter((one) => one.claim(path, 'file', DEFAULT_SETTINGS))
      .map(({ id }) => id)
  expect(claimers([claudeMemory, notes])).toEqual(['claude-memory'])
  expect(claimers([notes])).toEqual(['notes'])
})
