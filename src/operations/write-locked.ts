import type { Refusal } from '../core/operation.ts'
import { safePath, safeText } from '../core/safe-text.ts'
import { copyReplaced } from '../engine/derived-files.ts'
import { copyDeleted } from '../engine/kept-copies.ts'
import { lockParts, type PartLocks, partsOf, writeMove } from '../engine/locked-write.ts'
import { sweepTargetFolders } from '../fs/sweep.ts'
import { CHANGED, type WriteResult } from '../fs/write-plan.ts'
import { beginStep, type OperationCall, type OperationResult } from './operation-call.ts'
import { isSameMemory, openOperationMemory } from './operation-memory.ts'
import { type Prepared, type PreparedPlan, prepare } from './prepare.ts'

/** A prepared answer that has a plan to write. */
type Ready = Prepared & { readonly plan: PreparedPlan }

/** How often it is tried while a program that takes no lock writes too. */
const ATTEMPTS = 3

const CHANGED_HELP = 'Nothing was written. Call the tool again.'

/**
 * Writes what was prepared, under the locks of the parts of memory that it touches. When the memory has changed since
 * it was read, the call is prepared again. Throws `UserError` when a lock cannot be taken.
 */
export async function writeLocked(first: Ready, call: OperationCall): Promise<OperationResult> {
  const parts = partsIn(first, call)
  beginStep(call, 'wait for other writers')
  const locks = await lockParts(call.project, parts, call.options.ports)
  try {
    const result = await writeHolding(first, call, { locks, parts })
    return withNotes(result, locks.release())
  } finally {
    locks.release()
  }
}

function partsIn({ plan, seen }: Ready, { layout }: OperationCall): readonly string[] {
  return partsOf([...plan.move.keys(), ...plan.rebuild.keys()], layout, seen.load.settings)
}

type Held = { readonly locks: PartLocks; readonly parts: readonly string[] }

async function writeHolding(
  first: Ready,
  call: OperationCall,
  { locks, parts }: Held,
): Promise<OperationResult> {
  const now = await openOperationMemory(call)
  let prepared: Prepared | Refusal = isSameMemory(now, first.seen) ? first : await prepare(call, now)
  for (let attempt = 1; ; attempt += 1) {
    if ('refusal' in prepared) return prepared
    const { plan } = prepared
    if (!plan) {
      const { text, data, planned } = prepared
      return { text, data, written: [], plan: planned, notes: [] }
    }
    const ready = { ...prepared, plan }
    if (!partsIn(ready, call).every((part) => parts.includes(part))) {
      return { refusal: 'The memory was rearranged meanwhile', help: CHANGED_HELP }
    }
    beginStep(call, 'write')
    const result = await write(ready, call, locks)
    if (!isChanged(result) || attempt === ATTEMPTS) return resultOf(ready, result)
    prepared = await prepare(call)
  }
}

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
  if (!project.repository) sweepTargetFolders(project.root, [...plan.move.keys(), ...plan.rebuild.keys()], fs)
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
  { text, data, plan, planned }: Ready,
  { written, refused, notes }: Written,
): OperationResult {
  const lost = refused.filter(({ path }) => plan.move.has(path))
  const reasons = refused.map(({ path, reason }) => `${safePath(path)} was not written: ${safeText(reason)}`)
  if (lost.length > 0 || written.length === 0) {
    return {
      refusal: reasons.join('; '),
      help: 'Check whether it was written anyway before you call the tool again.',
    }
  }
  const later = reasons.map((reason) => `${reason}; \`memkeep index\` or the next save writes it`)
  return { text, data, written, plan: planned, notes: [...notes.map(safeText), ...later] }
}

function withNotes(result: OperationResult, notes: readonly string[]): OperationResult {
  if (notes.length === 0 || 'refusal' in result) return result
  return { ...result, notes: [...result.notes, ...notes.map(safeText)] }
}
