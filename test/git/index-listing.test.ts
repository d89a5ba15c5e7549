import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SnapshotFile } from '../../src/core/snapshot.ts'
import { indexListing } from '../../src/git/read-index.ts'
import { parseStaged } from '../../src/git/records.ts'

const ID = '0123456789abcdef0123456789abcdef01234567'

function entryOf(record: string): SnapshotFile {
  const entry = parseStaged(record, 2)
  if (!entry) throw new Error(`cannot be read: ${record}`)
  return entry
}

function printed(paths: readonly string[], { mode = '100644', id = ID } = {}): string {
  return paths.map((path) => `H ${mode} ${id} 0\t${path}\0`).join('')
}

const segment = fc.constantFrom('a', 'b', 'a-b', 'a.md', 'é', '字', 'H 1', '0\tx')
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))
const sorted = fc.uniqueArray(path, { maxLength: 40 }).map((paths) => paths.sort())

describe('a listing of the index', () => {
  test('finds the same as one that was taken apart', () => {
    fc.assert(
      fc.property(sorted, path, (paths, asked) => {
        const files = indexListing(printed(paths), entryOf)
        expect(files?.has(asked)).toBe(paths.includes(asked))
        expect(files?.get(asked)?.path).toBe(paths.find((one) => one === asked))
        const below = files?.below ? files.below(asked) : []
        expect(below.map((file) => file.path)).toEqual(paths.filter((one) => one.startsWith(`${asked}/`)))
        expect([...(files?.keys() ?? [])]).toEqual(paths)
        expect(files?.size).toBe(paths.length)
        expect(files?.get(asked)?.path).toBe(paths.find((one) => one === asked))
      }),
    )
  })

  test('finds every one of its files', () => {
    const paths = Array.from({ length: 1000 }, (_, i) => `d${i % 7}/${i}`).sort()
    const files = indexListing(printed(paths), entryOf)
    expect(paths.map((one) => files?.get(one)?.path)).toEqual(paths)
  })

  test.each([
    ['a file that an index leaves out of the work tree', printed(['a', 'b']).replace('\0H', '\0S')],
    ['one that is taken for unchanged', printed(['a', 'b']).replace('\0H', '\0h')],
    ['the first of them left out', printed(['a', 'b']).replace('H', 'S')],
    ['an unresolved merge', printed(['a', 'b']).replace(' 0\tb', ' 2\tb')],
    ['an entry without a path', `${printed(['a'])}H 100644 ${ID} 0\t\0`],
    ['a directory', printed(['a', 'b'], { mode: '040000' })],
    ['ids of two lengths', printed(['a']) + printed(['b'], { id: ID + ID.slice(0, 24) })],
    ['a record that was cut off', printed(['a', 'b']).slice(0, -1)],
    ['an empty record', `${printed(['a'])}\0`],
    ['paths that git orders in another way', printed(['a\ud83d\ude00'])],
  ])('is none for %s', (_, text) => {
    expect(indexListing(text, entryOf)).toBeNull()
  })

  test('holds ids of either length, and every mode', () => {
    const id = ID + ID.slice(0, 24)
    for (const mode of ['100644', '100755', '100664', '120000', '160000']) {
      expect(indexListing(printed(['a', 'b/c'], { mode, id }), entryOf)?.get('b/c')?.id).toBe(id)
    }
  })
})
