import { type Blob, blobParser } from './blob-parser.ts'
import type { GitOptions } from './git-environment.ts'
import { gitFailure, gitNonsense, gitNotStarted } from './git-failure.ts'
import { isObjectId } from './object-id.ts'
import { startGit } from './start-git.ts'

/** Blobs over 4 MiB are not kept in memory: four times the largest file that is checked. */
const MAX_BLOB_BYTES = 4 * 1024 * 1024

const ARGS = ['cat-file', '--batch', '--buffer']

/**
 * Reads blobs by id with one git process. Every id gets an answer: its bytes, or a failure (missing, not a blob, over
 * 4 MiB). Throws `UserError` when git fails or does not answer for every id.
 */
export async function readBlobs(
  cwd: string,
  ids: readonly string[],
  options: GitOptions = {},
): Promise<ReadonlyMap<string, Blob>> {
  const blobs = new Map<string, Blob>()
  const asked: string[] = []
  for (const id of new Set(ids)) {
    if (isObjectId(id)) asked.push(id)
    else blobs.set(id, { failure: 'its id is not one of git' })
  }
  if (asked.length > 0) await ask(cwd, asked, { options, found: (id, blob) => blobs.set(id, blob) })
  return blobs
}

type Request = { readonly options: GitOptions; readonly found: (id: string, blob: Blob) => void }

/** Writing and reading go on at the same time, each at its own pace, so neither side can block the other. */
function ask(cwd: string, ids: readonly string[], { options, found }: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = startGit(cwd, ARGS, { ...options, stdin: 'pipe' })
    const parser = blobParser(ids, MAX_BLOB_BYTES, found)
    const stderr: Buffer[] = []
    let isSense = true
    child.stdout?.on('data', (chunk: Buffer) => {
      isSense &&= parser.push(chunk)
    })
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.on('error', (error) => reject(gitNotStarted(cwd, error)))
    child.on('close', (code, signal) => {
      if (code === 0 && isSense && parser.isDone()) return resolve()
      if (!isSense && code === 0) return reject(gitNonsense(ARGS, 'an object that was not asked for'))
      reject(gitFailure(cwd, ARGS, { code, signal, stderr: Buffer.concat(stderr).toString('utf8') }))
    })
    // A git that ends early closes the pipe; its exit code and the missing answers say so.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(`${ids.join('\n')}\n`)
  })
}
