import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  filesBelow,
  holdsFile,
  lazyListing,
  listedFiles,
  literalSnapshot,
  type SnapshotFile,
  withChanges,
} from '../../src/core/snapshot.ts'

const file = (path: string, id = 'id'): SnapshotFile => ({ path, id, mode: 'file' })
const path = fc
  .array(fc.constantFrom('a', 'b', 'a-b', 'c.md'), { minLength: 1, maxLength: 3 })
  .map((segments) => segments.join('/'))
const paths = fc.uniqueArray(path, { maxLength: 12 })
const changes = fc.array(fc.tuple(path, fc.boolean()), { maxLength: 6 })

test('files with changes are what they were, but for the changes', () => {
  fc.assert(
    fc.property(paths, changes, path, (given, changed, asked) => {
      const plain = listedFiles(given.map((one) => file(one)))
      const lazy = lazyListing({
        get: (one) => plain.get(one),
        below: (folder) => filesBelow(plain, folder),
        all: () => plain,
      })
      const replaced = new Map(changed.map(([one, isGone]) => [one, isGone ? null : file(one, 'new')]))
      const wanted = new Map(plain)
      for (const [one, change] of replaced) {
        if (change) wanted.set(one, change)
        else wanted.delete(one)
      }
      const expected = [...wanted.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
      for (const files of [withChanges(plain, replaced), withChanges(lazy, replaced)]) {
        const below = expected.filter((one) => one.path.startsWith(`${asked}/`))
        expect(files.get(asked)).toEqual(wanted.get(asked))
        expect(files.has(asked)).toBe(wanted.has(asked))
        expect(filesBelow(files, asked)).toEqual(below)
        expect(holdsFile(files, asked)).toBe(below.length > 0)
        expect([...files.values()]).toEqual(expected)
        expect([...files]).toEqual(expected.map((one) => [one.path, one]))
        const listed: SnapshotFile[] = []
        files.forEach((one) => {
          listed.push(one)
        })
        expect(listed).toEqual(expected)
      }
    }),
  )
})

test('a folder that is asked for again and again holds the same files', () => {
  const files = literalSnapshot({ 'a/b/c.md': '', 'a/b-c.md': '', 'a.md': '', 'a/z.md': '' }).files
  for (let i = 0; i < 20; i++) {
    expect(filesBelow(files, 'a').map(({ path }) => path)).toEqual(['a/b-c.md', 'a/b/c.md', 'a/z.md'])
    expect(filesBelow(files, 'a/b').map(({ path }) => path)).toEqual(['a/b/c.md'])
    expect(filesBelow(files, 'none')).toEqual([])
  }
})
