import { describe, expect, test } from 'vitest'
import { withoutFrontMatter } from '../../bench/benches/migrate.ts'
import { type CorpusFile, corpus, SIZES } from '../../bench/corpus/corpus.ts'
import { uncleanFile } from '../../bench/corpus/unclean.ts'
import { checkLiteral, type Files } from '../helpers/check-literal.ts'

const SMALL = { workspaces: 1, domains: 2, repositories: 1, plans: 3 }

describe('the generated corpus', () => {
  test('is a memory that no rule has anything to say about', async () => {
    const { diagnostics, documents } = await checkLiteral(
      texts([...corpus({ size: SMALL, seed: 7, defects: 0 })]),
    )
    expect(diagnostics).toEqual([])
    expect(documents.length).toBeGreaterThan(20)
  })

  test('has findings of several rules when defects are asked for', async () => {
    const { diagnostics } = await checkLiteral(texts([...corpus({ size: SMALL, seed: 7, defects: 300 })]))
    const rules = new Set(diagnostics.map(({ rule }) => rule))
    expect([...rules]).toEqual(expect.arrayContaining(['entry-category', 'link-resolves', 'schema']))
  })

  test('is unclean when that is asked for: over its hot budget, with dead links and schema errors', async () => {
    const size = { ...SMALL, plans: 8 }
    const files = [...corpus({ size, seed: 7, defects: 0 })].map(uncleanFile())
    const { diagnostics } = await checkLiteral(texts(files))
    const count = (rule: string): number => diagnostics.filter((one) => one.rule === rule).length
    expect(diagnostics.filter(({ path }) => path === '.').map(({ rule }) => rule)).toEqual(['hot-total'])
    expect([count('link-resolves'), count('schema')]).toEqual([250, 10])
  })

  test('has at size M 5,000 dead links and 200 plans of a wrong status', () => {
    const size = SIZES.M ?? SMALL
    const files = [...corpus({ size, seed: 1, defects: 0 })].map(uncleanFile())
    const all = files.map(({ text }) => text).join('')
    expect(all.match(/no-such-file/g)).toHaveLength(5000)
    expect(all.match(/^status: unheard-of$/gm)).toHaveLength(200)
  })

  test('is the same for the same seed and another one for another', () => {
    const first = [...corpus({ size: SMALL, seed: 1, defects: 0 })]
    expect([...corpus({ size: SMALL, seed: 1, defects: 0 })]).toEqual(first)
    expect([...corpus({ size: SMALL, seed: 2, defects: 0 })]).not.toEqual(first)
  })

  test('gives a workspace the same bytes however many there are', () => {
    const one = [...corpus({ size: SMALL, seed: 1, defects: 0 })]
    const three = [...corpus({ size: { ...SMALL, workspaces: 3 }, seed: 1, defects: 0 })]
    expect(three.slice(0, one.length)).toEqual(one)
    expect(three.length).toBeGreaterThan(2 * one.length)
  })

  test('can be had as before plans had front matter, which is all that differs', () => {
    const files = [...corpus({ size: SMALL, seed: 7, defects: 0 })]
    const changed = files.map(withoutFrontMatter)
    for (const [i, { path, text }] of changed.entries()) {
      const before = files[i]?.text ?? ''
      if (!path.includes('/_plans/')) expect(text).toBe(before)
      else expect([before.endsWith(text), text.startsWith('# ')]).toEqual([true, true])
    }
  })

  test.each([
    ['S', 60],
    ['M', 2000],
  ])('size %s is about %i files, no path twice', (name, files) => {
    const size = SIZES[name] ?? SMALL
    const paths = [...corpus({ size, seed: 1, defects: 0 })].map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(Math.abs(paths.length - files)).toBeLessThan(files / 20)
  })
})

function texts(files: readonly CorpusFile[]): Files {
  return Object.fromEntries(files.map(({ path, text, isLink }) => [path, isLink ? { link: text } : text]))
}
