import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts'
import { runCheck } from '../../src/engine/check.ts'
import { runIndex } from '../../src/maintain/rebuild-index.ts'
import { allOperations, operationNamed } from '../../src/operations/registry.ts'
import { shownSchema } from '../../src/operations/shown-schemas.ts'
import { mcpClient } from '../helpers/mcp-client.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'
import { cleanCowork, firstDecision, SESSION } from '../layouts/cowork/clean-memory.ts'

/** The input schemas, as the layout's source writes them: properties with their types, choices and defaults, and what is required. */
const SEED: {
  readonly [tool: string]: { readonly properties: JsonObject; readonly required: readonly string[] }
} = {
  query_memory_index: {
    properties: {
      query_type: {
        type: 'string',
        description:
          "Which memory to query: 'all' (both project and session), 'project' (project-level only), or 'session' (current session only)",
        enum: ['all', 'project', 'session'],
        default: 'all',
      },
      category: {
        type: 'string',
        description:
          "Filter by memory category: 'decision', 'experience', 'pattern', 'record', or 'all' for all categories",
        enum: ['decision', 'experience', 'pattern', 'record', 'all'],
        default: 'all',
      },
      stage: {
        description: "Filter by stage (e.g., 'idea', 'prd', 'design', 'plan', 'coding', 'check'). Optional.",
        default: null,
      },
      limit: { type: 'number', description: 'Maximum number of results to return. Default: 20', default: 20 },
    },
    required: [],
  },
  load_memory_detail: {
    properties: {
      memory_id: { type: 'string', description: 'The ID of the memory item to load' },
      file: {
        type: 'string',
        description: 'The file path to the memory detail (as returned by query_memory_index)',
      },
    },
    required: ['memory_id', 'file'],
  },
  save_session_memory: {
    properties: {
      memory_type: {
        type: 'string',
        description: "Type of memory to save: 'insight', 'issue', or 'learning'",
        enum: ['insight', 'issue', 'learning'],
      },
      title: { type: 'string', description: 'Title or summary of the memory item' },
      content: { type: 'string', description: 'Detailed content of the memory item' },
      stage: {
        type: 'string',
        description: "Development stage where this memory was created (e.g., 'design', 'coding')",
      },
    },
    required: ['memory_type', 'content'],
  },
  promote_to_project_memory: {
    properties: {
      memory_id: { type: 'string', description: 'The ID of the memory item to promote' },
      reason: { type: 'string', description: 'Why this item should be promoted to project memory' },
    },
    required: ['memory_id', 'reason'],
  },
  get_memory_context: {
    properties: {
      include_details: {
        type: 'boolean',
        description: 'Whether to include detailed summaries of recent items',
        default: false,
      },
    },
    required: [],
  },
}

const DESCRIPTIONS: { readonly [tool: string]: string } = {
  query_memory_index:
    'Query memory index to get a list of memory items (decisions, experiences, patterns, records). Use this before loading detailed memory content to find relevant items.',
  load_memory_detail:
    'Load the detailed content of a memory item from its markdown file. Use this after querying the index to get the full details of a specific memory item.',
  save_session_memory:
    "Save a new memory item to the current session's memory. Use this to record insights, issues, or learnings during development.",
  promote_to_project_memory:
    'Promote a session memory item to the project memory, making it available across all future iterations. Use this for decisions, patterns, or insights that have proven valuable and should be preserved long-term.',
  get_memory_context:
    'Get a summary of the current memory context, including counts of decisions, patterns, insights, and issues. Useful for system status reporting and agent decision-making.',
}

type Tool = (args: JsonObject) => Promise<JsonObject>

async function toolsIn(dir: string): Promise<(name: string) => Tool> {
  const { client } = await mcpClient(dir)
  await client.listTools()
  return (name) => async (args) => {
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: args })
    return isError ? { refused: JSON.stringify(content) } : (structuredContent as JsonObject)
  }
}

/** A memory whose state is committed. */
function scene(): TempRepo {
  const repo = tempRepo()
  for (const [path, text] of Object.entries(cleanCowork)) repo.write(path, String(text))
  return repo
}

/** The check of the change since HEAD has no error. */
async function holds(dir: string): Promise<void> {
  const { report } = await runCheck({
    cwd: dir,
    source: { kind: 'work-tree' },
    base: 'HEAD',
    paths: [],
    fix: false,
    cache: false,
    today: '2026-06-01',
    skip: [],
  })
  expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
}

test('the five tools have the names and the schemas of the source, and additions are optional', async () => {
  const { client } = await mcpClient(scene().dir, { args: ['--tools', 'all'] })
  const { tools } = await client.listTools()
  for (const [name, seed] of Object.entries(SEED)) {
    const tool = tools.find((one) => one.name === name)
    const { properties = {}, required = [] } = shownSchema(operationNamed(name).operation.input)
    expect(required).toEqual(seed.required)
    const listed = (tool?.inputSchema ?? {}) as JsonObject
    expect(Object.keys((listed.properties ?? {}) as JsonObject)).toEqual(
      Object.keys(properties as JsonObject).filter((one) => one !== 'dry_run'),
    )
    expect(properties).toMatchObject(seed.properties)
    expect(tool?.description?.startsWith(DESCRIPTIONS[name] ?? '?')).toBe(true)
    expect(isJsonObject(properties as Json)).toBe(true)
  }
  expect(tools.map(({ name }) => name)).not.toContain('save_project_memory')
})

describe('a session of an agent', () => {
  test('generates with context: it queries, then loads (usage pattern 1)', async () => {
    const repo = scene()
    const tool = await toolsIn(repo.dir)
    const found = await tool('query_memory_index')({
      query_type: 'all',
      category: 'decision',
      stage: 'design',
      limit: 5,
    })
    expect(found).toMatchObject({ total: 2, omitted: 0 })
    const { memory_id = '', file = '' } = (found.results as readonly JsonObject[])[1] ?? {}
    expect(memory_id).toBe(firstDecision.id)
    const detail = await tool('load_memory_detail')({ memory_id, file })
    expect(detail.content).toContain('Use `SQLite` with one file per project.')
    for (const wrong of ['../session.json', '/etc/passwd', 'project/decisions/dec-iter-3-1772362800.md']) {
      expect(await tool('load_memory_detail')({ memory_id, file: wrong })).toMatchObject({
        refused: expect.stringContaining('is not the file of'),
      })
    }
    expect(await tool('get_memory_context')({ include_details: true })).toMatchObject({
      project: { decisions: 2, patterns: 1 },
      session: { id: 'iter-3' },
    })
  })

  test('captures knowledge and promotes it (usage pattern 2), and every state passes the check', async () => {
    const repo = scene()
    const tool = await toolsIn(repo.dir)
    // The detail files that the memory lacks follow from a first write.
    expect(await tool('set_session_stage')({ stage: 'coding' })).toMatchObject({ saved: true })
    await tool('set_project_context')({ tech_stack: ['TypeScript', 'SQLite'] })
    await runIndex({ cwd: repo.dir, cache: false, today: '2026-06-01', check: false })
    repo.commit()
    const saved = await tool('save_session_memory')({
      memory_type: 'insight',
      content: "Using Rust's async/await improved performance by 40%",
      stage: 'coding',
    })
    expect(saved).toMatchObject({
      saved: true,
      session: 'iter-3',
      diff: expect.stringContaining('+      "content"'),
    })
    await holds(repo.dir)
    const args = {
      memory_id: saved.memory_id ?? '',
      reason: 'This pattern consistently improves performance across projects',
    }
    const promoted = await tool('promote_to_project_memory')(args)
    expect(promoted).toMatchObject({ saved: true, kind: 'decision' })
    await holds(repo.dir)
    expect(existsSync(join(repo.dir, '.cowork/memory', String(promoted.file)))).toBe(true)
    expect(await tool('promote_to_project_memory')(args)).toMatchObject({
      saved: false,
      already: true,
      id: promoted.id,
    })
    const ended = await tool('end_session')({})
    expect(ended).toMatchObject({
      saved: true,
      cleared: true,
      notes: [expect.stringContaining('is kept in')],
    })
    await holds(repo.dir)
    expect(await tool('end_session')({})).toMatchObject({ saved: false, already: true })
    expect(JSON.parse(readFileSync(join(repo.dir, SESSION), 'utf8'))).toMatchObject({ current_session: null })
    const kept = join(repo.dir, '.git/memkeep/kept')
    expect(readFileSync(join(kept, readdirSync(kept)[0] ?? ''), 'utf8')).toContain(String(saved.memory_id))
    expect(await tool('promote_to_project_memory')(args)).toMatchObject({ already: true, id: promoted.id })
  })

  test('can call every tool, and each answer fits its schema', async () => {
    const { dir } = scene()
    const tool = await toolsIn(dir)
    const calls: readonly (readonly [string, JsonObject])[] = [
      ['end_session', {}],
      ['start_session', { session: 'iter-4' }],
      ['show_session', {}],
      ['set_session_stage', { stage: 'check' }],
      ['save_session_memory', { memory_type: 'issue', content: 'It locks.' }],
      ['query_memory_index', { query_type: 'session' }],
      ['add_decision', { title: 'One', context: 'Two.', decision: 'Three.' }],
      ['add_pattern', { name: 'One', description: 'Two.' }],
      ['set_project_context', { architecture_style: 'layers' }],
      ['get_memory_context', {}],
    ]
    for (const [name, args] of calls) expect(await tool(name)(args)).not.toHaveProperty('refused')
    const [issue] = (await tool('query_memory_index')({ query_type: 'session' }))
      .results as readonly JsonObject[]
    const { memory_id = '', file = '' } = issue ?? {}
    const more: readonly (readonly [string, JsonObject])[] = [
      ['load_memory_detail', { memory_id, file }],
      ['promote_to_project_memory', { memory_id, reason: 'It lasts.', dry_run: true }],
      ['resolve_session_issue', { memory_id }],
    ]
    for (const [name, args] of more) expect(await tool(name)(args)).not.toHaveProperty('refused')
    const offered = allOperations().filter(
      ({ layout, operation }) => layout.id === 'cowork' && !operation.forPrograms,
    )
    expect(new Set([...calls, ...more].map(([name]) => name))).toEqual(
      new Set(offered.map(({ operation }) => operation.name)),
    )
  })

  test('is refused what would harm the memory', async () => {
    const { dir } = scene()
    const tool = await toolsIn(dir)
    const save = (more: JsonObject): Promise<JsonObject> =>
      tool('save_session_memory')({ memory_type: 'learning', content: 'Fine.', ...more })
    for (const [more, words] of [
      [{ content: 'a\0b' }, 'hidden'],
      [{ content: 'x'.repeat(2 * 1024 * 1024) }, 'characters'],
      [{ session: '../../../tmp/x' }, 'cannot name a session'],
      [{ session: 'NUL' }, 'cannot name a session'],
      [{ content: `key: ${['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')}` }, 'secret'],
      [{ memory_type: 'decision' }, 'decision'],
    ] as const) {
      expect(await save(more)).toMatchObject({ refused: expect.stringMatching(new RegExp(words, 'i')) })
    }
  })
})
