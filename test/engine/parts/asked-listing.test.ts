import { describe, expect, test } from 'vitest'
import { missingTargets } from '../../../src/core/cited-paths.ts'
import {
  type FileListing,
  fileNamed,
  filesBelow,
  holdsFile,
  listedFiles,
  type SnapshotFile,
} from '../../../src/core/snapshot.ts'
import { configsIn } from '../../../src/engine/configs.ts'
import { surroundings } from '../../../src/engine/parts/asked-listing.ts'

function listing(...paths: readonly (string | SnapshotFile)[]): FileListing {
  return listedFiles(
    paths.map((one) => (typeof one === 'string' ? { path: one, id: one, mode: 'file' } : one)),
  )
}

const LOCAL = ['local/']
const FILES = listing('a/one.md', 'a/two.md', 'b/three.md', 'c/deep/four.md', 'local/five.md')
const OWN = ['a/one.md', 'a/two.md']

/** Every way to ask, and a change of the files that makes the answer another. */
const WAYS: readonly (readonly [string, (files: FileListing) => unknown, FileListing])[] = [
  ['has, there', (files) => files.has('b/three.md'), listing('a/one.md')],
  ['has, not there', (files) => files.has('b/none.md'), listing('b/none.md')],
  ['get', (files) => files.get('b/three.md'), listing({ path: 'b/three.md', id: null, mode: 'link' })],
  [
    'get, of what git ignores',
    (files) => files.get('local/five.md'),
    listing({ path: 'local/five.md', id: null, mode: 'file', ignored: true }),
  ],
  ['holdsFile, held', (files) => holdsFile(files, 'c'), listing('c')],
  ['holdsFile, not held', (files) => holdsFile(files, 'd'), listing('d/deep/x.md')],
  ['filesBelow', (files) => filesBelow(files, 'c'), listing('c/deep/four.md', 'c/five.md')],
  ['fileNamed, one', (files) => fileNamed(files, 'four.md'), listing('c/deep/four.md', 'd/FOUR.md')],
  ['fileNamed, none', (files) => fileNamed(files, 'none.md'), listing('d/none.md')],
  [
    'missingTargets, there',
    (files) => missingTargets(files, 'a/one.md', ['deep/four.md']),
    listing('c/four.md'),
  ],
  [
    'missingTargets, not there',
    (files) => missingTargets(files, 'a/one.md', ['x/none.md']),
    listing('d/x/none.md'),
  ],
  ['configsIn', configsIn, listing('a/one.md', 'package.json')],
  [
    'looked',
    (files) => files.looked?.('c/deep/four.md'),
    listing({ path: 'c/deep/four.md', id: 'another', mode: 'file' }),
  ],
  ['size', (files) => files.size, listing('a/one.md')],
  ['keys', (files) => [...files.keys()], listing('a/one.md')],
  ['values', (files) => [...files.values()], listing('a/one.md')],
  ['entries', (files) => [...files.entries()], listing('a/one.md')],
  ['forEach', (files) => files.forEach(String), listing('a/one.md')],
  ['the iterator', (files) => [...files], listing('a/one.md')],
]

describe('what rules ask about the files around a part', () => {
  test.each(WAYS)('%s: is noted, and holds until the answer changes', (_, ask, other) => {
    const { around, hold } = surroundings(FILES, LOCAL)
    const { files, asked } = around(OWN)
    ask(files)
    expect(asked()).toHaveLength(1)
    expect(hold(asked())).toBe(true)
    expect(surroundings(listing(...FILES.values()), LOCAL).hold(asked())).toBe(true)
    expect(surroundings(other, LOCAL).hold(asked())).toBe(false)
  })

  test.each(WAYS)('%s: is answered as the listing itself answers it, but for contents', (_, ask) => {
    const bare = listedFiles([...FILES.values()].map((file) => ({ ...file, id: null })))
    expect(ask(surroundings(FILES, LOCAL).around(OWN).files)).toEqual(ask(bare))
  })

  test('no way to ask is left out', () => {
    const { files } = surroundings(FILES, LOCAL).around(OWN)
    const ways = [...Object.keys(files), ...Object.getOwnPropertyNames(Map.prototype)]
    const asks = new Set(ways.filter((name) => name in files && name !== 'constructor'))
    expect(asks).toEqual(
      new Set([
        'get',
        'has',
        'below',
        'holds',
        'named',
        'meant',
        'missing',
        'manifests',
        'configs',
        'looked',
        'size',
        'keys',
        'values',
        'entries',
        'forEach',
      ]),
    )
  })

  test("a part's own files and folders are not noted", () => {
    const { files, asked } = surroundings(FILES, LOCAL).around(OWN)
    expect([files.has('a/one.md'), files.get('a/two.md')?.mode, holdsFile(files, 'a')]).toEqual([
      true,
      'file',
      true,
    ])
    expect(asked()).toEqual([])
  })

  test.each([[[['lucky', '', 'x']]], [[['file', 'a/one.md']]], [[[]]]])('%j holds nowhere', (asked) => {
    expect(surroundings(FILES, LOCAL).hold(asked)).toBe(false)
  })
})
