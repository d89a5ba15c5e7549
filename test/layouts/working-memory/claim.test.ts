import { describe, expect, test } from 'vitest'
import { rootPaths } from '../../../src/core/layout.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/core/settings.ts'
import type { FileMode } from '../../../src/core/snapshot.ts'
import { claim, partOf } from '../../../src/layouts/working-memory/claim.ts'
import { workingMemory } from '../../../src/layouts/working-memory/layout.ts'

const MOVED: Settings = { ...DEFAULT_SETTINGS, options: { workingMemory: { root: 'agent/tasks' } } }

function claimed(
  path: string,
  mode: FileMode = 'file',
  settings: Settings = DEFAULT_SETTINGS,
): string | null {
  const found = claim(path, mode, settings)
  return found && `${found.kind} of ${found.scope}`
}

describe('paths of the working-memory layout', () => {
  test.each([
    ['.working-memory/a/state.yaml', 'task-state of a'],
    ['.working-memory/größere Bilder/log.md', 'task-log of größere Bilder'],
    ['.working-memory/a/001.dsl', 'task-update of a'],
    ['.working-memory/a/log-001.md', 'task-log of a'],
    ['.working-memory/a/archived-012.yaml', 'task-archive of a'],
    ['.working-memory/a.dsl/x y.dsl', 'task-update of a.dsl'],
    ['.working-memory/__proto__/state.yaml', 'task-state of __proto__'],
  ])('%s is %s', (path, expected) => {
    expect(claimed(path)).toBe(expected)
    expect(claimed(path, 'executable')).toBe(expected)
    expect(claimed(path, 'link')).toBe(expected)
    expect(claimed(path, 'submodule')).toBeNull()
  })

  test.each([
    '.working-memory',
    '.working-memory/state.yaml',
    '.working-memory/001.dsl',
    '.working-memory/a/b/state.yaml',
    '.working-memory/a/state.yml',
    '.working-memory/a/State.yaml',
    '.working-memory/a/log.md.bak',
    '.working-memory/a/notes.md',
    '.working-memory-2/a/state.yaml',
    'src/.working-memory/a/state.yaml',
  ])('%s is not claimed', (path) => {
    expect(claimed(path)).toBeNull()
  })

  test('lie below the root that settings name', () => {
    expect(claimed('agent/tasks/a/state.yaml', 'file', MOVED)).toBe('task-state of a')
    expect(claimed('.working-memory/a/state.yaml', 'file', MOVED)).toBeNull()
    expect(rootPaths(workingMemory, MOVED)).toEqual(['agent/tasks'])
    expect(rootPaths(workingMemory, DEFAULT_SETTINGS)).toEqual(['.working-memory'])
  })

  test('are one part for each task', () => {
    expect(partOf('.working-memory/a/state.yaml', DEFAULT_SETTINGS)).toBe('a')
    expect(partOf('.working-memory/a/notes/x.md', DEFAULT_SETTINGS)).toBe('a')
    expect(partOf('.working-memory/README.md', DEFAULT_SETTINGS)).toBe('')
  })
})
