import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { readSources } from '../../scripts/house/read-sources.ts'
import { makeMutants, withMutants } from '../../scripts/mutants/make-mutants.ts'

const changes = (text: string): string[] =>
  makeMutants({ path: 'a.ts', text }, 1).map(({ from, to }) => `${from} → ${to}`)

test.each([
  ['const a = b < c', ['b < c → (b) <= (c)', 'b < c → (b) >= (c)']],
  ['const a = b && !c', ['b && !c → (b) || (!c)', '!c → c']],
  ['const a = b ?? c', ['b ?? c → b']],
  ['if (a) b()', ['a → !(a)', 'b() → ;']],
  ['const SHARE = 2', ['2 → 3', '2 → 4']],
  ['const a = [...b, ...c]', ['[...b, ...c] → [...c]', '[...b, ...c] → [...b]']],
  ['const a = b.filter(c)', ['b.filter(c) → b']],
  ['const a = b?.c.filter(d).length', []],
  ['const a = b.some(c)', ['b.some(c) → b.every(c)']],
  ['function a(): readonly B[] { return c }', ['c → []']],
  ['const a = (): string => b', ["b → ''"]],
  ['type A = 1 | 2; const a = b as 1', []],
])('%s', (text, expected) => {
  expect(changes(text)).toEqual(expected)
})

test('one source holds all its mutants, and one of them counts', () => {
  const text = 'const f = (a: number): boolean => a > 1 && a < 9\n'
  const all = makeMutants({ path: 'a.ts', text }, 1)
  expect(withMutants(text, all).split('\n')[0]).toContain(
    '(isMutant(1) ? ((a > 1) || (a < 9)) : ((isMutant(2) ? ((a) >= (1)) : isMutant(3) ? ((a) <= (1)) : (a > ',
  )
})

test('some of the mutants leave every statement for itself, though no semicolon is between them', () => {
  const text = 'const all = make()\nall.sort(byName)\n'
  const [statement, call] = makeMutants({ path: 'a.ts', text }, 1)
  const both = [statement, call].filter((one) => one !== undefined)
  expect(both.map(({ to }) => to)).toEqual([';', 'all'])
  const body = 'void (isMutant(2) ? (all) : (all.sort(byName)))'
  expect(withMutants(text, both.slice(1))).toContain(`const all = make()\n${body}`)
  expect(withMutants(text, both)).toContain(`const all = make()\n{ if (!isMutant(1)) ${body} }`)
})

test('every source with all its mutants is still a program', () => {
  const broken = readSources('.').filter((source) => {
    const text = withMutants(source.text, makeMutants(source, 1))
    return parseSync(source.path, text).errors.length > 0
  })
  expect(broken.map(({ path }) => path)).toEqual([])
})
