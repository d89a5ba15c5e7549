import { describe, expect, test } from 'vitest'
import type { Layout } from '../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { focusOf, focusOnFiles } from '../../src/engine/focus.ts'
import { layoutOf } from '../core/literal-parts.ts'
import { type Files, storedSnapshot } from '../helpers/check-literal.ts'

/** Notes below `notes/`, each folder for itself; and a layout at another place. */
const notes: Layout = layoutOf({
  id: 'notes',
  roots: () => [{ path: 'notes' }],
  parts: { of: (path) => path.split('/')[1] ?? '', folders: (part) => [`notes/${part}`] },
})
const other: Layout = layoutOf({ id: 'other', roots: () => [{ path: 'other' }] })
// What is known of a layout of that name with the default settings is not of this one.
const known = { layouts: [notes, other], settings: { ...DEFAULT_SETTINGS } }

const BEFORE: Files = { 'notes/a/1.md': 'a', 'notes/b/1.md': 'b', 'other/1.md': 'o', 'README.md': 'r' }

/** Which of these files a change looks at, by layout; `all` where everything may be touched. */
function looked(after: Files, { before = BEFORE, others = [] as readonly Files[] } = {}): string[] | 'all' {
  const focus = focusOf(
    {
      before: storedSnapshot(before),
      after: storedSnapshot(after),
      merge: { others: others.map(storedSnapshot), bases: [] },
    },
    known,
  )
  if (!focus) return 'all'
  return known.layouts.flatMap((layout) =>
    Object.keys(after).filter((path) => path.startsWith(layout.id) && focus(layout)?.holds(path)),
  )
}

describe('a change', () => {
  test('looks at all files of the parts that it touches', () => {
    expect(looked(BEFORE)).toEqual([])
    expect(looked({ ...BEFORE, 'notes/a/1.md': 'changed', 'notes/a/2.md': 'new' })).toEqual([
      'notes/a/1.md',
      'notes/a/2.md',
    ])
    expect(looked({ ...BEFORE, 'notes/a/2.md': 'new' })).toEqual(['notes/a/1.md', 'notes/a/2.md'])
    expect(looked({ ...BEFORE, 'other/2.md': 'new' })).toEqual(['other/1.md', 'other/2.md'])
  })

  test('of files that are no memory looks at none', () => {
    expect(looked({ ...BEFORE, 'README.md': 'changed' })).toEqual([])
  })

  test('after which a file is gone, or is of another kind, looks at everything', () => {
    const { 'README.md': _, ...without } = BEFORE
    expect(looked(without)).toBe('all')
    expect(looked({ ...BEFORE, 'notes/a/1.md': { link: '../b/1.md' } })).toBe('all')
  })

  test('of the settings looks at everything', () => {
    expect(looked({ ...BEFORE, 'memkeep.yaml': 'version: 1\n' })).toBe('all')
  })

  test('that is a merge looks at what differs from any parent', () => {
    const parent = { ...BEFORE, 'notes/b/1.md': 'theirs' }
    expect(looked({ ...BEFORE, 'notes/a/1.md': 'ours' }, { others: [parent] })).toEqual([
      'notes/a/1.md',
      'notes/b/1.md',
    ])
    expect(looked(BEFORE, { others: [{ ...BEFORE, 'notes/c/1.md': 'theirs' }] })).toBe('all')
  })

  test('without a side before looks at everything', () => {
    expect(focusOf({ before: null, after: storedSnapshot(BEFORE) }, known)).toBeNull()
  })
})

test('a file without a known id counts as changed', () => {
  const after = storedSnapshot(BEFORE)
  const files = new Map([...after.files].map(([path, file]) => [path, { ...file, id: null }]))
  const focus = focusOf({ before: { ...after, files }, after: { ...after, files } }, known)
  expect(focus?.(notes)?.holds('notes/a/1.md')).toBe(true)
})

test('what is known to differ is taken as it is', () => {
  const side = storedSnapshot(BEFORE)
  const focus = focusOf({ before: side, after: side, changed: ['notes/b/1.md'] }, known)
  expect(focus?.(notes)).toMatchObject({ folders: ['notes/b'] })
  expect(focus?.(other)).toBeNull()
})

test('some files have every layout look at the parts of all of them', () => {
  const focus = focusOnFiles(['notes/a/9.md', 'notes/b/1.md'], known)
  expect(focus(other)).toBe(focus(notes))
  expect(
    ['notes/a/1.md', 'notes/b/2.md', 'notes/c/1.md', 'other/1.md'].map(focus(notes)?.holds ?? (() => null)),
  ).toEqual([true, true, false, false])
  expect(focus(notes)?.folders).toEqual(['notes/a', 'notes/b'])
  const both = focusOnFiles(['other/1.md', 'notes/a/1.md'], known)(notes)
  expect(both?.folders).toEqual(['notes/a', 'other'])
  // A layout that is not divided has to be looked at whole: its part holds every path that it is asked about.
  expect([both?.holds('notes/a/2.md'), both?.holds('notes/b/1.md')]).toEqual([true, true])
})

test('a layout whose files may lie anywhere has the whole repository looked at', () => {
  const parts = { of: () => 'all', folders: () => [''] }
  const anywhere = layoutOf({ id: 'anywhere', roots: () => [{ path: 'any' }], parts })
  const focus = focusOnFiles(['any/x.md', 'notes/a/1.md'], { ...known, layouts: [notes, anywhere] })
  expect(focus(notes)?.folders).toBeNull()
})
