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

const SESSIONS = 'agent-sessions.json'
/** Sessions whose calls are kept: the last ones. */
const MOST_SESSIONS = 50

/** The requests to models that hooks made in one session of an agent. */
export function sessionCalls(
  gitDir: string,
  session: string,
): { readonly made: () => number; readonly add: (calls: number) => void } {
  const folder = cacheFolder(gitDir)
  const id = createHash('sha256').update(session).digest('hex')
  const all = (): { readonly [id: string]: Json } => {
    const value = parsed(folder.read(SESSIONS, MOST_BYTES)?.toString('utf8') ?? '')
    return isJsonObject(value) ? value : {}
  }
  const made = (): number => Number(all()[id] ?? 0) || 0
  return {
    made,
    add: (calls) => {
      const others = Object.entries(all()).filter(([other]) => other !== id)
      const kept = [...others, [id, made() + calls] as const].slice(-MOST_SESSIONS)
      folder.write(SESSIONS, Buffer.from(`${JSON.stringify(Object.fromEntries(kept))}\n`))
    },
  }
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
