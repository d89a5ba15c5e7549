// Runs coding agents against a model server of this machine, and compares what they send with what memkeep says that they load.
// --loop runs sessions with memkeep's hooks in their place: what is saved, what a compaction keeps, what the next session gets.
// usage: node scripts/run.mjs scripts/agents.ts [AGENT…] [--case ID | --loop] [--folder DIR] [--record]
// Exit code: 1 when an agent sent something else than its model says, or could not be run.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CASES, type Case, type Seen } from '../test/agents/cases.ts'
import { comparable, type Recording, saidCases } from '../test/agents/recorded.ts'
import { saidOf } from '../test/agents/said.ts'
import { AGENTS, type Agent } from './agents/agents.ts'
import { install } from './agents/install.ts'
import { runLoop } from './agents/loop.ts'
import { type ModelServer, startModelServer } from './agents/model-server.ts'
import { runAgent } from './agents/run-agent.ts'

const RECORDED = 'test/agents/recorded.json'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    case: { type: 'string', multiple: true },
    // Below the folder that git ignores, and kept from run to run.
    folder: { type: 'string', default: 'node_modules/.cache/memkeep-agents' },
    loop: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
})

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

const unknown = positionals.find((name) => !AGENTS.some(({ id }) => id === name))
if (unknown !== undefined) {
  process.stderr.write(`No agent is called ${unknown}: ${AGENTS.map(({ id }) => id).join(', ')}\n`)
  process.exit(2)
}

/** One case of an agent: what was sent, and where that is not what the model says, both. */
async function tryCase(
  agent: Agent,
  installed: ReturnType<typeof install>,
  one: Case,
  server: ModelServer,
): Promise<{ readonly seen: Seen | null; readonly fault: string | null }> {
  try {
    const seen = await runAgent(agent, installed, one, server)
    if (!saidCases.includes(one)) return { seen, fault: null }
    const [sent, said] = [seen, await saidOf(agent.name, one)].map((all) => comparable(all).join(' '))
    return {
      seen,
      fault: sent === said ? null : `sent ${sent || 'nothing'}; memkeep says ${said || 'nothing'}`,
    }
  } catch (error) {
    return { seen: null, fault: (error as Error).message }
  }
}

const folder = resolve(values.folder)
mkdirSync(folder, { recursive: true })
const recording = JSON.parse(readFileSync(RECORDED, 'utf8')) as { [agent: string]: Recording[string] }
const chosen = AGENTS.filter(({ id }) => positionals.length === 0 || positionals.includes(id))
const cases = CASES.filter(({ id }) => !values.case || values.case.includes(id))
const server = await startModelServer()
const rows: string[] = []
for (const agent of values.loop ? [] : chosen) {
  const recorded = recording[agent.name]?.version ?? 'none'
  let row = `| ${agent.name} | ${recorded} |`
  try {
    const installed = install(agent, folder)
    const seen: { [id: string]: Seen } = values.case ? { ...recording[agent.name]?.seen } : {}
    const faults: string[] = []
    for (const one of cases) {
      const result = await tryCase(agent, installed, one, server)
      if (result.fault !== null) faults.push(`${agent.name} ${installed.version}, ${one.id}: ${result.fault}`)
      if (result.seen) seen[one.id] = result.seen
    }
    for (const fault of faults) say(`✖ ${fault}`)
    row += ` ${installed.version}${installed.version === recorded ? '' : ' (newer)'} | ${cases.length - faults.length} of ${cases.length} |`
    if (faults.length > 0) process.exitCode = 1
    if (values.record) recording[agent.name] = { ...recording[agent.name], version: installed.version, seen }
  } catch (error) {
    say(`✖ ${agent.name}: ${(error as Error).message}`)
    row += ' not run | |'
    process.exitCode = 1
  }
  rows.push(row)
}
for (const agent of values.loop ? chosen.filter(({ session }) => session) : []) {
  const installed = install(agent, folder)
  const loop = await runLoop(agent, installed, server)
  const { version, seen, loop: before } = recording[agent.name] ?? { version: '', seen: {} }
  const isSame = JSON.stringify(loop) === JSON.stringify(before)
  say(`${isSame || values.record ? '✔' : '✖'} ${agent.name} ${installed.version}: ${JSON.stringify(loop)}`)
  if (values.record) recording[agent.name] = { version, seen, loop }
  else if (!isSame) process.exitCode = 1
}
await server.close()
if (values.record) writeFileSync(RECORDED, `${JSON.stringify(recording, null, 2)}\n`)
if (rows.length > 0)
  say(
    ['| agent | recorded | ran | cases as the model says |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  )
