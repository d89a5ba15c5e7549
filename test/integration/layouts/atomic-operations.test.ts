import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CallToolResult, Client } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { isJsonObject, type JsonObject } from '../../../src/core/json.ts'
import { checkSchema } from '../../../src/formats/schema.ts'
import { atomic } from '../../../src/layouts/atomic/layout.ts'
import { allOperations, operationNamed } from '../../../src/operations/registry.ts'
import { runOperation } from '../../../src/operations/run-operation.ts'
import { shownSchema, writtenOutput } from '../../../src/operations/shown-schemas.ts'
import { mcpClient } from '../../helpers/mcp-client.ts'
import { rowsOf } from '../../helpers/runs.ts'
import { sampleSecrets } from '../../helpers/sample-secrets.ts'
import { memkeep, plainEnvironment } from '../../helpers/setup.ts'
import { copiesOf, sharedBy, tempFolder, tempRepo } from '../../helpers/temp-repo.ts'

/** The signatures of the format: parameters in their order, and their defaults. */
const SIGNATURES: { readonly [name: string]: string } = {
  write_fact: 'title, content, tags=null, confidence=null, source=null',
  write_decision: 'title, content, tags=null, supersedes=null, rationale=null',
  write_goal: 'title, content, tags=null, priority=null, status="active"',
  write_task: 'title, content, tags=null, status="todo", assignee=null, deadline=null',
  write_reflection: 'title, content, tags=null, context=null',
  search_memory: 'query, categories=null, limit=null',
  read_memory: 'category, id=null, query=null',
  list_memories: 'category=null, include_archived=false',
}

/** What the operations have beyond them, all of it optional. */
const BEYOND: readonly string[] = ['dry_run', 'allow_duplicate', 'include_archived', 'token_budget']

function signatureOf(input: JsonObject): string {
  const { properties, required } = input
  const needed = Array.isArray(required) ? required : []
  const own = Object.entries(isJsonObject(properties) ? properties : {})
  const isListed = own.some(([name]) => name === 'category') && own.length === 2
  return own
    .filter(([name]) => isListed || !BEYOND.includes(name))
    .map(([name, schema]) =>
      needed.includes(name) ? name : `${name}=${JSON.stringify(isJsonObject(schema) ? schema.default : 0)}`,
    )
    .join(', ')
}

const TEXT = { title: 'Prices are in cents', content: 'Never in floats.' }

/** The example, in a repository: a copy for a test that writes, and one for all others. */
const example = sharedBy(() => {
  const repo = tempRepo()
  cpSync('examples/atomic', repo.dir, { recursive: true })
  repo.commit()
  return repo
})
const exampleCopy = copiesOf(example)

async function call(client: Client, name: string, args: { [key: string]: unknown }): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: args })) as CallToolResult
}

async function dataOf(client: Client, name: string, args: { [key: string]: unknown }): Promise<JsonObject> {
  const result = await call(client, name, args)
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy()
  const data = result.structuredContent as JsonObject
  expect(checkSchema(data, writtenOutput(operationNamed(name).operation))).toEqual([])
  return data
}

describe('through the protocol', () => {
  test('every signature is that of the format, with its defaults, and null is one of them', async () => {
    const { client } = await mcpClient((await exampleCopy()).dir, { args: ['--tools', 'all'] })
    const { tools } = await client.listTools()
    const own = new Map(tools.map((tool) => [tool.name, tool] as const))
    for (const [name, signature] of Object.entries(SIGNATURES)) {
      const schema = shownSchema(operationNamed(name).operation.input)
      expect(signatureOf(schema)).toBe(signature)
      const listed = own.get(name)?.inputSchema as unknown as JsonObject
      expect(Object.keys(listed.properties as JsonObject)).toEqual(
        Object.keys(schema.properties as JsonObject).filter((one) => one !== 'dry_run'),
      )
    }
    const nulls = Object.entries(SIGNATURES).map(([name, signature]) => {
      const given = [...signature.matchAll(/(\w+)=(null|"\w+"|false)/g)].map(([, key = '', value = '']) => [
        key,
        JSON.parse(value),
      ])
      const needed = { ...TEXT, query: 'cents', category: 'facts' }
      const words = signature.split(', ').filter((one) => !one.includes('='))
      const least = Object.fromEntries(Object.entries(needed).filter(([key]) => words.includes(key)))
      return [name, least, Object.fromEntries(given)] as const
    })
    for (const [name, least, defaults] of nulls) {
      const first = await dataOf(client, name, least)
      const second = await dataOf(client, name, { ...least, ...defaults })
      const same = {
        ...first,
        ...('saved' in first && { saved: false }),
        notes: second.notes,
        diff: undefined,
      }
      expect(JSON.parse(JSON.stringify(second))).toEqual(JSON.parse(JSON.stringify(same)))
    }
  })

  test('an agent writes, finds, changes and archives; check accepts each change by itself', async () => {
    const repo = await exampleCopy()
    const { client } = await mcpClient(repo.dir)
    const step = async (name: string, args: { [key: string]: unknown }): Promise<JsonObject> => {
      const data = await dataOf(client, name, args)
      const checked = await memkeep(repo.dir, ['check', '--base', 'HEAD'])
      expect(checked.code, checked.out).toBe(0)
      repo.commit()
      return data
    }
    const fact = await step('write_fact', { ...TEXT, tags: ['money'], confidence: 0.5, source: 'chat' })
    expect(fact.diff).toContain('+title: Prices are in cents')
    const found = await dataOf(client, 'search_memory', { query: 'prices FLOATS never' })
    expect((found.results as readonly JsonObject[])[0]).toMatchObject({ id: fact.id, tier: 'content' })
    await step('update_fact', { id: fact.id, confidence: 0.9 })
    await step('archive_memory', { id: fact.id })
    const task = await step('write_task', { ...TEXT, deadline: '2030-01-01' })
    await step('update_task', { id: task.id, status: 'in_progress' })
    const done = await step('update_task', { id: task.id, status: 'done' })
    expect(done).toMatchObject({ moved_from: task.path, status: 'done' })
    const goal = await step('write_goal', { ...TEXT, priority: 2 })
    await step('update_goal', { id: goal.id, status: 'abandoned', reason: 'Too dear.' })
    const old = await step('write_decision', TEXT)
    const more = { content: 'In whole cents.', rationale: 'Sums', supersedes: old.id }
    const next = await step('write_decision', { ...TEXT, ...more })
    await step('write_reflection', { ...TEXT, context: 'a review' })
    const read = await dataOf(client, 'read_memory', { category: 'decisions', id: old.id })
    expect(read).toMatchObject({ items: [{ superseded_by: next.id, content: TEXT.content }] })
    const refused = await call(client, 'write_decision', { ...TEXT, supersedes: old.id, content: 'x' })
    expect(refused).toMatchObject({ isError: true })
  })
})

describe('on the command line', () => {
  /** Every operation with every flag; the shortest call is in the stories. */
  const CALLS: readonly (readonly [string, readonly string[], string])[] = [
    ['write-fact', ['--tags', 'a,b', '--confidence', '0.5', '--source', 's'], 'confidence: 0.5\nsource: s'],
    ['write-decision', ['--tags', 'a', '--rationale', 'r'], 'rationale: r'],
    ['write-goal', ['--priority', '3', '--status', 'active'], 'status: active\npriority: 3'],
    [
      'write-task',
      ['--status', 'in_progress', '--assignee', 'me', '--deadline', '2030-01-01'],
      'status: in_progress\nassignee: me\ndeadline: 2030-01-01',
    ],
    ['write-reflection', ['--context', 'c'], 'context: c'],
  ]
  test.each(CALLS)('atomic %s takes every parameter', async (name, flags, lines) => {
    const { dir } = tempRepo()
    const text = ['--title', 'T', '--content', 'C.', '--format', 'json']
    const { out } = await memkeep(dir, ['atomic', name, ...text, ...flags])
    const { path, saved } = JSON.parse(out)
    expect(saved).toBe(true)
    expect(readFileSync(join(dir, path), 'utf8')).toContain(`${lines}\n---\n\nC.\n`)
  })

  test('a search gives the same bytes in another locale and time zone', async () => {
    const { dir } = await example()
    const words = ['atomic', 'search', 'the queue in Redis', '--format', 'json', '--include-archived']
    const search = (locale: string, zone: string): string =>
      execFileSync(process.execPath, [resolve('dist/memkeep.cjs'), ...words], {
        cwd: dir,
        encoding: 'utf8',
        env: { ...plainEnvironment(), LC_ALL: locale, LANG: locale, TZ: zone },
      })
    const first = search('C', 'UTC')
    expect(JSON.parse(first).results.length).toBeGreaterThan(1)
    expect(search('tr_TR.UTF-8', 'Pacific/Kiritimati')).toBe(first)
    expect(search('de_DE.UTF-8', 'America/Los_Angeles')).toBe(first)
  })
})

describe('hostile arguments are refused, and nothing is written', () => {
  const hidden = '\u200b\u200b\u200b'
  const cases: readonly (readonly [string, string, JsonObject, RegExp])[] = [
    ['a title of two lines', 'write_fact', { title: 'a\nid: x' }, /`title`/],
    ['a title without a word', 'write_fact', { title: '../..' }, /`title`/],
    ['a title that is too long', 'write_fact', { title: 'a'.repeat(201) }, /Fix that, then call/],
    ['NUL', 'write_fact', { content: 'a\0b' }, /Delete it/],
    ['NUL in a title', 'write_fact', { title: 'a\0b' }, /Delete it/],
    ['hidden characters', 'write_task', { content: `a${hidden}b` }, /Delete it/],
    ['hidden characters in a tag', 'write_task', { tags: [`a${hidden}`] }, /Delete it/],
    ['a direction override', 'write_goal', { title: 'a\u202eb' }, /Delete it/],
    ['half of a character', 'write_goal', { content: 'a\ud800b' }, /Delete it/],
    ['a terminal escape', 'write_reflection', { context: '\u001b]0;x\u0007' }, /Delete it/],
    ['2 MiB', 'write_fact', { content: 'a '.repeat(1_048_576) }, /Fix that, then call/],
    ['more than an item', 'write_fact', { content: 'a '.repeat(40_000) }, /Fix that, then call/],
    ['front matter', 'write_fact', { content: '---\nid: x\ntitle: y\n---\nz' }, /parameters/],
    ['a second item', 'write_fact', { content: 'a\n\n---\nid: x\ntitle: y\n---\nz' }, /separate file/],
    ['a heading alone', 'write_fact', { content: '# Only a heading' }, /Write below/],
    [
      'a conflict',
      'write_fact',
      { content: '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n' },
      /Nothing was written/,
    ],
    ['no text', 'write_fact', { content: ' \n ' }, /`content`/],
    ['a tag that is no word', 'write_fact', { tags: ['../x'] }, /`tags`/],
    [
      'too many tags',
      'write_fact',
      { tags: Array.from({ length: 21 }, (_, i) => `t${i}`) },
      /Fix that, then call/,
    ],
    ['a deadline that is no day', 'write_task', { deadline: '2026-02-30' }, /YYYY-MM-DD/],
    ['a status of another kind', 'write_task', { status: 'achieved' }, /Fix that, then call/],
    ['confidence of a text', 'write_fact', { confidence: '1' }, /Fix that, then call/],
    ['confidence over 1', 'write_fact', { confidence: 1.5 }, /Fix that, then call/],
    ['a path as a decision', 'write_decision', { supersedes: '../decisions/queue.md' }, /`supersedes`/],
    ['an unknown parameter', 'write_fact', { path: '/etc/x' }, /Fix that, then call/],
    ['a path as an id', 'update_fact', { id: '../../.git/config', source: 'x' }, /memory_search/],
    ['an absolute path as an id', 'archive_memory', { id: '/etc/passwd' }, /memory_search/],
    [
      'the file of an item of another kind',
      'update_task',
      { id: 'goal-260115-offline', status: 'done' },
      /update_goal/,
    ],
    [
      'front matter in a change',
      'update_goal',
      { id: 'goal-260115-offline', content: '---\nid: x\n---\nz' },
      /parameters/,
    ],
    [
      'a second item in a change',
      'update_goal',
      { id: 'goal-260115-offline', content: 'a\n\n---\nid: x\n---\nz' },
      /separate file/,
    ],
    [
      'hidden characters in a change',
      'update_goal',
      { id: 'goal-260115-offline', title: `a${hidden}` },
      /Delete it/,
    ],
    ['a category that is none', 'read_memory', { category: '../..' }, /Fix that, then call/],
    ['a query of nothing', 'search_memory', { query: '' }, /`query`/],
    // That every kind is known is in the tests of secrets.
    ...rowsOf(sampleSecrets(1), 4).map(({ kind, secret, text }): [string, string, JsonObject, RegExp] => [
      `a secret: ${kind}`,
      'write_fact',
      { content: `\n${text ?? secret}\n` },
      /Nothing was written/,
    ]),
  ]
  test.each(cases)('%s', async (_, name, args, help) => {
    const needed = name.startsWith('write_') ? TEXT : {}
    const repo = await example()
    const result = await runOperation(
      operationNamed(name),
      { ...needed, ...args },
      { cwd: repo.dir, cache: false, today: '2026-06-01' },
    )
    expect(result).toEqual({
      refusal: expect.any(String),
      help: expect.stringMatching(help),
      ...(String(help).includes('Fix that, then') && { failure: 'use' }),
    })
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('a symlink in the way leads nowhere', async () => {
    const outside = tempFolder()
    const { dir } = tempRepo()
    symlinkSync(outside, join(dir, 'memory'))
    const options = { cwd: dir, cache: false, today: '2026-06-01' }
    const result = await runOperation(operationNamed('write_fact'), TEXT, options)
    expect(result).toHaveProperty('refusal')
    expect(readdirSync(outside)).toEqual([])
  })

  test('a file that cannot be read is never replaced', async () => {
    const { dir, write } = tempRepo()
    const broken = '---\nid: task-1\nstatus: todo\n: [\n---\nx\n'
    write('memory/tasks/t.md', broken)
    const options = { cwd: dir, cache: false, today: '2026-06-01' }
    const args = { id: 'task-1', status: 'done' }
    expect(await runOperation(operationNamed('update_task'), args, options)).toMatchObject({
      help: expect.stringContaining('memory/tasks/t.md'),
    })
    expect(await runOperation(operationNamed('write_task'), TEXT, options)).toMatchObject({
      data: { saved: true },
    })
    expect(readFileSync(join(dir, 'memory/tasks/t.md'), 'utf8')).toBe(broken)
    expect(existsSync(join(dir, 'memory/tasks/archive'))).toBe(false)
  })
})

test('two branches supersede one decision: the merge is refused until a third one names both', async () => {
  const { dir, git, commit } = await exampleCopy()
  const supersede = async (title: string): Promise<void> => {
    const args = { title, content: `${title} is enough.`, supersedes: 'dec-260302-queue' }
    const options = { cwd: dir, cache: false, today: '2026-06-01' }
    expect(await runOperation(operationNamed('write_decision'), args, options)).toHaveProperty('written')
    expect(await memkeep(dir, ['check', '--base', 'HEAD', '--strict'])).toMatchObject({ code: 0 })
    commit()
  }
  const base = git('rev-parse', 'HEAD')
  git('checkout', '-q', '-b', 'theirs')
  await supersede('A queue in a file')
  git('checkout', '-q', '-b', 'ours', base)
  await supersede('A queue in memory')
  git('merge', '-q', '--no-edit', 'theirs')
  for (const args of [['verify-merge'], ['check', '--base', base]]) {
    const { code, out } = await memkeep(dir, args)
    expect(out).toContain('A second decision supersedes dec-260302-queue')
    expect(code).toBe(1)
  }
  const { out } = await memkeep(dir, ['check', '--base', base])
  const [, ids = ''] = /supersedes: \[(.*?)\]/.exec(out.replace(/\s+/g, ' ')) ?? []
  const args = { title: 'A queue in both', content: 'Memory first, then the file.', supersedes: ids }
  const options = { cwd: dir, cache: false, today: '2026-06-01' }
  expect(await runOperation(operationNamed('write_decision'), args, options)).toHaveProperty('written')
  commit()
  expect(await memkeep(dir, ['check', '--base', base, '--strict'])).toMatchObject({ code: 0 })
})

test('reading writes nothing', async () => {
  const repo = await example()
  const options = { cwd: repo.dir, cache: false, today: '2026-06-01' }
  const reads = allOperations().filter(
    ({ layout, operation }) => layout.id === atomic.id && operation.readOnly,
  )
  expect(reads.map(({ operation }) => operation.name)).toEqual([
    'list_memories',
    'read_memory',
    'search_memory',
  ])
  for (const one of reads) {
    const args =
      { search_memory: { query: 'queue' }, read_memory: { category: 'facts' } }[one.operation.name] ?? {}
    const before = repo.git('status', '--porcelain', '--ignored')
    expect(await runOperation(one, args, options)).toMatchObject({ written: [] })
    expect(repo.git('status', '--porcelain', '--ignored')).toBe(before)
  }
})
