import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { node } from './project-copy.ts'
import { plainEnvironment } from './setup.ts'

/** An operation as its author writes it: one file, and no other. */
const SOURCE = `import { defineOperation } from '../../../core/operation.ts'
import { choice, closedObject, count, openObject } from '../../../core/schema.ts'

/** Counts the items of a kind. */
export const countItems = defineOperation({
  name: 'atomic_count_items',
  title: 'Count items',
  description: 'Counts the items of one kind, or of all.',
  input: closedObject([], {
    only_kind: choice(['decision', 'task'], 'The kind to count.'),
  }),
  output: openObject(['count'], { count: count('How many there are.') }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  openWorld: true,
  command: { name: 'atomic count', summary: 'count the items', examples: ['memkeep atomic count'] },
  wants: () => [],
  plan: ({ args, memory }) => {
    const items = memory.documents.flatMap(({ items }) => items)
    const counted = items.filter(({ kind }) => kind === (args.only_kind ?? kind)).length
    return { text: \`count: \${counted}\\n\`, data: { count: counted } }
  },
})
`

/** A program that is compiled with the copy: it uses the types that the schemas give. */
const TYPED = `import { countItems } from '../src/index.ts'

export async function count(cwd: string): Promise<number | string> {
  // @ts-expect-error: no kind of that name
  await countItems({ only_kind: 'tasks' }, { cwd })
  const result = await countItems({ only_kind: 'task' }, { cwd })
  return 'refusal' in result ? result.help : result.data.count
}
`

/** Adds the operation to a copy of the project; the program is no part of it. */
export function addOperation(copy: string): void {
  const folder = join(copy, 'src/layouts/atomic/operations')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'count-items.ts'), SOURCE)
  writeFileSync(join(copy, 'scripts/typed.ts'), TYPED)
}

/** Sees the operation on every door of a copy that was generated and built, asked about a memory with tasks. */
export async function expectOnEveryDoor(copy: string, cwd: string, tasks: number): Promise<void> {
  const command = join(copy, 'dist/memkeep.cjs')
  const memkeep = async (...args: string[]): Promise<unknown> => {
    const { code, out, err } = await node(cwd, command, ...args, '--no-cache')
    return code === 0 && err === '' ? out : { code, err }
  }
  const counted = `{"count":${tasks}}\n`
  expect(
    await memkeep('tool', 'atomic_count_items', '--json', '{"only_kind":"task"}', '--format', 'json'),
  ).toBe(counted)
  expect(await memkeep('atomic', 'count', '--only-kind', 'task', '--format', 'json')).toBe(counted)
  expect(await memkeep('atomic', 'count', '--help')).toMatch(/--only-kind <only_kind>\s+the kind to count/)
  expect(await memkeep('--help')).toContain('atomic')
  expect(await memkeep('tools')).toMatch(/^ {2}atomic_count_items +Count items \(memkeep atomic count\)$/m)
  await expectFromServer(command, cwd, tasks)
  const program = `import { countItems } from ${JSON.stringify(join(copy, 'dist/index.js'))}
const { data } = await countItems({ only_kind: 'task' }, { cwd: '.', cache: false })
process.stdout.write(JSON.stringify(data) + '\\n')`
  expect(await node(cwd, '--input-type=module', '--eval', program)).toEqual({
    code: 0,
    out: counted,
    err: '',
  })
  const page = readFileSync(join(copy, 'docs/operations/atomic_count_items.md'), 'utf8')
  expect(page).toContain('| `only_kind` | `decision`, `task` |  | `--only-kind` | The kind to count. |')
  expect(readFileSync(join(copy, 'docs/operations/README.md'), 'utf8')).toContain('atomic_count_items.md')
  expect(readFileSync(join(copy, 'docs/commands.md'), 'utf8')).toContain(
    '| `memkeep atomic count` | count the items |',
  )
}

async function expectFromServer(command: string, cwd: string, tasks: number): Promise<void> {
  const hello = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const messages = [
    { id: 1, method: 'initialize', params: hello },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list', params: {} },
    { id: 3, method: 'tools/call', params: { name: 'atomic_count_items', arguments: { only_kind: 'task' } } },
  ]
  const lines = messages.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join('')
  const answers = (await asked(command, cwd, lines))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  const tools: { readonly name: string }[] = answers.find(({ id }) => id === 2).result.tools
  expect(tools.find(({ name }) => name === 'atomic_count_items')).toMatchObject({
    title: 'Count items',
    annotations: { readOnlyHint: true, openWorldHint: true },
  })
  expect(answers.find(({ id }) => id === 3).result.structuredContent).toEqual({ count: tasks })
}

/** What a server answers to these lines; it ends when all is answered. */
function asked(command: string, cwd: string, lines: string): Promise<string> {
  return new Promise((done) => {
    const options = { cwd, env: plainEnvironment() }
    const server = execFile(process.execPath, [command, 'mcp'], options, (_, out) => done(out))
    server.stdin?.end(lines)
  })
}
