import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Io } from '../../src/cli/command.ts'
import { main } from '../../src/cli/main.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import type { Operation } from '../../src/core/operation.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { fakeIo } from './fake-io.ts'

const ADD: Operation = {
  name: 'shelf_add_note',
  title: 'Add a note',
  description: 'Adds one.',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['task', 'place', 'body', 'kind'],
    properties: {
      task: { type: 'string', 'x-flag': { argument: true } },
      files: { type: 'array', items: { type: 'string' }, 'x-flag': { argument: true } },
      place: {
        type: 'object',
        required: ['room'],
        properties: {
          room: { type: 'string', description: 'The room of the shelf.' },
          row: { type: 'integer' },
        },
      },
      body: { type: 'string', 'x-flag': { stdin: 'the text of the note' } },
      kind: { type: 'string', enum: ['fact', 'note'] },
      tags: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      reasons: {
        type: 'array',
        items: { type: 'string' },
        'x-flag': { name: 'reason', summary: 'why', commas: false },
      },
      token_budget: { type: 'integer', minimum: 1 },
      tokenLimit: { type: 'integer', 'x-flag': { alias: 'tokenLimit' } },
      confidence: { type: 'number' },
      owner: { type: 'string', 'x-flag': { empty: true } },
      places: { type: 'array', items: { type: 'string' }, 'x-flag': { empty: true } },
      dry_run: { type: 'boolean' },
      ask: { type: 'boolean', 'x-flag': { name: 'no-questions', summary: 'ask nothing' } },
      sections: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
  output: { type: 'object' },
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: { name: 'shelf add', summary: 'add a note', examples: ['memkeep shelf add list --room hall'] },
  wants: () => [],
  plan: () => ({ text: '', data: {} }),
}

vi.mock('../../src/layouts/operation-commands.ts', () => ({
  OPERATION_COMMANDS: [
    { name: 'shelf add', summary: 'add a note', operation: 'shelf_add_note', layout: 'shelf' },
  ],
}))
vi.mock('../../src/layouts/operations.ts', () => ({
  get layoutOperations() {
    const names = { operations: [{ name: ADD.name }], prompts: [] }
    return [{ layout: { id: 'shelf' }, names, operations: [ADD], prompts: [] }]
  },
}))
vi.mock('../../src/operations/run-operation.ts', () => ({ runOperation: vi.fn() }))

const DONE = { text: 'done: true\n', data: { done: true }, written: [], plan: new Map(), notes: [] }

async function run(
  argv: readonly string[],
  io: Partial<Io> = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const fake = fakeIo(io)
  const code = await main(argv, fake)
  return { code, ...fake.printed }
}

const add = (...argv: readonly string[]): string[] => ['shelf', 'add', ...argv]
const needed = ['list', '--room', 'hall', '--kind', 'note', '--body', 'x']
const NEEDED: JsonObject = { task: 'list', place: { room: 'hall' }, kind: 'note', body: 'x' }

beforeEach(() => {
  vi.mocked(runOperation).mockReset().mockResolvedValue(DONE)
})

/** The arguments that the operation was run with. */
async function given(argv: readonly string[], io: Partial<Io> = {}): Promise<unknown> {
  expect(await run(argv, io)).toEqual({ code: 0, out: 'done: true\n', err: '' })
  return vi.mocked(runOperation).mock.calls[0]?.[1]
}

describe('flags become the arguments of the operation', () => {
  const cases: readonly (readonly [readonly string[], { readonly [key: string]: Json }])[] = [
    [[], {}],
    [['--row', '2'], { place: { room: 'hall', row: 2 } }],
    [['--tags', 'a, b', '--tags', 'c'], { tags: ['a', 'b', 'c'] }],
    [['--reason', 'a, b', '--reason', 'c'], { reasons: ['a, b', 'c'] }],
    [['--token-budget', '7'], { token_budget: 7 }],
    [['--token-limit', '7'], { tokenLimit: 7 }],
    [['--tokenLimit', '7'], { tokenLimit: 7 }],
    [['--confidence', '0.5'], { confidence: 0.5 }],
    [['--owner', ''], { owner: '' }],
    [['--places', ''], { places: [] }],
    [['--places', 'a,b'], { places: ['a', 'b'] }],
    [['--dry-run'], { dry_run: true }],
    [['--dry-run', 'true'], { dry_run: true }],
    [['--dry-run=false'], { dry_run: false }],
    [['--no-questions'], { ask: false }],
    [['--sections', '{"a":"b"}'], { sections: { a: 'b' } }],
    [['a.md', 'b.md'], { files: ['a.md', 'b.md'] }],
  ]
  test.each(cases)('%j', async (argv, more) => {
    expect(await given(add(...needed, ...argv))).toEqual({ ...NEEDED, ...more })
  })

  test.each([[[]], [['--body', '-']]])('a long text is read from standard input: %j', async (body) => {
    const argv = add('list', '--room', 'hall', '--kind', 'note', ...body)
    expect(await given(argv, { stdin: async () => 'piped\n' })).toEqual({ ...NEEDED, body: 'piped\n' })
  })

  test.each([
    ['--cwd', 'shelf', ...add(...needed)],
    ['-C', 'add', '--no-cache', ...add(...needed)],
  ])('behind flags of every command: %j', async (...argv) => {
    expect(await given(argv)).toEqual(NEEDED)
  })

  test('what every command has goes with it', async () => {
    await given(add(...needed, '--now', '2026-02-03', '--cwd', 'below'))
    expect(vi.mocked(runOperation).mock.calls[0]?.[2]).toMatchObject({
      today: '2026-02-03',
      cwd: '/repo/below',
    })
  })
})

describe('wrong use is exit 2, and nothing is run', () => {
  test.each([
    [add(), "missing required argument 'task'"],
    [add('list'), 'shelf add needs --room and --kind\n  → See memkeep shelf add --help.'],
    [
      add(...needed.slice(0, -2)),
      'shelf add needs the text of the note\n  → Give it with --body, or pipe it in.',
    ],
    [
      add(...needed, '--kind', 'nota'),
      "option '--kind <kind>' argument 'nota' is invalid\n  → Allowed choices are fact, note.",
    ],
    [
      add(...needed, '--dry-run', 'maybe'),
      "option '--dry-run [boolean]' argument 'maybe' is invalid\n  → Expected true or false; arguments go before this flag.",
    ],
    [
      add(...needed, '--confidence', 'high'),
      "option '--confidence <n>' argument 'high' is invalid\n  → Expected a number.",
    ],
    [
      add(...needed, '--sections', '{'),
      "option '--sections <sections>' argument '{' is invalid\n  → Expected JSON.",
    ],
    [add(...needed, '--tags', ''), "option '--tags <list>' argument '' is invalid\n  → Expected some text."],
    [
      add(...needed, '--token-budget', '0'),
      'token_budget: The value is 0, it should be at least 1\n  → See --help for what the flags take.',
    ],
    [
      add(...needed, '--tokn-budget', '1'),
      "unknown option '--tokn-budget'\n  → Did you mean --token-budget?",
    ],
    [['shelf', 'ad'], "unknown command 'ad'\n  → Did you mean add?"],
  ])('%j', async (argv, message) => {
    const { code, out, err } = await run(argv)
    expect([code, out, err]).toEqual([2, '', `memkeep: ${message}\n`])
    expect(runOperation).not.toHaveBeenCalled()
  })

  test('a group alone prints its help there', async () => {
    const { code, out, err } = await run(['shelf'])
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^Usage: memkeep shelf[\s\S]*\n {2}add .*add a note\n/)
    expect(err).not.toContain('outputHelp')
  })
})

test('help is made from the declaration', async () => {
  const { code, out } = await run(add('--help'))
  const text = out.replaceAll(/\s+/g, ' ')
  expect(code).toBe(0)
  expect(text).toContain('Usage: memkeep shelf add [options] <task> [files...]')
  expect(text).toContain('--room <room> the room of the shelf; required')
  expect(text).toContain('--body <body> ; when absent, standard input is read')
  expect(text).toContain('--no-questions ask nothing')
  expect(text).toContain('--reason <reasons> why; may be repeated')
  expect(text).toContain('--kind <kind> ; required (choices: "fact", "note")')
  expect(text).toContain('Examples: memkeep shelf add list --room hall')
  expect(text).not.toContain('--tokenLimit')
  expect((await run(['--help'])).out).toContain('shelf')
})

test('a refusal is exit 1, in words of the flags', async () => {
  const refusal = { refusal: 'Too much', help: 'Use `token_budget`, then call the tool again.' }
  vi.mocked(runOperation).mockResolvedValue(refusal)
  expect(await run(add(...needed))).toEqual({
    code: 1,
    out: '',
    err: 'memkeep: Too much\n  → Use `--token-budget`, then run it again.\n',
  })
})

describe('tool', () => {
  const JSON_ARGS = JSON.stringify(NEEDED)

  test.each([
    [['--json', JSON_ARGS], {}],
    [[], { stdin: async () => JSON_ARGS }],
    [['-'], { stdin: async () => JSON_ARGS }],
  ] as const)('runs any operation: %j', async (argv, io) => {
    expect(await given(['tool', 'shelf_add_note', ...argv], io)).toEqual(NEEDED)
  })

  test('names the operation that may have been meant', async () => {
    expect(await run(['tool', 'shelf_ad_note', '--json', '{}'])).toEqual({
      code: 2,
      out: '',
      err: 'memkeep: There is no operation "shelf_ad_note"\n  → Did you mean "shelf_add_note"? `memkeep tools` lists all.\n',
    })
  })

  test.each([
    [['--json', '[]'], 'The arguments of shelf_add_note are not an object'],
    [['--json', '{'], 'the arguments are not JSON'],
    [['--json', '{"task":1}'], 'Missing parameter "body"'],
    [['--json', '{}', 'file.json'], 'tool got arguments from --json and from a file'],
    [['/nonexistent.json'], 'cannot read /nonexistent.json'],
  ])('with %j is wrong use', async (argv, message) => {
    const { code, out, err } = await run(['tool', 'shelf_add_note', ...argv])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
    expect(runOperation).not.toHaveBeenCalled()
  })

  test('with --format json prints exactly the data', async () => {
    const { out } = await run(['tool', 'shelf_add_note', '--json', JSON_ARGS, '--format', 'json'])
    expect(out).toBe('{"done":true}\n')
  })
})

test('tools lists every operation with its schemas, without words of our own', async () => {
  const { code, out } = await run(['tools', '--format', 'json'])
  const { version, tools } = JSON.parse(out)
  expect([code, version]).toEqual([0, 1])
  expect(tools).toMatchObject([
    {
      name: 'shelf_add_note',
      layout: 'shelf',
      command: 'memkeep shelf add',
      readOnly: false,
      openWorld: false,
    },
    { name: 'memory_search', command: 'memkeep find', readOnly: true },
    { name: 'audit_memory', command: 'memkeep audit', readOnly: true },
  ])
  expect(tools[0].input.properties.kind).toEqual({ type: 'string', enum: ['fact', 'note'] })
  expect(out).not.toContain('x-flag')
  const lines = (await run(['tools'])).out
  expect(lines).toMatch(
    /^shelf\n {2}shelf_add_note {2}Add a note \(memkeep shelf add\)\n\nall layouts\n {2}memory_search /,
  )
  expect(lines).not.toContain('"properties"')
  const text = (await run(['tools', 'shelf_add_note'])).out
  expect(text).toMatch(/^shelf_add_note\n {2}Add a note\n\n {2}layout shelf, writes, memkeep shelf add\n/)
  expect((await run(['tools', 'shelf'])).code).toBe(2)
})
