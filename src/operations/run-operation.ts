import { dirname } from 'node:path'
import { isCalendarDate } from '../core/date.ts'
import { UserError } from '../core/errors.ts'
import type { Refusal } from '../core/operation.ts'
import { safeText } from '../core/safe-text.ts'
import { openProject, type Project } from '../snapshot/project.ts'
import { checkArguments } from './check-arguments.ts'
import type { LayoutOperation, OperationCall, OperationOptions, OperationResult } from './operation-call.ts'
import { type Prepared, prepare } from './prepare.ts'
import { prepareFromPart } from './prepare-from-part.ts'
import { isSameSight, seeMemory } from './see-memory.ts'
import { writeLocked } from './write-locked.ts'

/**
 * Runs an operation: arguments checked, the memory of the work tree read, and what the operation wants written checked as a
 * hook checks a commit and then written under a lock. Never throws: what goes wrong is a refusal with what to do.
 */
export async function runOperation(
  asked: LayoutOperation,
  given: unknown,
  options: OperationOptions,
): Promise<OperationResult> {
  try {
    const checked = checkArguments(given, asked.operation)
    if ('refusal' in checked) return checked
    const project = await openProject(options.cwd)
    needDay(options.today)
    needOwnFolder(project)
    return await answer({ ...asked, args: checked.args, project, options })
  } catch (error) {
    return asRefusal(error, asked)
  }
}

function needDay(today: string): void {
  if (isCalendarDate(today)) return
  throw new UserError(`Unexpected today ${today}, expected a day as YYYY-MM-DD`, 'Name the day of the call.')
}

/** Programs start servers at the root of the file system: it holds everything, and is no project. */
function needOwnFolder({ root, repository }: Project): void {
  if (repository || dirname(root) !== root) return
  throw new UserError(
    `${root} is the root of the file system, and no project`,
    'Name the folder of the repository: `memkeep mcp --cwd FOLDER` in the configuration of a server, `cwd` or --cwd in a call.',
  )
}

/** First without the lock, so that no process waits for what is refused anyway. */
async function answer(call: OperationCall): Promise<OperationResult> {
  const prepared = (await prepareFromPart(call)) ?? (await settled(call))
  if ('refusal' in prepared) return prepared
  const { plan, planned, text, data } = prepared
  const result: OperationResult = plan
    ? await writeLocked({ ...prepared, plan }, call)
    : { text, data, written: [], plan: planned, notes: [] }
  await prepared.seen.load.facts.save()
  return result
}

/** How often it is asked again what was refused while somebody else was writing. */
const ATTEMPTS = 3

/** A refusal counts when the memory did not change meanwhile: another save may have been half done. */
async function settled(call: OperationCall): Promise<Prepared | Refusal> {
  let seen = await seeMemory(call)
  let prepared = await prepare(call, seen)
  for (
    let attempt = 1;
    'refusal' in prepared && !call.operation.readOnly && attempt < ATTEMPTS;
    attempt += 1
  ) {
    const now = await seeMemory(call)
    if (isSameSight(now, seen)) return prepared
    seen = now
    prepared = await prepare(call, seen)
  }
  return prepared
}

const MEND = 'Mend that, then call the tool again.'

/** What went wrong, as a refusal. */
export function asRefusal(error: unknown, { operation }: LayoutOperation): Refusal {
  if (error instanceof Error && error.name === 'UserError') {
    const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : ''
    return { refusal: safeText(error.message), help: safeText(hint || MEND) }
  }
  const what = error instanceof Error ? error.message : String(error)
  return {
    refusal: `${operation.name} failed: ${safeText(what)}`,
    help: 'This is a defect of memkeep: report it. Other tools may work all the same.',
  }
}
