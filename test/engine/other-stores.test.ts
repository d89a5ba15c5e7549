import { expect, test } from 'vitest'
import { literalSnapshot } from '../../src/core/snapshot.ts'
import { nearestStore } from '../../src/engine/other-stores.ts'

const nearest = (...paths: string[]): string | undefined =>
  nearestStore(literalSnapshot(Object.fromEntries(paths.map((path) => [path, '']))).files)?.path

test('the nearest to memory is what every agent reads, then what one keeps, then rules', () => {
  expect(nearest('README.md', 'src/agents/main.ts')).toBeUndefined()
  expect(nearest('a/AGENTS.md', 'README.md')).toBe('a/AGENTS.md')
  expect(nearest('.cursor/rules/a.mdc', 'a/AGENTS.md')).toBe('.cursor/rules/a.mdc')
  expect(nearest('.cursor/rules/a.mdc', 'HEARTBEAT.md')).toBe('HEARTBEAT.md')
  expect(nearest('.cursor/rules/a.mdc', 'HEARTBEAT.md', 'Claude.md')).toBe('Claude.md')
})
