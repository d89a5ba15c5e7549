import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldersOf, partOf, rootPaths } from '../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { layouts } from '../../src/layouts/index.ts'
import { notes } from '../../src/layouts/notes/layout.ts'

const segment = fc.constantFrom('shop', 'memory of shop', 'hot memory', '_plans', '.git', 'decisions.md', 'a')

test.each(layouts.filter(({ parts, roots }) => parts?.of && roots))(
  'every file of a part of $id lies in its directories',
  (layout) => {
    const settings = DEFAULT_SETTINGS
    const all = rootPaths(layout, settings)
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.array(segment, { minLength: 1, maxLength: 5 }),
        (root, below) => {
          const path = [root, ...below].join('/')
          const folders = foldersOf(layout, partOf(layout, path, settings), settings)
          // A file next to the directories of workspaces is not claimed.
          const isFileOfRoot = below.length === 1
          expect(isFileOfRoot || folders.some((folder) => path.startsWith(`${folder}/`))).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  },
)

test.each(layouts.filter(({ id, parts, places }) => parts?.of && places && id !== notes.id))(
  'a file of $id that may lie anywhere lies in the folder that is its part',
  (layout) => {
    const settings = DEFAULT_SETTINGS
    const folders = (path: string) => foldersOf(layout, partOf(layout, path, settings), settings)
    expect(folders('docs/adr/0001-a.md')).toEqual(['docs/adr'])
    // The top of the repository is the folder of everything.
    expect(folders('DECISIONS.md')).toEqual([''])
  },
)

test('notes of a folder are a part, and everything else that agents load when they need it is one', () => {
  const folders = (path: string) => foldersOf(notes, partOf(notes, path, DEFAULT_SETTINGS), DEFAULT_SETTINGS)
  expect(folders('app/docs/solutions/db/locks.md')).toEqual(['app/docs/solutions'])
  expect(folders('learnings/locks.md')).toEqual(['learnings'])
  for (const path of [
    '.claude/skills/a/SKILL.md',
    '.claude/skills/a/learnings/b.md',
    '.claude/agents/a.md',
    'skills-lock.json',
  ])
    expect(folders(path)).toEqual([''])
})
