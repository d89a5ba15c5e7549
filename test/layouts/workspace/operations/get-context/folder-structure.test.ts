import { describe, expect, test } from 'vitest'
import type { FileMode } from '../../../../../src/core/snapshot.ts'
import { folderStructure } from '../../../../../src/layouts/workspace/operations/get-context/defaults.ts'
import { literalMemory } from '../../literal-memory.ts'

const HOME = 'resources/workspaces/w'

/** The tree of these paths below the workspace, without its first line. */
function tree(paths: readonly string[], modes: { readonly [path: string]: FileMode } = {}): string[] {
  const files = Object.fromEntries(paths.map((path) => [`${HOME}/${path}`, modes[path] ?? 'file']))
  const wide = { 'resources/workspaces/wide/a.md': 'file' } as const
  const { data } = folderStructure(literalMemory([], undefined, { ...files, ...wide }), 'w')
  const [first, ...lines] = String(data).split('\n')
  expect(first).toBe(`${HOME}/`)
  expect(lines.pop()).toBe('')
  return lines
}

const many = (count: number, name: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => name(100 + i))

describe('folderStructure', () => {
  test('names files, then folders, then folders of documents, two levels deep', () => {
    expect(
      tree([
        'OVERVIEW.md',
        '_plans/260101-x.md',
        'a/b/c/d.md',
        'a/_spikes/x.md',
        'a/b.md',
        '.hidden/x',
        'Z/x.md',
      ]),
    ).toEqual([
      '├── OVERVIEW.md',
      '├── Z/',
      '│   └── x.md',
      '├── a/',
      '│   ├── b.md',
      '│   ├── b/',
      '│   └── _spikes/',
      '├── .hidden/',
      '└── _plans/',
    ])
  })

  test('says that there is nothing, and does not look into a neighbour of a longer name', () => {
    expect(tree([])).toEqual(['(nothing there)'])
  })

  test('names a submodule as a folder', () => {
    expect(tree(['a/repo'], { 'a/repo': 'submodule' })).toEqual(['└── a/', '    └── repo/'])
  })

  test('cuts a long upper level and says so', () => {
    const lines = tree(many(130, (i) => `f${i}.md`))
    expect(lines.slice(99)).toEqual([
      '├── f199.md',
      '└── ... 30 more',
      '(cut at 100: 100 of 130 files and folders are named)',
    ])
  })

  test('cuts long folders alike, and leaves short ones whole', () => {
    const lines = tree([...many(90, (i) => `a/f${i}`), ...many(80, (i) => `b/f${i}`), 'c/x'])
    expect(lines.filter((line) => line.includes('more'))).toEqual([
      '│   └── ... 42 more',
      '│   └── ... 32 more',
    ])
    expect(lines.slice(-3)).toEqual([
      '└── c/',
      '    └── x',
      '(cut at 100: 100 of 174 files and folders are named)',
    ])
  })

  test('names exactly 100 without a word', () => {
    expect(tree(many(100, (i) => `f${i}`)).at(-1)).toBe('└── f199')
  })

  test('keeps a name with a line break or a hidden character on one line', () => {
    expect(tree(['a\nb\u202e.md'])).toEqual(['└── a\\u000ab\\u202e.md'])
  })
})
