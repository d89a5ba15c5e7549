import { expect, test } from 'vitest'
import { wantedLayouts } from '../../../src/core/layout.ts'
import { amongLayoutsOn } from '../../../src/core/places.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import type { FileMode } from '../../../src/core/snapshot.ts'
import { parseSettings, settingsSchema } from '../../../src/formats/settings.ts'
import { layouts } from '../../../src/layouts/index.ts'

const settings = parseSettings('', 'memkeep.yaml', settingsSchema(layouts, []))

const instructions = layouts.filter(({ id }) => id === 'instructions')

const claimOf = (path: string, mode: FileMode = 'file'): string | null => {
  const claim = instructions[0]?.claim(path, mode, settings) ?? null
  return claim && `${claim.kind} for ${claim.scope || 'the top'}`
}

test.each([
  ['AGENTS.md', 'agents-md for the top'],
  ['src/api/AGENTS.md', 'agents-md for src/api'],
  ['src/AGENTS.override.md', 'agents-md for src'],
  ['agents.md', 'agents-md for the top'],
  ['.claude/rules/agents.md', 'claude-rule for the top'],
  ['.cursor/rules/gemini.md', 'cursor-rule for the top'],
  ['CLAUDE.md', 'claude-md for the top'],
  ['.claude/CLAUDE.md', 'claude-md for the top'],
  ['web/.claude/CLAUDE.md', 'claude-md for web'],
  ['CLAUDE.local.md', 'claude-md for the top'],
  ['.claude/rules/testing.md', 'claude-rule for the top'],
  ['.claude/rules/languages/go.md', 'claude-rule for the top'],
  ['web/.claude/rules/testing.md', 'claude-rule for web'],
  ['GEMINI.md', 'gemini-md for the top'],
  ['.gemini/GEMINI.md', 'gemini-md for the top'],
  ['.github/copilot-instructions.md', 'copilot-instructions for the top'],
  ['.github/instructions/go.instructions.md', 'copilot-scoped for the top'],
  ['.github/instructions/web/css.instructions.md', 'copilot-scoped for the top'],
  ['.cursor/rules/api.mdc', 'cursor-rule for the top'],
  ['.cursor/rules/a/b/api.mdc', 'cursor-rule for the top'],
  ['web/.cursor/rules/api.mdc', 'cursor-rule for web'],
  ['.cursorrules', 'cursor-legacy for the top'],
  ['.windsurf/rules/api.md', 'windsurf-rule for the top'],
  ['.windsurfrules', 'windsurf-legacy for the top'],
  ['.clinerules', 'cline-rule for the top'],
  ['.clinerules/api.md', 'cline-rule for the top'],
  ['.clinerules-code', 'roo-mode-rule for the top'],
  ['.roo/rules/api.md', 'roo-rule for the top'],
  ['.roo/rules-code/api.md', 'roo-mode-rule for the top'],
  ['.roorules', 'roo-rule for the top'],
  ['.agents/rules/api.md', 'agents-rule for the top'],
  ['.agent/rules/api.md', 'agents-rule for the top'],
  ['QWEN.md', 'qwen-md for the top'],
  ['web/QWEN.md', 'qwen-md for web'],
  ['.junie/guidelines.md', 'junie-guidelines for the top'],
  ['web/.junie/guidelines.md', 'junie-guidelines for web'],
  ['.kiro/steering/tech.md', 'kiro-steering for the top'],
  ['.codex/config.toml', 'codex-config for the top'],
  ['web/.codex/config.toml', 'codex-config for web'],
  ['.claude/rules/README.md', 'claude-rule for the top'],
  ['.claude/rules/a/b/c/deep.md', 'claude-rule for the top'],
  ['web/.github/copilot-instructions.md', 'copilot-instructions for web'],
  ['.gemini/settings.json', 'agent-settings for the top'],
  ['opencode.json', 'opencode-settings for the top'],
])('%s is %s', (path, is) => {
  expect(claimOf(path)).toBe(is)
})

test.each([
  'README.md',
  'docs/agents.md',
  'backup/AGENTS.md',
  'docs/archive/CLAUDE.md',
  '.agents/skills/react/AGENTS.md',
  'docs/qwen.md',
  '.clinerules/workflows/release.md',
  '.clinerules/README.md',
  'docs/providers/gemini.md',
  'src/pages/claude.md',
  'docs/agents.txt',
  'MY-AGENTS.md',
  'AGENTS.md/x.md',
  'templates/AGENTS.md',
  'packages/create/template/CLAUDE.md',
  'node_modules/x/AGENTS.md',
  'test/fixtures/AGENTS.md',
  '.cursor/rules/README.md',
  '.claude/commands/go.md',
  '.claude/rules/a.txt',
  '.github/copilot.md',
])('%s is not', (path) => {
  expect(claimOf(path)).toBeNull()
})

test('a symlink is one of its own kind, and a submodule is none', () => {
  expect(claimOf('CLAUDE.md', 'link')).toBe('instruction-link for the top')
  expect(claimOf('AGENTS.md', 'submodule')).toBeNull()
})

test("the workspace's own rules are the workspace's where it is in use", () => {
  const path = '.cursor/rules/api.mdc'
  const owners = (ids: readonly string[]) =>
    amongLayoutsOn(wantedLayouts(layouts, DEFAULT_SETTINGS).filter(({ id }) => ids.includes(id)))
      .filter(({ claim }) => claim(path, 'file', settings))
      .map(({ id }) => id)
  expect(owners(['instructions'])).toEqual(['instructions'])
  expect(owners(['instructions', 'workspace'])).toEqual(['workspace'])
})

test('each place is about the folder around the folder of its agent', () => {
  const places = instructions[0]?.places?.(settings) ?? []
  const found = places.flatMap((place) => {
    if (!place.includes('/')) return []
    const path = `web/${place.replace(/^\*\*\//, '').replaceAll(/\*+/g, 'a')}`
    const claim = claimOf(path) ?? claimOf(path, 'link')
    return claim ? [`${path} ${claim}`] : []
  })
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter((one) => !one.endsWith(' for web'))).toEqual([])
})
