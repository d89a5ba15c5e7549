import { describe, expect, test } from 'vitest'
import type { PartSum } from '../../../src/cache/last-report.ts'
import type { PrintedBlock, PrintedText } from '../../../src/cache/printed-text.ts'
import { countDiagnostics, type Diagnostic } from '../../../src/core/diagnostic.ts'
import type { Earlier } from '../../../src/engine/context.ts'
import { openPrinting } from '../../../src/engine/last-report/printing.ts'
import { diagnostic } from '../../reporters/sample-report.ts'

const at = (path: string): Diagnostic => diagnostic({ path })

/** A part with findings of these files. */
const part = (name: string, ...paths: readonly string[]): PartSum => [
  name,
  1,
  0,
  0,
  { counts: countDiagnostics(paths.map(at)), diagnostics: () => paths.map(at) },
]

/** What was printed of a file, for these parts. */
const block = (path: string, ...parts: readonly string[]): PrintedBlock => ({
  path,
  ...(parts.length > 0 && { parts }),
  framable: 0,
  framed: 0,
  helps: [],
  helpedBefore: [],
  text: path,
})

function textOf(before: readonly PrintedBlock[] = []): PrintedText & { readonly kept: PrintedBlock[] } {
  const kept: PrintedBlock[] = []
  return { kept, get: () => null, before: () => before, put: (_, blocks) => void kept.push(...blocks) }
}

const since = (...changed: readonly string[]): Earlier => ({
  changed,
  parts: [],
  layouts: new Set(),
  besides: null,
})

describe('what is printed', () => {
  test('is kept with the names of the parts that have findings of the file, and of none where there are others', () => {
    const text = textOf()
    const parts = [part('x 1', 'a.md', 'b.md'), part('x 2', 'b.md'), ['x 3', 1, 0, 0] as const]
    openPrinting(text, { parts: () => parts, besides: [at('b.md'), at('.')] }).put(
      'form',
      ['a.md', 'b.md', '.', 'c.md'].map((path) => block(path)),
    )
    expect(text.kept.map(({ path, parts: of }) => [path, of])).toEqual([
      ['a.md', ['x 1']],
      ['b.md', ['x 1', 'x 2', '']],
      ['.', ['']],
      ['c.md', []],
    ])
  })

  test('is kept without names where not all findings are known', () => {
    const text = textOf()
    openPrinting(text, { parts: () => [part('x 1', 'a.md')], besides: null }).put('form', [block('a.md')])
    expect(text.kept.map(({ parts }) => parts)).toEqual([[]])
  })

  test('keeps the names of a block that is copied, and looks for others in what was judged now', () => {
    const text = textOf()
    const now = { parts: [part('x 2', 'b.md')], diagnostics: [] }
    const parts = (): never => {
      throw new Error('not asked for')
    }
    openPrinting(text, { parts, besides: [], now }).put('form', [block('a.md', 'x 1'), block('b.md')])
    expect(text.kept.map(({ parts: of }) => of)).toEqual([['x 1'], ['x 2']])
  })
})

describe('what was printed last', () => {
  const now = { parts: [part('x 2', 'b.md')], diagnostics: [at('b.md')] }
  const others = [part('x 1', 'a.md'), part('x 3', 'c.md')]
  const copyable = (before: readonly PrintedBlock[], changed: readonly string[] = ['b.md']): unknown =>
    openPrinting(textOf(before), {
      parts: () => [],
      besides: [],
      now,
      others,
      since: since(...changed),
    }).copyable('form')

  test('is copied of the parts that were not judged now, next to what was', () => {
    const [a, c] = [block('a.md', 'x 1'), block('c.md', 'x 1', 'x 3')]
    expect(copyable([a, block('b.md', 'x 2'), c])).toEqual({ blocks: [a, c], others: now.diagnostics })
  })

  test.each<readonly [string, readonly PrintedBlock[], readonly string[]]>([
    ['there is none', [], []],
    ['all of it was judged again', [block('b.md', 'x 2')], []],
    ['a block has a part that was judged', [block('a.md', 'x 1'), block('d.md', 'x 1', 'x 2')], []],
    ['a block is of no known part', [block('a.md', 'x 1'), block('d.md')], []],
    ['a file of it has changed', [block('a.md', 'x 1')], ['a.md']],
    ['a file of it was judged now', [block('b.md', 'x 1')], []],
  ])('is not copied where %s', (_, before, changed) => {
    expect(copyable(before, changed)).toBeNull()
  })

  test('is not copied where nothing is known of an earlier state', () => {
    const before = textOf([block('a.md', 'x 1')])
    const reported = { parts: () => [], besides: [], others }
    expect(openPrinting(before, { ...reported, now }).copyable('form')).toBeNull()
    expect(openPrinting(before, { ...reported, since: since() }).copyable('form')).toBeNull()
  })
})
