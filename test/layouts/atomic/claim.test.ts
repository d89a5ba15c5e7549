import { describe, expect, test } from 'vitest'
import { rootPaths } from '../../../src/core/layout.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/core/settings.ts'
import type { FileMode } from '../../../src/core/snapshot.ts'
import { atomicPaths } from '../../../src/layouts/atomic/claim.ts'
import { atomic } from '../../../src/layouts/atomic/layout.ts'

const { claim } = atomicPaths

function claimed(
  path: string,
  mode: FileMode = 'file',
  settings: Settings = DEFAULT_SETTINGS,
): string | null {
  const found = claim(path, mode, settings)
  return found && `${found.kind} ${found.scope}`.trim()
}

describe('paths of the atomic layout', () => {
  test.each([
    ['memory/facts/time-zone.md', 'fact'],
    ['memory/decisions/dec-0001.md', 'decision'],
    ['memory/decisions/Größen in Millimetern.md', 'decision'],
    ['memory/goals/a.b.md', 'goal'],
    ['memory/tasks/archive.md', 'task'],
    ['memory/tasks/archive/old.md', 'task archive'],
    ['memory/decisions/archive/old.md', 'decision archive'],
    ['memory/reflections/index of reviews.md', 'reflection'],
  ])('%s is %s', (path, expected) => {
    expect(claimed(path)).toBe(expected)
  })

  test.each([
    'memory/facts.md',
    'memory/notes.md',
    'memory/notes/a.md',
    'memory/fact/a.md',
    'memory/Facts/a.md',
    'memory/constructor/a.md',
    'memory/facts/people/a.md',
    'memory/tasks/archive/2025/a.md',
    'memory/tasks/Archive/a.md',
    'memory/facts/a.txt',
    'memory/facts/a.MD',
    'memory/facts/md',
    'memory/facts/README.md',
    'memory/tasks/archive/readme.md',
    'memory/decisions/INDEX.md',
    'memory/decisions/.md',
    'memory/decisions/.draft.md',
    'memory2/facts/a.md',
    'src/memory/facts/a.md',
    'memory',
    'memory/',
  ])('%s is not claimed', (path) => {
    expect(claimed(path)).toBeNull()
  })

  test('a link is claimed, so that it is reported; a submodule is not', () => {
    expect(claimed('memory/facts/a.md', 'link')).toBe('fact')
    expect(claimed('memory/facts/a.md', 'executable')).toBe('fact')
    expect(claimed('memory/facts/a.md', 'submodule')).toBeNull()
  })

  test('the root can be moved', () => {
    const settings = { ...DEFAULT_SETTINGS, options: { atomic: { root: 'agent/notes' } } }
    expect(claimed('agent/notes/facts/a.md', 'file', settings)).toBe('fact')
    expect(claimed('memory/facts/a.md', 'file', settings)).toBeNull()
    expect(rootPaths(atomic, settings)).toEqual(['agent/notes'])
    expect(rootPaths(atomic, DEFAULT_SETTINGS)).toEqual(['memory'])
  })
})
