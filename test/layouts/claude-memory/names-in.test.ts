import { expect, test } from 'vitest'
import { namesIn } from '../../../src/layouts/claude-memory/memory.ts'

test('names in links, in code, with and without brackets', () => {
  expect(namesIn('See a.md, (docs/b.md) and `c`; [[d|D]] **e.md**.', [])).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('of two files without a blank between them the last is named', () => {
  expect(namesIn('a.md/b.md 见x.md', [])).toEqual(['b', '见x'])
})

test('a long line without blanks takes no time', () => {
  const started = performance.now()
  expect(namesIn(`${'x'.repeat(900_000)} a.md`, [])).toEqual(['a'])
  expect(performance.now() - started).toBeLessThan(1000)
})
