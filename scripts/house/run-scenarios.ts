import { appendFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyCorpus } from '../../bench/copy-corpus.ts'
import { SIZES } from '../../bench/corpus/corpus.ts'
import { writeCorpus } from '../../bench/corpus/write-corpus.ts'
import { shakeHands, startMcp } from '../../bench/mcp-session.ts'
import { type Command, measure } from '../../bench/measure.ts'
import { outputOf } from '../../bench/output-of.ts'
import { bundleParts } from './bundle-parts.ts'
import { type ExecutedFiles, readExecutedFiles } from './executed-files.ts'

/** Something that users wait for. */
type Scenario = {
  readonly label: string
  /** The entry of its own that a command may have for it. */
  readonly entry: string
  readonly act: (run: ScenarioRun) => Promise<void>
}

/** The command to run, in which repository, and what it finds in its environment besides the plain one. */
type ScenarioRun = {
  readonly bin: string
  readonly cwd: string
  readonly env: { readonly [name: string]: string }
}

const MAIN = 'src/bin.ts'
const LIMIT_MS = 60_000

const SCENARIOS: readonly Scenario[] = [
  { label: 'the pre-commit hook, one plan staged', entry: 'src/bin-hook.ts', act: judgeStagedPlan },
  { label: 'a warm check', entry: 'src/bin-check.ts', act: (run) => command(run, 'check') },
  { label: 'one save over MCP', entry: 'src/bin-mcp.ts', act: saveDecision },
]

/** Which sources of a project are executed for what users wait for most, in a small memory that was checked before. */
export async function runScenarios(root: string): Promise<(ExecutedFiles & { readonly label: string })[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memkeep-house-')))
  const bundles = join(folder, 'bundles')
  try {
    const corpus = await writeMemory(join(folder, 'memory'))
    const main = await bundleParts(root, MAIN, bundles)
    const found = []
    for (const [number, { label, entry, act }] of SCENARIOS.entries()) {
      const [cwd, coverage] = [join(folder, `memory-${number}`), join(folder, `coverage-${number}`)]
      copyCorpus(corpus, cwd)
      await command({ bin: main, cwd, env: {} }, 'check')
      const bin = existsSync(join(root, entry)) ? await bundleParts(root, entry, bundles) : main
      await act({ bin, cwd, env: { NODE_V8_COVERAGE: coverage } })
      found.push({ label, ...readExecutedFiles(coverage, bundles) })
    }
    return found
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function writeMemory(folder: string): Promise<string> {
  const size = SIZES.S
  if (!size) throw new Error('Unexpected absence of size S')
  mkdirSync(folder)
  await writeCorpus(folder, { size, seed: 1, defects: 0 })
  return folder
}

async function judgeStagedPlan(run: ScenarioRun): Promise<void> {
  const { cwd } = run
  const [plan = ''] = outputOf('git', ['ls-files', '--', '*/_plans/*.md'], { cwd }).split('\n')
  appendFileSync(join(cwd, plan), '\nSeen.\n')
  outputOf('git', ['add', '--', plan], { cwd })
  await command(run, 'hook', 'pre-commit', '--')
}

async function saveDecision({ bin, cwd, env }: ScenarioRun): Promise<void> {
  const session = startMcp(bin, cwd, env)
  await shakeHands(session)
  const [title, content] = ['Keep the numbers of the house', 'They say whether it gets simpler.']
  const args = { scope: { workspace: 'ws-0001' }, type: 'decision', title, content, tags: ['cache'] }
  await session.ask('tools/call', { name: 'workspace_save_memory', arguments: args })
  await session.end()
}

/** Throws when the command does not succeed, for then it did something else. */
async function command({ bin, cwd, env }: ScenarioRun, ...args: string[]): Promise<void> {
  const run: Command = { file: process.execPath, args: [bin, ...args], cwd, env }
  const { exit } = await measure(run, LIMIT_MS)
  if (exit !== '0') throw new Error(`Unexpected exit code ${exit} of memkeep ${args.join(' ')}, expected 0`)
}
