import { spawn } from 'node:child_process'
import { cpSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CallToolResult, Client } from '@modelcontextprotocol/client'
import { afterAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import type { OperationFace } from '../../src/core/operation.ts'
import type { ValueOf } from '../../src/core/schema.ts'
import { checkSchema } from '../../src/formats/schema.ts'
import type { operations } from '../../src/layouts/operations.ts'
import { getContext } from '../../src/operations/library.ts'
import { allOperations, sharedOperations } from '../../src/operations/registry.ts'
import { modelSchema, writtenOutput } from '../../src/operations/shown-schemas.ts'
import { mcpClient, sharedMcpClient } from '../helpers/mcp-client.ts'
import { memkeep, plainEnvironment } from '../helpers/setup.ts'
import { repoAt, sharedBy, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'
import { variant } from '../helpers/variant.ts'

const CONTEXT = 'workspace_get_context'
const SAVE = 'workspace_save_memory'
const INDEX = 'user/memory/workspaces/shop/_index.yaml'
const LESSONS = 'user/memory/workspaces/shop/lessons.md'

/** Those that agents are offered. */
const OFFERED = allOperations().filter(({ operation }) => !operation.forPrograms)
const TOOLS = new Map(
  [...sharedOperations, ...OFFERED].map(
    ({ operation }) => [operation.name, operation as OperationFace] as const,
  ),
)
const OF_WORKSPACES = OFFERED.filter(({ layout }) => layout.id === 'workspace').map(
  ({ operation }) => operation.name,
)

/** The example of the workspace layout, in a repository. */
function shopRepo(): TempRepo {
  const repo = tempRepo()
  cpSync('examples/workspace', repo.dir, { recursive: true, verbatimSymlinks: true })
  repo.commit()
  return repo
}

/** A workspace without anything else. */
function smallRepo(workspace: string): TempRepo {
  const repo = tempRepo()
  repo.write(
    `resources/workspaces/${workspace}/OVERVIEW.md`,
    `---\nname: ${workspace}\ndescription: One.\n---\n`,
  )
  repo.commit()
  return repo
}

function textOf(result: CallToolResult): string {
  return result.content.map((one) => (one.type === 'text' ? one.text : '')).join('\n')
}

async function call(client: Client, name: string, args: { [key: string]: unknown }): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: args })) as CallToolResult
}

const lesson = (title: string, content = `${title}: found after a day of looking.`) => ({
  scope: { workspace: 'shop' },
  type: 'lesson',
  title,
  content,
  tags: ['ci'],
})

describe.each([
  ['2025', undefined],
  ['2026', true],
] as const)('over the protocol of %s', (_, modern) => {
  const options = modern ? { modern } : {}
  let started: ReturnType<typeof sharedMcpClient> | null = null
  /** A server in the example, for tests that write what the others do not ask for. */
  const shop = async (): Promise<{ readonly client: Client; readonly repo: TempRepo }> => {
    const repo = await sharedShop()
    started ??= sharedMcpClient(repo.dir, options)
    return { client: (await started).client, repo }
  }
  const sharedShop = sharedBy(shopRepo)
  afterAll(async () => (await started)?.client.close())

  /** What hangs on no protocol: over both of them in the long run. */
  const once = modern ? variant : test

  test('every tool is listed with all that an agent chooses by', async () => {
    const layouts = new Set(allOperations().map(({ layout }) => layout.id))
    const args = ['--layouts', [...layouts].join(','), '--tools', 'all']
    const { client } = await mcpClient(tempRepo().dir, { ...options, args })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([...TOOLS.keys()])
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      const tool = TOOLS.get(name)
      expect({ title, description, inputSchema, outputSchema }).toEqual({
        title: tool?.title,
        description: tool?.description,
        inputSchema: tool && modelSchema(tool.input),
        outputSchema: tool && writtenOutput(tool),
      })
      expect(annotations).toEqual({
        title: tool?.title,
        readOnlyHint: tool?.readOnly,
        destructiveHint: tool?.destructive,
        idempotentHint: tool?.idempotent,
        openWorldHint: tool?.openWorld === true,
      })
    }
  })

  test('every tool of the workspace layout answers with text, and with data that fits its schema', async () => {
    const repo = shopRepo()
    const before = await memkeep(repo.dir, ['check'])
    const { client } = await mcpClient(repo.dir, options)
    await client.listTools() // From here on the client judges every answer by its schema, too.
    const asked: [string, { [key: string]: unknown }][] = [
      [CONTEXT, { scope: { workspace: 'shop' } }],
      [
        CONTEXT,
        {
          scope: { workspace: 'devtools' },
          topics: ['overview', 'plans', 'features', 'spikes', 'architecture', 'decisions', 'lessons'],
          token_budget: 1500,
        },
      ],
      [SAVE, { ...lesson('Caches of a failed run are kept'), dry_run: true }],
      [SAVE, lesson('Caches of a failed run are kept')],
    ]
    expect(new Set(asked.map(([name]) => name))).toEqual(new Set(OF_WORKSPACES))
    for (const [name, args] of asked) {
      const result = await call(client, name, args)
      expect(result.isError).toBeFalsy()
      expect(textOf(result)).not.toBe('')
      // What was changed, or would be, as a difference of each file: the log and the index.
      expect(result.content).toHaveLength(name === SAVE ? 3 : 1)
      const data = result.structuredContent as JsonObject
      const tool = TOOLS.get(name)
      expect(checkSchema(data, tool ? writtenOutput(tool) : {})).toEqual([])
      if (name === SAVE) expect(data.diff).toMatch(/^--- .*lessons\.md\n[\s\S]*\n--- .*_index\.yaml\n/)
    }
    const problems = ({ out }: { readonly out: string }): string | undefined => /\d+ errors?,/.exec(out)?.[0]
    expect(problems(await memkeep(repo.dir, ['check']))).toBe(problems(before))
    expect(repo.git('diff', '--name-only')).toBe(`${INDEX}\n${LESSONS}`)
  })

  once('what it cannot do is an answer that says what to do instead', async () => {
    const { client } = await shop()
    await client.listTools()
    const unknown = await call(client, CONTEXT, { scope: { workspace: 'shpo' } })
    expect(unknown.isError).toBe(true)
    expect(textOf(unknown)).toMatch(/shpo.*\n.*\bshop\b.*\bdevtools\b/s)
    const wrong = await call(client, CONTEXT, { scop: {} })
    expect(wrong.isError).toBe(true)
    expect(textOf(wrong)).toMatch(/"scop".*Did you mean "scope"\?/s)
    await call(client, SAVE, lesson('One thing'))
    const twice = await call(client, SAVE, lesson('One thing'))
    expect(twice.isError).toBe(true)
    expect(textOf(twice)).toMatch(/lessons\.md.*allow_duplicate/s)
    await expect(client.callTool({ name: 'workspace_forget', arguments: {} })).rejects.toThrow(
      'workspace_forget',
    )
  })

  once('memory files are listed, and read by their URIs', async () => {
    const { client, repo } = await shop()
    repo.write(
      'resources/workspaces/web shop/ü 100%/OVERVIEW.md',
      '---\nname: U\ndescription: D.\n---\n\r\nText.\r\n',
    )
    const { resources } = await client.listResources()
    expect(resources.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['shop/OVERVIEW.md', 'shop/decisions.md', 'shop/lessons.md']),
    )
    expect(resources.every(({ name }) => /(?:OVERVIEW|decisions|lessons)\.md$/.test(name))).toBe(true)
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri })
      expect(contents).toMatchObject([{ uri, mimeType: 'text/markdown' }])
    }
    const uri = 'memkeep://workspace/resources/workspaces/web%20shop/%C3%BC%20100%25/OVERVIEW.md'
    expect((await client.readResource({ uri })).contents[0]).toMatchObject({
      text: '---\nname: U\ndescription: D.\n---\n\nText.\n',
    })
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['memkeep://workspace/{+path}'])
    expect(resourceTemplates[0]?.description).toMatch(/: overview, decisions, lessons\.$/)
  })

  once('a file is followed by what its entries name that is gone since', async () => {
    const { client, repo } = await shop()
    const path = 'user/memory/workspaces/shop/decisions.md'
    const text = '# Decisions\n\n### [2020-01-05] One pool\n\n**Category:** data\n\nIn `src/pool.ts`.\n'
    repo.write(path, text)
    repo.write('src/pool.ts', 'pool\n')
    repo.commit('Start')
    repo.git('rm', '-q', 'src/pool.ts')
    repo.commit('Drop the pool')
    const uri = `memkeep://workspace/${path}`
    const { contents } = await client.readResource({ uri })
    const today = repo.git('log', '-1', '--format=%as')
    expect(contents).toEqual([
      { uri, mimeType: 'text/markdown', text },
      {
        uri: `${uri}#gone`,
        mimeType: 'text/plain',
        text: `Line 3, One pool: cites \`src/pool.ts\`, gone since ${today}`,
      },
    ])
  })

  once('no URI leads out of the listing', async () => {
    const { client, repo } = await shop()
    repo.write('secret.md', 'not to be read')
    repo.link('resources/workspaces/shop/linked/OVERVIEW.md', '../../../../secret.md')
    const listed = (await client.listResources()).resources.map(({ uri }) => uri)
    const stray = [
      'memkeep://workspace/secret.md',
      'memkeep://workspace/resources/workspaces/shop/linked/OVERVIEW.md',
      'memkeep://workspace/resources/../secret.md',
      'memkeep://workspace/resources%2F..%2Fsecret.md',
      'memkeep://workspace//etc/passwd',
      'memkeep://workspace/%00',
      'memkeep://workspace/%',
      'memkeep://atomic/resources/workspaces/shop/OVERVIEW.md',
      `memkeep://workspace/resources/workspaces/shop/OVERVIEW.md?x`,
      pathToFileURL(join(repo.dir, 'secret.md')).href,
    ]
    expect(listed.filter((uri) => stray.includes(uri))).toEqual([])
    for (const uri of stray) await expect(client.readResource({ uri }), uri).rejects.toThrow('resources/list')
  })

  once('the prompt of a session’s end names the triggers, the tools and what was said', async () => {
    const { client } = await shop()
    const { prompts } = await client.listPrompts()
    expect(prompts).toMatchObject([
      { name: 'review_memory' },
      { name: 'review_session', arguments: [{ name: 'workspace' }, { name: 'domain' }] },
    ])
    const said = { workspace: 'shop\u202e', domain: 'web' }
    const { messages } = await client.getPrompt({ name: 'review_session', arguments: said })
    const [message] = messages
    const text = message?.content.type === 'text' ? message.content.text : ''
    for (const word of ['Hard-won fix', 'Non-obvious solution', 'Decision', 'Conflict', CONTEXT, SAVE]) {
      expect(text).toContain(word)
    }
    expect(text).toContain('"workspace":"shop\\u202e","domain":"web"')
    const bare = await client.getPrompt({ name: 'review_session' })
    expect(JSON.stringify(bare.messages)).toContain('Find the workspace')
    const half = await client.getPrompt({ name: 'review_session', arguments: { domain: 'web' } })
    expect(JSON.stringify(half.messages)).toContain('Find the workspace of the domain')
  })

  once('no text that leaves has an invisible character', async () => {
    const { client, repo } = await shop()
    const bad = 'a\u202eb\u200bc\u001b[31m\u0007'
    repo.write(
      'resources/workspaces/shop/OVERVIEW.md',
      `---\nname: ${JSON.stringify(bad)}\ndescription: ${JSON.stringify(bad)}\ntags: [${JSON.stringify(bad)}]\n---\n\n${bad}\n`,
    )
    const answers = [
      await call(client, CONTEXT, { scope: { workspace: 'shop' }, topics: ['overview'] }),
      await call(client, CONTEXT, { scope: { workspace: bad } }),
      await call(client, SAVE, lesson(bad, bad)),
      await client.readResource({ uri: 'memkeep://workspace/resources/workspaces/shop/OVERVIEW.md' }),
    ]
    const texts: string[] = []
    for (const answer of answers) {
      JSON.stringify(answer, (key, value) => {
        texts.push(key, typeof value === 'string' ? value : '')
        return value
      })
    }
    const unseen = /[^\P{C}\n\t]|[\u2028\u2029]/u
    expect(texts.filter((text) => unseen.test(text))).toEqual([])
    expect(texts.filter((text) => text.includes('\\u202e')).length).toBeGreaterThan(3)
  })
})

test('calls at the same time are all answered, and every save is kept', async () => {
  const repo = shopRepo()
  const { client } = await mcpClient(repo.dir)
  const words = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot']
  const results = await Promise.all(
    words.map((word) =>
      call(client, SAVE, lesson(`The ${word} queue`, `The queue ${word} wants its own ${word} worker.`)),
    ),
  )
  expect(results.map(textOf).filter((_, i) => results[i]?.isError)).toEqual([])
  const answer = await call(client, CONTEXT, { scope: { workspace: 'shop' }, topics: ['lessons'] })
  for (const word of words) expect(textOf(answer)).toContain(`The ${word} queue`)
  const { out } = await memkeep(repo.dir, ['index', '--check'])
  expect(out).toContain('devtools')
  expect(out).not.toContain('shop')
})

describe('whose memory', () => {
  const workspaces = async (client: Client): Promise<string> =>
    textOf(await call(client, CONTEXT, { scope: { workspace: 'none-of-these' } }))
  const [given, root, named, here] = ['given', 'root', 'named', 'here']

  test('the command line comes first, then roots, then the environment, then its working directory', async () => {
    const dirs = new Map([given, root, named, here].map((name) => [name, smallRepo(name).dir]))
    const at = (name: string): string => dirs.get(name) ?? ''
    // Only one of them is a directory here; editors of remote files name others.
    const roots = [
      'vscode-remote://ssh/home',
      pathToFileURL('/nonexistent').href,
      pathToFileURL(at(root)).href,
    ]
    const env = { CLAUDE_PROJECT_DIR: at(named) }
    const asked: [string, Parameters<typeof mcpClient>[1]][] = [
      [given, { args: ['--cwd', at(given)], roots, env }],
      [root, { roots, env }],
      [named, { env, roots: [] }],
      [named, { env, modern: true, roots }],
      [here, { env: { CLAUDE_PROJECT_DIR: '' } }],
    ]
    for (const [expected, options] of asked) {
      const { client } = await mcpClient(at(here), options)
      expect(await workspaces(client)).toContain(`there are ${expected}.`)
    }
  })

  variant('a second work tree has its own memory', async () => {
    const repo = shopRepo()
    const other = join(tempFolder(), 'other')
    repo.git('worktree', 'add', '--quiet', '-b', 'other', other)
    const { client } = await mcpClient(other)
    expect((await call(client, SAVE, lesson('Only on this branch'))).isError).toBeFalsy()
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(repoAt(other).git('status', '--porcelain')).toContain(LESSONS)
  })

  test('without a named directory, only a repository is searched', async () => {
    const folder = tempFolder()
    const wrong = join(folder, 'wrong')
    const hint = 'Start `memkeep mcp` in the repository, or with --cwd and its path.'
    const asked: [string, { readonly [name: string]: string }][] = [
      [`no directory is named, and ${folder} is not in a git repository`, {}],
      [`there is no directory ${wrong}, which CLAUDE_PROJECT_DIR names`, { CLAUDE_PROJECT_DIR: wrong }],
    ]
    for (const [message, env] of asked) {
      const { client } = await mcpClient(folder, { env, roots: ['https://example.com/'] })
      const result = await call(client, CONTEXT, { scope: { workspace: 'shop' } })
      expect([result.isError, textOf(result)]).toEqual([true, `${message}\n${hint}`])
      await expect(client.listResources()).rejects.toThrow(`${message}. ${hint}`)
    }
  })

  test('a repository that is made while the server runs is found', async () => {
    const repo = smallRepo('late')
    const aside = join(tempFolder(), 'git')
    renameSync(join(repo.dir, '.git'), aside)
    const { client } = await mcpClient(repo.dir)
    expect(await workspaces(client)).toContain('is not in a git repository')
    renameSync(aside, join(repo.dir, '.git'))
    expect(await workspaces(client)).toContain('there are late.')
  })

  test('a missing directory is reported, with how to fix that', async () => {
    const { client } = await mcpClient(tempFolder(), { args: ['--cwd', '/nonexistent'] })
    const result = await call(client, CONTEXT, { scope: { workspace: 'shop' } })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toBe('there is no directory /nonexistent\nCheck the path.')
    await expect(client.listResources()).rejects.toThrow('there is no directory /nonexistent')
  })
})

test('many resources come in pages', async () => {
  const repo = smallRepo('w000')
  for (let i = 1; i <= 600; i += 1) {
    const name = `w${String(i).padStart(3, '0')}`
    repo.write(`resources/workspaces/${name}/OVERVIEW.md`, `---\nname: ${name}\ndescription: One.\n---\n`)
  }
  const { client } = await mcpClient(repo.dir)
  const first = await client.listResources({ cursor: '0' })
  expect(first.resources).toHaveLength(500)
  const { resources, nextCursor } = await client.listResources({ cursor: first.nextCursor ?? '' })
  expect(resources).toHaveLength(101)
  expect(nextCursor).toBeUndefined()
  await expect(client.listResources({ cursor: 'x' })).rejects.toThrow('cursor')
})

test('standard output is the protocol’s alone, and the end of input ends the server', async () => {
  const repo = shopRepo()
  repo.write('memkeep.yaml', 'nonsense: true\n')
  const child = spawn(process.execPath, [resolve('dist/memkeep.cjs'), 'mcp'], {
    cwd: repo.dir,
    env: plainEnvironment(),
  })
  let out = ''
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const messages = (): JsonObject[] =>
    out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as JsonObject)
  const answered = new Promise<void>((done) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk
      if (out.includes('"id":3')) done()
    })
  })
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  const lines = [
    { id: 1, method: 'initialize', params: client },
    { method: 'notifications/initialized' },
    { id: 2, method: 'nothing/known' },
    { id: 3, method: 'tools/call', params: { name: CONTEXT, arguments: { scope: { workspace: 'shop' } } } },
  ]
  child.stdin.write('this is no message\n')
  for (const line of lines) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`)
  await answered
  child.stdin.end()
  expect(await ended).toBe(0)
  expect(messages().every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
  expect(messages().map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2, 3]))
  expect(out).toContain('nonsense')
})

variant('the library answers as the server does', async () => {
  const repo = shopRepo()
  const { client } = await mcpClient(repo.dir, { args: ['--now', '2026-06-01'] })
  const args: ValueOf<typeof operations.getContext.input> = {
    scope: { workspace: 'devtools' },
    topics: ['decisions', 'plans'],
  }
  const result = await getContext(args, { cwd: repo.dir, cache: false, today: '2026-06-01' })
  const served = await call(client, CONTEXT, args)
  expect('refusal' in result ? result : [result.text, result.data]).toEqual([
    textOf(served),
    served.structuredContent,
  ])
})
