import { spawn } from 'node:child_process'
import { closeSync, cpSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operationNamed } from '../../src/operations/registry.ts'
import { calledCommand, commandFault, memkeepArguments } from '../helpers/command-fault.ts'
import { nodesIn, type Page, readPages } from '../helpers/pages.ts'
import { LONG } from '../helpers/runs.ts'
import { memkeep } from '../helpers/setup.ts'
import { type ShellCommand, shellCommands } from '../helpers/shell-lines.ts'
import { tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const PAGES = readPages()

type Shown = { readonly place: string; readonly words: ShellCommand }

/** Every command in a `sh` block of a page. */
const IN_BLOCKS = PAGES.flatMap((page) =>
  codeOf(page, 'sh').flatMap(({ place, text }) => shellCommands(text).map((words) => ({ place, words }))),
)

/** Every command of memkeep that a sentence or a table names. */
const IN_PROSE = PAGES.flatMap((page) =>
  codeOf(page, null).flatMap(({ place, text }) =>
    /^(?:npx )?(?:--no )?memkeep /.test(text)
      ? shellCommands(text)
          .slice(0, 1)
          .map((words) => ({ place, words }))
      : [],
  ),
)

/** The blocks of a language, or the code in sentences. */
function codeOf({ path, tree }: Page, language: string | null): { place: string; text: string }[] {
  return nodesIn(tree).flatMap((node) => {
    const isCode =
      language === null ? node.type === 'inlineCode' : node.type === 'code' && node.lang === language
    return isCode && 'value' in node
      ? [{ place: `${path}:${node.position?.start.line}`, text: node.value }]
      : []
  })
}

function faultsOf(shown: readonly Shown[], inProse: boolean): string[] {
  return shown.flatMap(({ place, words }) => {
    const args = memkeepArguments(words)
    const fault = args && commandFault(args, inProse)
    return fault ? [`${place} ${words.join(' ')}: ${fault}`] : []
  })
}

test('every command of a block is one that exists, with its flags and arguments', () => {
  expect(IN_BLOCKS.length).toBeGreaterThan(40)
  expect(faultsOf(IN_BLOCKS, false)).toEqual([])
})

test('every command that a sentence names exists, with its flags', () => {
  expect(IN_PROSE.length).toBeGreaterThan(100)
  expect(faultsOf(IN_PROSE, true)).toEqual([])
})

test('every script of npm that a page names exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const texts = PAGES.map(({ text }) => text).join('\n')
  const named = [...texts.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
})

describe('what is no command is found', () => {
  test.each([
    ['memkeep chekc', 'there is no command chekc'],
    ['npx memkeep check --gone', 'check has no flag --gone'],
    ['npx --no memkeep migrate --fix', 'migrate has no flag --fix'],
    ['memkeep check --format yaml', /^--format of check takes stylish, .*, not yaml$/],
    ['memkeep archive', 'archive takes "<file>", not ""'],
    ['memkeep index all', 'index takes "", not "all"'],
    ['memkeep find x --limit', '--limit of find has no value'],
    ['memkeep save --lesson x', 'save has no flag --lesson'],
  ])('%s', (text, fault) => {
    const [words = []] = shellCommands(text)
    expect(commandFault(memkeepArguments(words) ?? [], false)).toMatch(fault)
  })

  test.each([
    "A=1 memkeep find 'a # b' --limit=2 < in >out # and a comment",
    'npx memkeep init --agent-hooks claude,codex',
    'npx memkeep cowork session end',
    'memkeep update',
  ])('%s is read as a shell reads it', (text) => {
    const [words = []] = shellCommands(text)
    const expected = text === 'memkeep update' ? 'there is no command update' : null
    expect(commandFault(memkeepArguments(words) ?? [], false)).toBe(expected)
  })
})

/** Commands that only read, with the flag that makes them so. */
const READING: { readonly [name: string]: readonly string[] | null } = {
  check: null,
  files: null,
  report: null,
  explain: null,
  find: null,
  tools: null,
  ci: null,
  doctor: null,
  index: ['--check'],
  migrate: ['--list', '--dry-run'],
}

/** True for what writes nothing but the file that it is asked for. */
function isReading(args: readonly string[]): boolean {
  const command = calledCommand(args)
  // Those for other folders run in `many-repositories.test.ts`.
  if (
    !command ||
    args.includes('-C') ||
    args.includes('--fix') ||
    args.includes('--shard') ||
    args.includes('--shards')
  )
    return false
  if (command.operation !== undefined) return operationNamed(command.operation).operation.readOnly
  const flags = READING[command.name]
  return flags === null || (flags?.some((flag) => args.includes(flag)) ?? false)
}

/** A repository with all examples in it. */
function exampleRepo(): string {
  const repo = tempRepo()
  for (const name of readdirSync('examples').filter((one) => one !== 'README.md'))
    cpSync(join('examples', name), repo.dir, { recursive: true, verbatimSymlinks: true })
  repo.commit()
  repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  return repo.dir
}

/** Gives an empty text when a command ends with 0 or 1, else what it printed. Its input is the file `input`. */
async function run(args: readonly string[], cwd: string, input: string): Promise<string> {
  // In this process the command has no input.
  const isBuilt = LONG || args.includes('-')
  const { code, printed } = await (isBuilt ? runBuilt(args, cwd, input) : runHere(args, cwd))
  return code === 0 || code === 1 ? '' : `memkeep ${args.join(' ')}: exit ${code}\n${printed}`
}

type Run = { readonly code: number | null; readonly printed: string }

async function runHere(args: readonly string[], cwd: string): Promise<Run> {
  const { code, out, err } = await memkeep(cwd, args)
  return { code, printed: `${out}${err}` }
}

function runBuilt(args: readonly string[], cwd: string, input: string): Promise<Run> {
  return new Promise((done, fail) => {
    const stdin = openSync(input, 'r')
    const child = spawn(resolve('dist/memkeep.cjs'), args, { cwd, stdio: [stdin, 'pipe', 'pipe'] })
    closeSync(stdin)
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes) => {
        printed += String(bytes)
      })
    child.on('error', fail)
    child.on('close', (code) => done({ code, printed }))
  })
}

test('every command of a block that only reads runs on the examples', async () => {
  const reading = new Map(
    IN_BLOCKS.flatMap(({ words }) => {
      const args = memkeepArguments(words)
      return args && isReading(args) ? [[args.join('\0'), args] as const] : []
    }),
  )
  const names = new Set([...reading.values()].map((args) => calledCommand(args)?.name))
  for (const name of ['check', 'files', 'report', 'explain', 'find', 'migrate', 'ci', 'context', 'doctor'])
    expect(names).toContain(name)
  const cwd = exampleRepo()
  const input = join(tempFolder(), 'input.txt')
  writeFileSync(input, 'The retry is lost when a lease runs out.\n')
  const failed: string[] = []
  for (const args of reading.values()) failed.push(await run(args, cwd, input))
  expect(failed.filter((text) => text !== '')).toEqual([])
})
