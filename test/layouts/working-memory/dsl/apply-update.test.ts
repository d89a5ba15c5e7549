import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyUpdate } from '../../../../src/layouts/working-memory/dsl/apply-update.ts'
import type { TaskState, Update } from '../../../../src/layouts/working-memory/dsl/grammar.ts'
import { parseUpdate } from '../../../../src/layouts/working-memory/dsl/parse-update.ts'
import { runs } from '../../../helpers/runs.ts'
import { update } from './arbitrary-update.ts'

const EMPTY: TaskState = { updated: null, current_progress: null, key_learnings: [], verbatim_context: [] }
const NOTHING: Update = { progress: null, learnings: null, verbatim: null }
const T1 = '2026-04-02T09:00:00Z'
const T2 = '2026-04-02T10:00:00Z'

const FIRST: Update = {
  progress: { completed: [], in_progress: ['read the queue'], remaining: ['fix it'] },
  learnings: {
    add: [
      { reason: 'two fixes failed', insight: 'leases run out' },
      { reason: 'it is not written down', insight: 'the clock is UTC' },
    ],
    archive: [],
  },
  verbatim: { add: [{ reason: 'the test needs it', label: 'queue.yaml', snippet: 'a:\n  b' }], archive: [] },
}

const ONE = applyUpdate(EMPTY, FIRST, { now: T1 })

function learnings(add: readonly string[], archive: readonly string[]): Update {
  return {
    ...NOTHING,
    learnings: {
      add: add.map((insight) => ({ reason: 'of a test', insight })),
      archive: archive.map((id) => ({ id, reason: 'of age' })),
    },
  }
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(Object.freeze(value))) frozen(inner)
  return value
}

describe('a first update', () => {
  test('gives ids and times to what it adds', () => {
    expect(ONE.state).toEqual({
      updated: T1,
      current_progress: FIRST.progress,
      key_learnings: [
        { id: 'KL-1', insight: 'leases run out', reason: 'two fixes failed', added: T1 },
        { id: 'KL-2', insight: 'the clock is UTC', reason: 'it is not written down', added: T1 },
      ],
      verbatim_context: [
        { id: 'VC-1', label: 'queue.yaml', snippet: 'a:\n  b', reason: 'the test needs it', added: T1 },
      ],
    })
    expect(ONE.refused).toEqual([])
  })

  test('is listed line by line', () => {
    expect(ONE.diff).toBe(
      [
        `## ${T1}`,
        '',
        '```diff',
        '+ In Progress: read the queue',
        '+ Remaining: fix it',
        '+ KL-1 because two fixes failed: leases run out',
        '+ KL-2 because it is not written down: the clock is UTC',
        '+ VC-1 because the test needs it: queue.yaml',
        '+   a:',
        '+     b',
        '```',
        '',
      ].join('\n'),
    )
  })
})

describe('a further update', () => {
  test('rewrites the progress, and says what became of each bullet', () => {
    const progress = { completed: ['read the queue'], in_progress: ['fix it', 'fix it'], remaining: [] }
    const { state, diff } = applyUpdate(ONE.state, { ...NOTHING, progress }, { now: T2 })
    expect(state).toEqual({ ...ONE.state, updated: T2, current_progress: progress })
    expect(diff.split('\n').slice(3, -2)).toEqual([
      '- In Progress: read the queue',
      '- Remaining: fix it',
      '+ Completed: read the queue',
      '+ In Progress: fix it',
      '+ In Progress: fix it',
    ])
  })

  test('lists a new order of the same bullets', () => {
    const before = { completed: [], in_progress: ['a', 'b'], remaining: [] }
    const one = applyUpdate(EMPTY, { ...NOTHING, progress: before }, { now: T1 }).state
    const { state, diff } = applyUpdate(
      one,
      { ...NOTHING, progress: { ...before, in_progress: ['b', 'a'] } },
      { now: T2 },
    )
    expect(state.current_progress?.in_progress).toEqual(['b', 'a'])
    expect(diff.split('\n').slice(3, -2)).toEqual([
      '- In Progress: a',
      '- In Progress: b',
      '+ In Progress: b',
      '+ In Progress: a',
    ])
  })

  test('marks what it archives and keeps the rest of it', () => {
    const { state, diff } = applyUpdate(ONE.state, learnings([], ['KL-1']), { now: T2 })
    const [first, second] = ONE.state.key_learnings
    expect(state.key_learnings).toEqual([{ ...first, archived: { at: T2, reason: 'of age' } }, second])
    expect(diff).toContain('\n- KL-1 because of age\n')
  })

  test('keeps keys of the state that it does not know', () => {
    const [first] = ONE.state.key_learnings
    const state = {
      ...ONE.state,
      owner: 'x',
      key_learnings: [{ ...first, source: 'y' }],
    } as unknown as TaskState
    const after = applyUpdate(state, learnings(['new'], ['KL-1']), { now: T2 }).state
    expect(after).toMatchObject({ owner: 'x', key_learnings: [{ id: 'KL-1', source: 'y' }, { id: 'KL-2' }] })
  })

  test('that changes nothing gives the state itself, and nothing to log', () => {
    const same = { ...NOTHING, progress: ONE.state.current_progress, learnings: { add: [], archive: [] } }
    for (const one of [NOTHING, same]) {
      const { state, diff, refused } = applyUpdate(ONE.state, one, { now: T2 })
      expect(state).toBe(ONE.state)
      expect([diff, refused]).toEqual(['', []])
    }
  })

  test('never changes the state or the update that it is given', () => {
    const [state, one] = [frozen(structuredClone(ONE.state)), frozen(learnings(['new'], ['KL-2', 'KL-9']))]
    expect(applyUpdate(state, one, { now: T2 }).refused).toHaveLength(1)
  })
})

describe('an id that cannot be archived', () => {
  test('is listed, and the rest is applied', () => {
    const { state, refused } = applyUpdate(ONE.state, learnings(['new'], ['KL-7', 'KL-2']), { now: T2 })
    expect(refused).toEqual([
      {
        section: 'learnings',
        id: 'KL-7',
        message: 'The state has no id KL-7',
        help: 'Correct the id: only entries of the state can be archived.',
      },
    ])
    expect(state.key_learnings.map(({ id, archived }) => [id, archived?.at])).toEqual([
      ['KL-1', undefined],
      ['KL-2', T2],
      ['KL-3', undefined],
    ])
  })

  test('may be one that this very update gives out', () => {
    const { state, refused } = applyUpdate(ONE.state, learnings(['new'], ['KL-3']), { now: T2 })
    expect(refused.map(({ id }) => id)).toEqual(['KL-3'])
    expect(state.key_learnings[2]).toEqual({ id: 'KL-3', insight: 'new', reason: 'of a test', added: T2 })
  })

  test('may be one that was archived before: its mark stays', () => {
    const archived = applyUpdate(ONE.state, learnings([], ['KL-1']), { now: T1 }).state
    const { state, diff, refused } = applyUpdate(archived, learnings([], ['KL-1']), { now: T2 })
    expect(state).toBe(archived)
    expect(diff).toBe('')
    expect(refused.map(({ message }) => message)).toEqual(['The entry KL-1 is archived already'])
  })

  test('stops a strict update, all of it', () => {
    const one = { ...learnings(['new'], ['KL-7']), progress: FIRST.progress }
    const { state, diff, refused } = applyUpdate(EMPTY, one, { now: T2, strict: true })
    expect(state).toBe(EMPTY)
    expect(diff).toBe('')
    expect(refused.map(({ id }) => id)).toEqual(['KL-7'])
    expect(applyUpdate(EMPTY, FIRST, { now: T1, strict: true })).toEqual(ONE)
  })
})

describe('a section that is not valid', () => {
  const progress = { completed: [], in_progress: ['a'], remaining: [] }
  const withVerbatim = (label: string, snippet: string, reason = 'a'): Update => {
    return { ...NOTHING, progress, verbatim: { add: [{ reason, label, snippet }], archive: [] } }
  }
  const archiving = (id: string, reason: string): Update => {
    return { ...NOTHING, progress, learnings: { add: [], archive: [{ id, reason }] } }
  }

  test.each([
    ['an reason has no text', withVerbatim('b', 'c', ''), /reason has no text/],
    ['a reason of two lines', withVerbatim('b', 'c', 'x\ny'), /has no `:` behind its reason/],
    ['a reason with a colon', withVerbatim('b', 'c', 'x: y'), /cannot hold/],
    ['a label with an arrow', withVerbatim('b => c', 'd'), /cannot hold/],
    ['a blank label', withVerbatim(' ', 'c'), /label is empty/],
    ['a blank snippet', withVerbatim('b', ' \n\t'), /snippet has no text/],
    ['an insight of two lines', learnings(['a\n      b'], []), /text of an insight has a second line/],
    ['an insight with white space around it', learnings([' a'], []), /cannot hold/],
    ['an id of the other list', archiving('VC-1', 'a'), /not an id such as KL-1/],
    ['an archiving without a reason', archiving('KL-1', ' '), /reason has no text/],
    ['an id twice', learnings([], ['KL-1', 'KL-1']), /KL-1 is archived twice/],
  ])('with %s leaves its part alone', (_, one, message) => {
    const before = { ...ONE.state, current_progress: null }
    const whole = { ...one, progress }
    const { state, refused } = applyUpdate(before, whole, { now: T2 })
    expect(state).toEqual({ ...before, updated: T2, current_progress: progress })
    expect(refused).toHaveLength(1)
    expect(refused[0]?.message).toMatch(message)
    expect(applyUpdate(before, whole, { now: T2, strict: true }).state).toBe(before)
  })

  test.each([
    ['nothing in progress', { completed: ['a'], in_progress: [], remaining: [] }],
    ['a bullet that reads as none', { completed: ['(none)'], in_progress: ['a'], remaining: [] }],
    ['an empty bullet', { completed: [], in_progress: ['a', ''], remaining: [] }],
  ])('with %s leaves the progress alone', (_, bad) => {
    const one = { ...learnings(['new'], []), progress: bad }
    const { state, refused } = applyUpdate(ONE.state, one, { now: T2 })
    expect(state.current_progress).toBe(ONE.state.current_progress)
    expect(state.key_learnings).toHaveLength(3)
    expect(refused.map(({ section }) => section)).toEqual(['progress'])
  })

  test('is listed with the line where parsing found it, and stops a strict update', () => {
    const text = 'CURRENT_PROGRESS:\n  In Progress:\nKEY_LEARNINGS:\n  ADD:\n    - because a: b\n'
    const { update: read, problems } = parseUpdate(text)
    const { state, refused } = applyUpdate(EMPTY, read, { now: T1, problems })
    expect(state).toMatchObject({ current_progress: null, key_learnings: [{ id: 'KL-1' }] })
    expect(refused.map(({ section, message }) => `${section}: ${message}`)).toEqual([
      'progress: Line 2: The progress has no bullet In Progress',
    ])
    expect(applyUpdate(EMPTY, read, { now: T1, problems, strict: true }).state).toBe(EMPTY)
  })
})

describe('a sequence of updates', () => {
  const sequence = fc.array(fc.tuple(update, fc.boolean()), { minLength: 1, maxLength: 8 })
  const timeOf = (i: number): string => new Date(1_775_120_400_000 + i * 60_000).toISOString()

  test('gives the same states and texts every time', () => {
    const run = (updates: readonly (readonly [Update, boolean])[]): unknown[] => {
      let state = EMPTY
      return updates.map(([one, strict], i) => {
        const applied = applyUpdate(state, one, { now: timeOf(i), strict })
        state = applied.state
        return applied
      })
    }
    fc.assert(
      fc.property(sequence, (updates) => {
        expect(run(updates)).toEqual(run(structuredClone(updates)))
      }),
      { numRuns: runs(200) },
    )
  })

  test('never gives an id twice, loses no entry, and only ever adds a mark to one', () => {
    fc.assert(
      fc.property(sequence, (updates) => {
        let state = EMPTY
        const given = new Set<string>()
        for (const [i, [one, strict]] of updates.entries()) {
          const { state: after, diff, refused } = applyUpdate(state, one, { now: timeOf(i), strict })
          for (const list of ['key_learnings', 'verbatim_context'] as const) {
            const [old, now] = [state[list], after[list]]
            for (const [at, entry] of old.entries()) {
              const { archived, ...rest } = now[at] ?? {}
              const { archived: before, ...same } = entry
              expect(rest).toEqual(same)
              if (before) expect(archived).toBe(before)
            }
            for (const { id } of now.slice(old.length)) {
              expect(given.has(id)).toBe(false)
              given.add(id)
              expect(diff).toContain(`\n+ ${id} because `)
            }
          }
          if (strict && refused.length > 0) expect(after).toBe(state)
          state = after
        }
        expect(state.key_learnings.map(({ id }) => id)).toEqual(
          state.key_learnings.map((_, i) => `KL-${i + 1}`),
        )
      }),
      { numRuns: runs(300) },
    )
  })

  test('counts on from the highest id, where entries were taken out by hand', () => {
    const [, second] = ONE.state.key_learnings
    const state = { ...ONE.state, key_learnings: second ? [second] : [] }
    expect(applyUpdate(state, learnings(['new'], []), { now: T2 }).state.key_learnings.at(-1)?.id).toBe(
      'KL-3',
    )
  })
})
