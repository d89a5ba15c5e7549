import { describe, expect, test } from 'vitest'
import { merelyChanged } from '../../src/git/merely-changed.ts'

const ID = 'a'.repeat(40)
const OTHER = 'b'.repeat(40)

function line(path: string, { tag = 'H', id = ID, mode = '100644', stage = 0 } = {}): string {
  return `${tag} ${mode} ${id} ${stage}\t${path}\0`
}

const BEFORE = Buffer.from(['a/one.md', 'é/two.md', 'z.md'].map((path) => line(path)).join(''))

function since(...lines: readonly string[]): unknown {
  const found = merelyChanged(BEFORE, { stdout: Buffer.from(lines.join('')), stderr: '' })
  return found && [[...found.changed], found.files]
}

const [ONE, TWO, THREE] = [line('a/one.md'), line('é/two.md'), line('z.md')]

describe('what became of a clean work tree', () => {
  test('nothing', () => {
    expect(since(ONE, TWO, THREE)).toEqual([[], 3])
  })

  test.each([
    ['after the line of its file', [ONE, TWO, line('é/two.md', { tag: 'C' }), THREE]],
    ['after all lines', [ONE, TWO, THREE, line('é/two.md', { tag: 'C' })]],
    ['staged', [ONE, line('é/two.md', { id: OTHER }), THREE]],
    [
      'staged, and again',
      [ONE, line('é/two.md', { id: OTHER }), line('é/two.md', { id: OTHER, tag: 'C' }), THREE],
    ],
  ])('a content changed, %s', (_, lines) => {
    expect(since(...lines)).toEqual([[['é/two.md', 'file']], 3])
  })

  test.each([
    ['a file is gone from the index', [ONE, THREE]],
    [
      'a file is gone from disk',
      [ONE, TWO, line('é/two.md', { tag: 'C' }), line('é/two.md', { tag: 'R' }), THREE],
    ],
    ['the last file is gone', [ONE, TWO]],
    ['a file was added', [ONE, TWO, THREE, line('zz.md')]],
    ['a file was added first', [line('a/none.md'), ONE, TWO, THREE]],
    ['a file was renamed', [ONE, line('é/three.md'), THREE]],
    ['a file is untracked', ['? b.md\0', ONE, TWO, THREE]],
    ['a mode is another one', [ONE, line('é/two.md', { mode: '120000' }), THREE]],
    [
      'a merge left sides',
      [ONE, line('é/two.md', { tag: 'M', stage: 1 }), line('é/two.md', { tag: 'M', stage: 2 }), THREE],
    ],
    ['a file is assumed unchanged', [ONE, line('é/two.md', { tag: 'h' }), THREE]],
    ['a file is left out', [ONE, line('é/two.md', { tag: 'S' }), THREE]],
    ['the listing is cut off', [ONE, TWO, THREE.slice(0, -1)]],
    ['the listing is nonsense', [ONE, 'nonsense\0', THREE]],
    ['nothing is listed', []],
  ])('%s: that is more', (_, lines) => {
    expect(since(...lines)).toBeNull()
  })

  test('what git warns of, and paths that are not UTF-8, are more', () => {
    expect(merelyChanged(BEFORE, { stdout: BEFORE, stderr: 'warning: x\n' })).toBeNull()
    const odd = Buffer.from(`H 100644 ${ID} 0\t\xff.md\0`, 'latin1')
    expect(merelyChanged(odd, { stdout: odd, stderr: '' })).toBeNull()
  })
})
