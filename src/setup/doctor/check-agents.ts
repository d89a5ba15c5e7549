import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { shellWord } from '../../core/messages.ts'
import { realPath } from '../../fs/paths.ts'
import { readSmall } from '../../fs/text-files.ts'
import { runProgram } from '../../git/run-program.ts'
import { earlierMomentsIn, momentsIn } from '../agents/agent-file.ts'
import { AGENT_MOMENTS, AGENTS, type Agent, agentCommand } from '../agents/agents.ts'
import { type Site, textAt } from '../hooks/site.ts'
import type { DoctorCheck } from './check-programs.ts'

/** Where doctor is run. */
type AgentSurroundings = {
  readonly root: string
  readonly cwd: string
  readonly commonDir: string
  /** Of a plain terminal. */
  readonly env: { readonly [name: string]: string | undefined }
}

/**
 * Checks the agents whose files have entries of ours: the entries, that their command gets to memkeep, and what keeps the agent
 * from calling it. Nothing is said of others: agents are not needed.
 */
export async function checkAgents(site: Site, around: AgentSurroundings): Promise<readonly DoctorCheck[]> {
  const checks = AGENTS.map(async (agent): Promise<readonly DoctorCheck[]> => {
    const text = textAt(site, 'root', agent.file) ?? ''
    if (momentsIn(text, agent).length === 0) return []
    return [entries(text, agent), await firing(text, agent, around), ...limits(agent, around)]
  })
  return (await Promise.all(checks)).flat()
}

function entries(text: string, agent: Agent): DoctorCheck {
  const check = 'agent-hooks'
  const { id, name, file, events } = agent
  const fix = `Run memkeep init --agent-hooks ${id}.`
  const found = momentsIn(text, agent)
  const missing = AGENT_MOMENTS.filter((moment) => !found.includes(moment)).map((moment) => events[moment])
  if (missing.length > 0) {
    return {
      check,
      status: 'wrong',
      message: `${file} has no entry of memkeep for ${missing.join(', ')}`,
      fix,
    }
  }
  const earlier = earlierMomentsIn(text, agent).map((moment) => events[moment])
  if (earlier.length > 0) {
    const message = `${file} has entries of an earlier memkeep for ${earlier.join(', ')}, whose variables an agent may replace too early`
    return { check, status: 'wrong', message, fix }
  }
  return { check, status: 'ok', message: `${file} lets ${name} call memkeep` }
}

const TIME_LIMIT = 10_000

/** Runs the command of an entry as the agent would, so that memkeep answers at once. An edited one is not run. */
async function firing(text: string, agent: Agent, { root, env }: AgentSurroundings): Promise<DoctorCheck> {
  const check = 'agent-hooks-fire'
  const command = agentCommand(agent.id, 'session-start')
  const { file, name, events } = agent
  if (!text.includes(JSON.stringify(command).slice(1, -1))) {
    const message = `the entry of ${file} for ${events['session-start']} was not run: it is not as memkeep writes it`
    const fix = `Start ${name} here and see whether it gets the memory of an open task.`
    return { check, status: 'unknown', message, fix }
  }
  const token = randomBytes(16).toString('hex')
  const end = await runProgram('sh', ['-c', command], {
    cwd: root,
    milliseconds: TIME_LIMIT,
    env: { MEMKEEP_CANARY: token, PATH: env.PATH, MEMKEEP_BIN: env.MEMKEEP_BIN },
  })
  if (end.output.includes(`memkeep-canary ${token} agent-hook`)) {
    return { check, status: 'ok', message: `the command of ${file} gets to memkeep` }
  }
  if (end.code === null && !end.timedOut) {
    const message = `the command of ${file} was not run: there is no \`sh\` on PATH`
    const fix = `Start ${name} here and see whether it gets the memory of an open task.`
    return { check, status: 'unknown', message, fix }
  }
  const message = end.timedOut
    ? `the command of ${file} did not end in 10 seconds, after which ${name} stops it`
    : `the command of ${file} does not get to memkeep, and ${name} says nothing of it`
  const fix =
    'Install the packages of this repository (npm ci, or pnpm, yarn or bun install), with memkeep of this version among them, or set MEMKEEP_BIN to its path.'
  return { check, status: 'wrong', message, fix }
}

/** What keeps an agent from calling memkeep here, and what cannot be found out. */
function limits(agent: Agent, around: AgentSurroundings): readonly DoctorCheck[] {
  return [
    ...startFolder(agent, around),
    ...(agent.id === 'codex' ? [codexTrust(around)] : []),
    ...untested(agent),
  ]
}

function startFolder(
  { name, program, topOnly }: Agent,
  { root, cwd }: AgentSurroundings,
): readonly DoctorCheck[] {
  if (!topOnly) return []
  const check = 'agent-start'
  const below = relative(realPath(root), realPath(cwd)).split(sep).join('/')
  const fix = `Start ${program} at the top: cd ${shellWord(root)} && ${program}`
  if (below === '' || below.startsWith('..')) {
    return [
      { check, status: 'unknown', message: `${name} started in a folder below the top ${topOnly}`, fix },
    ]
  }
  return [{ check, status: 'wrong', message: `${name} started here, in ${below}, ${topOnly}`, fix }]
}

/** Reads the user's own settings of Codex: it asks about each repository once. */
function codexTrust({ root, commonDir, env }: AgentSurroundings): DoctorCheck {
  const check = 'agent-trust'
  const path = join(env.CODEX_HOME || join(env.HOME || homedir(), '.codex'), 'config.toml')
  const tops = [root, join(commonDir, '..')].map(realPath)
  const text = readSmall(path) ?? ''
  const level = trustLevel(text, tops)
  if (level === 'trusted') return { check, status: 'ok', message: 'Codex trusts this repository' }
  const fix = `Start codex at the top and trust the folder, or write into ${path}: [projects.${JSON.stringify(tops[0])}] trust_level = "trusted"`
  const silent = 'neither its hooks nor its MCP servers, and says nothing of it'
  if (text === '') {
    const message = `whether Codex trusts this repository is not known: there is no ${path}. Untrusted, it reads ${silent}`
    return { check, status: 'unknown', message, fix }
  }
  return { check, status: 'wrong', message: `Codex does not trust this repository: it reads ${silent}`, fix }
}

/** The level of the first table `[projects."PATH"]` of one of these folders. */
function trustLevel(toml: string, tops: readonly string[]): string | null {
  const tables = toml.split(/^[ \t]*(?=\[)/m)
  for (const table of tables) {
    const [, double, single] = /^\[projects\.(?:"((?:[^"\\]|\\.)*)"|'([^']*)')\]/.exec(table) ?? []
    const folder = single ?? double?.replaceAll(/\\(["\\])/g, '$1')
    if (folder === undefined || !tops.includes(realPath(folder))) continue
    return /^[ \t]*trust_level[ \t]*=[ \t]*["'](\w+)["']/m.exec(table)?.[1] ?? null
  }
  return null
}

function untested({ name, untested: [message, fix] }: Agent): readonly DoctorCheck[] {
  return [{ check: 'agent-untested', status: 'unknown', message: `not tested: ${name} ${message}`, fix }]
}
