import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Loop } from '../../test/agents/recorded.ts'
import type { Agent } from './agents.ts'
import type { Installed } from './install.ts'
import type { ModelServer } from './model-server.ts'
import { runIn, writeFiles } from './run-agent.ts'

const TASK = 'lost-retries'
const LEARNED = 'the queue drops jobs whose lease runs out'
const REASON = 'the gateway is closed'
/** Calls of tools for the first prompt. */
const CALLS = 5
/** An update asks these, once each. */
const MODELS = ['progress', 'learnings', 'verbatim'] as const
/** Milliseconds without a call of a model, after which no update is going on, and that are waited at most. */
const QUIET = 4000
const PATIENCE = 60_000

/** A model for each prompt: it notes that it was asked, and answers; `fails` makes it end with an error. */
const MODEL = `const { appendFileSync } = require('node:fs')
const [kind, fails] = process.argv.slice(2)
process.stdin.resume().on('end', () => {
  appendFileSync(require('node:path').join(__dirname, 'asked.log'), kind + '\\n')
  if (fails) {
    process.stderr.write('${REASON}\\n')
    process.exit(1)
  }
  process.stdout.write({
    progress: 'CURRENT_PROGRESS:\\n  Completed:\\n    - reproduce the lost retry\\n  In Progress:\\n    - write a failing test\\n',
    learnings: 'KEY_LEARNINGS:\\n  ADD:\\n    - because two fixes failed on it: ${LEARNED}\\n',
    verbatim: 'no change',
  }[kind])
})
`

type Place = {
  readonly session: NonNullable<Agent['session']>
  /** Runs the agent, and gives what it sent: the model asks for so many calls of a tool. */
  readonly run: (args: readonly string[], calls: number) => Promise<string>
  /** How many models were asked, once none is asked any more. */
  readonly asked: () => Promise<number>
}

/** Runs sessions of an agent with memkeep's hooks in new repositories. Throws `Error` for an agent without hooks. */
export async function runLoop(agent: Agent, installed: Installed, server: ModelServer): Promise<Loop> {
  const at = { agent, installed, server }
  const kept = await inRepository({ ...at, fails: false }, async ({ session, run, asked }) => {
    const args = [...agent.args, ...session.args]
    await run(args, CALLS)
    const first = await asked()
    const next = await run(args, 0)
    const second = await asked()
    if (session.compact) await run(session.compact, 0)
    const third = await asked()
    return {
      updates: first / MODELS.length,
      nextHasIt: next.includes(LEARNED),
      updatesByNext: (second - first) / MODELS.length,
      updatesByCompaction: session.compact && (third - second) / MODELS.length,
    }
  })
  const failure = await inRepository({ ...at, fails: true }, async ({ session, run, asked }) => {
    const args = [...agent.args, ...session.args]
    await run(args, 0)
    await asked()
    return linesWith(REASON, await run(args, 0))
  })
  return { ...kept, linesOfFailure: failure }
}

type At = {
  readonly agent: Agent
  readonly installed: Installed
  readonly server: ModelServer
  readonly fails: boolean
}

async function inRepository<T>(at: At, use: (place: Place) => Promise<T>): Promise<T> {
  const { agent, installed, server } = at
  const { session } = agent
  if (!session) throw new Error(`${agent.name} calls no hooks`)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memkeep-agents-')))
  try {
    const root = join(folder, 'repository')
    const home = join(folder, 'home')
    const url = `http://127.0.0.1:${server.port}`
    const env = { PATH: installed.path, HOME: home, TERM: 'dumb', LANG: 'C.UTF-8', ...agent.environment(url) }
    writeFiles(home, {
      ...agent.home({ url, root }),
      ...modelsIn(join(home, '.config', 'memkeep'), at.fails),
    })
    setUp({ root, env, hooksOf: session.hooksOf })
    return await use({
      session,
      run: async (args, calls) => {
        const { tools } = session
        server.start(calls > 0 ? { tools: tools.names, args: tools.args(root), times: calls } : null)
        const { output, code } = await runIn(installed.command, args, { cwd: root, env })
        const sent = server.sent().map(({ body }) => body)
        if (sent.length > calls) return JSON.stringify(sent)
        throw new Error(`${agent.name} sent ${sent.length} requests (exit code ${code}):\n${output}`)
      },
      asked: () => settled(join(home, '.config', 'memkeep', 'asked.log')),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

function modelsIn(folder: string, fails: boolean): { readonly [path: string]: string } {
  const command = (kind: string): string =>
    JSON.stringify(['node', join(folder, 'model.cjs'), kind, ...(fails ? ['fails'] : [])])
  const lines = MODELS.map((kind) => `  ${kind}: { provider: command, command: ${command(kind)} }\n`)
  const uses = MODELS.map((kind) => `${kind}: ${kind}`).join(', ')
  return {
    '.config/memkeep/model.cjs': MODEL,
    '.config/memkeep/models.yaml': `models:\n${lines.join('')}working: { ${uses} }\n`,
  }
}

/** A repository as somebody has it after `npm install`, `working start` and `init --agent-hooks`. */
function setUp(at: {
  readonly root: string
  readonly env: { readonly [name: string]: string }
  readonly hooksOf: string
}): void {
  const { root, env, hooksOf } = at
  writeFiles(root, { 'README.md': '# Shop\n' })
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true })
  symlinkSync(resolve('dist/memkeep.cjs'), join(root, 'node_modules', '.bin', 'memkeep'))
  for (const [command, ...args] of [
    ['git', 'init', '--quiet'],
    ['node_modules/.bin/memkeep', 'working', 'start', TASK, '--description', 'Find out why retries are lost'],
    ['node_modules/.bin/memkeep', 'init', '--agent-hooks', hooksOf],
  ] as const) {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`)
  }
}

async function settled(log: string): Promise<number> {
  const count = (): number => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0)
  const end = Date.now() + PATIENCE
  let last = count()
  for (let quiet = 0; quiet < QUIET && Date.now() < end; quiet += 500) {
    await sleep(500)
    if (count() !== last) quiet = 0
    last = count()
  }
  return last
}

/** How many lines of the texts that were sent first have these words. */
function linesWith(words: string, sent: string): number {
  const [first] = JSON.parse(sent) as readonly unknown[]
  return JSON.stringify(first)
    .split('\\n')
    .filter((line) => line.includes(words)).length
}
