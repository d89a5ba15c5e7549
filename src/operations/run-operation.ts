import { dirname } from 'node:path'
import { isCalendarDate } from '../core/date.ts'
import { safeText, UserError } from '../core/messages.ts'
import type { AnsweredRequest } from '../core/model.ts'
import type { OperationInput, Refusal } from '../core/operation.ts'
import { errorCode } from '../fs/atomic-write.ts'
import { isNoWrite, writeObstacle } from '../fs/lock-file.ts'
import { openProject, type Project, treeOf } from '../snapshot/project.ts'
import {
  type AnyOperation,
  answersShown,
  beginStep,
  isSameMemory,
  type OperationCall,
  type OperationOptions,
  type OperationResult,
  openOperationMemory,
} from './operation-call.ts'
import { type Prepared, prepare, prepareFromPart } from './prepare.ts'
import { checkArguments, readInput } from './read-input.ts'
import { writeLocked } from './write-locked.ts'

/**
 * Calls an operation of agents. Checks the arguments, reads the memory of the work tree, checks what the operation would write
 * as a hook checks a commit, and writes it under a lock. Never throws: a failure is a refusal with what to do.
 */
export async function runOperation(
  asked: AnyOperation,
  given: unknown,
  options: OperationOptions,
): Promise<OperationResult> {
  try {
    const checked = checkArguments(given, asked.operation)
    if ('refusal' in checked) return checked
    const project = await openProject(options.cwd)
    assertDay(options.today)
    assertProjectFolder(project)
    if (asked.layout === null) return await asked.run(checked.args, options)
    const { now = new Date().toISOString(), mint = mintedIds() } = options
    return await answer({ ...asked, args: checked.args, now, mint, project, options })
  } catch (error) {
    return asRefusal(error, asked)
  }
}

/** Random ids by number: each is made once. */
function mintedIds(): (n: number) => string {
  const made = new Map<number, string>()
  return (n) => {
    const id = made.get(n) ?? crypto.randomUUID()
    made.set(n, id)
    return id
  }
}

function assertDay(today: string): void {
  if (isCalendarDate(today)) return
  throw new UserError(`\`today\` is ${today}, which is not a day as YYYY-MM-DD`, 'Name the day of the call.')
}

/** Programs start servers at the root of the file system: it holds all files and is not a project. */
function assertProjectFolder({ root, repository }: Project): void {
  if (repository || dirname(root) !== root) return
  throw new UserError(
    `${root} is the root of the file system, and no project`,
    'Name the folder of the repository: `memkeep mcp --cwd FOLDER` in the configuration of a server, `cwd` or --cwd in a call.',
  )
}

/** First without the lock, so that other processes do not wait for a call that is refused. */
async function answer(given: OperationCall): Promise<OperationResult> {
  beginStep(given, 'read the memory')
  const replies = given.operation.requests ? await askForOperation(given) : undefined
  if (replies && 'refusal' in replies) return replies
  const call: OperationCall = replies ? { ...given, replies } : given
  const prepared = (await prepareFromPart(call)) ?? (await settled(call))
  if ('refusal' in prepared) return prepared
  const { plan, groups, planned, text, data, partly } = prepared
  const result: OperationResult =
    plan || groups
      ? await writeOrSay(prepared, call)
      : { text, data, written: [], plan: planned, notes: [], ...(partly && { partly }) }
  await prepared.seen.load.facts.save()
  return result
}

/** What is only read is answered, whatever becomes of the note of its use. */
async function writeOrSay(prepared: Prepared, call: OperationCall): Promise<OperationResult> {
  try {
    return await writeLocked(prepared, call)
  } catch (error) {
    const { instead } = prepared
    if (!isUserError(error) || call.options.signal?.aborted) throw error
    if (instead) return { ...instead(error.message), written: [], plan: new Map(), notes: [] }
    const { layout, project, options } = call
    const roots = layout.roots(prepared.seen.load.settings)
    if (writeObstacle(treeOf(project), roots, options.ports?.fs) === null) throw error
    return { ...asRefusal(error, call), failure: 'degraded' }
  }
}

/** How often a refused call is tried again because another process was writing. */
const ATTEMPTS = 3

/** A refusal counts when the memory did not change meanwhile: another save may have been half done. */
async function settled(call: OperationCall): Promise<Prepared | Refusal> {
  let seen = await openOperationMemory(call)
  let prepared = await prepare(call, seen)
  for (
    let attempt = 1;
    'refusal' in prepared && !call.operation.readOnly && attempt < ATTEMPTS;
    attempt += 1
  ) {
    const now = await openOperationMemory(call)
    if (isSameMemory(now, seen)) return prepared
    seen = now
    prepared = await prepare(call, seen)
  }
  return prepared
}

const FIX_AND_CALL_AGAIN = 'Fix that, then call the tool again.'

/** A failure as a refusal for the agent. */
export function asRefusal(error: unknown, { operation }: AnyOperation): Refusal {
  if (isUserError(error)) {
    const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : ''
    const failure = 'failure' in error ? 'use' : isNoWrite(errorCode(error.cause)) ? 'degraded' : null
    return {
      refusal: safeText(error.message),
      help: safeText(hint || FIX_AND_CALL_AGAIN),
      ...(failure && { failure }),
    }
  }
  const what = error instanceof Error ? error.message : String(error)
  return {
    refusal: `${operation.name} failed: ${safeText(what)}`,
    help: 'This is a defect of memkeep: report it. Other tools may still work.',
  }
}

/** By name: each bundle has a copy of the class. */
function isUserError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'UserError'
}

/** How often models are asked for one call: each answer that cannot be used may be asked for again. */
const MOST_ROUNDS = 8

/** How often the memory is read again because a file changes meanwhile. */
const MODEL_ATTEMPTS = 5

/**
 * Asks models all that an operation wants to know, each time with the memory as it is then; the plan is made later, and from the
 * memory as it is then. Throws `UserError` where no models are set up.
 */
async function askForOperation(call: OperationCall): Promise<readonly AnsweredRequest[] | Refusal> {
  const { operation, options } = call
  const replies: AnsweredRequest[] = []
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const input = await presentInput(call)
    if (!input) return { refusal: 'the memory changed while it was read', help: 'Call again.' }
    const asked = operation.requests?.({ ...input, outside: { ...input.outside, replies } }) ?? []
    if ('refusal' in asked) return asked
    if (asked.length === 0) return replies
    if (!options.ask) throw new UserError('no models are set up', 'docs/models.md shows how.')
    beginStep(call, 'ask the models')
    const answered = answersShown(call, { round, of: asked.length })
    const said = await options.ask(asked, options.signal, answered)
    replies.push(
      ...asked.flatMap((request, i): AnsweredRequest[] => {
        const reply = said[i]
        return reply ? [{ ...reply, request }] : []
      }),
    )
  }
  return replies
}

async function presentInput(call: OperationCall): Promise<OperationInput | null> {
  for (let attempt = 1; attempt <= MODEL_ATTEMPTS; attempt += 1) {
    const input = await readInput(await openOperationMemory(call), call)
    if (input) return input
  }
  return null
}
