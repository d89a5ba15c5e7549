import type { Document } from '../core/document.ts'
import type { FileContent } from '../core/snapshot.ts'
import type { ClaimedFile } from './claims.ts'
import type { StageInput } from './document-stage.ts'
import { documentText } from './plain-document.ts'
import { stageDocument } from './stage-document.ts'
import type { StageTask, StageWorkers } from './stage-workers.ts'

/** A file that was read. */
export type Readable = {
  readonly one: ClaimedFile
  readonly content: Exclude<FileContent, { readonly failure: string }>
}

/** What files are read with, and who helps; nobody where it is null. */
export type Staging = Pick<StageInput, 'rules' | 'settings' | 'parser'> & {
  readonly workers: StageWorkers | null
}

/** So many files go to a worker at a time. */
const PORTION = 8
/** A worker has the next portion before it is done with one. */
const AHEAD = 2

/**
 * The document stage over files that were read, in their order, as plain data. Workers take portions of them, and so does this
 * thread; what a worker does not finish, this thread does: with and without workers it comes to the same.
 */
export async function stageAll(files: readonly Readable[], staging: Staging): Promise<readonly Document[]> {
  const done: Document[] = []
  const { workers } = staging
  let next = 0
  const portions = (size: number) => () => {
    const first = next
    next = Math.min(files.length, next + size)
    return { first, portion: files.slice(first, next) }
  }
  const lanes = Array.from({ length: workers ? workers.count * AHEAD : 0 }, (_, lane) => async () => {
    const take = portions(PORTION)
    for (let { first, portion } = take(); portion.length > 0; { first, portion } = take()) {
      const staged = workers && (await inWorker(portion, workers, { lane, staging }))
      for (const [i, file] of portion.entries()) done[first + i] = staged?.[i] ?? (await here(file, staging))
      if (!staged) return
    }
  })
  await Promise.all([...lanes, () => onThisThread(portions(1), { done, staging })].map((run) => run()))
  return done
}

type Take = () => { readonly first: number; readonly portion: readonly Readable[] }

async function onThisThread(
  take: Take,
  { done, staging }: { done: Document[]; staging: Staging },
): Promise<void> {
  for (let { first, portion } = take(); portion.length > 0; { first, portion } = take()) {
    for (const file of portion) done[first] = await here(file, staging)
    // Answers of workers come in between.
    if (staging.workers) await new Promise((resolve) => setImmediate(resolve))
  }
}

async function here({ one, content }: Readable, staging: Staging): Promise<Document> {
  return JSON.parse(documentText(await stageDocument(one, content, staging))) as Document
}

/** Null when the worker is lost. */
async function inWorker(
  files: readonly Readable[],
  workers: StageWorkers,
  { lane, staging: { settings, parser } }: { lane: number; staging: Staging },
): Promise<readonly (Document | null)[] | null> {
  try {
    return await workers.stage(lane % workers.count, { tasks: files.map(taskOf), settings, parser })
  } catch {
    return null
  }
}

/** The bytes may be a part of far more, which would be sent as well. */
function taskOf({ one: { file, layout, claim }, content: { bytes, id } }: Readable): StageTask {
  return { path: file.path, bytes: new Uint8Array(bytes), id, layout: layout.id, claim }
}
