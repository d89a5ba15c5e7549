import { describe, expect, test } from 'vitest'
import type { ChangeSet, FileChange } from '../../../src/core/migration.ts'
import type { PlannedFile } from '../../../src/core/write-plan.ts'
import { planFault, vetSet } from '../../../src/engine/migrations/vet-plan.ts'
import { storedSnapshot } from '../../helpers/check-literal.ts'

const value = (evidence: object): object => ({ field: 'date', value: '2026-02-01', evidence })

/** A plan of one change, with a value of this evidence. */
const planWith = (change: object): object => ({ sets: [[change]], forPerson: [] })
const deletion = (part: object = {}): object => ({ path: 'a.md', kind: 'delete', values: [], ...part })

describe('what a migration gives', () => {
  test.each<readonly [string, unknown]>([
    ['nothing to do', { sets: [], forPerson: [] }],
    ['no edits of a text', planWith({ path: 'a.md', kind: 'edit', edits: [], values: [] })],
    [
      'an edit',
      planWith({ path: 'a.md', kind: 'edit', edits: [{ start: 0, end: 1, text: '' }], values: [] }),
    ],
    ['a new file', planWith({ path: 'a.md', kind: 'create', text: '', values: [] })],
    ['a derived file', planWith({ path: 'a.md', kind: 'derive', text: '', values: [] })],
    ['a link', planWith({ path: 'a.md', kind: 'link', target: 'b.md', values: [] })],
    [
      'every kind of evidence',
      planWith(
        deletion({
          values: [
            value({ kind: 'text', path: 'a.md', line: 0 }),
            value({ kind: 'commit', commit: 'abc' }),
            value({ kind: 'file-name', path: 'a.md' }),
            value({ kind: 'path', path: 'a.md' }),
            value({ kind: 'guess', why: 'x' }),
          ],
        }),
      ),
    ],
    ['work for a person', { sets: [], forPerson: [{ path: 'a.md', line: 1, what: 'x' }] }],
  ])('is a plan: %s', (_, plan) => {
    expect(planFault(plan)).toBeNull()
  })

  test.each<readonly [unknown, string]>([
    [undefined, 'it gave no plan'],
    [null, 'it gave no plan'],
    ['text', 'it gave no plan'],
    [{ forPerson: [] }, '`sets` is no list of lists'],
    [{ sets: [[], {}], forPerson: [] }, '`sets` is no list of lists'],
    [{ sets: [] }, '`forPerson` has another shape'],
    [{ sets: [], forPerson: [{ path: 'a.md', line: 1, what: 'x' }, null] }, '`forPerson` has another shape'],
    [{ sets: [], forPerson: [{ path: 7, line: 1, what: 'x' }] }, '`forPerson` has another shape'],
    [{ sets: [], forPerson: [{ path: 'a.md', line: -1, what: 'x' }] }, '`forPerson` has another shape'],
    [{ sets: [], forPerson: [{ path: 'a.md', line: 1.5, what: 'x' }] }, '`forPerson` has another shape'],
    [{ sets: [], forPerson: [{ path: 'a.md', line: 1 }] }, '`forPerson` has another shape'],
  ])('is no plan: %j', (plan, fault) => {
    expect(planFault(plan)).toBe(fault)
  })

  test.each<readonly [string, unknown]>([
    ['nothing', null],
    ['no path', { kind: 'delete', values: [] }],
    ['no kind', { path: 'a.md', values: [] }],
    ['an inherited kind', { path: 'a.md', kind: 'toString', values: [] }],
    ['no values', { path: 'a.md', kind: 'delete' }],
    ['no edits', { path: 'a.md', kind: 'edit', values: [] }],
    ['an edit that is nothing', { path: 'a.md', kind: 'edit', edits: [null], values: [] }],
    [
      'an edit of half a place',
      {
        path: 'a.md',
        kind: 'edit',
        edits: [
          { start: 0, end: 1, text: '' },
          { start: 0.5, end: 1, text: '' },
        ],
        values: [],
      },
    ],
    ['an edit without an end', { path: 'a.md', kind: 'edit', edits: [{ start: 0, text: '' }], values: [] }],
    ['an edit without a text', { path: 'a.md', kind: 'edit', edits: [{ start: 0, end: 1 }], values: [] }],
    ['a file without a text', { path: 'a.md', kind: 'create', values: [] }],
    ['a derived file without a text', { path: 'a.md', kind: 'derive', values: [] }],
    ['a link without a target', { path: 'a.md', kind: 'link', values: [] }],
    ['a value that is nothing', deletion({ values: [null] })],
    [
      'a value without a field',
      deletion({ values: [{ value: 'x', evidence: { kind: 'guess', why: 'x' } }] }),
    ],
    ['a value that is no text', deletion({ values: [{ ...value({ kind: 'guess', why: 'x' }), value: 1 }] })],
    ['a value without evidence', deletion({ values: [{ field: 'date', value: 'x' }] })],
    ['evidence of no kind', deletion({ values: [value({ why: 'x' })] })],
    ['evidence of an inherited kind', deletion({ values: [value({ kind: 'toString' })] })],
    ['a text of no line', deletion({ values: [value({ kind: 'text', path: 'a.md' })] })],
    ['a text of no file', deletion({ values: [value({ kind: 'text', line: 1 })] })],
    ['a commit without an id', deletion({ values: [value({ kind: 'commit' })] })],
    ['a file name of no file', deletion({ values: [value({ kind: 'file-name' })] })],
    ['a path of no file', deletion({ values: [value({ kind: 'path' })] })],
    ['a guess without a reason', deletion({ values: [value({ kind: 'guess' })] })],
  ])('has a change of another shape: %s', (_, change) => {
    expect(planFault({ sets: [[deletion()], [change]], forPerson: [] })).toBe(
      `a change has another shape: ${JSON.stringify(change).slice(0, 120)}`,
    )
  })

  test('is named in part, and by its type where it is no JSON', () => {
    const circle: { self?: object } = {}
    circle.self = circle
    expect(planFault(planWith({ path: 'x'.repeat(200) }))).toHaveLength(
      'a change has another shape: '.length + 120,
    )
    expect(planFault(planWith(circle))).toBe('a change has another shape: object that is no JSON')
    expect(planFault({ sets: [[undefined]], forPerson: [] })).toBe('a change has another shape: undefined')
    expect(planFault({ sets: [[Symbol('x')]], forPerson: [] })).toBe('a change has another shape: symbol')
  })
})

describe('a set of changes', () => {
  const file = (path: string, text: string) => ({ path, layout: '', kind: '', scope: '', text })
  const derived = new Map<string, PlannedFile>([['index.md', { kind: 'text', text: 'fresh' }]])
  const present = storedSnapshot({
    'read.md': 'one two',
    'unread.md': 'x',
    'link.md': { link: 'read.md' },
  }).files

  const vetted = (...set: ChangeSet): unknown => {
    const found = vetSet(set, {
      files: new Map([file('read.md', 'one two'), file('link.md', 'x')].map((one) => [one.path, one])),
      present,
      derived,
      mostBytes: 12,
      guard: (path) => (path === 'guarded.md' ? 'it is guarded' : null),
    })
    return found instanceof Map ? Object.fromEntries(found) : found
  }
  const edit = (...edits: readonly (readonly [start: number, end: number, text: string])[]): FileChange => ({
    path: 'read.md',
    values: [],
    kind: 'edit',
    edits: edits.map(([start, end, text]) => ({ start, end, text })),
  })

  test('is a plan where everything in it can be done', () => {
    expect(
      vetted(
        edit([4, 7, 'three'], [0, 0, '+'], [3, 3, ',']),
        { path: 'new.md', kind: 'create', text: 'äöü 6789', values: [] },
        { path: 'index.md', kind: 'derive', text: 'fresh', values: [] },
        { path: 'link.md', kind: 'link', target: 'unread.md', values: [] },
      ),
    ).toEqual({
      'read.md': { kind: 'text', text: '+one, three' },
      'new.md': { kind: 'text', text: 'äöü 6789' },
      'index.md': { kind: 'text', text: 'fresh' },
      'link.md': { kind: 'link', target: 'unread.md' },
    })
    expect(
      vetted(
        { path: 'read.md', kind: 'delete', values: [] },
        { path: 'new.md', kind: 'link', target: 'x', values: [] },
      ),
    ).toEqual({
      'read.md': { kind: 'delete' },
      'new.md': { kind: 'link', target: 'x' },
    })
    expect(vetted({ path: 'link.md', kind: 'delete', values: [] })).toEqual({ 'link.md': { kind: 'delete' } })
  })

  const OVERLAP = 'its edits overlap or lie outside of it'
  const UNREAD = 'the migration has not read it'

  test.each<readonly [FileChange, string]>([
    [edit([0, 2, ''], [1, 3, '']), OVERLAP],
    [edit([0, 2, 'x'], [0, 2, 'y']), OVERLAP],
    [edit([3, 2, '']), OVERLAP],
    [edit([0, 8, '']), OVERLAP],
    [{ path: 'unread.md', kind: 'edit', edits: [], values: [] }, UNREAD],
    [{ path: 'link.md', kind: 'edit', edits: [], values: [] }, 'it is a symlink'],
    [edit([0, 0, '\ud800']), 'its text has half a character in it'],
    [edit([0, 0, '123456']), 'it would be too large to be read'],
    [{ path: 'new.md', kind: 'create', text: 'äöü 6789012', values: [] }, 'it would be too large to be read'],
    [{ path: 'read.md', kind: 'create', text: '', values: [] }, 'there is a file already'],
    [{ path: 'index.md', kind: 'derive', text: 'stale', values: [] }, 'it is not what a rebuild writes'],
    [{ path: 'new.md', kind: 'derive', text: '', values: [] }, 'it is not what a rebuild writes'],
    [{ path: 'unread.md', kind: 'link', target: 'x', values: [] }, UNREAD],
    [{ path: 'unread.md', kind: 'delete', values: [] }, UNREAD],
    [{ path: 'none.md', kind: 'delete', values: [] }, UNREAD],
    [{ path: 'guarded.md', kind: 'create', text: '', values: [] }, 'it is guarded'],
  ])('is refused as a whole for one change: %j', (change, reason) => {
    expect(
      vetted({ path: 'other.md', kind: 'create', text: '', values: [] }, change, {
        path: 'last.md',
        kind: 'delete',
        values: [],
      }),
    ).toEqual([
      { path: change.path, reason },
      { path: 'other.md', reason: 'it belongs to a file that was left' },
      { path: 'last.md', reason: 'it belongs to a file that was left' },
    ])
  })

  test('changes a file once', () => {
    const twice: FileChange = { path: 'new.md', kind: 'create', text: '', values: [] }
    expect(vetted(twice, twice)).toEqual([{ path: 'new.md', reason: 'it is changed twice in one set' }])
  })
})
