import { createHash } from 'node:crypto'
import { isJsonObject, type Json } from '../core/json.ts'
import { cacheFolder } from '../fs/cache-folder.ts'

/** The last call of an agent's hook for a task. */
export type HookRecord = {
  /** When it began, in UTC. */
  readonly at: string
  /** Names the input of the last update that was done; null before there was one. */
  readonly input: string | null
  /** Why it did nothing, in one line; null where it did what it should. */
  readonly failure: string | null
}

const MOST_BYTES = 16 * 1024

/** The last call for a task; '' is the calls that knew no task. Null where there was none, or it cannot be read. */
export function readHookRecord(gitDir: string, task: string): HookRecord | null {
  const bytes = cacheFolder(gitDir).read(fileOf(task), MOST_BYTES)
  const value = parsed(bytes?.toString('utf8') ?? '')
  if (!isJsonObject(value) || typeof value.at !== 'string') return null
  const { at, input, failure } = value
  return {
    at,
    input: typeof input === 'string' ? input : null,
    failure: typeof failure === 'string' ? failure : null,
  }
}

/** Notes a call. Losing it costs an update that was not needed, or the reason of a failure. */
export function noteHook(gitDir: string, task: string, record: HookRecord): void {
  cacheFolder(gitDir).write(fileOf(task), Buffer.from(`${JSON.stringify(record)}\n`))
}

/** The failure of the last call for a task with its time, as one line; null where it did what it should. Untrusted. */
export function hookFailure(gitDir: string, task: string): string | null {
  const record = readHookRecord(gitDir, task)
  return record?.failure ? `${record.at}: ${record.failure}` : null
}

/** A name of a task is no name of a file. */
function fileOf(task: string): string {
  return `agent-hook-${createHash('sha256').update(task).digest('hex').slice(0, 24)}.json`
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}
