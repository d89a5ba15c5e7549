import { dirname } from 'node:path'
import { isCalendarDate } from '../core/date.ts'
import type { JsonObject } from '../core/json.ts'
import { rootPaths } from '../core/layout.ts'
import { isUserError, safePath, safeText, UserError } from '../core/messages.ts'
import type { Answer, OperationAnswer, PlanGroups, Refusal } from '../core/operation.ts'
import { plannedPaths } from '../core/write-plan.ts'
import { copyReplaced, type PlannedTexts } from '../engine/derived-files.ts'
import {
  copyDeleted,
  lockParts,
  type Move,
  type PartLocks,
  partsOf,
  writeMove,
} from '../engine/locked-write.ts'
import { errorCode } from '../fs/atomic-write.ts'
import { isNoWrite, writeObstacle } from '../fs/lock-file.ts'
import { sweepTargetFolders } from '../fs/sweep.ts'
import { CHANGED, type WriteRefusal, type WriteResult } from '../fs/write-plan.ts'
import { openProject, type Project, treeOf } from '../snapshot/project.ts'
import { askForOperation } from './ask-for-operation.ts'
import { CALL_AGAIN, checkArguments } from './check-arguments.ts'
import { checkPlan, textsOf } from './check-plan.ts'
import {
  type AnyOperation,
  assertGoesOn,
  beginStep,
  type OperationCall,
  type OperationOptions,
  type OperationResult,
} from './operation-call.ts'
import { isSameMemory, type OperationMemory, openOperationMemory } from './operation-memory.ts'
import { foldersToRead, partToRead } from './part-to-read.ts'
import { readInput } from './read-input.ts'

/** How often a refused call is tried again, or one whose files or locks change while it is written. */
const ATTEMPTS = 3

/** Milliseconds that a reading waits for its locks. */
const LITTLE = 250

const CHANGED_HELP = 'Nothing was written. Call the tool again.'

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
    assertGoesOn(options.signal)
    if (asked.layout === null) return await asked.run(checked.args, options)
    const { clock = () => new Date().toISOString(), mint = mintedIds() } = options
    return await answer({ ...asked, args: checked.args, now: clock(), clock, mint, project, options })
  } catch (error) {
    return asRefusal(error, asked)
  }
}

/** First without the lock, so that other processes do not wait for a call that is refused. */
async function answer(given: OperationCall): Promise<OperationResult> {
  beginStep(given, 'read the memory')
  const replies = await askForOperation(given)
  if ('refusal' in replies) return replies
  const call: OperationCall = { ...given, replies }
  const prepared = (await prepareFromPart(call)) ?? (await prepareSettled(call))
  if ('refusal' in prepared) return prepared
  const result = isToWrite(prepared) ? await writeOrSay(prepared, call) : resultOf(prepared)
  prepared.seen.load.facts.save?.()
  return result
}

/** An answer whose plan is checked: nothing is written yet. */
type Prepared = {
  readonly seen: OperationMemory
  /** Its groups are checked when it is their turn; a dry run has none. */
  readonly answer: Answer
  /** Null where there is no file to write. */
  readonly plan: Move | null
  /** What a dry run would write, or the plan writes. */
  readonly shown: PlannedTexts
  /** Remarks on a dry run. */
  readonly notes?: readonly string[]
}

function isToWrite({ plan, answer }: Prepared): boolean {
  return plan !== null || answer.groups !== undefined
}

/**
 * The answer of an operation that names the directories on which it depends: git is asked for these and not for the whole
 * work tree, which may be a hundred times as large. Null where only the whole will do: a refusal names what else
 * exists, and errors are reported as the whole shows them.
 */
async function prepareFromPart(call: OperationCall): Promise<Prepared | null> {
  try {
    const places = await partToRead(call)
    const prepared = places && (await prepare({ ...call, places }))
    if (!prepared || 'refusal' in prepared) return null
    // The file on disk may not be what git sees, or may have changed.
    const folders = foldersToRead(call, prepared.seen.load.settings)
    return String(folders) === String(places?.folders) ? prepared : null
  } catch (error) {
    if (isUserError(error)) return null
    throw error
  }
}

/** A refusal counts when the memory did not change meanwhile: another save may have been half done. */
async function prepareSettled(call: OperationCall): Promise<Prepared | Refusal> {
  let seen = await openOperationMemory(call)
  let prepared = await prepare(call, seen)
  for (let attempt = 1; 'refusal' in prepared && !call.operation.readOnly && attempt < ATTEMPTS; attempt++) {
    const now = await openOperationMemory(call)
    if (isSameMemory(now, seen)) return prepared
    seen = now
    prepared = await prepare(call, seen)
  }
  return prepared
}

/**
 * Calls the operation, and checks what it would write as a hook checks a commit. Writes nothing. Where a file is not what git
 * says, as with other line ends, or changes meanwhile, all are read again: each once, so that none can differ from itself.
 */
async function prepare(call: OperationCall, first?: OperationMemory): Promise<Prepared | Refusal> {
  const seen = first ?? (await openOperationMemory(call))
  const prepared = await prepareFrom(seen, call)
  if (prepared) return prepared
  return (await prepareFrom(await openOperationMemory(call, { byBytes: true }), call)) ?? REREAD
}

/** Null when a file changed since it was read. */
async function prepareFrom(seen: OperationMemory, given: OperationCall): Promise<Prepared | Refusal | null> {
  const call = { ...given, now: given.clock() }
  const input = await readInput(seen, call)
  return input && checkAnswer(call.operation.plan(input), seen, call)
}

/** An id that comes with the plan, and from no argument, is made of chance or of the time. */
function idNotes(data: JsonObject, shown: PlannedTexts, { args }: OperationCall): readonly string[] {
  const { id } = data
  if (typeof id !== 'string' || Object.values(args).includes(id)) return []
  const texts = [...shown.values()]
  const isNew =
    texts.some(({ after }) => after?.includes(id)) && !texts.some(({ before }) => before?.includes(id))
  return isNew ? ['The real call may give another id'] : []
}

const REREAD: Refusal = {
  refusal: 'The memory was changed again and again while it was read',
  help: 'Nothing was written. Call the operation again when the other program has stopped writing.',
}

/** Checks what an answer would write. Null when a file changed since it was read. */
async function checkAnswer(
  answer: OperationAnswer,
  seen: OperationMemory,
  call: OperationCall,
): Promise<Prepared | Refusal | null> {
  if ('refusal' in answer) return answer
  const { note, plan = note?.plan, dryRun, review, groups } = answer
  const own = plan && plan.size > 0 ? await checkPlan(plan, { seen, review }, call) : undefined
  if (own === null) return null
  if (own && 'refusal' in own) {
    if (!note) return own
    return { seen, answer: { ...answer, ...note.unwritten(own.refusal) }, plan: null, shown: NONE }
  }
  if (!dryRun) return { seen, answer, plan: own ?? null, shown: own && !note ? textsOf(own) : NONE }
  const moves: Move[] = []
  for (const group of groups?.plans ?? []) {
    const move = await checkPlan(group, { seen }, call)
    if (!move) return null
    if (!('refusal' in move)) moves.push(move)
  }
  if (own) moves.push(own)
  const shown = together(moves.map(textsOf))
  const notes = idNotes(answer.data, shown, call)
  return { seen, answer: { ...answer, groups: undefined }, plan: null, shown, notes }
}

const NONE: PlannedTexts = new Map()

function together(texts: readonly PlannedTexts[]): PlannedTexts {
  return new Map(texts.flatMap((each) => [...each]))
}

/** Writes what was prepared. A memory that can only be read is a refusal of its own. */
async function writeOrSay(prepared: Prepared, call: OperationCall): Promise<OperationResult> {
  try {
    return await writeLocked(prepared, call)
  } catch (error) {
    if (!isUserError(error) || call.options.signal?.aborted) throw error
    const unnoted = withoutNote(prepared, error.message)
    if (unnoted) return unnoted
    const { layout, project, options } = call
    const roots = rootPaths(layout, prepared.seen.load.settings)
    if (writeObstacle(treeOf(project), roots, options.ports?.fs) === null) throw error
    return { ...asRefusal(error, call), failure: 'degraded' }
  }
}

/** Locks that are held: of these names. Further names may turn out to be needed. */
type Held = { readonly locks: PartLocks; readonly names: Set<string> }

/**
 * Writes under the locks of what is touched. When the memory has changed since it was read, the call is prepared again. Throws
 * `UserError` when a lock cannot be taken.
 */
async function writeLocked(first: Prepared, call: OperationCall): Promise<OperationResult> {
  const names = new Set(lockNames(first, call))
  beginStep(call, 'wait for other writers')
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const patience = first.answer.note ? LITTLE : undefined
    const locks = await lockParts(call.project, [...names].sort(), { ...call.options.ports, patience })
    try {
      const result = await writeHolding(first, call, { locks, names })
      if (!result) continue
      const notes = locks.release().map(safeText)
      return 'refusal' in result ? result : { ...result, notes: [...result.notes, ...notes] }
    } finally {
      locks.release()
    }
  }
  return { refusal: 'The memory was rearranged meanwhile', help: CHANGED_HELP }
}

/** The names of the locks of all that is touched. */
function lockNames(
  { plan, answer: { groups, alsoLocks = [] }, seen }: Prepared,
  { layout }: OperationCall,
): readonly string[] {
  const own = plan ? [...plannedPaths(plan.move), ...plan.rebuild.keys()] : []
  const others = groups?.plans.flatMap(plannedPaths) ?? []
  return [...new Set([...partsOf([...own, ...others], layout, seen.load.settings), ...alsoLocks])]
}

/** Null when it lacks locks, which are named from then on: nothing was written. */
async function writeHolding(
  first: Prepared,
  call: OperationCall,
  held: Held,
): Promise<OperationResult | null> {
  const now = await openOperationMemory(call)
  let prepared: Prepared | Refusal = isSameMemory(now, first.seen) ? first : await prepare(call, now)
  for (let attempt = 1; ; attempt++) {
    if ('refusal' in prepared) return prepared
    const lacking = lockNames(prepared, call).filter((name) => !held.names.has(name))
    for (const name of lacking) held.names.add(name)
    if (lacking.length > 0) return null
    if (!isToWrite(prepared)) return resultOf(prepared)
    beginStep(call, 'write')
    const { groups } = prepared.answer
    const result = groups
      ? await writeGroups(groups, prepared.seen, call, held.locks)
      : await writePlan(prepared, call, held.locks)
    if (result !== CHANGED) return result
    if (attempt === ATTEMPTS) return changedAgain(prepared)
    prepared = await prepare(call)
  }
}

/** Writes groups one by one, each checked alone, and then the answer that says which were written. */
async function writeGroups(
  { plans, settle }: PlanGroups,
  seen: OperationMemory,
  call: OperationCall,
  locks: PartLocks,
): Promise<OperationResult> {
  const written: string[] = []
  const notes: string[] = []
  const shown: PlannedTexts[] = []
  const failures = new Map<number, string>()
  let present = seen
  for (const [i, group] of plans.entries()) {
    const move = await checkPlan(group, { seen: present, madeFrom: seen }, call)
    if (!move || 'refusal' in move) {
      failures.set(i, move?.refusal ?? CHANGED)
      continue
    }
    const result = await carryOut(move, present, call, locks)
    const [refused] = result.refused
    if (refused) {
      failures.set(i, refused.reason)
      continue
    }
    written.push(...result.written)
    notes.push(...result.notes)
    shown.push(textsOf(move))
    // The next group is derived from what this one left.
    if (move.rebuild.size > 0) present = await openOperationMemory(call)
  }
  const last = await writeLast(settle(failures), call, locks)
  if ('refusal' in last) {
    if (written.length === 0) return last
    const paths = written.map((path) => safePath(path)).join(', ')
    return { ...last, help: `Written before that: ${paths}. Look at it before you call the tool again.` }
  }
  return {
    ...last,
    written: [...written, ...last.written],
    plan: together([...shown, last.plan]),
    notes: [...notes, ...last.notes],
  }
}

/** Writes the answer after the groups, checked against the memory as it is then. */
async function writeLast(
  answer: OperationAnswer,
  call: OperationCall,
  locks: PartLocks,
): Promise<OperationResult> {
  const prepared = await checkAnswer(answer, await openOperationMemory(call, { byBytes: true }), call)
  if (!prepared) return REREAD
  if ('refusal' in prepared) return prepared
  const result = await writePlan(prepared, call, locks)
  return result === CHANGED ? changedAgain(prepared) : result
}

/** Writes a plan. `CHANGED` when nothing was written because a file had changed after the plan was made. */
async function writePlan(
  prepared: Prepared,
  call: OperationCall,
  locks: PartLocks,
): Promise<OperationResult | typeof CHANGED> {
  const { plan, seen } = prepared
  if (!plan) return resultOf(prepared)
  const { written, refused, notes } = await carryOut(plan, seen, call, locks)
  if (refused.length === 0) return resultOf(prepared, written, notes)
  if (refused.length === 1 && refused[0]?.reason === CHANGED) return CHANGED
  const refusal = refused.map(saidOf).join('; ')
  return (
    withoutNote(prepared, refusal) ?? {
      refusal,
      help: 'Check whether it was written anyway before you call the tool again.',
      ...(refused.some(({ code = '' }) => isNoWrite(code)) && { failure: 'degraded' as const }),
    }
  )
}

function saidOf({ path, reason }: WriteRefusal): string {
  return `${safePath(path)} was not written: ${safeText(reason)}`
}

/**
 * Keeps copies of what no commit has and the write replaces or deletes, then writes. The move is done, or refused as a whole; a
 * derived file that could not be written is a note, because the next save rebuilds it.
 */
async function carryOut(
  plan: Move,
  { snapshot, side: { memories } }: OperationMemory,
  { project, options }: OperationCall,
  { confirm }: PartLocks,
): Promise<WriteResult & { readonly notes: readonly string[] }> {
  const { move, rebuild, before } = plan
  const { fs } = options.ports ?? {}
  const replaced = await copyReplaced(project, snapshot, { memories, plan: rebuild })
  const deleted = await copyDeleted(project, { plan: move, before, fs })
  if (!project.repository) sweepTargetFolders(project.root, [...plannedPaths(move), ...rebuild.keys()], fs)
  const { written, refused } = writeMove(project, plan, { confirm: () => confirm(), ...(fs && { fs }) })
  if (written.length === 0) return { written, refused, notes: [] }
  const later = refused.map((one) => `${saidOf(one)}; \`memkeep index\` or the next save writes it`)
  return { written, refused: [], notes: [...[...replaced, ...deleted].map(safeText), ...later] }
}

function resultOf(
  { answer: { text, data, partly }, shown, notes: own = [] }: Prepared,
  written: readonly string[] = [],
  notes: readonly string[] = [],
): OperationResult {
  return { text, data, written, plan: shown, notes: [...own, ...notes], ...(partly && { partly }) }
}

/** What is only read is answered, whatever becomes of the note of its use; null for what is no such answer. */
function withoutNote(prepared: Prepared, reason: string): OperationResult | null {
  const { note } = prepared.answer
  const answer = note && { ...prepared.answer, ...note.unwritten(reason) }
  return answer ? resultOf({ ...prepared, answer, shown: NONE }) : null
}

function changedAgain(prepared: Prepared): OperationResult {
  const refusal = `The memory is changed again and again: ${CHANGED}`
  return withoutNote(prepared, CHANGED) ?? { refusal, help: CHANGED_HELP }
}

/** A failure as a refusal for the agent. */
export function asRefusal(error: unknown, { operation }: AnyOperation): Refusal {
  if (isUserError(error)) {
    const failure = 'failure' in error ? 'use' : isNoWrite(errorCode(error.cause)) ? 'degraded' : null
    return {
      refusal: safeText(error.message),
      help: safeText(error.hint || CALL_AGAIN),
      ...(failure && { failure }),
    }
  }
  const what = error instanceof Error ? error.message : String(error)
  return {
    refusal: `${operation.name} failed: ${safeText(what)}`,
    help: 'This is a defect of memkeep: report it. Other tools may still work.',
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
