import { expect, test } from 'vitest'
import { literalSnapshot } from '../../src/core/snapshot.ts'
import { nearestStore } from '../../src/engine/other-stores.ts'

const nearest = (...paths: string[]): string | undefined =>
  nearestStore(literalSnapshot(Object.fromEntries(paths.map((path) => [path, '']))).files)?.path

test('the nearest to memory is what an agent may have written and no layout reads', () => {
  expect(nearest('README.md', 'src/agents/main.ts', 'docs/MEMORY.md')).toBeUndefined()
  // The layouts of these files have them only where they show their use.
  expect(nearest('README.md', 'MEMORY.md')).toBe('MEMORY.md')
  expect(nearest('.cursor/rules/a.mdc', 'HEARTBEAT.md')).toBe('HEARTBEAT.md')
  expect(nearest('docs/memory-bank/notes.md', 'README.md')).toBe('docs/memory-bank/notes.md')
})
