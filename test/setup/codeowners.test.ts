import { expect, test } from 'vitest'
import { ownedPatterns } from '../../src/setup/codeowners.ts'

test('a folder that holds nothing else is one line, and any other file its own', () => {
  const memory = [
    'AGENTS.md',
    'docs/adr/0001-a.md',
    'docs/adr/0002-b.md',
    'memory/facts/a.md',
    'memory/goals/b.md',
  ]
  const all = [...memory, 'README.md', 'docs/guide.md']
  expect(ownedPatterns(all, new Set(memory))).toEqual(['AGENTS.md', 'docs/adr/', 'memory/'])
  expect(ownedPatterns([...all, 'memory/goals/x.png'], new Set(memory))).toEqual([
    'AGENTS.md',
    'docs/adr/',
    'memory/facts/',
    'memory/goals/b.md',
  ])
})

test('what has a meaning in CODEOWNERS has none in a path', () => {
  const odd = ['a b/x [1].md', '#notes.md', '!c*.md', 'a\nb.md']
  expect(ownedPatterns([...odd, 'a b/y'], new Set(odd))).toEqual([
    '?c?.md',
    '?notes.md',
    'a?b.md',
    'a\\ b/x\\ ?1?.md',
  ])
})
