import { describe, expect, test } from 'vitest'
import type { Focus } from '../../src/engine/context.ts'
import { type FactsStore, factsInMemory } from '../../src/engine/documents/facts.ts'
import { checkLiteral, type Files, type LiteralOptions } from '../helpers/check-literal.ts'

const PATH = 'resources/workspaces/devtools/web/_features/live-logs.md'

const feature = (...lines: readonly string[]): Files => ({ [PATH]: ['# Logs', '', ...lines, ''].join('\n') })

const links = (...targets: readonly string[]): Files => feature(...targets.map((one) => `[x](${one}.md)\n`))

/** Lines with one finding each, all in the same words. */
const hidden = (count: number): Files => feature(...Array.from({ length: count }, () => 'a\u202eb\n'))

/** Findings of a change, each with whether it is new. */
async function judged(before: Files, after: Files, options: LiteralOptions = {}): Promise<string[]> {
  const { diagnostics } = await checkLiteral(after, { ...options, before })
  return diagnostics.map(({ rule, line, new: isNew }) => `${isNew ? 'new' : 'old'} ${rule} ${line}`)
}

describe('a finding', () => {
  test('is new where the side before has it not, or has it less often', async () => {
    expect(await judged(links('a'), links('a'))).toEqual(['old link-resolves 3'])
    expect(await judged(links(), links('a'))).toEqual(['new link-resolves 3'])
    expect(await judged(links('a'), links('b', 'a'))).toEqual(['new link-resolves 3', 'old link-resolves 5'])
    expect(await judged(hidden(1), hidden(2))).toEqual(['old no-hidden-text 3', 'new no-hidden-text 5'])
  })

  test('is old on another line, and in a file that was only renamed', async () => {
    expect(await judged(links('a'), feature('Text.', '', '[x](a.md)'))).toEqual(['old link-resolves 5'])
    const { [PATH]: text = '' } = links('a')
    expect(await judged({ [PATH.replace('live', 'old')]: text }, { [PATH]: text })).toEqual([
      'old link-resolves 3',
    ])
    expect(await judged({ [PATH.replace('live', 'old')]: text }, links('a', 'b'))).toEqual([
      'new link-resolves 3',
      'new link-resolves 5',
    ])
  })

  test('is old in a merge where any one parent has it, as often as the parent that has it most', async () => {
    const merged = (others: readonly Files[], base: Files = hidden(0)): LiteralOptions => ({
      merge: { others, bases: [{ between: [0, 1], files: base }] },
    })
    const [none, once, twice] = [hidden(0), hidden(1), hidden(2)]
    const bothOld = ['old no-hidden-text 3', 'old no-hidden-text 5']
    expect(await judged(twice, twice, merged([once]))).toEqual(bothOld)
    expect(await judged(once, twice, merged([twice]))).toEqual(bothOld)
    expect(await judged(twice, twice, merged([none, once]))).toEqual(bothOld)
    expect(await judged(once, twice, merged([once]))).toEqual([
      'old no-hidden-text 3',
      'new no-hidden-text 5',
    ])
  })
})

describe('with a focus on what a change touches', () => {
  const all: Focus = () => ({ holds: () => true, folders: null })
  const idle = '<!-- memkeep-disable-next-line link-resolves -- lies elsewhere -->'

  test('a comment that covered nothing before is an old finding, though no other rule speaks', async () => {
    const [before, after] = [feature(idle, '', 'Text.'), feature(idle, '', 'Another text.')]
    expect(await judged(before, after)).toEqual(['old suppression 3'])
    expect(await judged(before, after, { focus: all })).toEqual(['old suppression 3'])
  })

  test('what is new is the same as without', async () => {
    for (const [before, after] of [
      [links('a'), links('b', 'a')],
      [links(), links('a')],
      [links('a', 'a'), links('a')],
      [feature(idle, '', '[x](a.md)'), feature(idle, '', 'Text.')],
    ] as const) {
      expect(await judged(before, after, { focus: all })).toEqual(await judged(before, after))
    }
  })
})

describe('of what is looked at', () => {
  const OTHER = PATH.replace('live-logs', 'other')

  test('a layout that the change leaves alone has no memory to judge', async () => {
    const focus: Focus = ({ id }) => (id === 'workspace' ? { holds: () => true, folders: null } : null)
    const { memories } = await checkLiteral(links('a'), { before: links(), focus })
    expect([...memories.keys()].map(({ id }) => id)).toEqual(['workspace'])
  })

  test('documents that only a parent has are named as gone', async () => {
    const before = { ...links('a'), [OTHER]: '# Other\n' }
    const { gone, documents } = await checkLiteral(links('a'), { before })
    expect([gone, documents.map(({ path }) => path)]).toEqual([[OTHER], [PATH]])
  })

  test('a result that depends on a parse that hit a time limit, on any side, may be another the next time', async () => {
    const quick = { ...links('a'), [OTHER]: '# Quick\n' }
    const slow = { ...links('a'), [OTHER]: '# Slow\n' }
    const known = factsInMemory()
    const facts: FactsStore = {
      ...known,
      get: (id, path) => {
        const document = known.get(id, path)
        return document && id.includes('Slow') ? { ...document, transient: true } : document
      },
    }
    for (const files of [quick, slow]) await checkLiteral(files, { facts })
    const repeatable = async (files: Files, before?: Files): Promise<boolean> =>
      (await checkLiteral(files, { before, facts })).repeatable
    expect([await repeatable(quick), await repeatable(quick, quick)]).toEqual([true, true])
    expect(await repeatable(slow)).toBe(false)
    expect([await repeatable(slow, quick), await repeatable(quick, slow)]).toEqual([false, false])
  })
})

test('a finding of a rule that is stricter with what is added is raised where it is new, unless settings say its severity', async () => {
  const log = '## 2026-01-05: A\n\nx\n\n## 2026-01-06: B\n\ny\n'
  const [old, both] = [
    `${log}\n## Later\n\nz\n`,
    `${log}\n## Later\n\nz\n\n## 2026-01-07: C\n\nw\n\n## Retries\n\nv\n`,
  ]
  const severities = async (options: LiteralOptions): Promise<string[]> => {
    const { diagnostics } = await checkLiteral({ 'DECISIONS.md': both, ...links('a') }, options)
    return diagnostics.map(({ rule, line, severity }) => `${severity} ${rule} ${line}`)
  }
  const before = { 'DECISIONS.md': old, ...links() }
  const DEAD_LINK = 'warning link-resolves 3'
  expect(await severities({ before })).toEqual(['info log-heading 9', 'warning log-heading 17', DEAD_LINK])
  expect(await severities({})).toEqual(['info log-heading 9', 'info log-heading 17', DEAD_LINK])
  const settings = 'rules:\n  log-heading: info\n'
  expect(await severities({ before, settings })).toEqual([
    'info log-heading 9',
    'info log-heading 17',
    DEAD_LINK,
  ])
  const all = { before: { 'DECISIONS.md': both, ...links('a') } }
  expect(await severities(all)).toEqual(['info log-heading 9', 'info log-heading 17', DEAD_LINK])
})
