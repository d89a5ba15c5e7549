import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineStarts } from '../../../src/core/text.ts'
import { entryLog } from '../../../src/formats/entry-log.ts'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'
import { mergeEntries } from '../../../src/formats/merge/merge-entries.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'
import { runs } from '../../helpers/runs.ts'

const LOG = 'user/memory/workspaces/shop/decisions.md'

/** What a side made of an entry: as it was, edited one way or another, gone, or removed for one reason or another. */
type State = 'same' | 'edit 1' | 'edit 2' | 'gone' | 'removed 1' | 'removed 2'

/** Bodies without words in common, so that no entry is taken for another one. */
const BODIES = [
  'red green blue and gold',
  'one two three four',
  'north south east west',
  'salt oil flour yeast',
]

function textOf(i: number, state: State, style: Style): string {
  const title = `[2026-01-0${i + 1}] Entry ${'ABCD'.charAt(i)}`
  const [what = '', n = ''] = state.split(' ')
  if (what === 'gone') return ''
  const end = style.keepsBreak ? '\n---\n\n' : '\n'
  if (what === 'removed') return `<!-- memkeep-removed ${title} -- reason ${n} -->\n${end}`
  const body = `${BODIES[i]} ${what === 'edit' ? `${n} ${n}` : ''}`.trim()
  return `### ${title}\n\n**Category:** general\n\n${body}\n\n---\n\n`
}

type Style = { readonly keepsBreak: boolean; readonly lineBreak: string }

function textWith(states: readonly State[], style: Style): string {
  const text = `# Decisions\n\n${states.map((state, i) => textOf(i, state, style)).join('')}`
  return text.replaceAll('\n', style.lineBreak)
}

/** What a merge of one entry has to give; several where a person has to choose. */
function merged(base: State, ours: State, theirs: State): readonly State[] {
  if (ours === theirs) return [ours]
  if (ours === base) return [theirs]
  if (theirs === base) return [ours]
  const isRemoved = (state: State): boolean => state.startsWith('removed')
  // A removal with a reason says more than one without.
  if (!isRemoved(base) && isRemoved(ours) && theirs === 'gone') return [ours]
  if (!isRemoved(base) && isRemoved(theirs) && ours === 'gone') return [theirs]
  if (base === 'gone' && theirs === 'gone') return [ours]
  return [ours, theirs]
}

/** By entry, what a text has of it. */
function statesIn(text: string, style: Style): State[][] {
  const log = entryLog(text, parseMarkdown(text, 0), lineStarts(text))
  const plain = (start: number, end: number): string => text.slice(start, end).replaceAll('\r\n', '\n').trim()
  const parts = [...log.entries, ...log.tombstones].map(({ start, ownEnd }) => plain(start, ownEnd))
  expect(log.faults).toEqual([])
  expect(log.tombstones.flatMap(({ stray }) => stray ?? [])).toEqual([])
  const states = ['same', 'edit 1', 'edit 2', 'removed 1', 'removed 2'] as const
  const own = (part: string): string => part.replace(/\s+---$/, '')
  return BODIES.map((_, i) =>
    parts.flatMap((part) => states.filter((state) => own(textOf(i, state, style).trim()) === own(part))),
  )
}

const state = fc.constantFrom<State>('same', 'edit 1', 'edit 2', 'gone', 'removed 1', 'removed 2')
const start = fc.constantFrom<State>('same', 'same', 'removed 1', 'gone')
/**
 * Where one side wrote the entry anew in the place of its tombstone, and the other deleted the tombstone, leaving both out
 * loses the new entry: that choice is reported as a loss.
 */
const one = fc
  .record({ base: start, ours: state, theirs: state })
  .filter(
    ({ base, ours, theirs }) => base !== 'removed 1' || ours === theirs || !isGoneNextToEntry(ours, theirs),
  )
const scene = fc.record({
  entries: fc.array(one, {
    minLength: BODIES.length,
    maxLength: BODIES.length,
  }),
  style: fc.record({ keepsBreak: fc.boolean(), lineBreak: fc.constantFrom('\n', '\r\n') }),
})

function isGoneNextToEntry(...states: readonly State[]): boolean {
  return states.includes('gone') && states.some((state) => /^(?:same|edit)/.test(state))
}

test('any merge with tombstones keeps each entry or its tombstone once, and is a sound merge commit', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ entries, style }) => {
      const [base, ours, theirs] = (['base', 'ours', 'theirs'] as const).map((side) =>
        textWith(
          entries.map((entry) => entry[side]),
          style,
        ),
      ) as [string, string, string]
      const result = mergeEntries({ base, ours, theirs }, { form: 'dated', markSize: 7 })
      if (!result) {
        // Nothing to merge entry by entry: no side has any.
        expect(/###|memkeep-removed/.test(base + ours + theirs)).toBe(false)
        return
      }
      const wanted = entries.map((entry) => merged(entry.base, entry.ours, entry.theirs))
      expect(result.conflicts).toBe(wanted.filter((choices) => choices.length > 1).length)
      for (const pick of [0, 1]) {
        const text = resolved(result.text, pick)
        const chosen = wanted.map((choices) => choices[pick] ?? choices[0] ?? 'gone')
        expect(statesIn(text, style)).toEqual(chosen.map((one) => (one === 'gone' ? [] : [one])))
        expect(await harm({ base, ours, theirs }, text)).toEqual([])
      }
    }),
    { numRuns: runs(60) },
  )
}, 60_000)

/** A text whose conflicts are all resolved to one side. */
function resolved(text: string, pick: number): string {
  return text.replace(
    /^<{7} ours\r?\n([\s\S]*?)^={7}\r?\n([\s\S]*?)^>{7} theirs(?:\r?\n)?/gm,
    (_, ours, theirs) => (pick === 0 ? ours : theirs),
  )
}

/** What the rules say of a merge commit with this result. */
async function harm(
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
  text: string,
): Promise<string[]> {
  const bases = [{ between: [0, 1] as const, files: { [LOG]: base } }]
  const { diagnostics } = await checkLiteral(
    { [LOG]: text },
    { before: { [LOG]: ours }, merge: { others: [{ [LOG]: theirs }], bases } },
  )
  const rules = ['item-lost', 'merge-doubled', 'history', 'tombstone', 'tombstone-entry', 'suppression']
  return diagnostics.filter(({ rule }) => rules.includes(rule)).map(({ message }) => message)
}

test('a merge that loses, doubles or brings back is reported', async () => {
  await fc.assert(
    fc.asyncProperty(scene, fc.nat(BODIES.length - 1), async ({ entries, style }, at) => {
      const side = (name: 'base' | 'ours' | 'theirs'): string =>
        textWith(
          entries.map(
            (entry, i) =>
              (i === at ? ({ base: 'same', ours: 'removed 1', theirs: 'same' } as const) : entry)[name],
          ),
          style,
        )
      const sides = { base: side('base'), ours: side('ours'), theirs: side('theirs') }
      const result = mergeEntries(sides, { form: 'dated', markSize: 7 })
      const text = resolved(result?.text ?? '', 0)
      const stone = textOf(at, 'removed 1', style).trim().replaceAll('\n', style.lineBreak)
      const entry = textOf(at, 'same', style).replaceAll('\n', style.lineBreak)
      expect(text).toContain(stone)
      const name = `Entry ${'ABCD'.charAt(at)}`
      const lost = expect.stringMatching(`decision tombstone "${name}"`)
      expect(await harm(sides, text.replace(stone, ''))).toContainEqual(lost)
      expect(await harm(sides, text.replace(stone, entry.trimEnd()))).toContainEqual(lost)
      const both = text.replace(stone, `${entry}${stone}`)
      expect(await harm(sides, both)).toContainEqual(expect.stringMatching(`brings back decision "${name}"`))
    }),
    { numRuns: runs(30) },
  )
}, 60_000)
