import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { layouts } from '../../src/layouts/index.ts'

const segment = fc.constantFrom('shop', 'memory of shop', 'hot memory', '_plans', '.git', 'decisions.md', 'a')

test.each(
  layouts.flatMap(({ id, partOf, foldersOf, roots }) => (partOf ? [{ id, partOf, foldersOf, roots }] : [])),
)('every file of a part of $id lies in its directories', ({ partOf, foldersOf, roots }) => {
  const settings = DEFAULT_SETTINGS
  const all = roots(settings)
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.array(segment, { minLength: 1, maxLength: 5 }), (root, below) => {
      const path = [root, ...below].join('/')
      const folders = foldersOf?.(partOf(path, settings), settings) ?? all
      // A file next to the directories of workspaces is not claimed.
      const isFileOfRoot = below.length === 1
      expect(isFileOfRoot || folders.some((folder) => path.startsWith(`${folder}/`))).toBe(true)
    }),
    { numRuns: 500 },
  )
})
