import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Markdown } from '../../core/source.ts'
import type { Engine } from '../../formats/markdown/plan-markdown.ts'

/** One text to parse in the worker. */
export type ParseRequest = { readonly text: string; readonly start: number; readonly engine: Engine }

/** Its outline, or in what way it was too much. */
export type ParseAnswer = { readonly markdown: Markdown } | { readonly failure: string }

/** Milliseconds for one text, and more for the one that has to wait for the worker to start. */
const TIME_LIMIT = 1500
/** With `parser: 'remark'`, where a run may take longer. */
const PATIENT_LIMIT = 20_000
const START_ALLOWANCE = 200
/**
 * Milliseconds of processor time for all texts of a minute together: sixty files that each take almost their limit would keep a run busy for
 * longer than anyone waits. What is left is not parsed, and said.
 */
const MOST_IN_ALL = 20_000
const WINDOW = 60_000
/** What a text has cost already counts, up to this. */
const MOST_SPENT = 500
const MEMORY_LIMIT_MB = 256

/** Next to the running bundle; TypeScript sources use the built one. */
const WORKER_FILE = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/parse-worker.cjs' : './parse-worker.cjs',
  import.meta.url,
)

let idle: Worker | null = null
let last: Promise<unknown> = Promise.resolve()

/**
 * Parses one text in the only parse worker, one after the other. The worker is started when first needed, reused
 * until a text is too much for it, and never keeps the process alive. `spent` is how many milliseconds the text has taken
 * so far. Rejects only when the worker cannot run at all.
 */
export function parseInWorker(request: ParseRequest, spent: number): Promise<ParseAnswer> {
  const answer = last.then(() => ask(request, Math.min(spent, MOST_SPENT)))
  last = answer.catch(() => undefined)
  return answer
}

/** A server lives for long: what was spent counts for a minute. */
let window = { since: Number.NEGATIVE_INFINITY, spent: 0 }

async function ask(request: ParseRequest, spent: number): Promise<ParseAnswer> {
  if (request.engine === 'remark') return askOnce(request, spent)
  if (performance.now() - window.since > WINDOW) window = { since: performance.now(), spent: 0 }
  if (window.spent > MOST_IN_ALL)
    return { failure: `that it was not parsed: such texts took ${MOST_IN_ALL / 1000} s before it` }
  const before = process.cpuUsage()
  const answer = await askOnce(request, spent)
  const { user, system } = process.cpuUsage(before)
  window.spent += (user + system) / 1000
  return answer
}

async function askOnce(request: ParseRequest, spent: number): Promise<ParseAnswer> {
  const given = request.engine === 'remark' ? PATIENT_LIMIT : TIME_LIMIT
  const limit = Math.ceil(given + (idle ? 0 : START_ALLOWANCE) - spent)
  const worker = idle ?? startWorker()
  idle = null
  worker.ref()
  const answer = await answerOf(worker, request, { given, limit })
  if ('reply' in answer) {
    worker.unref()
    idle = worker
    return answer.reply
  }
  await worker.terminate()
  return answer
}

function startWorker(): Worker {
  const worker = new Worker(WORKER_FILE, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    stderr: true,
    stdout: true,
  })
  const forget = () => {
    if (idle === worker) idle = null
  }
  worker.on('error', forget).on('exit', forget)
  return worker
}

/** The worker's reply, or a failure after which the worker is discarded. */
async function answerOf(
  worker: Worker,
  request: ParseRequest,
  { given, limit }: { readonly given: number; readonly limit: number },
): Promise<{ reply: ParseAnswer } | { failure: string }> {
  const { signal, end } = timeLimit(limit)
  worker.postMessage(request)
  try {
    const [reply] = await once(worker, 'message', { signal })
    return { reply }
  } catch (error) {
    if (signal.aborted) return { failure: `that it takes more than ${given / 1000} s to parse` }
    if (isOutOfMemory(error)) return { failure: `that it takes more than ${MEMORY_LIMIT_MB} MB to parse` }
    throw error
  } finally {
    end()
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** Waiting for a busy machine does not count, up to this many times a limit. */
const MOST_WAITING = 4

/** A time limit that runs until it is ended. */
type TimeLimit = { readonly signal: AbortSignal; readonly end: () => void }

/**
 * Aborts its signal when this process has used `limit` milliseconds of CPU time in all threads, or after four times as long.
 * So the limit means the same on a quiet and on a busy machine.
 */
export function timeLimit(limit: number): TimeLimit {
  const controller = new AbortController()
  const before = process.cpuUsage()
  const until = performance.now() + MOST_WAITING * limit
  const look = () => {
    const { user, system } = process.cpuUsage(before)
    const left = Math.min(limit - (user + system) / 1000, until - performance.now())
    if (left <= 0) controller.abort()
    else timer = setTimeout(look, Math.ceil(left))
  }
  let timer = setTimeout(look, limit)
  return { signal: controller.signal, end: () => clearTimeout(timer) }
}
