import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mcpClient } from '../helpers/mcp-client.ts'
import { tempFolder, tempRepo } from '../helpers/temp-repo.ts'

type Entry = { readonly type?: string; readonly command: string; readonly args: readonly string[] }

/** The file and the text that docs/agents.md has for each agent. */
const SNIPPETS = new Map(
  [
    ...readFileSync('docs/agents.md', 'utf8').matchAll(/^\| ([^|]+) \| `(\.?[^`]+\.[^`]+)` \| (`.*`) \|$/gm),
  ].map(([, agent = '', file = '', cell = '']) => {
    const text = cell.split('<br>').map((line) => line.replace(/^`(.*)`$/, '$1'))
    return [agent, { file, text: text.join('\n') }] as const
  }),
)

function snippet(agent: string): { readonly file: string; readonly text: string } {
  return SNIPPETS.get(agent) ?? { file: '', text: '' }
}

/** A table of TOML whose values are written as JSON writes them, too. */
function tomlTable(text: string): { readonly [name: string]: unknown } {
  const [head = '', ...lines] = text.split('\n')
  const values = lines.map((line) => /^(\w+) = (.+)$/.exec(line) ?? [])
  return { head, ...Object.fromEntries(values.map(([, key = '', value = '']) => [key, JSON.parse(value)])) }
}

const FOLDER = '$' + '{workspaceFolder}'

// The form of each agent's own documentation: https://code.claude.com/docs/en/mcp, https://cursor.com/docs/mcp,
// https://developers.openai.com/codex/mcp, https://code.visualstudio.com/docs/agents/reference/mcp-configuration
const command = 'node'
const args = ['node_modules/memkeep/dist/memkeep.cjs', 'mcp']
const start = { type: 'stdio', command, args }
const startThere = { ...start, args: [...args, '--cwd', FOLDER] }

test('every agent’s file has its agent’s form', () => {
  expect(Object.fromEntries([...SNIPPETS].map(([agent, { file }]) => [agent, file]))).toEqual({
    'Claude Code': '.mcp.json',
    Codex: '.codex/config.toml',
    'Gemini CLI': '.gemini/settings.json',
    opencode: 'opencode.json',
    Cursor: '.cursor/mcp.json',
    'VS Code': '.vscode/mcp.json',
  })
  expect(JSON.parse(snippet('Claude Code').text)).toEqual({
    mcpServers: { memkeep: { ...start, alwaysLoad: true } },
  })
  expect(JSON.parse(snippet('Gemini CLI').text)).toEqual({ mcpServers: { memkeep: { command, args } } })
  expect(JSON.parse(snippet('opencode').text)).toEqual({
    mcp: { memkeep: { type: 'local', command: [command, ...args] } },
  })
  expect(JSON.parse(snippet('Cursor').text)).toEqual({ mcpServers: { memkeep: startThere } })
  expect(JSON.parse(snippet('VS Code').text)).toEqual({ servers: { memkeep: startThere } })
  // A table of its own: it may be added at the end of a file that has others.
  expect(tomlTable(snippet('Codex').text)).toEqual({
    head: '[mcp_servers.memkeep]',
    command,
    args,
    required: true,
  })
})

/** What the agent would start, of whatever form its file has. */
function entryOf(agent: string): Entry {
  const { text } = snippet(agent)
  if (agent === 'Codex') return tomlTable(text) as unknown as Entry
  const { mcpServers, servers } = JSON.parse(text) as { readonly [key: string]: { readonly memkeep: Entry } }
  return (mcpServers ?? servers)?.memkeep ?? { command: '', args: [] }
}

test.each(['Claude Code', 'Cursor', 'Codex', 'VS Code'])(
  'what %s starts serves its repository',
  async (agent) => {
    const repo = tempRepo()
    repo.write('resources/workspaces/mine/OVERVIEW.md', '---\nname: mine\ndescription: One.\n---\n')
    repo.commit()
    const [file, name, ...rest] = entryOf(agent).args.map((arg) => arg.replace(FOLDER, repo.dir))
    expect([file, name]).toEqual(args)
    expect(existsSync(file?.replace('node_modules/memkeep/', '') ?? '')).toBe(true)
    // Codex starts servers where it was started, and the others anywhere.
    const cwd = agent === 'Codex' ? repo.dir : tempFolder()
    const env: Record<string, string> = agent === 'Claude Code' ? { CLAUDE_PROJECT_DIR: repo.dir } : {}
    const { client } = await mcpClient(cwd, { args: rest, env })
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([
      'memkeep://workspace/resources/workspaces/mine/OVERVIEW.md',
    ])
  },
)
