import { Worker } from 'node:worker_threads'
import type { Document } from '../core/document.ts'
import type { Claim } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'

/** One file for a worker's document stage: a layout is known there by its id. */
export type StageTask = {
  readonly path: string
  readonly bytes: Uint8Array
  readonly id: string
  readonly layout: string
  readonly claim: Claim
}

/** A few files at a time, and what they are read with. */
export type StageRequest = {
  readonly number: number
  readonly tasks: readonly StageTask[]
  readonly settings: Settings
  readonly parser: 'auto' | 'remark' | undefined
}

/** Their documents as text, in their order; null for one that is to be read elsewhere. */
export type StageAnswer = { readonly number: number; readonly documents: readonly (string | null)[] }

/** Workers of the document stage. */
export type StageWorkers = {
  readonly count: number
  /** Reads files in the worker with this number, from 0; rejects when that worker is lost, and ever after. */
  stage(worker: number, request: Omit<StageRequest, 'number'>): Promise<readonly (Document | null)[]>
  close(): Promise<void>
}

/** Beside the running bundle; TypeScript sources use the built one. */
const WORKER_FILE = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/stage-worker.cjs' : './stage-worker.cjs',
  import.meta.url,
)

/** What workers run, and memory for the facts of a few files and what parsing them leaves behind. */
type Made = { readonly file: URL; readonly memoryMb: number }

type Waiting = { resolve(answer: StageAnswer): void; reject(error: Error): void }
type Running = { readonly worker: Worker; readonly waiting: Map<number, Waiting>; lost: Error | null }

/** Starts workers that know every layout and rule of this build. They keep the process alive until they are closed. */
export function startStageWorkers(
  count: number,
  made: Made = { file: WORKER_FILE, memoryMb: 512 },
): StageWorkers {
  const running = Array.from({ length: count }, () => start(made))
  let number = 0
  return {
    count,
    async stage(worker, request) {
      const one = running[worker]
      if (!one || one.lost) throw one?.lost ?? new Error(`no worker ${worker}`)
      const answer = await ask(one, { ...request, number: number++ })
      return answer.documents.map((text) => (text === null ? null : (JSON.parse(text) as Document)))
    },
    close: async () => {
      await Promise.all(running.map(({ worker }) => worker.terminate()))
    },
  }
}

function start({ file, memoryMb }: Made): Running {
  const worker = new Worker(file, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    stderr: true,
    stdout: true,
  })
  const running: Running = { worker, waiting: new Map(), lost: null }
  const lose = (error: Error) => {
    running.lost ??= error
    for (const { reject } of running.waiting.values()) reject(error)
    running.waiting.clear()
  }
  worker.on('message', (answer: StageAnswer) => {
    running.waiting.get(answer.number)?.resolve(answer)
    running.waiting.delete(answer.number)
  })
  worker.on('error', lose).on('exit', () => lose(new Error('the worker has ended')))
  return running
}

function ask({ worker, waiting }: Running, request: StageRequest): Promise<StageAnswer> {
  return new Promise((resolve, reject) => {
    waiting.set(request.number, { resolve, reject })
    worker.postMessage(request)
  })
}
