import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { relativeTarget, resolveTarget } from '../../src/core/path.ts'

describe('resolveTarget', () => {
  test.each([
    ['.codex/a.md', '../agent/rules/a.md', 'agent/rules/a.md'],
    ['.codex/a.md', './b.md', '.codex/b.md'],
    ['.codex/a.md', '..', ''],
    ['.codex/a.md', '../agent//rules/./x/../a.md', 'agent/rules/a.md'],
    ['.codex/a.md', '..\\agent\\rules\\a.md', 'agent/rules/a.md'],
    ['a.md', 'b/c.md', 'b/c.md'],
  ])('of %s to %s is %s', (link, target, path) => {
    expect(resolveTarget(link, target)).toBe(path)
  })

  test.each([
    ['.codex/a.md', '../../a.md'],
    ['a.md', '../a.md'],
    ['.codex/a.md', '../../main/.codex/a.md'],
    ['.codex/a.md', '/etc/hosts'],
    ['.codex/a.md', 'C:\\Users\\a.md'],
  ])('of %s to %s leaves the repository', (link, target) => {
    expect(resolveTarget(link, target)).toBeNull()
  })
})

test('relativeTarget is what resolveTarget undoes', () => {
  const path = fc.array(fc.constantFrom('a', 'b', 'c.md', '.d'), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(path, path, (link, to) => {
      fc.pre(link.join('/') !== to.slice(0, link.length).join('/'))
      expect(resolveTarget(link.join('/'), relativeTarget(link.join('/'), to.join('/')))).toBe(to.join('/'))
    }),
  )
})
