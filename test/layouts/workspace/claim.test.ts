import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/core/settings.ts'
import type { FileMode } from '../../../src/core/snapshot.ts'
import { areaOf, claim } from '../../../src/layouts/workspace/claim.ts'

function claimed(
  path: string,
  mode: FileMode = 'file',
  settings: Settings = DEFAULT_SETTINGS,
): string | null {
  const found = claim(path, mode, settings)
  return found && `${found.kind} ${found.scope}`.trim()
}

describe('paths of the workspace layout', () => {
  test.each([
    ['resources/workspaces/devtools/OVERVIEW.md', 'overview devtools'],
    ['resources/workspaces/devtools/common/OVERVIEW.md', 'overview devtools/common'],
    ['resources/workspaces/devtools/common/metan/OVERVIEW.md', 'overview devtools/common/metan'],
    ['resources/workspaces/devtools/_plans/260208-engine.md', 'plan devtools'],
    ['resources/workspaces/devtools/common/_plans/260208-engine.md', 'plan devtools/common'],
    ['resources/workspaces/devtools/common/metan/_plans/2026/260208-x.md', 'plan devtools/common/metan'],
    ['resources/workspaces/devtools/_plans/_old/Bad name.md', 'plan devtools'],
    ['resources/workspaces/devtools/_features/OVERVIEW.md', 'feature devtools'],
    ['resources/workspaces/devtools/_features/logs/live.md', 'feature devtools'],
    ['resources/workspaces/devtools/common/_spikes/queue.md', 'spike devtools/common'],
    ['resources/workspaces/devtools/common/_architecture/a.md', 'architecture devtools/common'],
    ['resources/workspaces/devtools/ABSTRACT.md', 'abstract devtools'],
    ['resources/workspaces/devtools/_plans/ABSTRACT.md', 'abstract devtools'],
    ['user/memory/workspaces/devtools/decisions.md', 'decisions devtools'],
    ['user/memory/workspaces/devtools/common/lessons.md', 'lessons devtools/common'],
    ['user/memory/workspaces/devtools/_archive/decisions-2025.md', 'archive devtools'],
    ['user/memory/workspaces/devtools/common/_archive/lessons-2025.md', 'archive devtools/common'],
    ['user/memory/workspaces/devtools/_index.yaml', 'memory-index devtools'],
    ['agent/rules/common/user-profile.md', 'hot-rule'],
    ['.cursor/rules/extra.mdc', 'agent-file'],
    ['.codex/extra.md', 'agent-file'],
  ])('%s is %s', (path, expected) => {
    expect(claimed(path)).toBe(expected)
  })

  test.each([
    'README.md',
    'resources/workspaces/OVERVIEW.md',
    'resources/workspaces/_shared/OVERVIEW.md',
    'resources/workspaces/.hidden/OVERVIEW.md',
    'resources/workspaces/devtools/_common/OVERVIEW.md',
    'resources/workspaces/devtools/common/metan/deeper/OVERVIEW.md',
    'resources/workspaces/devtools/common/metan/deeper/_plans/260208-x.md',
    'resources/workspaces/devtools/notes.md',
    'resources/workspaces/devtools/_plans/OVERVIEW.md',
    'resources/workspaces/devtools/_plans/sub/README.md',
    'resources/workspaces/devtools/_plans/INDEX.md',
    'resources/workspaces/devtools/_plans/diagram.png',
    'resources/workspaces/devtools/constructor/x.md',
    'resources/workspaces-old/devtools/OVERVIEW.md',
    'user/memory/workspaces/decisions.md',
    'user/memory/workspaces/devtools/common/metan/decisions.md',
    'user/memory/workspaces/devtools/common/_index.yaml',
    'user/memory/workspaces/devtools/_archive/notes-2025.md',
    'user/memory/workspaces/devtools/_archive/2025/decisions-2025.md',
    'user/memory/workspaces/devtools/_archive/decisions-2025.txt',
    'user/memory/workspaces/devtools/notes.md',
    'user/memory/workspaces/_archive/decisions-2025.md',
    'agent/rules/common/sub/rule.md',
    'agent/rules/other/rule.md',
    '.cursor/rules/sub/rule.mdc',
    '.cursor/rules/notes.txt',
    '.codex/config.toml',
    'x/resources/workspaces/devtools/OVERVIEW.md',
  ])('%s is not of the layout', (path) => {
    expect(claimed(path)).toBeNull()
  })
})

describe('modes', () => {
  test('a symlink in an agent directory is a link, whatever its name', () => {
    expect(claimed('.cursor/rules/user-profile.mdc', 'link')).toBe('agent-link')
    expect(claimed('.codex/anything', 'link')).toBe('agent-link')
    expect(claimed('.codex/sub/anything', 'link')).toBeNull()
  })

  test('anywhere else a link is claimed like a file, so that it is reported', () => {
    expect(claimed('user/memory/workspaces/devtools/decisions.md', 'link')).toBe('decisions devtools')
    expect(claimed('agent/rules/common/user-profile.md', 'link')).toBe('hot-rule')
  })

  test('an executable is a file, a submodule is nothing', () => {
    expect(claimed('agent/rules/common/user-profile.md', 'executable')).toBe('hot-rule')
    expect(claimed('.codex/module.md', 'submodule')).toBeNull()
  })
})

test('settings move every root', () => {
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    options: {
      workspace: { resources: 'docs', memory: 'mem/ws', hotRules: 'hot', agents: ['.agent/rules'] },
    },
  }
  const at = (path: string, mode: FileMode = 'file'): string | null => claimed(path, mode, settings)
  expect(at('docs/devtools/OVERVIEW.md')).toBe('overview devtools')
  expect(at('mem/ws/devtools/lessons.md')).toBe('lessons devtools')
  expect(at('hot/a.md')).toBe('hot-rule')
  expect(at('.agent/rules/a.md', 'link')).toBe('agent-link')
  expect(at('resources/workspaces/devtools/OVERVIEW.md')).toBeNull()
  expect(at('.cursor/rules/a.mdc', 'link')).toBeNull()
})

test('a root inside another one keeps its own files', () => {
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    options: { workspace: { resources: 'memory', memory: 'memory' } },
  }
  expect(claimed('memory/devtools/OVERVIEW.md', 'file', settings)).toBe('overview devtools')
  expect(claimed('memory/devtools/lessons.md', 'file', settings)).toBe('lessons devtools')
})

test.each([
  ['resources/workspaces/devtools/common/_plans/260208-engine.md', 'devtools'],
  ['resources/workspaces/devtools/OVERVIEW.md', 'devtools'],
  ['user/memory/workspaces/devtools/cli/decisions.md', 'devtools'],
  ['resources/workspaces/stray.md', ''],
  ['agent/rules/common/profile.md', 'hot memory'],
  ['.cursor/rules/a.mdc', 'hot memory'],
])('people find %s in "%s"', (path, area) => {
  expect(areaOf(path, DEFAULT_SETTINGS)).toBe(area)
})
