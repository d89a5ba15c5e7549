import { type GitOptions, gitFailure, gitNonsense, gitNotStarted, isObjectId, startGit } from './run-git.ts'

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

/** Writes and reads at the same time, so that neither side can block the other. */
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

/** A blob's bytes, or why there are none. */
type Blob = { readonly bytes: Uint8Array } | { readonly failure: string }

/** Reads what `git cat-file --batch` prints, chunk by chunk. */
type BlobParser = {
  /** Reads the next chunk; false when git would not print that for the ids asked for. */
  push(chunk: Buffer): boolean
  /** True when every id has its answer. */
  isDone(): boolean
}

/** Bytes of the present object that are not read yet, its line break included. */
type Body = { left: number; readonly keep: Buffer[] | null }

function takeBody(part: Body, chunk: Buffer): Buffer {
  const taken = chunk.subarray(0, part.left)
  part.keep?.push(taken)
  part.left -= taken.length
  return chunk.subarray(taken.length)
}

/** What git says of an object: how many bytes follow, null for none, and why they are not kept. */
type Answer = { readonly length: number | null; readonly failure: string | null }

/** Null for what git would not say. */
function answerIn(text: string, maxBytes: number): Answer | null {
  if (text === 'missing') {
    return { length: null, failure: 'git does not have its content (a partial or damaged repository)' }
  }
  const [, type, size] = /^(blob|tree|commit|tag) (\d{1,15})$/.exec(text) ?? []
  if (type === undefined) return null
  const length = Number(size)
  if (type !== 'blob') return { length, failure: `it is a ${type} in git` }
  return { length, failure: length > maxBytes ? tooLarge(length, maxBytes) : null }
}

/** A header is an id, a type and a size; anything longer is not from git. */
const LONGEST_HEADER = 160

/**
 * Makes a parser for answers in the order of `ids`. Objects over `maxBytes` are read past and not kept, so that
 * memory holds only what was asked for.
 */
function blobParser(
  ids: readonly string[],
  maxBytes: number,
  found: (id: string, blob: Blob) => void,
): BlobParser {
  let next = 0
  let body: Body | null = null
  let rest: Buffer = Buffer.alloc(0)

  const finishBody = ({ keep }: Body): boolean => {
    const id = ids[next - 1] ?? ''
    if (!keep) return true
    const bytes = Buffer.concat(keep)
    found(id, { bytes: bytes.subarray(0, -1) })
    return bytes.at(-1) === 0x0a
  }

  const takeHeader = (header: string): boolean => {
    const id = ids[next]
    next += 1
    if (id === undefined || !header.startsWith(`${id} `)) return false
    const answer = answerIn(header.slice(id.length + 1), maxBytes)
    if (!answer) return false
    const { length, failure } = answer
    if (failure !== null) found(id, { failure })
    if (length !== null) body = { left: length + 1, keep: failure === null ? [] : null }
    return true
  }

  const push = (chunk: Buffer): boolean => {
    let input = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    rest = Buffer.alloc(0)
    while (input.length > 0) {
      if (body) {
        input = takeBody(body, input)
        if (body.left > 0) return true
        const done = body
        body = null
        if (!finishBody(done)) return false
        continue
      }
      const end = input.indexOf(0x0a)
      if (end < 0) {
        rest = input
        return rest.length <= LONGEST_HEADER
      }
      if (!takeHeader(input.toString('latin1', 0, end))) return false
      input = input.subarray(end + 1)
    }
    return true
  }

  return { push, isDone: () => next === ids.length && body === null && rest.length === 0 }
}

/** Says that a content of `bytes` is over the limit. */
function tooLarge(bytes: number, limit: number): string {
  return `it is too large to read (${bytes} bytes, the limit is ${limit})`
}
