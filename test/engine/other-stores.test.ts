import { expect, test } from 'vitest'
import { literalSnapshot } from '../../src/core/snapshot.ts'
import { nearestStore } from '../../src/engine/open-memory.ts'

const nearest = (...paths: string[]): string | null =>
  nearestStore(literalSnapshot(Object.fromEntries(paths.map((path) => [path, '']))).files)

test.each([
  ['HEARTBEAT.md', 'HEARTBEAT.md'],
  ['Memory.md', 'Memory.md'],
  ['.agent/MEMORY.md', '.agent/MEMORY.md'],
  ['app/memory-bank/progress.md', 'app/memory-bank/progress.md'],
  ['docs/memory.md', null],
  ['node_modules/memkeep/src/layouts/memory-bank/README.md', null],
  ['app/node_modules/a/memory-bank/progress.md', null],
  ['src/agents/main.ts', null],
])('%s among others gives %s', (path, found) => {
  expect(nearest('README.md', path, 'src/a.ts')).toBe(found)
})
