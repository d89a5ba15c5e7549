import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordsOf, withChanged } from '../../src/git/clean-records.ts'

const ID = 'a'.repeat(40)

function line(path: string, tag = 'H'): string {
  return `${tag} 100644 ${ID} 0\t${path}\0`
}

/** Paths in which whatever separates records, but for the zero byte, may stand. */
const name = fc.string({
  unit: fc.constantFrom('a', 'b', '\t', ' ', '/', '0', 'é'),
  minLength: 1,
  maxLength: 6,
})
const paths = fc.uniqueArray(name, { maxLength: 12 })

describe('records of a clean listing', () => {
  test('stand again where their files changed', () => {
    fc.assert(
      fc.property(paths, fc.func(fc.boolean()), (all, isChanged) => {
        const changed = all.filter((path) => isChanged(path))
        const expected = all.map((path) => line(path) + (changed.includes(path) ? line(path, 'C') : ''))
        const listed = Buffer.from(all.map((path) => line(path)).join(''))
        expect(withChanged(listed, [...changed].reverse())?.toString()).toBe(expected.join(''))
        expect(recordsOf(listed, changed).toString()).toBe(changed.map((path) => line(path)).join(''))
      }),
    )
  })

  test('of a file that is not listed there is none', () => {
    const listed = Buffer.from(line('a/b.md') + line(`c\tb.md`))
    expect(withChanged(listed, ['b.md'])).toBeNull()
    expect(recordsOf(listed, ['b.md', 'a']).length).toBe(0)
  })

  test('many are not searched for', () => {
    const all = Array.from({ length: 65 }, (_, i) => `${i}.md`)
    const listed = Buffer.from(all.map((path) => line(path)).join(''))
    expect(withChanged(listed, all)).toBeNull()
    expect(withChanged(listed, all.slice(1))).not.toBeNull()
  })
})
