import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { GIT_SURROUNDINGS } from './git.ts'

/** Reads blobs by id; what was read once is kept. */
export type BlobStore = {
  readonly read: (oid: string) => Promise<Buffer>
  readonly close: () => Promise<void>
}

/** The id that git gives to these bytes, in a repository with SHA-1. */
export function blobOid(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/** One `git cat-file --batch` that stays open: most reads of a model run are of few bytes. */
export function openBlobs(gitDir: string): BlobStore {
  const args = [`--git-dir=${gitDir}`, 'cat-file', '--batch']
  // Not in the repository: it may be put back from a copy meanwhile.
  const child = spawn('git', args, { cwd: tmpdir(), env: GIT_SURROUNDINGS, stdio: 'pipe' })
  const known = new Map<string, Buffer>()
  const waiting: { oid: string; resolve: (bytes: Buffer) => void; reject: (error: Error) => void }[] = []
  let rest = Buffer.alloc(0)
  const take = (): boolean => {
    const end = rest.indexOf(10)
    if (end < 0) return false
    const [oid = '', type, length] = rest.subarray(0, end).toString().split(' ')
    const size = type === 'blob' ? Number(length) : -1
    if (rest.length < end + 1 + size + 1) return false
    const bytes = Buffer.from(rest.subarray(end + 1, end + 1 + Math.max(size, 0)))
    rest = rest.subarray(end + 1 + size + 1)
    const asked = waiting.shift()
    if (size < 0) asked?.reject(new Error(`${oid} is ${type}, expected a blob`))
    else {
      known.set(oid, bytes)
      asked?.resolve(bytes)
    }
    return true
  }
  child.stdout.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (take());
  })
  child.on('close', () => {
    for (const { oid, reject } of waiting) reject(new Error(`git ended before it gave ${oid}`))
  })
  return {
    read: (oid) => {
      const bytes = known.get(oid)
      if (bytes) return Promise.resolve(bytes)
      return new Promise((resolve, reject) => {
        waiting.push({ oid, resolve, reject })
        child.stdin.write(`${oid}\n`)
      })
    },
    close: async () => {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'close')
    },
  }
}
