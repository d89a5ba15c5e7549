import { expect, test } from 'vitest'
import type { Found } from '../../src/core/rule.ts'
import type { Kind } from '../../src/core/source.ts'
import { schema } from '../../src/rules/schema.ts'
import { line, sourceOf } from '../core/literal-parts.ts'
import { ruleTest } from '../helpers/rule-test.ts'

const PLAN = 'resources/workspaces/devtools/web/_plans/260310-offline-mode.md'
const OVERVIEW = 'resources/workspaces/shop/OVERVIEW.md'
const FEATURE = 'resources/workspaces/devtools/web/_features/live-logs.md'

const plan = (...fields: string[]) =>
  ['---', 'name: Offline Mode', ...fields, '---', '', 'text', ''].join('\n')
const REST = ['description: Keep it usable.', 'created: 2026-03-10']

ruleTest('schema', {
  valid: [
    {
      name: 'unknown fields',
      files: { [PLAN]: plan(...REST, 'status: new', 'owner: anyone', 'x: {y: [1]}') },
    },
    {
      name: 'a date in quotes',
      files: { [PLAN]: plan(REST[0] ?? '', "created: '2026-03-10'", 'status: new') },
    },
    { name: 'no front matter where it is optional', files: { [FEATURE]: '# Live logs\n' } },
    {
      name: 'no front matter where there is none',
      files: { 'user/memory/workspaces/shop/lessons.md': '# Lessons\n' },
    },
  ],
  invalid: [
    {
      name: 'an unknown status, and names the nearest one',
      files: { [PLAN]: plan(...REST, 'status: in-progress') },
      expect: [
        {
          path: PLAN,
          line: 5,
          column: 9,
          severity: 'error',
          message: /"in-progress", it should be one of .* \(status\)$/,
        },
      ],
    },
    {
      name: 'a missing field, at the opening line',
      files: { [PLAN]: plan('description: Keep it usable.', 'status: new') },
      expect: [{ path: PLAN, line: 1, column: 1, message: /created/ }],
    },
    {
      name: 'a field of another type, at its value',
      files: { [FEATURE]: '---\nname: logs\ntags: server\n---\n' },
      expect: [{ path: FEATURE, line: 3, column: 7, message: /tags/ }],
    },
    {
      name: 'one wrong item of a list, at the item',
      files: { [FEATURE]: '---\ntags:\n  - logs\n  - 7\n---\n' },
      expect: [{ path: FEATURE, line: 4, column: 5, message: /\(tags\.1\)$/ }],
    },
    {
      name: 'a date that no calendar has',
      files: { [OVERVIEW]: '---\nname: Shop\ndescription: Storefront.\nupdated: 2026-02-30\n---\n' },
      expect: [{ path: OVERVIEW, line: 4, column: 10, message: /updated/ }],
    },
    {
      name: 'missing front matter, once',
      files: { [OVERVIEW]: '# Shop\n' },
      expect: [{ path: OVERVIEW, line: 1, message: /name, description/ }],
    },
    {
      name: 'two faults of one file',
      files: { [PLAN]: plan('description: []', 'created: 2026-03-10') },
      expect: [
        { path: PLAN, line: 1, message: /status/ },
        { path: PLAN, line: 3, message: /description/ },
      ],
    },
  ],
})

const kind: Kind = {
  ...sourceOf().kind,
  frontMatter: 'required',
  schema: {
    type: 'object',
    required: ['name', 'mood', 'plain'],
    properties: { name: { type: 'string', description: 'The name, for people.' }, mood: {} },
  },
}

function found(part: Parameters<typeof sourceOf>[0]): Found[] {
  const all: Found[] = []
  schema.check(sourceOf(part), (one) => all.push(one))
  return all
}

test('missing front matter is reported with the meaning of each field', () => {
  expect(found({ kind })).toEqual([
    {
      place: { line: 1, column: 1, endLine: 1, endColumn: 1 },
      message: 'The file has no front matter with name, mood, plain',
      help: 'Start the file with a block between two lines of `---` that gives name (The name, for people), mood, plain.',
    },
  ])
})

test('what parsing said already is not said again', () => {
  const problem = { rule: 'syntax', place: line(1), message: 'm', help: 'h' } as const
  expect(found({ kind, problems: [problem] })).toEqual([])
  expect(found({ kind: { ...kind, format: 'yaml' } })).toEqual([])
  expect(found({ kind: { ...kind, frontMatter: 'optional' } })).toEqual([])
})

test('the help names the nearest valid value', () => {
  const status: Kind = { ...kind, schema: { properties: { status: { enum: ['in_progress', 'done'] } } } }
  const range = { start: 0, end: 19 }
  const value = { status: 'in-progress' }
  const nodes = new Map([['', { pointer: '', key: null, value: range }]])
  const frontMatter = { value, fields: value, nodes, comments: [], block: range, yaml: range }
  expect(found({ kind: status, text: 'status: in-progress', frontMatter })[0]?.help).toMatch(/"in_progress"/)
})

test('a field missing deep in data is reported at the key of what lacks it', () => {
  const text = 'tags:\n  - count: 1\nsummary: {}\n'
  const range = (start: number, end: number) => ({ start, end })
  const nodes = new Map([
    ['', { pointer: '', key: null, value: range(0, 37) }],
    ['/tags', { pointer: '/tags', key: range(0, 4), value: range(8, 18) }],
    ['/tags/0', { pointer: '/tags/0', key: null, value: range(10, 18) }],
    ['/summary', { pointer: '/summary', key: range(19, 26), value: range(28, 30) }],
  ])
  const list = { type: 'array', items: { type: 'object', required: ['name'] } }
  const deep: Kind = {
    ...kind,
    format: 'yaml',
    schema: {
      type: 'object',
      required: ['workspace'],
      properties: { tags: list, summary: { type: 'object', required: ['total'] } },
    },
  }
  const data = { value: { tags: [{ count: 1 }], summary: {} }, nodes, comments: [] }
  const at = found({ kind: deep, text, data }).map(({ place }) => `${place.line}:${place.column}`)
  expect(at.sort()).toEqual(['1:1', '2:5', '3:1'])
})
