import { describe, expect, test } from 'vitest'
import { checkLiteral } from '../../helpers/check-literal.ts'
import { item } from './items.ts'

const OWN = {
  facts: {},
  decisions: {},
  goals: { status: 'active' },
  tasks: { status: 'todo' },
  reflections: {},
}
type Category = keyof typeof OWN

async function found(
  category: Category,
  fields: { readonly [field: string]: string | number },
): Promise<string[]> {
  const text = item({ id: 'x-1', title: 'One', ...OWN[category], ...fields })
  const { diagnostics } = await checkLiteral({ [`memory/${category}/one.md`]: text })
  return diagnostics.map(({ rule, message, help }) => `${rule}: ${message}. ${help}`)
}

describe('front matter', () => {
  test.each([
    ['facts', { confidence: 0, source: 'chat', tags: '[]' }],
    ['facts', { confidence: 1, created: '"2026-02-08"', mood: 'x' }],
    ['facts', { tags: 'null', confidence: '', source: '~' }],
    ['decisions', { rationale: 'One store' }],
    ['goals', { priority: 'high', status: 'achieved', reopened: 'Cheap now' }],
    ['goals', { priority: 1, status: 'abandoned' }],
    ['tasks', { assignee: 'platform', deadline: '2031-01-01', status: 'in_progress' }],
    ...[
      '2031-01-01T17:00:00Z',
      '2031-01-01 17:00',
      '"2031-01-01T17:00:00.5+07:00"',
      '2031-01-01T17:00Z',
      '',
    ].map((deadline) => ['tasks', { deadline }] as const),
    ['reflections', { context: 'code review' }],
  ] as const)('of %s may be %j', async (category, fields) => {
    expect(await found(category, fields)).toEqual([])
  })

  test.each([
    ['facts', { confidence: 1.5 }, 'The value is 1.5, it should be at most 1 (confidence)'],
    ['facts', { confidence: 'high' }, 'The value is "high", it should be a number or nothing (confidence)'],
    ['facts', { tags: 'people' }, 'The value is "people", it should be a list or nothing (tags)'],
    ['facts', { id: 7 }, 'The value is 7, it should be text (id)'],
    ['facts', { id: '"a b"' }, 'The value is "a b", it should be text that matches ^\\S+$ (id)'],
    ['facts', { title: '' }, 'The value is nothing, it should be text (title)'],
    [
      'facts',
      { created: '2026-02-30' },
      'The value is "2026-02-30", it should be a calendar date YYYY-MM-DD (created)',
    ],
    ['decisions', { supersedes: '{ id: x-0 }' }, 'it should be text or a list or nothing (supersedes)'],
    ['goals', { status: 'done' }, 'Did you mean "achieved"?'],
    ['tasks', { status: 'In Progress' }, 'Did you mean "in_progress"?'],
    ['tasks', { status: 'completed' }, 'Did you mean "done"?'],
    ['tasks', { status: '' }, 'it should be one of todo, in_progress, done (status)'],
    ['tasks', { deadline: 'soon' }, 'it should be a calendar date YYYY-MM-DD, or one with a time (deadline)'],
    [
      'tasks',
      { deadline: '2026-02-30' },
      'it should be a calendar date YYYY-MM-DD, or one with a time (deadline)',
    ],
    [
      'tasks',
      { deadline: '2026-02-28T25:00Z' },
      'it should be a calendar date YYYY-MM-DD, or one with a time',
    ],
    ['tasks', { deadline: '7' }, 'it should be text or nothing (deadline)'],
    ['reflections', { context: '[]' }, 'The value is a list, it should be text or nothing (context)'],
  ] as const)('of %s may not be %j', async (category, fields, message) => {
    const all = await found(category, fields)
    expect(all).toHaveLength(1)
    expect(all[0]).toMatch(/^schema: /)
    expect(all[0]).toContain(message)
  })

  test('needs what every item has, and says what it means', async () => {
    const { diagnostics } = await checkLiteral({
      'memory/tasks/one.md': '---\nassignee: platform\n---\n\nText.\n',
    })
    expect(diagnostics.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '1 Missing field "created": the day it was written',
      '1 Missing field "id": a name without spaces that no other item of the memory has',
      '1 Missing field "title": what the item is about, in one line',
      '1 The task has no status, which counts as todo',
    ])
  })
})
