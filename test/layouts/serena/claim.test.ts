import { expect, test } from 'vitest'
import { testPlaces } from '../../../src/core/places.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { serena } from '../../../src/layouts/serena/layout.ts'

const claim = (path: string) => serena.claim(path, 'file', DEFAULT_SETTINGS)
const isPlace = testPlaces(serena.places?.(DEFAULT_SETTINGS) ?? [])

test.each([
  ['.serena/memories/a.md', '.serena/memories'],
  ['.serena/memories/auth/login.md', '.serena/memories'],
  ['.serena/memories/a/b/c d.MD', '.serena/memories'],
  ['packages/app/.serena/memories/a.md', 'packages/app/.serena/memories'],
])('%s is a memory of %s', (path, memories) => {
  expect(claim(path)?.kind).toBe('serena-memory')
  expect(isPlace(path)).toBe(true)
  expect(serena.parts?.of?.(path, DEFAULT_SETTINGS)).toBe(memories)
})

test.each([
  '.serena/project.yml',
  '.serena/a.md',
  'memories/a.md',
  '.serena/memories/a.txt',
  'x.serena/memories/a.md',
])('%s is none', (path) => {
  expect([claim(path), isPlace(path)]).toEqual([null, false])
})

test('a symlink is none', () => {
  expect(serena.claim('.serena/memories/a.md', 'link', DEFAULT_SETTINGS)).toBeNull()
})
