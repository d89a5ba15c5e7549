import { safePath, safeText } from '../core/messages.ts'
import type { OperationAnswer, Refusal } from '../core/operation.ts'
import { plannedPaths } from '../core/write-plan.ts'
import { copyReplaced, type PlannedTexts } from '../engine/derived-files.ts'
import { copyDeleted, lockParts, type PartLocks, partsOf, writeMove } from '../engine/locked-write.ts'
import { isNoWrite } from '../fs/lock-file.ts'
import { sweepTargetFolders } from '../fs/sweep.ts'
import { CHANGED, type WriteResult } from '../fs/write-plan.ts'
import {
  beginStep,
  isSameMemory,
  type OperationCall,
  type OperationMemory,
  type OperationResult,
  openOperationMemory,
} from './operation-call.ts'
import {
  type Prepared,
  type PreparedGroups,
  type PreparedPlan,
  prepare,
  prepareAnswer,
  preparePlan,
  textsOf,
} from './prepare.ts'

/** How often it is tried while a program that takes no lock writes too, or while the locks that it needs change. */
const ATTEMPTS = 3

/** Milliseconds that a reading waits for its locks. */
const LITTLE = 250

const CHANGED_HELP = 'Nothing was written. Call the tool again.'

/**
 * Writes what was prepared, under the locks of what it touches. When the memory has changed since it was read, the call is
 * prepared again. Throws `UserError` when a lock cannot be taken.
 */
export async function writeLocked(first: Prepared, call: OperationCall): Promise<OperationResult> {
  const names = new Set(locksFor(first, call))
  beginStep(call, 'wait for other writers')
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const patience = first.instead ? LITTLE : undefined
    const locks = await lockParts(call.project, [...names].sort(), { ...call.options.ports, patience })
    try {
      const result = await writeHolding(first, call, { locks, names })
      if (!('lacking' in result)) return withNotes(result, locks.release())
      for (const name of result.lacking) names.add(name)
    } finally {
      locks.release()
    }
  }
  return { refusal: 'The memory was rearranged meanwhile', help: CHANGED_HELP }
}

function locksFor({ plan, groups, seen }: Prepared, { layout }: OperationCall): readonly string[] {
  const own = plan ? [...plannedPaths(plan.move), ...plan.rebuild.keys()] : []
  return partsOf([...own, ...(groups?.paths ?? [])], layout, seen.load.settings)
}

type Held = { readonly locks: PartLocks; readonly names: ReadonlySet<string> }

/** Locks that turned out to be needed as well: nothing was written. */
type Lacking = { readonly lacking: readonly string[] }

async function writeHolding(
  first: Prepared,
  call: OperationCall,
  held: Held,
): Promise<OperationResult | Lacking> {
  const now = await openOperationMemory(call)
  let prepared: Prepared | Refusal = isSameMemory(now, first.seen) ? first : await prepare(call, now)
  for (let attempt = 1; ; attempt += 1) {
    if ('refusal' in prepared) return prepared
    const lacking = locksFor(prepared, call).filter((name) => !held.names.has(name))
    if (lacking.length > 0) return { lacking }
    if (!prepared.plan && !prepared.groups) return unwritten(prepared)
    beginStep(call, 'write')
    if (prepared.groups) return writeGroups({ ...prepared, groups: prepared.groups }, call, held)
    const result = await writePrepared(prepared, call, held)
    if (result !== CHANGED || attempt === ATTEMPTS)
      return result === CHANGED ? changedAgain(prepared) : result
    prepared = await prepare(call)
  }
}

function unwritten({ text, data, planned, partly }: Prepared): OperationResult {
  return { text, data, written: [], plan: planned, notes: [], ...(partly && { partly }) }
}

function changedAgain({ instead }: Prepared): OperationResult {
  if (instead) return { ...instead(CHANGED), written: [], plan: new Map(), notes: [] }
  return { refusal: `The memory is changed again and again: ${CHANGED}`, help: CHANGED_HELP }
}

/** The result, or `CHANGED` when nothing was written because a file had changed after the plan was made. */
async function writePrepared(
  prepared: Prepared,
  call: OperationCall,
  { locks }: Held,
): Promise<OperationResult | typeof CHANGED> {
  const { plan, seen, instead } = prepared
  if (!plan) return unwritten(prepared)
  const result = await write({ plan, seen }, call, locks)
  return isChanged(result) ? CHANGED : resultOf({ ...prepared, plan, instead }, result)
}

/** Groups that are written one by one, and then the answer that says which were. */
async function writeGroups(
  { groups, seen }: Prepared & { readonly groups: PreparedGroups },
  call: OperationCall,
  held: Held,
): Promise<OperationResult> {
  const written: string[] = []
  const texts: PlannedTexts[] = []
  const failures = new Map<number, string>()
  let present = seen
  for (const [i, group] of groups.plans.entries()) {
    const plan = await preparePlan(group, { seen: present, madeFrom: seen }, call)
    const result =
      plan && !('refusal' in plan) ? await write({ plan, seen: present }, call, held.locks) : null
    const why =
      plan === null ? CHANGED : 'refusal' in plan ? plan.refusal : (result?.refused[0]?.reason ?? null)
    if (why !== null) failures.set(i, why)
    else if (plan && !('refusal' in plan)) {
      written.push(...(result?.written ?? []))
      texts.push(textsOf(plan))
      // The next group is derived from what this one left.
      if (plan.rebuild.size > 0) present = await openOperationMemory(call)
    }
  }
  const settled = await settle(groups.settle(failures), call)
  if ('refusal' in settled) return settled
  const last = await writePrepared(settled, call, held)
  const own = last === CHANGED ? changedAgain(settled) : last
  if ('refusal' in own) return own
  return {
    ...own,
    written: [...written, ...own.written],
    plan: new Map([...texts, own.plan].flatMap((one) => [...one])),
  }
}

/** The answer after the groups, checked against the memory as it is then. */
async function settle(answer: OperationAnswer, call: OperationCall): Promise<Prepared | Refusal> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const settled = await prepareAnswer(
      answer,
      await openOperationMemory(call, { byBytes: attempt > 1 }),
      call,
    )
    if (settled) return settled
  }
  return { refusal: 'The memory is changed again and again while it is written', help: CHANGED_HELP }
}

/** A plan that is checked, and what it was made from. */
type Ready = { readonly plan: PreparedPlan; readonly seen: OperationMemory }

type Written = WriteResult & { readonly notes: readonly string[] }

async function write(
  { plan, seen }: Ready,
  { project, options }: OperationCall,
  { confirm }: PartLocks,
): Promise<Written> {
  const { fs } = options.ports ?? {}
  const replaced = await copyReplaced(project, seen.snapshot, {
    memories: seen.side.memories,
    plan: plan.rebuild,
  })
  const notes = [...replaced, ...(await copyDeleted(project, { plan: plan.move, before: plan.before, fs }))]
  if (!project.repository) {
    sweepTargetFolders(project.root, [...plannedPaths(plan.move), ...plan.rebuild.keys()], fs)
  }
  return { ...writeMove(project, plan, { confirm, ...(fs && { fs }) }), notes }
}

/** True when no file was written, because one had changed after the plan was made. */
function isChanged({ written, refused }: WriteResult): boolean {
  return written.length === 0 && refused.length === 1 && refused[0]?.reason === CHANGED
}

/**
 * The result of a write. The request itself is done or refused; a derived file that could not be written is rebuilt
 * by the next save.
 */
function resultOf(
  { text, data, plan, planned, instead, partly }: Prepared & { readonly plan: PreparedPlan },
  { written, refused, notes }: Written,
): OperationResult {
  const lost = refused.filter(({ path }) => plan.move.has(path))
  const reasons = refused.map(({ path, reason }) => `${safePath(path)} was not written: ${safeText(reason)}`)
  if (lost.length > 0 || written.length === 0) {
    if (instead) return { ...instead(reasons.join('; ')), written: [], plan: new Map(), notes: [] }
    return {
      refusal: reasons.join('; '),
      help: 'Check whether it was written anyway before you call the tool again.',
      ...(refused.some(({ code = '' }) => isNoWrite(code)) && { failure: 'degraded' as const }),
    }
  }
  const later = reasons.map((reason) => `${reason}; \`memkeep index\` or the next save writes it`)
  const all = [...notes.map(safeText), ...later]
  return { text, data, written, plan: planned, notes: all, ...(partly && { partly }) }
}

function withNotes(result: OperationResult, notes: readonly string[]): OperationResult {
  if (notes.length === 0 || 'refusal' in result) return result
  return { ...result, notes: [...result.notes, ...notes.map(safeText)] }
}
