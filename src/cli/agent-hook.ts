import { basename, dirname, isAbsolute } from 'node:path'
import { hookFailure, noteHook, readHookRecord, sessionCalls } from '../cache/agent-hooks.ts'
import { momentOf } from '../core/date.ts'
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import { safeLines, safeText, UserError } from '../core/messages.ts'
import { redacted } from '../engine/redacted.ts'
import { fingerprint } from '../formats/hash.ts'
import { transcriptText } from '../formats/transcript.ts'
import { takeLock } from '../fs/lock.ts'
import { lockFile } from '../fs/lock-file.ts'
import { readTail } from '../fs/text-files.ts'
import { startDetached } from '../git/run-program.ts'
import type { LayoutOperation, OperationOptions, OperationResult } from '../operations/operation-call.ts'
import { allOperations } from '../operations/registry.ts'
import { runOperation } from '../operations/run-operation.ts'
import { type Agent, type AgentMoment, agentNamed, isAgentMoment } from '../setup/agents/agents.ts'
import { openProject, type Project, treeOf } from '../snapshot/project.ts'
import { askUserModels } from './ask-user-models.ts'
import { commonOptions, type FlagValues, type Io, printNotes } from './command.ts'

/** Milliseconds between two updates after turns. */
const INTERVAL = 10 * 60_000
/** Milliseconds for what the agent says: some leave the pipe open. */
const PATIENCE = 2000
/** Bytes of a transcript that are read, and characters of it that are given on: an update takes the last of them. */
const MOST_READ = 4 * 1024 * 1024
const MOST_CONTEXT = 200_000
/** Characters of a reason that is kept. */
const MOST_FAILURE = 1000
/** Tokens of a task's memory that a session begins with. */
const BUDGET = 2000
/** Set for the process that does the work. */
const AT_WORK = 'MEMKEEP_AGENT_HOOK'

/** Finds an operation by its name. */
type FindOperation = (name: string) => LayoutOperation | undefined

const inRegistry: FindOperation = (name) => allOperations().find((one) => one.name === name)

/**
 * `memkeep agent-hook AGENT MOMENT`: what agents call, with JSON on standard input. It never keeps the agent waiting for a model,
 * and its exit code is 0 whatever happens: a failure is kept in git's directory for `working show`.
 */
export async function agentHook(
  [name = '', moment = '']: readonly string[],
  flags: FlagValues,
  io: Io,
  find: FindOperation = inRegistry,
): Promise<number> {
  const { MEMKEEP: on, MEMKEEP_CANARY: canary } = io.env
  if (canary) {
    io.stdout.write(`memkeep-canary ${canary} agent-hook\n`)
    return 0
  }
  if (on === '0') return 0
  const agent = agentNamed(name)
  if (!agent || !isAgentMoment(moment)) {
    printNotes([`agent-hook knows no ${JSON.stringify(`${name} ${moment}`)}`], io)
    return 0
  }
  try {
    const { today, now } = momentOf(flags.now, io.now())
    const options = { ...commonOptions(flags, io), today, clock: () => now, caller: 'cli' }
    const project = await openProject(options.cwd)
    const gitDir = project.repository?.gitDir
    if (gitDir === undefined) return 0
    const input = moment === 'session-start' ? '' : await io.stdin(PATIENCE)
    await answer({ agent, moment, input, flags, io, find, options, now, project, gitDir })
  } catch (error) {
    printNotes([error instanceof Error ? error.message : String(error)], io)
  }
  return 0
}

type HookCall = {
  readonly agent: Agent
  readonly moment: AgentMoment
  /** What the agent says: JSON. Untrusted. */
  readonly input: string
  readonly flags: FlagValues
  readonly io: Io
  readonly find: FindOperation
  readonly options: OperationOptions
  /** The instant of the call: ISO 8601, in UTC. */
  readonly now: string
  readonly project: Project
  readonly gitDir: string
}

async function answer(call: HookCall): Promise<void> {
  const { moment, agent, input, flags, io, options } = call
  if (moment === 'session-start') return begin(call)
  if (io.self && io.env[AT_WORK] !== '1') {
    const [program = '', ...self] = io.self
    const rest = flags.now === undefined ? [] : ['--now', flags.now]
    const args = [...self, 'agent-hook', agent.id, moment, ...rest]
    return startDetached(program, args, { cwd: options.cwd, env: { [AT_WORK]: '1' }, input })
  }
  return update(call)
}

/** Gives the memory of the open task to a session that begins. */
async function begin(call: HookCall): Promise<void> {
  const text = await openingText(call)
  if (text !== null) call.io.stdout.write(`${JSON.stringify(call.agent.answer(safeLines(text)))}\n`)
}

async function openingText(call: HookCall): Promise<string | null> {
  const tasks = await openTasks(call)
  if (tasks.length === 0) return null
  const task = chosenTask(tasks, call)
  const failure = hookFailure(call.gitDir, task ?? '')
  const warning = failure === null ? '' : `The last update of it by a hook failed. ${failure}\n`
  if (task === null) {
    return `Tasks with a working memory: ${tasks.join(', ')}. \`memkeep working show TASK\` reads one.\n${warning}`
  }
  const shown = await run('working_memory_show', { task, token_budget: BUDGET }, call)
  if ('refusal' in shown)
    return `${warning}The memory of the task ${task} cannot be shown. ${failureOf(shown)}\n`
  // What is shown may name the failure itself.
  return shown.data.hook_failure === undefined ? `${warning}${shown.text}` : shown.text
}

/** Updates the memory of the open task, unless there is nothing new, or it was done a moment ago, or is being done. */
async function update(call: HookCall): Promise<void> {
  const { gitDir, project, moment, agent, now } = call
  const tasks = await openTasks(call)
  if (tasks.length === 0) return
  const task = chosenTask(tasks, call)
  if (task === null) {
    const named = call.io.env.MEMKEEP_TASK
    const failure = named
      ? `MEMKEEP_TASK names ${safeText(named)}, which is no open task (open: ${tasks.join(', ')})`
      : `several tasks are open (${tasks.join(', ')}): MEMKEEP_TASK says which one is meant`
    return noteHook(gitDir, '', { at: now, input: null, failure })
  }
  const context = contextOf(call.input)
  const input = fingerprint(context)
  const isLast = moment === 'before-compaction' && !agent.compactsEveryRequest
  if (!isDue(gitDir, { task, now, input, isLast })) return
  const lock = await takeLock(lockFile(treeOf(project), `agent-hook ${task}`), { patience: 0 }).catch(
    () => null,
  )
  if (lock === null) return
  try {
    // Another process may have done it meanwhile.
    if (!isDue(gitDir, { task, now, input, isLast })) return
    const before = readHookRecord(gitDir, task)?.input ?? null
    const begun = { at: now, input: before, failure: 'it was begun, and did not end' }
    noteHook(gitDir, task, begun)
    const failure =
      context === ''
        ? `${agent.name} gave no transcript`
        : failureOf(await run('working_memory_update', { task, context }, call))
    const safe = failure === null ? null : await redacted(failure)
    noteHook(gitDir, task, { at: now, input: safe === null ? input : before, failure: safe })
  } finally {
    lock.release()
  }
}

type Due = {
  readonly task: string
  readonly now: string
  readonly input: string
  /** The agent compacts its context now: what is not kept is lost. */
  readonly isLast: boolean
}

/** Unchanged input is never asked about twice. Before a compaction the interval does not count. */
function isDue(gitDir: string, { task, now, input, isLast }: Due): boolean {
  const last = readHookRecord(gitDir, task)
  if (last === null) return true
  if (last.input === input) return false
  // Either of two processes may have begun first.
  const between = Math.abs(Date.parse(now) - Date.parse(last.at))
  return isLast || !(between < INTERVAL)
}

/**
 * Names of the tasks that are not finished, the last updated first, and of those whose state cannot be read: one of them may be
 * the task that is worked on. Throws `UserError` where the tasks cannot be listed.
 */
async function openTasks(call: HookCall): Promise<readonly string[]> {
  const listed = await run('working_memory_list', {}, call)
  if ('refusal' in listed) throw new UserError(listed.refusal, listed.help)
  const { items, diagnostics } = listed.data
  const open = (Array.isArray(items) ? items : []).filter(isJsonObject).map(({ task }) => task)
  const unread = isJsonObject(diagnostics) && Array.isArray(diagnostics.files) ? diagnostics.files : []
  const names = unread.map((path) => (typeof path === 'string' ? basename(dirname(path)) : null))
  return [...open, ...names].filter((name) => typeof name === 'string')
}

/** The task that the environment names, else the only one; null for several, and for a name that no open task has. */
function chosenTask(tasks: readonly string[], { io }: HookCall): string | null {
  const named = io.env.MEMKEEP_TASK
  if (named) return tasks.includes(named) ? named : null
  return tasks.length === 1 ? (tasks[0] ?? null) : null
}

function run(name: string, args: JsonObject, call: HookCall): Promise<OperationResult> {
  const { find, options, io, gitDir } = call
  const asked = find(name)
  if (!asked) return Promise.resolve({ refusal: `this build has no ${name}`, help: '' })
  const session = sessionCalls(gitDir, sessionOf(call))
  const ask = asked.operation.requests && askUserModels({ cwd: options.cwd, path: undefined, session }, io)
  return runOperation(asked, args, { ...options, ask })
}

/** The session as its agent names it; one that names none has a budget a day. */
function sessionOf({ input, agent, now }: HookCall): string {
  const said = parsed(input)
  const { session_id: id, conversation_id: other } = isJsonObject(said) ? said : {}
  const named = [id, other].find((text) => typeof text === 'string')
  return `${agent.id} ${named ?? now.slice(0, 10)}`
}

function failureOf(result: OperationResult): string | null {
  if ('refusal' in result) return safeText(`${result.refusal}. ${result.help}`.trim())
  if (!result.partly) return null
  const { refused, sections, notes } = result.data
  const outcomes = isJsonObject(sections) ? sections : {}
  const failed = Object.keys(outcomes).filter((section) => outcomes[section] === 'failed')
  const reasons = [
    ...(Array.isArray(refused) ? refused : []).filter(isJsonObject).map(refusalLine),
    ...[...(Array.isArray(notes) ? notes : []), ...result.notes].filter(
      (note) => typeof note === 'string' && failed.some((section) => note.startsWith(`${section}: `)),
    ),
  ]
  const isNone = !Object.values(outcomes).includes('applied')
  const what = isNone ? 'nothing of it was applied:' : 'only a part of it was applied:'
  return safeText([what, ...new Set(reasons)].join(' ').slice(0, MOST_FAILURE))
}

function refusalLine({ section, id, message, help }: JsonObject): string {
  const place = [section, id].filter((part) => typeof part === 'string').join(' ')
  return `${place}${place && ': '}${message}. ${help}`
}

/** What happened in the session: the end of the transcript that the agent names, else what it says itself. */
function contextOf(input: string): string {
  const said = parsed(input)
  if (!isJsonObject(said)) return ''
  const path = said.transcript_path
  const transcript = typeof path === 'string' && isAbsolute(path) ? readTail(path, MOST_READ) : null
  const text = transcript === null ? '' : transcriptText(transcript, MOST_CONTEXT)
  if (text !== '') return text
  const { prompt, prompt_response: response } = said
  return [prompt, response].filter((one) => typeof one === 'string').join('\n')
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}
