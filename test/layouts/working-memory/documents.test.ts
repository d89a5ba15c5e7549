import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Document } from '../../../src/core/document.ts'
import { applyUpdate } from '../../../src/layouts/working-memory/dsl/apply-update.ts'
import { printUpdate, type TaskState } from '../../../src/layouts/working-memory/dsl/grammar.ts'
import { checkLiteral, type Files } from '../../helpers/check-literal.ts'
import { runs } from '../../helpers/runs.ts'
import { update } from './dsl/arbitrary-update.ts'
import { changed, cleanWorkingMemory, LOG, STATE, T1, T2, UPDATE } from './task-files.ts'

async function documentOf(files: Files, path: string): Promise<Document> {
  const { documents } = await checkLiteral(files)
  const found = documents.find((document) => document.path === path)
  if (!found) throw new Error(`${path} is not claimed`)
  return found
}

/** Everything about items but their places. */
function withoutPlaces({ items }: Document): unknown {
  return items.map(({ place: _, says, ...item }) => ({ ...item, says: says?.text }))
}

describe('a state', () => {
  test('has its entries as items, with their ids, reasons, times and marks', async () => {
    const { items, dates } = await documentOf(cleanWorkingMemory, STATE)
    expect(
      items.map(({ kind, title, place, fields }) => [kind, title.slice(0, 9), place.line, fields]),
    ).toEqual([
      [
        'learning',
        'The queue',
        7,
        {
          id: 'KL-1',
          reason: 'a job was seen twice in the trace',
          added: T1,
          archived: [T2, 'the trace had two jobs with one name'],
        },
      ],
      [
        'learning',
        'The clock',
        14,
        { id: 'KL-2', reason: 'the failing test needs it', added: T2, archived: null },
      ],
      [
        'snippet',
        'config/qu',
        19,
        { id: 'VC-1', reason: 'the test has to use the same values', added: T1, archived: null },
      ],
    ])
    expect(dates.map(({ what, place }) => `${what} ${place.line}`)).toEqual([
      'time of adding 10',
      'time of archiving 12',
      'time of adding 17',
      'time of adding 25',
    ])
  })

  test('has the same items with CRLF, with JSON for YAML, and with keys in another order', async () => {
    const text = String(cleanWorkingMemory[STATE])
    const clean = await documentOf(cleanWorkingMemory, STATE)
    const reordered = text.replace(
      /( {4}insight: The clock.*\n)( {4}reason: .*\n)( {4}added: .*\n)/,
      '$3$2$1    mood: x\n',
    )
    expect(reordered).not.toBe(text)
    for (const other of [text.replaceAll('\n', '\r\n'), `\uFEFF${text}`, `# state\n${reordered}`]) {
      expect(withoutPlaces(await documentOf({ [STATE]: other }, STATE))).toEqual(withoutPlaces(clean))
    }
  })

  test('distinguishes snippets that differ in white space at the end alone', async () => {
    const text = changed(STATE, 'snippet: |-', 'snippet: |')
    const [before, after] = [
      await documentOf(cleanWorkingMemory, STATE),
      await documentOf({ [STATE]: text }, STATE),
    ]
    expect(after.items.at(-1)?.digest).not.toBe(before.items.at(-1)?.digest)
  })

  test.each([
    ['null', ''],
    ['a list', '- a\n'],
    ['a text', 'state\n'],
    ['lists that are none', 'key_learnings: 7\nverbatim_context: { a: b }\n'],
    ['entries that are none', 'key_learnings: [1, null, [], x]\n'],
    [
      'fields of other types',
      'key_learnings: [{ id: 7, insight: [a], reason: {}, added: 1, archived: yes }]\n',
    ],
  ])('of %s gives findings of its schema, and no exception', async (_, text) => {
    const { diagnostics } = await checkLiteral({ [STATE]: text })
    const rules = new Set(diagnostics.map(({ rule }) => rule))
    expect(rules).toContain('schema')
    expect(rules).not.toContain('internal')
  })
})

describe('a log', () => {
  test('has its updates as items, and the ids that its diffs change', async () => {
    const { items, facts } = await documentOf(cleanWorkingMemory, LOG)
    expect(items.map(({ kind, title, place }) => [kind, title, place.line])).toEqual([
      ['update', T1, 3],
      ['update', T2, 13],
    ])
    expect(facts).toMatchObject({
      added: [
        { id: 'KL-1', place: { line: 7, column: 3, endColumn: 7 } },
        { id: 'VC-1', place: { line: 8 } },
        { id: 'KL-2', place: { line: 20 } },
      ],
      archived: [{ id: 'KL-1', place: { line: 19, column: 3 } }],
    })
  })

  test('changes nothing by what is outside of its diffs', async () => {
    const prose = changed(LOG, '# Log', '+ KL-9 because a list: is no diff\n\n# Log')
    expect((await documentOf({ [LOG]: prose }, LOG)).facts).toMatchObject({ archived: [{ id: 'KL-1' }] })
    expect(JSON.stringify((await documentOf({ [LOG]: prose }, LOG)).facts)).not.toContain('KL-9')
  })

  test('says the same after a merge has given an entry another number', async () => {
    const [before, after] = await Promise.all(
      [cleanWorkingMemory, { [LOG]: changed(LOG, '+ KL-2 because', '+ KL-12 because') }].map((files) =>
        documentOf(files, LOG),
      ),
    )
    expect(after && withoutPlaces(after)).toEqual(before && withoutPlaces(before))
  })
})

describe('an update', () => {
  test('names what it archives, each at its place', async () => {
    const { items, facts } = await documentOf(cleanWorkingMemory, UPDATE)
    expect(items).toEqual([])
    expect(facts).toEqual({
      archive: [{ id: 'KL-1', place: { line: 10, column: 5, endLine: 10, endColumn: 9 } }],
    })
  })

  test('names nothing of a section that is not applied', async () => {
    const broken = changed(UPDATE, 'because the failing', 'for the failing')
    expect((await documentOf({ [UPDATE]: broken }, UPDATE)).facts).toEqual({ archive: [] })
  })
})

test('what applying updates makes is a memory without a finding, one step after the other', async () => {
  const visible = update.filter(
    (one) => !/[^\x20-\x7e\n]/.test(printUpdate(one)) && !/[<>]{7}/.test(printUpdate(one)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(visible, { minLength: 1, maxLength: 4 }), async (updates) => {
      let state: TaskState = {
        updated: null,
        current_progress: null,
        key_learnings: [],
        verbatim_context: [],
      }
      let log = '# Log\n'
      let before: Files = { [STATE]: JSON.stringify(state), [LOG]: log }
      for (const [i, one] of updates.entries()) {
        const applied = applyUpdate(state, one, { now: `2026-04-0${i + 1}T09:00:00Z` })
        state = applied.state
        log += `\n${applied.diff}`
        const after = { [STATE]: `${JSON.stringify(state, null, 2)}\n`, [LOG]: log }
        const { diagnostics } = await checkLiteral(after, { before })
        expect(diagnostics.map(({ rule, message }) => `${rule} ${message}`)).toEqual([])
        before = after
      }
    }),
    { numRuns: runs(40, 10) },
  )
})
