import { describe, expect, test } from 'vitest'
import type { Layout } from '../../src/core/layout.ts'
import {
  amongLayoutsOn,
  pathSpec,
  placeSpec,
  testHeld,
  testPlaces,
  testSpecs,
  withPrecedence,
} from '../../src/core/places.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'

describe('a place', () => {
  test.each([
    ['**/DECISIONS.md', 'DECISIONS.md', true],
    ['**/DECISIONS.md', 'a/b/decisions.MD', true],
    ['**/DECISIONS.md', 'a/old-decisions.md', false],
    ['**/DECISIONS.md', 'decisions.md/a', false],
    ['**/adr/*.md', 'docs/adr/0001-x.md', true],
    ['**/adr/*.md', 'docs/adr/old/0001-x.md', false],
    ['**/.serena/memories/**/*.md', '.serena/memories/a.md', true],
    ['**/.serena/memories/**/*.md', 'x/.serena/memories/a/b/c.md', true],
    ['**/.serena/memories/**/*.md', '.serena/memories.md', false],
    ['docs/**/a.md', 'docs/x/a.md', true],
    ['**/adr*.md', 'ADR-1.md', true],
    ['**/adr*.md', 'a/b/adr.md', true],
    ['**/adr*.md', 'a/b/x-adr.md', false],
    ['**/adr*.md', 'adr/x.md', false],
    ['**/*adr*/*.md', 'docs/04-ADRs/x.md', true],
    ['**/*adr*/*.md', 'adr/x.md', true],
    ['**/*adr*/*.md', 'docs/adr/a/x.md', false],
    ['**/*adr*/*/*.md', 'docs/adr/a/x.md', true],
    ['docs/**/a.md', 'docsa.md', false],
    ['docs/a+b (c).md', 'docs/a+b (c).md', true],
    ['docs/a.md', 'docs/aXmd', false],
  ])('%s and %s: %s', (pattern, path, is) => {
    expect(testPlaces([pattern])(path)).toBe(is)
    expect(testSpecs([placeSpec(pattern)])(path)).toBe(is)
  })

  test('none matches nothing, and a folder holds what is below it', () => {
    expect(testPlaces([])('a')).toBe(false)
    const test = testSpecs(['memory', placeSpec('**/LOG.md')])
    expect(['memory', 'memory/a', 'memories/a', 'x/log.md'].map(test)).toEqual([true, true, false, true])
  })
})

test('a folder with signs that mean something to git is taken literally', () => {
  expect(['memory', 'a*b', ':x', placeSpec('**/a')].map(pathSpec)).toEqual([
    'memory',
    ':(literal)a*b',
    ':(literal):x',
    ':(glob,icase)**/a',
  ])
})

describe('layouts that claim paths together', () => {
  const layout = (id: string, yields?: true): Layout =>
    ({
      id,
      kinds: [],
      rules: [],
      settings: { schemas: {} },
      summary: '',
      signature: '',
      claim: (path: string) => (path.includes(id) ? { kind: id, scope: '' } : null),
      derive: () => ({ plan: new Map(), stale: [], replacesUnreadable: [] }),
      ...(yields && { yields }),
    }) satisfies Layout
  const owners = (path: string, settings = DEFAULT_SETTINGS): string[] =>
    withPrecedence([layout('a', true), layout('b'), layout('c', true)])
      .filter((one) => one.claim(path, 'file', settings))
      .map(({ id }) => id)

  test('one that yields leaves a path to any other, and of two such to the first', () => {
    expect(['a', 'ab', 'abc', 'ac', 'c', 'bc'].map((path) => owners(path))).toEqual([
      ['a'],
      ['b'],
      ['b'],
      ['a'],
      ['c'],
      ['b'],
    ])
  })

  test('what settings turn off keeps its paths from the others', () => {
    expect(owners('abc', { ...DEFAULT_SETTINGS, layouts: { b: 'off' } })).toEqual(['b'])
  })
})

test('a layout holds its roots and its places', () => {
  const one = {
    id: 'x',
    settings: { schemas: {} },
    signature: '',
    roots: () => [{ path: 'notes' }],
    places: () => ['**/LOG.md'],
    claim: (path: string) => (path.startsWith('old/') ? null : { kind: 'x', scope: '' }),
  }
  const isHeld = testHeld(one, { ...DEFAULT_SETTINGS })
  expect(['notes/a', 'b/log.md', 'b/a', 'old/log.md'].map(isHeld)).toEqual([true, true, false, false])
})

describe('what other tools keep as well', () => {
  const common = (id: string, rest: Partial<Layout>): Layout => ({
    id,
    kinds: [],
    rules: [],
    settings: { schemas: {} },
    summary: '',
    signature: '',
    claim: () => ({ kind: 'rule', scope: '', ordinary: true }),
    derive: () => ({ plan: new Map(), stale: [], replacesUnreadable: [] }),
    ...rest,
  })
  const ownersOf = (layouts: readonly Layout[]): string[] =>
    layouts.filter((one) => one.claim('a.md', 'file', DEFAULT_SETTINGS)).map(({ id }) => id)

  test('belongs to a layout that yields, until the one that keeps it is on', () => {
    const layouts = withPrecedence([common('yields', { yields: true }), common('keeps', {})])
    expect(ownersOf(layouts)).toEqual(['yields', 'keeps'])
    expect(ownersOf(amongLayoutsOn(layouts))).toEqual(['keeps'])
    expect(ownersOf(amongLayoutsOn(layouts.slice(0, 1)))).toEqual(['yields'])
  })
})
