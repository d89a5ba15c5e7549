import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { checkLiteral, type Files, type LiteralMerge } from '../helpers/check-literal.ts'
import { LONG } from '../helpers/runs.ts'

/** Of each of the four formats together: the long run and the one of rare situations try all. */
const RUNS = LONG || process.env.MEMKEEP_TESTS === 'rare' ? 1_000 : 100

/** One remembered thing, in no format. */
type Entry = { readonly id: number; readonly title: string; readonly body: string; readonly tag: string }

type Store = readonly Entry[]

type Merging = { readonly base: Store; readonly ours: Store; readonly theirs: Store; readonly result: Store }

const day = (id: number): string => `2026-02-${String(id).padStart(2, '0')}`

/** Each format writes a store as files. What a learning holds is its name, so its reason is what changes. */
const FORMATS: { readonly [name: string]: (store: Store) => Files } = {
  log: (store) => ({
    'user/memory/workspaces/shop/decisions.md': `# Decisions\n\n${store
      .map(
        ({ id, title, body, tag }) =>
          `### [${day(id)}] ${title}\n\n**Category:** convention\n**Tags:** ${tag}\n\n${body}\n\n---\n`,
      )
      .join('\n')}`,
  }),
  records: (store) =>
    Object.fromEntries(
      store.map(({ id, title, body, tag }) => [
        `docs/adr/00${id + 10}-decision.md`,
        `# ${id + 10}. ${title}\n\n## Status\n\nAccepted\n\n## Context\n\n${body}\n\n## Decision\n\nIt is about ${tag}.\n`,
      ]),
    ),
  json: (store) => ({
    '.cowork/memory/project/memory.json': `${JSON.stringify(
      {
        decisions: store.map(({ id, title, body, tag }) => ({
          id: `dec-iter-1-17705448${id + 10}`,
          title,
          context: body,
          decision: 'It is done.',
          consequences: [tag],
          iteration_id: 'iter-1',
          created_at: `${day(id)}T10:00:00Z`,
        })),
        patterns: [],
        context: {},
      },
      null,
      2,
    )}\n`,
  }),
  yaml: (store) => ({
    '.working-memory/t/state.yaml': `key_learnings:\n${store
      .map(
        ({ id, title, body, tag }) =>
          `  - id: KL-${id}\n    insight: ${title}\n    reason: ${body} ${tag}\n    added: ${day(id)}T10:00:00.000Z\n`,
      )
      .join('')}verbatim_context: []\n`,
  }),
}

const SYLLABLES = [
  'ba',
  'ko',
  'mi',
  'ru',
  'te',
  'lo',
  'sha',
  'ne',
  'du',
  'ga',
  'pe',
  'zo',
  'vi',
  'fa',
  'hu',
  'jo',
]
const syllable = fc.constantFrom(...SYLLABLES)
const word = fc.tuple(syllable, syllable, syllable).map((all) => all.join(''))
const words = (minLength: number, maxLength: number) =>
  fc.array(word, { minLength, maxLength }).map((all) => all.join(' '))

const entryOf = (id: number): fc.Arbitrary<Entry> =>
  fc.record({
    id: fc.constant(id),
    title: words(2, 4).map((text) => `Entry ${text}`),
    body: words(8, 24),
    tag: word,
  })

/** What a side does to an entry: another version, the same one, or null for a deletion. */
type Deed = (entry: Entry) => Entry | null

const keep: Deed = (entry) => entry
const edit: fc.Arbitrary<Deed> = fc.oneof(
  words(2, 5).map(
    (more): Deed =>
      (one) => ({ ...one, body: `${one.body} ${more}` }),
  ),
  word.map(
    (tag): Deed =>
      (one) => ({ ...one, tag }),
  ),
  fc.tuple(fc.nat(), word).map(
    ([at, by]): Deed =>
      (one) => ({ ...one, body: swapped(one.body, at, by) }),
  ),
)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(keep) },
  { weight: 4, arbitrary: edit },
  { weight: 1, arbitrary: fc.constant<Deed>(() => null) },
)

function swapped(body: string, at: number, by: string): string {
  const all = body.split(' ')
  all[at % all.length] = by
  return all.join(' ')
}

type Resolution = 'ours' | 'theirs' | 'hand'

const isSame = (one: Entry | null, other: Entry | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The three-way join of one entry, in a conflict as a person resolves it. */
function joined(
  old: Entry,
  ours: Entry | null,
  theirs: Entry | null,
  how: Resolution,
  more: string,
): Entry | null {
  if (isSame(ours, old)) return theirs
  if (isSame(theirs, old) || isSame(ours, theirs)) return ours
  if (how === 'ours') return ours
  if (how === 'theirs' || !ours || !theirs) return theirs
  return { ...ours, body: `${ours.body} ${more}` }
}

type Case = Merging & {
  /** Ids of entries that both sides changed: a person decides there. */
  readonly open: ReadonlySet<number>
}

const merging: fc.Arbitrary<Case> = fc.integer({ min: 2, max: 5 }).chain((size) => {
  const each = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: size, maxLength: size })
  return fc
    .record({
      base: fc.tuple(...Array.from({ length: size }, (_, i) => entryOf(i + 1))),
      ours: each(deed),
      theirs: each(deed),
      how: each(fc.tuple(fc.constantFrom<Resolution>('ours', 'theirs', 'hand'), words(1, 3))),
      added: fc.tuple(fc.option(entryOf(11)), fc.option(entryOf(12))),
    })
    .map(({ base, ours, theirs, how, added }) => {
      const sides = base.map((old, i) => ({
        old,
        mine: (ours[i] ?? keep)(old),
        other: (theirs[i] ?? keep)(old),
        how: how[i] ?? (['ours', ''] as const),
      }))
      const all = (store: readonly (Entry | null)[], ...more: readonly (Entry | null)[]): Store =>
        [...store, ...more].filter((one) => one !== null)
      return {
        base,
        ours: all(
          sides.map(({ mine }) => mine),
          added[0],
        ),
        theirs: all(
          sides.map(({ other }) => other),
          added[1],
        ),
        result: all(
          sides.map(({ old, mine, other, how: [way, more] }) => joined(old, mine, other, way, more)),
          ...added,
        ),
        open: new Set(
          sides
            .filter(
              ({ old, mine, other }) =>
                ![mine, other].some((one) => isSame(one, old)) && !isSame(mine, other),
            )
            .map(({ old }) => old.id),
        ),
      }
    })
})

/** Stores whose rows no one may edit have a rule of their own for that: here any side may. */
const SETTINGS =
  'history: { project-memory: { mode: free }, task-state: { mode: free }, adr: { mode: free } }\n'

const MERGE_RULES: readonly string[] = ['merge-invented', 'merge-doubled', 'item-lost']

/** What the rules about merges say of it. */
async function said(
  format: (store: Store) => Files,
  { base, ours, theirs, result }: Merging,
): Promise<Diagnostic[]> {
  const merge: LiteralMerge = {
    others: [format(theirs)],
    bases: [{ between: [0, 1], files: format(base) }],
  }
  const { diagnostics } = await checkLiteral(format(result), {
    before: format(ours),
    merge,
    settings: SETTINGS,
  })
  return diagnostics.filter(({ rule }) => MERGE_RULES.includes(rule))
}

const shown = (found: readonly Diagnostic[]): string[] =>
  found.map(({ path, severity, rule, message }) => `${path} ${severity} ${rule} ${message}`)
const errors = (found: readonly Diagnostic[]): readonly Diagnostic[] =>
  found.filter(({ severity }) => severity === 'error')

/** An edit that the merge commit makes and no side; `at` chooses the entry. */
const evil = fc.record({
  at: fc.nat(),
  how: fc.oneof(
    fc.nat().map(
      (at): Deed =>
        (one) => ({ ...one, body: swapped(one.body, at, 'never') }),
    ),
    fc.constant<Deed>((one) => ({ ...one, body: `${one.body} not` })),
    fc.constant<Deed>((one) => ({ ...one, tag: 'otherwise' })),
    fc.constant<Deed>((one) => ({ ...one, title: `${one.title} is over` })),
  ),
})

test.each(['json', 'yaml'])(
  'of %s, the words that no parent has are without those of an item above',
  async (name) => {
    const format = FORMATS[name] ?? (() => ({}))
    const one = (id: number, body: string): Entry => ({ id, title: `Entry ${id}`, body, tag: 'same' })
    const first = one(1, 'first of all')
    const [second, third] = [one(2, 'second of all'), one(3, 'third of all')]
    const [found] = await said(format, {
      base: [first, second, third, one(4, 'fourth of all')],
      ours: [first, second, one(4, 'fourth of all, once')],
      theirs: [first, third, one(4, 'fourth of all, twice')],
      result: [first, one(4, 'fourth of all, rarely')],
    })
    expect(found?.message).toMatch(/by hand; words that no parent has: "rarely"$/)
  },
)

describe.each(Object.entries(FORMATS))('random merges of %s', (_, format) => {
  const numRuns = Math.ceil(RUNS / Object.keys(FORMATS).length)

  test('are no error where they are honest, conflicts that were resolved by hand included', async () => {
    await fc.assert(
      fc.asyncProperty(merging, async (one) => {
        expect(shown(errors(await said(format, one)))).toEqual([])
      }),
      { numRuns },
    )
  })

  test('name an edit that the merge makes; an error where no one had to decide', async () => {
    await fc.assert(
      fc.asyncProperty(merging, evil, async (one, { at, how }) => {
        const target = one.result[at % Math.max(1, one.result.length)]
        if (!target) return
        const changed = {
          ...one,
          result: one.result.map((entry) => (entry === target ? (how(entry) ?? entry) : entry)),
        }
        const before = new Set(shown(await said(format, one)))
        const found = (await said(format, changed)).filter(
          (finding) => !before.has(shown([finding])[0] ?? ''),
        )
        expect(one.open.has(target.id) ? found : errors(found)).not.toEqual([])
      }),
      { numRuns },
    )
  })

  test('name an edit of one side that is thrown away, also with all that a side did', async () => {
    await fc.assert(
      fc.asyncProperty(merging, fc.nat(), fc.boolean(), async (one, at, isWhole) => {
        const old = new Map(one.base.map((entry) => [entry.id, entry]))
        const alone = one.theirs.filter((entry) => {
          const was = old.get(entry.id)
          const mine = one.ours.find(({ id }) => id === entry.id) ?? null
          return was !== undefined && !isSame(entry, was) && isSame(mine, was)
        })
        const target = alone[at % Math.max(1, alone.length)]
        if (!target) return
        const result = isWhole
          ? one.ours
          : one.result.map((entry) => (entry.id === target.id ? (old.get(entry.id) ?? entry) : entry))
        const found = errors(await said(format, { ...one, result }))
        expect(shown(found).join('\n')).toMatch(/merge-invented The merge throws away|item-lost/)
      }),
      { numRuns },
    )
  })
})
