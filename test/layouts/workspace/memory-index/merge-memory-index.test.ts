import { describe, expect, test } from 'vitest'
import { derive } from '../../../../src/layouts/workspace/derive.ts'
import { mergeMemoryIndex } from '../../../../src/layouts/workspace/memory-index/merge-memory-index.ts'
import {
  indexDocument,
  type LiteralEntry,
  literalDocument,
  literalMemory,
  logDocument,
  plannedText,
  ROOT,
} from '../literal-memory.ts'

const PATH = `${ROOT}/w/_index.yaml`

/** Logs by path below the memory root. */
type Logs = { readonly [path: string]: readonly LiteralEntry[] }

/** The index that a rebuild writes for these logs, given the present one. */
function rebuilt(logs: Logs, present = ''): string {
  const documents = Object.entries(logs).map(([path, entries]) => logDocument(path, entries))
  const memory = literalMemory([...documents, ...(present === '' ? [] : [indexDocument('w', present)])])
  const { plan } = derive(memory)
  return plan.size === 0 ? present : plannedText(plan, PATH)
}

function merge(base: string, ours: string, theirs: string) {
  return mergeMemoryIndex({
    base: indexDocument('w', base),
    ours: indexDocument('w', ours),
    theirs: indexDocument('w', theirs),
  })
}

/** The one text of a merge in which no written words are in doubt. */
function text(base: string, ours: string, theirs: string): string | undefined {
  const merged = merge(base, ours, theirs)
  expect(merged?.ours).toBe(merged?.theirs)
  expect(merged?.base).toBe(merged?.ours)
  return merged?.ours
}

const one: LiteralEntry = { date: '2026-01-01', title: 'One', category: 'tooling', tags: ['a', 'b'] }
const two: LiteralEntry = { date: '2026-02-02', title: 'Two', category: 'tooling', tags: ['a', 'c'] }
const three: LiteralEntry = { date: '2026-03-03', title: 'Three', category: 'debugging', tags: ['b', 'd'] }

describe('counts', () => {
  test.each<[string, Logs, Logs, Logs, Logs]>([
    [
      'an entry on each side',
      { 'w/decisions.md': [one] },
      { 'w/decisions.md': [one, two] },
      { 'w/decisions.md': [one, three] },
      { 'w/decisions.md': [one, two, three] },
    ],
    [
      'logs of several kinds and domains',
      { 'w/decisions.md': [one] },
      { 'w/decisions.md': [one], 'w/x/lessons.md': [two] },
      { 'w/decisions.md': [one], 'w/y/decisions.md': [three] },
      { 'w/decisions.md': [one], 'w/x/lessons.md': [two], 'w/y/decisions.md': [three] },
    ],
    [
      'a deletion of the newest entry and an addition',
      { 'w/lessons.md': [one, three] },
      { 'w/lessons.md': [one] },
      { 'w/lessons.md': [one, two, three] },
      { 'w/lessons.md': [one, two] },
    ],
    [
      'an index that both sides began',
      {},
      { 'w/lessons.md': [one] },
      { 'w/decisions.md': [two] },
      { 'w/lessons.md': [one], 'w/decisions.md': [two] },
    ],
    [
      'nothing on one side',
      { 'w/decisions.md': [one] },
      { 'w/decisions.md': [one] },
      { 'w/decisions.md': [two] },
      { 'w/decisions.md': [two] },
    ],
  ])('of %s are what a rebuild counts', (_, base, ours, theirs, both) => {
    // One case's deletion leaves the date of an entry that is gone: only the entries themselves can show it.
    const expected = rebuilt(both)
    const found = text(rebuilt(base), rebuilt(ours), rebuilt(theirs))
    expect(found?.replace(/^last_updated.*$/m, '')).toBe(expected.replace(/^last_updated.*$/m, ''))
  })

  test('the date is the newest where both sides moved it, else that of the side that did', () => {
    const index = (date: string): string => rebuilt({ 'w/decisions.md': [{ ...one, date }] })
    const dateOf = (base: string, ours: string, theirs: string) =>
      /^last_updated: (.*)$/m.exec(text(index(base), index(ours), index(theirs)) ?? '')?.[1]
    expect(dateOf('2026-01-01', '2026-01-03', '2026-01-02')).toBe('"2026-01-03"')
    expect(dateOf('2026-01-05', '2026-01-03', '2026-01-05')).toBe('"2026-01-03"')
  })
})

describe("people's words", () => {
  const base = rebuilt({ 'w/decisions.md': [one] })
  const describing = (index: string, name: string, words: string): string =>
    index.replace(`  - name: ${name}\n`, `  - name: ${name}\n    description: ${words}\n`)

  test('of both sides are kept, at tags, at the root and in comments', () => {
    const ours = `# Ours.\n\n${describing(base, 'a', 'A tag.')}`
    const theirs = `${describing(base, 'b', 'Another.')}\nowner: somebody # theirs\n`
    const merged = text(base, ours, theirs) ?? ''
    for (const words of [
      '# Ours.',
      'description: A tag.',
      'description: Another.',
      'owner: somebody # theirs',
    ]) {
      expect(merged).toContain(words)
    }
    expect(rebuilt({ 'w/decisions.md': [one] }, merged)).toBe(merged)
  })

  test('that one side changed or took away are changed or gone', () => {
    const described = describing(base, 'a', 'Old.')
    expect(text(described, describing(base, 'a', 'New.'), described)).toBe(describing(base, 'a', 'New.'))
    expect(text(described, described, base)).toBe(base)
  })

  test('that both sides changed are given apart, and the counts are still merged', () => {
    const more = rebuilt({ 'w/decisions.md': [one, two] })
    const merged = merge(
      describing(base, 'a', 'Old.'),
      describing(more, 'a', 'Ours.'),
      describing(base, 'a', 'Theirs.'),
    )
    expect(merged).toEqual({
      base: describing(more, 'a', 'Old.'),
      ours: describing(more, 'a', 'Ours.'),
      theirs: describing(more, 'a', 'Theirs.'),
    })
  })

  test('comments that both sides wrote at one key both stay', () => {
    const merged = text(base, `# One.\n\n${base}`, `# Two.\n\n${base}`)
    expect(merged?.startsWith('# One.\n# Two.\n\n')).toBe(true)
  })

  test('a tag with a description that is no longer used stays with a count of 0', () => {
    const described = describing(base, 'b', 'Kept.')
    const without = rebuilt({ 'w/decisions.md': [{ ...one, tags: ['a'] }] }, described)
    expect(text(described, without, described)).toBe(without)
    expect(without).toContain('    description: Kept.\n    used_in: []\n    count: 0\n')
  })
})

test('a side that cannot be read or carried over gives nothing', () => {
  const good = indexDocument('w', rebuilt({ 'w/decisions.md': [one] }))
  const broken = literalDocument(PATH, { facts: null })
  const odd = indexDocument('w', 'tags: [[x]]\n')
  for (const bad of [broken, odd]) {
    expect(mergeMemoryIndex({ base: good, ours: bad, theirs: good })).toBeNull()
    expect(mergeMemoryIndex({ base: bad, ours: good, theirs: good })).toBeNull()
    expect(mergeMemoryIndex({ base: good, ours: good, theirs: bad })).toBeNull()
  }
})
