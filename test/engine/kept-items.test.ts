import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { type Files, judgeLiteral } from '../helpers/check-literal.ts'
import { runs } from '../helpers/runs.ts'

// A log that is written again in another form, in one change.

const PATH = 'docs/decisions.md'

type Entry = { readonly day: string; readonly title: string; readonly body: string }

const ENTRIES: readonly Entry[] = [
  ['2026-01-05', 'A queue in Postgres', 'Nothing else has to run, and jobs are in the backups.'],
  ['2026-01-06', 'One lockfile for all packages', 'Two of them disagreed about the compiler.'],
  ['2026-01-07', 'Whole cents in prices', 'Rounding happens once, at the very end.'],
  ['2026-02-03', 'The zone of a test is local', 'Set the zone in every test that prints a day.'],
  ['2026-02-04', 'A taken port shows late', 'It looks like a time limit and is none.'],
  ['2026-02-05', 'Long paths are cut', 'The archive format holds a hundred bytes.'],
].map(([day = '', title = '', body = '']) => ({ day, title, body }))

/** How entries are written, and the title by which a person knows one. */
type Form = {
  readonly write: (entries: readonly Entry[]) => string
  readonly titleOf?: (entry: Entry) => string
}

const joined = (entries: readonly Entry[], one: (entry: Entry) => string, between = '\n'): string =>
  entries.map(one).join(between)

const byMonth = (entries: readonly Entry[], one: (entry: Entry) => string, between = '\n'): string =>
  [...new Set(entries.map(({ day }) => day.slice(0, 7)))]
    .map((month) => {
      const own = entries.filter(({ day }) => day.startsWith(month))
      return `## ${month}\n\n${joined(own, one, between)}`
    })
    .join('\n')

const heading = ({ day, title, body }: Entry): string => `## ${day}: ${title}\n\n${body}\n`
const bullet = ({ day, title, body }: Entry): string => `- ${day}: ${title}. ${body}\n`

const FORMS: { readonly [name: string]: Form } = {
  'dated headings': { write: (all) => joined(all, heading) },
  'deeper headings in brackets': {
    write: (all) => joined(all, (one) => heading(one).replace(/## (.*?):/, '### [$1]')),
  },
  'the newest first': {
    write: (all) => joined([...all].reverse(), (one) => heading(one).replace(/## (.*?):/, '### [$1]')),
  },
  'headings by month': { write: (all) => byMonth(all, (one) => `#${heading(one)}`) },
  labels: {
    write: (all) =>
      joined(
        all,
        ({ day, title, body }) => `## Decision: ${title}\n\n**Date:** ${day}\n\n**Why:** ${body}\n`,
      ),
    titleOf: ({ title }) => `Decision: ${title}`,
  },
  'list items': { write: (all) => joined(all, bullet, '') },
  'list items by month': { write: (all) => byMonth(all, bullet, '') },
  'a heading for each day': {
    write: (all) => joined(all, ({ day, title, body }) => `## ${day}\n\n- ${title}. ${body}\n`),
    titleOf: ({ day }) => day,
  },
  rows: {
    write: (all) =>
      `| Date | Decision | Why |\n| --- | --- | --- |\n${joined(all, ({ day, title, body }) => `| ${day} | ${title} | ${body} |\n`, '')}`,
  },
  'stamped lines': {
    write: (all) => joined(all, ({ day, title, body }) => `[${day} 10:00:00] - ${title}. ${body}\n`),
  },
}

const PAIRS = Object.keys(FORMS).flatMap((from) =>
  Object.keys(FORMS).flatMap((to) => (from === to ? [] : [[from, to] as const])),
)

const written = (form: string, entries: readonly Entry[]): string =>
  `# Decisions\n\n${FORMS[form]?.write(entries) ?? ''}`

const settingsFor = (history: string): Files =>
  history === 'free' ? {} : { 'memkeep.yaml': `logs: [{ path: ${PATH}, history: ${history} }]\n` }

async function judge(before: string, after: string, history = 'free'): Promise<readonly Diagnostic[]> {
  const settings = settingsFor(history)
  const found = await judgeLiteral({ [PATH]: before, ...settings }, { [PATH]: after, ...settings })
  return found.filter(({ severity, new: isNew }) => severity !== 'info' && isNew)
}

const errorsOf = (found: readonly Diagnostic[]): readonly string[] =>
  found.filter(({ severity }) => severity === 'error').map(({ message }) => message)

describe.each(['free', 'append-only', 'immutable'])('a log of history %s', (history) => {
  // A mere order is a matter of the history, and no other form.
  const pairs = PAIRS.filter((pair) => !pair.every((one) => /deeper|newest/.test(one)))

  test.each(pairs)('keeps its entries from %s to %s, and names the one that is gone', async (from, to) => {
    const before = written(from, ENTRIES)
    expect(await judge(before, written(to, ENTRIES), history)).toEqual([])
    const gone = ENTRIES[2]
    const errors = errorsOf(
      await judge(
        before,
        written(
          to,
          ENTRIES.filter((one) => one !== gone),
        ),
        history,
      ),
    )
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(`"${gone && (FORMS[from]?.titleOf?.(gone) ?? gone.title)}"`)
  })
})

const WORDS = [
  'queue',
  'port',
  'zone',
  'cents',
  'lock',
  'path',
  'test',
  'night',
  'cache',
  'index',
  'use',
  'not',
]
const phrase = (min: number, max: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...WORDS), { minLength: min, maxLength: max })
    .map((words) => words.join(' '))
    .map((text) => text.slice(0, 1).toUpperCase() + text.slice(1))
const logs = fc
  .uniqueArray(
    fc.record({ day: fc.integer({ min: 1, max: 28 }), title: phrase(2, 5), body: phrase(4, 12) }),
    {
      minLength: 4,
      maxLength: 9,
      selector: ({ day }) => day,
    },
  )
  .map((all) =>
    all.map(({ day, title, body }) => ({
      day: `2026-03-${String(day).padStart(2, '0')}`,
      title,
      body: `${body}.`,
    })),
  )

test('no entry of any log is lost in another form, and one that is left out is named', async () => {
  await fc.assert(
    fc.asyncProperty(logs, fc.constantFrom(...PAIRS), fc.nat(), async (entries, [from, to], seed) => {
      const before = written(from, entries)
      expect(errorsOf(await judge(before, written(to, entries)))).toEqual([])
      const gone = entries[seed % entries.length]
      const left = entries.filter((one) => one !== gone)
      const errors = errorsOf(await judge(before, written(to, left)))
      expect(errors).toHaveLength(1)
      expect(errors[0]).toContain(`"${gone && (FORMS[from]?.titleOf?.(gone) ?? gone.title)}"`)
    }),
    { numRuns: runs(60) },
  )
})

test('an immutable log refuses the word that another form brings along, and nothing else', async () => {
  const other = written('deeper headings in brackets', ENTRIES)
  const found = await judge(
    written('dated headings', ENTRIES),
    other.replace('Nothing else', 'Nothing at all else'),
    'immutable',
  )
  expect(errorsOf(found)).toEqual([
    'Item entry "A queue in Postgres" differs in body, but its history is immutable',
  ])
  expect(found.filter(({ rule }) => rule === 'log-form').map(({ message }) => message)).toEqual([
    '5 of 6 entries are kept word for word; they were "## {date}: {title}" and are now "### [{date}] {title}". Words are missing or new in "A queue in Postgres"',
  ])
})

test('a reformatted text is an edit of an immutable log whose form stays', async () => {
  const before = written('dated headings', ENTRIES)
  const found = await judge(
    before,
    before.replace('Nothing else has to run', '**Nothing else has to run**'),
    'immutable',
  )
  expect(errorsOf(found)).toHaveLength(1)
})

const WORKSPACE = 'user/memory/workspaces/shop/decisions.md'

const asWorkspace = (entries: readonly Entry[]): string =>
  `# Decisions\n\n${joined(entries, ({ day, title, body }) => `### [${day}] ${title}\n\n**Category:** architecture\n\n${body}\n\n---\n`)}`

test.each(Object.keys(FORMS))(
  'a log of %s that moves into the workspace loses nothing but what is left out',
  async (from) => {
    const before = { [PATH]: written(from, ENTRIES), [WORKSPACE]: '# Decisions\n' }
    const lost = (found: readonly Diagnostic[]): readonly string[] =>
      found.filter(({ rule }) => rule === 'item-lost').map(({ message }) => message)
    expect(lost(await judgeLiteral(before, { [WORKSPACE]: asWorkspace(ENTRIES) }))).toEqual([])
    expect(lost(await judgeLiteral(before, { [WORKSPACE]: asWorkspace(ENTRIES.slice(1)) }))).toHaveLength(1)
  },
)
