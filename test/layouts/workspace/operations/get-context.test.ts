import { Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { JsonObject } from '../../../../src/core/json.ts'
import { PLAN_STATUSES } from '../../../../src/core/plan-status.ts'
import {
  type ContextArguments,
  TOPICS,
} from '../../../../src/layouts/workspace/operations/get-context/schemas.ts'
import { getContext } from '../../../../src/layouts/workspace/operations/get-context.ts'
import { type Asking, askOperation, CALL, operationInput } from '../../../helpers/ask-operation.ts'
import type { Files } from '../../../helpers/check-literal.ts'
import { runs } from '../../../helpers/runs.ts'

const HOME = 'resources/workspaces'
const MEMORY = 'user/memory/workspaces'

const entry = (date: string, title: string, labels = '**Category:** tooling\n**Tags:** a\n'): string =>
  `### [${date}] ${title}\n\n${labels}\nBody of ${title}.\n\n---\n`

const document = (fields: string): string => `---\n${fields}\n---\n\n# Heading\n\nText.\n`

const files: Files = {
  [`${HOME}/w/OVERVIEW.md`]: document('name: W\ndescription: All of it.\ntags: [a]'),
  [`${HOME}/w/_architecture/layers.md`]: document('name: Layers\ntags: [a, b]'),
  [`${HOME}/w/d/OVERVIEW.md`]: document('name: D\ndescription: A domain.'),
  [`${HOME}/w/d/_plans/260101-one.md`]: document(
    'name: One\ndescription: x\nstatus: done\ncreated: 2026-01-01\ntags: [a]',
  ),
  [`${HOME}/w/d/_spikes/try.md`]: '# A try\n\nIt works.\n',
  [`${HOME}/w/d/r/OVERVIEW.md`]: document('name: R\ndescription: A repository.\nupdated: 2026-03-03'),
  [`${HOME}/w/d/r/_features/login.md`]: '## Login\n',
  [`${HOME}/w/d/r/_plans/260202-two.md`]: document(
    'name: Two\ndescription: x\nstatus: new\ncreated: 2026-02-02\nupdated: 2026-02-03',
  ),
  [`${HOME}/w/e/_plans/260202-two.md`]: document(
    'name: Two of E\ndescription: x\nstatus: new\ncreated: 2026-02-02',
  ),
  [`${MEMORY}/w/decisions.md`]: `# Decisions\n\n${entry('2026-01-01', 'Of W')}\n${entry('2026-03-01', 'Later of W', '**Category:** architecture\n')}`,
  [`${MEMORY}/w/d/decisions.md`]: entry('2026-03-01', 'Of D', '**Tags:** b\n'),
  [`${MEMORY}/w/e/lessons.md`]: entry('2026-02-01', 'Of E'),
  [`${MEMORY}/other/lessons.md`]: entry('2026-02-02', 'Of another'),
}

type Answer = { readonly text: string; readonly data: JsonObject }

const output = new Validator(structuredClone(getContext.output), '2020-12', false)
const input = new Validator(structuredClone(getContext.input), '2020-12', false)

/** The answer, which fits the output schema and is the same as text and as data. */
async function ask(args: JsonObject, asking: Partial<Asking> = {}): Promise<Answer> {
  expect(input.validate(args)).toMatchObject({ valid: true })
  const answer = await askOperation(getContext, { files, ...asking, args })
  if ('refusal' in answer) throw new Error(answer.refusal)
  expect(output.validate(answer.data).errors).toEqual([])
  expect(parse(answer.text)).toEqual(answer.data)
  return answer
}

/** The titles or names of a topic, with the scope where there is one. */
async function names(topic: string, scope: JsonObject, filters: JsonObject = {}): Promise<string[]> {
  const { data } = await ask({ scope, topics: [topic], filters })
  const rows = data[topic] as unknown as { name?: string; title?: string; scope?: string }[]
  return rows.map(({ name, title, scope: from }) => [title ?? name, from].filter(Boolean).join(' @ '))
}

describe('topics and scopes', () => {
  const W = { workspace: 'w' }
  const D = { workspace: 'w', domain: 'd' }
  const R = { workspace: 'w', domain: 'd', repository: 'r' }

  test.each<[string, JsonObject, string[]]>([
    ['overview', W, ['W @ w']],
    ['overview', D, ['D @ w/d']],
    ['overview', R, ['R @ w/d/r']],
    ['plans', W, ['One', 'Two', 'Two of E']],
    ['plans', D, ['One', 'Two']],
    ['plans', R, ['Two']],
    ['features', W, ['Login']],
    ['features', R, ['Login']],
    ['spikes', W, ['A try']],
    ['spikes', R, []],
    ['architecture', W, ['Layers']],
    ['architecture', D, []],
    ['decisions', W, ['Of D @ w/d', 'Later of W @ w', 'Of W @ w']],
    ['decisions', D, ['Of D @ w/d']],
    ['decisions', R, ['Of D @ w/d', 'Later of W @ w', 'Of W @ w']],
    ['decisions', { workspace: 'w', domain: 'e' }, []],
    ['lessons', W, ['Of E @ w/e']],
    ['lessons', R, []],
  ])('%s of %j', async (topic, scope, expected) => {
    expect(await names(topic, scope)).toEqual(expected)
  })

  test('a repository is found without its domain where one domain has it', async () => {
    expect(await names('plans', { workspace: 'w', repository: 'r' })).toEqual(['Two'])
  })

  test('an entry has everything that was written, and where it comes from', async () => {
    const { data } = await ask({ scope: R, topics: ['decisions'], include_defaults: false })
    expect((data.decisions as JsonObject[])[2]).toEqual({
      scope: 'w',
      date: '2026-01-01',
      title: 'Of W',
      category: 'tooling',
      tags: ['a'],
      content: 'Body of Of W.',
      _meta: { document_path: `${MEMORY}/w/decisions.md`, document_id: 'w/decisions#2026-01-01-of-w' },
    })
  })

  test('an overview has its text, without the front matter', async () => {
    const { data } = await ask({ scope: R, topics: ['overview'] })
    expect(data.overview).toEqual([
      {
        scope: 'w/d/r',
        name: 'R',
        description: 'A repository.',
        updated: '2026-03-03',
        content: '# Heading\n\nText.',
        _meta: { document_path: `${HOME}/w/d/r/OVERVIEW.md`, document_id: 'w/d/r/OVERVIEW' },
      },
    ])
  })

  test('two documents of one file name are named by their paths', async () => {
    const { data } = await ask({ scope: W, topics: ['plans'] })
    const ids = (data.plans as { _meta: JsonObject }[]).map(({ _meta }) => _meta.document_id)
    expect(ids).toEqual(['260101-one', 'w/d/r/_plans/260202-two', 'w/e/_plans/260202-two'])
  })

  test('two entries of one day and title have ids of their own', async () => {
    const twice = { [`${MEMORY}/w/lessons.md`]: `${entry('2026-01-01', 'x')}\n${entry('2026-01-01', 'x')}` }
    const { data } = await ask({ scope: W, topics: ['lessons'] }, { files: twice })
    const ids = (data.lessons as { _meta: JsonObject }[]).map(({ _meta }) => _meta.document_id)
    expect(ids).toEqual(['w/lessons#2026-01-01-x-2', 'w/lessons#2026-01-01-x'])
  })

  test('include_defaults: false leaves structure and summaries out, and keeps the metadata', async () => {
    const { data } = await ask({ scope: W, include_defaults: false, topics: ['plans'] })
    expect(Object.keys(data)).toEqual(['defaults', 'plans'])
    expect(Object.keys(data.defaults as JsonObject)).toEqual(['memory_metadata'])
  })

  test('the defaults alone have no topic; summaries are of the scope and below', async () => {
    const { data } = await ask({ scope: D })
    expect(Object.keys(data)).toEqual(['defaults'])
    const { overviews_t0, memory_metadata } = data.defaults as { [key: string]: JsonObject[] }
    expect(overviews_t0?.map(({ scope }) => scope)).toEqual(['w/d', 'w/d/r'])
    expect(memory_metadata).toMatchObject({ workspace: 'w', summary: { total_decisions: 3 } })
  })

  test('a scope with memory alone, and one with documents alone', async () => {
    const alone = { [`${MEMORY}/m/x/lessons.md`]: entry('2026-01-01', 'x'), [`${HOME}/n/x/a.md`]: 'x' }
    const memory = await ask({ scope: { workspace: 'm' } }, { files: alone })
    expect(memory.data.defaults).toMatchObject({
      folder_structure: `${HOME}/m/\n(nothing there)\n`,
      overviews_t0: [],
      memory_metadata: { summary: { total_lessons: 1, domains_with_memory: ['x'] } },
    })
    const documents = await ask(
      { scope: { workspace: 'n', domain: 'x' }, topics: ['overview'] },
      { files: alone },
    )
    expect(documents.data).toMatchObject({
      notes: ['There is no OVERVIEW.md in the scope n/x itself.'],
      defaults: { memory_metadata: { last_updated: null, tags: [], categories: [] } },
      overview: [],
    })
  })

  test('roots that settings move', async () => {
    const moved = {
      'docs/w/OVERVIEW.md': document('name: W\ndescription: x'),
      'mem/w/lessons.md': entry('2026-01-01', 'x'),
    }
    const settings = 'workspace: { resources: docs, memory: mem }\n'
    const { data } = await ask({ scope: W, topics: ['lessons'] }, { files: moved, settings })
    expect(data.defaults).toMatchObject({ folder_structure: 'docs/w/\n└── OVERVIEW.md\n' })
    expect((data.lessons as JsonObject[])[0]?._meta).toEqual({
      document_path: 'mem/w/lessons.md',
      document_id: 'w/lessons#2026-01-01-x',
    })
  })
})

describe('filters', () => {
  const W = { workspace: 'w' }

  test.each<[string, JsonObject, string[]]>([
    ['plans', { status: ['done'] }, ['One']],
    ['plans', { status: ['done', 'new'] }, ['One', 'Two', 'Two of E']],
    ['plans', { status: ['new'], tags: ['a'] }, []],
    ['plans', { tags: ['b', 'a'] }, ['One']],
    ['plans', { category: 'tooling' }, ['One', 'Two', 'Two of E']],
    ['plans', { tags: [], status: [] }, ['One', 'Two', 'Two of E']],
    ['architecture', { tags: ['b'] }, ['Layers']],
    ['features', { tags: ['a'] }, []],
    ['overview', { tags: ['a'] }, ['W @ w']],
    ['overview', { tags: ['b'] }, []],
    ['decisions', { tags: ['a'] }, ['Of W @ w']],
    ['decisions', { category: 'architecture' }, ['Later of W @ w']],
    ['decisions', { category: 'tooling', tags: ['b'] }, []],
    ['decisions', { status: ['done'] }, ['Of D @ w/d', 'Later of W @ w', 'Of W @ w']],
    ['decisions', { tags: ['w/decisions#2026-01-01-of-w'] }, []],
    ['plans', { tags: ['260101-one'] }, []],
  ])('%s with %j', async (topic, filters, expected) => {
    expect(await names(topic, W, filters)).toEqual(expected)
  })

  test('what nothing has is reported, with what may be meant', async () => {
    const filters = { tags: ['a', 'c-sharp'], category: 'toolings' }
    const { data } = await ask({ scope: W, topics: ['decisions'], filters })
    expect(data.notes).toEqual([
      'Nothing of these topics in this scope has the tag c-sharp.',
      'Nothing of these topics in this scope has the category toolings; did you mean tooling?',
    ])
  })

  test('filters without a topic are reported to do nothing; the defaults are as ever', async () => {
    const { data } = await ask({ scope: W, filters: { tags: ['b'] } })
    expect(data.notes).toEqual(['Filters have an effect on topics only: name some.'])
    expect((data.defaults as { overviews_t0: unknown[] }).overviews_t0).toHaveLength(3)
  })
})

describe('arguments', () => {
  test.each<[JsonObject]>([
    [{}],
    [{ scope: {} }],
    [{ scope: { workspace: '' } }],
    [{ scope: { workspace: 'w', folder: 'x' } }],
    [{ scope: { workspace: 'w' }, topics: ['everything'] }],
    [{ scope: { workspace: 'w' }, filters: { status: ['finished'] } }],
    [{ scope: { workspace: 'w' }, token_budget: 0 }],
    [{ scope: { workspace: 'w' }, more: true }],
    [{ scope: { workspace: 'w'.repeat(256) } }],
    [{ scope: { workspace: 'w' }, filters: { tags: Array.from({ length: 101 }, () => 'a') } }],
  ])('%j does not fit the schema', (args) => {
    expect(input.validate(args).valid).toBe(false)
  })
})

test('whatever is said, it fits no schema or is answered or refused, and never throws', async () => {
  const { memory, sources } = await operationInput(getContext, { files, args: { scope: { workspace: 'w' } } })
  const key = fc.constantFrom('scope', 'topics', 'include_defaults', 'filters', 'token_budget')
  const name = fc.oneof(fc.constantFrom('w', 'd', 'r'), fc.string({ minLength: 1 }))
  const odd = fc.dictionary(key, fc.jsonValue())
  const fitting = fc.record(
    {
      scope: fc.record({ workspace: name, domain: name, repository: name }, { requiredKeys: ['workspace'] }),
      topics: fc.array(fc.constantFrom(...TOPICS)),
      include_defaults: fc.boolean(),
      filters: fc.record(
        { status: fc.subarray([...PLAN_STATUSES]), tags: fc.array(name), category: name },
        { requiredKeys: [] },
      ),
      query: fc.string(),
      token_budget: fc.integer({ min: 1, max: 2000 }),
    },
    { requiredKeys: ['scope'] },
  )
  const fits = (said: unknown): said is ContextArguments => input.validate(said).valid
  fc.assert(
    fc.property(fc.oneof(odd, fitting), (said) => {
      const args: unknown = JSON.parse(JSON.stringify(said))
      if (!fits(args)) return
      expect(Array.isArray(getContext.wants({ ...CALL, args, memory, sources }))).toBe(true)
      expect(Object.keys(getContext.plan({ ...CALL, args, memory, sources }))).toHaveLength(2)
    }),
    { numRuns: runs(500) },
  )
})

describe('unknown scopes', () => {
  const wrong = async (scope: ContextArguments['scope'], all: Files = files) => {
    const { args, memory, sources } = await operationInput(getContext, { files: all, args: { scope } })
    expect([...sources.keys()]).toEqual([])
    expect(getContext.wants({ ...CALL, args, memory, sources })).toEqual([])
    return getContext.plan({ ...CALL, args, memory, sources })
  }
  const there = 'Scopes are workspace/domain/repository, each part in a separate field; there are'

  test.each<[ContextArguments['scope'], string, string]>([
    [
      { workspace: 'othr' },
      '{workspace: othr} does not exist; did you mean other?',
      'other, w, w/d, w/d/r, w/e',
    ],
    [{ workspace: 'W' }, '{workspace: W} does not exist; did you mean w?', 'w, w/d, w/e, w/d/r, other'],
    [
      { workspace: 'w', domain: 'f' },
      '{workspace: w, domain: f} does not exist; did you mean w/d?',
      'w/d, w/e, w, w/d/r, other',
    ],
    [{ workspace: 'w/d' }, '{workspace: w/d} does not exist; did you mean w/d?', 'w/d, w/e, w, w/d/r, other'],
    [
      { workspace: 'other', repository: 'r' },
      '{workspace: other, repository: r} does not exist',
      'other, w/d/r, w/d, w/e, w',
    ],
  ])('%j', async (scope, refusal, help) => {
    expect(await wrong(scope)).toEqual({ refusal: `Scope ${refusal}`, help: `${there} ${help}.` })
  })

  test.each([
    '..',
    '../..',
    '/etc',
    '_plans',
    '.git',
    'w/../other',
    'w\0',
    'CON',
    'w/',
    '',
    '__proto__',
    'a\u202eb',
  ])('%j is no scope, and nothing is read', async (name) => {
    const scopes: ContextArguments['scope'][] = [
      { workspace: name },
      { workspace: 'w', domain: name },
      { workspace: 'w', repository: name },
    ]
    for (const scope of scopes) {
      const answer = await wrong(scope)
      expect(answer).toHaveProperty('refusal')
      expect(Object.values(answer).join('')).not.toMatch(/[\u202e\p{Cc}]/u)
    }
  })

  test('a repository that several domains have needs its domain', async () => {
    const twice = { [`${HOME}/w/a/r/x.md`]: '', [`${HOME}/w/b/r/x.md`]: '' }
    expect(await wrong({ workspace: 'w', repository: 'r' }, twice)).toEqual({
      refusal: 'Repository r needs its domain: several have one of this name',
      help: 'Name the domain too: w/a/r, w/b/r.',
    })
  })

  test('a repository without any memory says how to begin', async () => {
    expect(await wrong({ workspace: 'w' }, { 'README.md': '' })).toEqual({
      refusal: 'This repository has no workspace memory yet',
      help: `Save a first decision or lesson, or write ${HOME}/WORKSPACE/OVERVIEW.md with its name and description. Memory of other layouts is read in its files.`,
    })
  })

  test('many scopes are counted', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${HOME}/w${i}/x.md`, '']))
    const answer = await wrong({ workspace: 'w5x' }, many)
    expect(answer).toMatchObject({ help: expect.stringMatching(/ there are w5, .*, 20 more\.$/) })
  })
})

describe('what is not as it should be', () => {
  const W = { workspace: 'w' }
  const all = ['overview', 'plans', 'decisions', 'lessons'] as const

  test('a stale index: counted from the logs, with the meanings that people wrote', async () => {
    const index = 'workspace: w\ntags:\n  - name: a\n    description: First letter\n    count: 7\n'
    const { data } = await ask(
      { scope: W },
      { files: { ...files, [`${MEMORY}/w/_index.yaml`]: index }, stale: true },
    )
    expect(data.notes).toEqual([
      expect.stringMatching(
        /^memory_metadata was counted from .*w\/_index\.yaml is not fresh: .*"a" has count 7, should have 2/,
      ),
    ])
    expect(data.defaults).toMatchObject({
      memory_metadata: {
        last_updated: '2026-03-01',
        tags: [
          { name: 'a', description: 'First letter', used_in: ['decisions', 'lessons'], count: 2 },
          { name: 'b', used_in: ['decisions'], count: 1 },
        ],
      },
    })
  })

  test.each([
    ['none', {}],
    ['a broken one', { [`${MEMORY}/w/_index.yaml`]: 'tags: [' }],
  ])('%s: counted as well, and reported', async (_, index) => {
    const { data } = await ask({ scope: W }, { files: { ...files, ...index }, stale: true })
    expect(data.notes).toEqual([expect.stringContaining('_index.yaml is not fresh')])
    expect(data.defaults).toMatchObject({ memory_metadata: { summary: { total_decisions: 3 } } })
  })

  test('a fresh index is taken as it is', async () => {
    const { data, text } = await ask({ scope: W })
    expect(data).not.toHaveProperty('notes')
    expect(text).toContain('total_decisions: 3')
  })

  test.each<[string, Files[string], RegExp]>([
    [
      'a conflict',
      `<<<<<<< HEAD\n${entry('2026-05-05', 'x')}=======\n>>>>>>> b\n`,
      /cannot be read in full, line 1:/,
    ],
    ['no UTF-8', new Uint8Array([0xff, 0xfe, 0xff]), /cannot be read in full/],
    ['a link', { link: '../other/lessons.md' }, /cannot be read in full, line 1: .*symlink/],
    ['an open fence', `\`\`\`\n${entry('2026-05-05', 'x')}`, /is not read in full, line 2: .*never closed/],
    [
      'a heading of no entry',
      `### [2026-13-45] x\n\n${entry('2026-05-05', 'y')}`,
      /is not read in full, line 1:/,
    ],
  ])('a log with %s is reported', async (_, text, note) => {
    const broken = { ...files, [`${MEMORY}/w/d/lessons.md`]: text }
    const { data } = await ask({ scope: W, topics: all }, { files: broken, stale: true })
    const notes = data.notes as string[]
    expect(notes.filter((one) => one.includes('w/d/lessons.md'))).toEqual([expect.stringMatching(note)])
    expect((data.lessons as JsonObject[]).map(({ title }) => title)).toContain('Of E')
  })

  test('a heading of no entry is reported though its rule is off', async () => {
    const broken = { [`${MEMORY}/w/lessons.md`]: `### [2026-1-5] x\n\n${entry('2026-05-05', 'y')}` }
    const { data } = await ask(
      { scope: W, topics: ['lessons'] },
      { files: broken, settings: 'rules: { entry-heading: off }\n' },
    )
    expect(data.notes).toEqual([
      expect.stringMatching(/lessons\.md is not read in full: line 1 looks like an entry/),
    ])
  })

  test('an entry whose date is no real day is given as it is written', async () => {
    const odd = { [`${MEMORY}/w/lessons.md`]: entry('2026-02-30', 'y') }
    const { data } = await ask({ scope: W, topics: ['lessons'] }, { files: odd })
    expect(data.lessons).toMatchObject([{ date: '2026-02-30', title: 'y' }])
    expect(data.notes).toEqual([expect.stringContaining('has [2026-02-30], not a real day')])
  })

  test('a log that went away meanwhile is reported', async () => {
    const { args, memory } = await operationInput(getContext, { files, args: { scope: W, topics: all } })
    const answer = getContext.plan({ ...CALL, args, memory, sources: new Map() })
    expect(answer).toMatchObject({
      data: {
        notes: [
          `${HOME}/w/OVERVIEW.md could not be read now: its text is missing here.`,
          `${MEMORY}/w/d/decisions.md could not be read now: its entries are missing here.`,
          `${MEMORY}/w/decisions.md could not be read now: its entries are missing here.`,
          `${MEMORY}/w/e/lessons.md could not be read now: its entries are missing here.`,
        ],
      },
    })
  })

  test('documents with broken front matter are there, by what is known of them', async () => {
    const broken = {
      [`${HOME}/w/OVERVIEW.md`]: '---\nname: [\n---\n\nText.\n',
      [`${HOME}/w/_plans/260101-x.md`]: '---\nstatus: "\n---\n\n# A plan\n',
      [`${HOME}/w/_plans/260102-y.md`]: '---\nname: 2024\nstatus: [new]\ntags: a, b\n---\n',
    }
    const { data } = await ask({ scope: W, topics: ['overview', 'plans'] }, { files: broken })
    expect(data.notes).toHaveLength(2)
    expect(data.overview).toMatchObject([{ scope: 'w', content: 'Text.' }])
    expect(data.plans).toMatchObject([
      { name: 'A plan', _meta: { document_id: '260101-x' } },
      { name: '2024', _meta: { document_id: '260102-y' } },
    ])
    expect(Object.keys((data.plans as JsonObject[])[1] ?? {})).toEqual(['name', '_meta'])
  })
})
