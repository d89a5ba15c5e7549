/** A blob's bytes, or why there are none. */
export type Blob = { readonly bytes: Uint8Array } | { readonly failure: string }

/** Reads what `git cat-file --batch` prints, chunk by chunk. */
export type BlobParser = {
  /** Takes the next chunk; false when it is nothing that git would print for the ids asked for. */
  push(chunk: Buffer): boolean
  /** True when every id has its answer. */
  isDone(): boolean
}

/** Bytes of the present object that are still to come, its line break included. */
type Body = { left: number; readonly keep: Buffer[] | null }

/** A header is an id, a type and a size; anything longer is not from git. */
const LONGEST_HEADER = 160

/**
 * Makes a parser for answers in the order of `ids`. Objects over `maxBytes` are let through without being kept, so
 * that memory holds no more than what was asked for.
 */
export function blobParser(
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
    const answer = header.slice(id.length + 1)
    if (answer === 'missing') {
      found(id, { failure: 'git does not have its content (a partial or damaged repository)' })
      return true
    }
    const [, type, size] = /^(blob|tree|commit|tag) (\d{1,15})$/.exec(answer) ?? []
    if (type === undefined) return false
    const length = Number(size)
    const refusal =
      type !== 'blob' ? `it is a ${type} in git` : length > maxBytes ? tooLarge(length, maxBytes) : null
    if (refusal) found(id, { failure: refusal })
    body = { left: length + 1, keep: refusal ? null : [] }
    return true
  }

  const takeBody = (part: Body, chunk: Buffer): Buffer => {
    const taken = chunk.subarray(0, part.left)
    part.keep?.push(taken)
    part.left -= taken.length
    return chunk.subarray(taken.length)
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
