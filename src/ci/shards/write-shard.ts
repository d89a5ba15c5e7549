import { createHash } from 'node:crypto'
import type { Document } from '../../core/document.ts'
import type { Shard } from '../../core/shard.ts'
import { type ClaimedFile, claimFiles } from '../../engine/claims.ts'
import { BATCH, readClaimed } from '../../engine/load-documents.ts'
import type { LoadOptions } from '../../engine/load-options.ts'
import { BUILD, VERSION } from '../../engine/version.ts'
import { orUserError } from '../../engine/write-output.ts'
import { type LargeFile, startLargeFile } from '../../fs/atomic-write.ts'
import type { OpenSnapshot } from '../../snapshot/real-snapshot.ts'
import { settingsIdentity } from './settings-identity.ts'
import { headerLine, type ShardHeader, settingsLine } from './shard-header.ts'
import { shardOf } from './shard-of.ts'

/** A snapshot, and what its documents are read with. */
export type ShardPart = { readonly snapshot: OpenSnapshot; readonly load: LoadOptions }

/** What a shard file is to hold, and where it is to lie. */
export type ShardRequest = {
  /** Every side of the check; the first one's settings name the file. A document that several have is written once. */
  readonly parts: readonly [ShardPart, ...ShardPart[]]
  readonly shard: Shard
  /** What it is made of, for people. */
  readonly made: readonly string[]
  readonly path: string
  /** The file as the user gave it. */
  readonly name: string
}

/**
 * The document stage over one share of every side's documents, written as lines of JSON behind a header; gives how many
 * there are. The file is there when all of it is. Facts that are at hand are used, and none is kept: so little is in memory
 * at a time, however many there are. Throws `UserError` when it cannot be written.
 */
export async function writeShard({ parts, shard, made, path, name }: ShardRequest): Promise<number> {
  const header = { version: VERSION, build: BUILD, shard, made, settings: identityOf(parts[0].load) }
  const file = orUserError(name, () => startLargeFile(path))
  try {
    const room = Buffer.from(headerLine({ ...header, documents: 0, sha256: '' }))
    orUserError(name, () => file.append(Buffer.alloc(room.length, ' ')))
    const written = await writeParts(parts, { shard, file, name })
    orUserError(name, () => file.finish(Buffer.from(headerLine({ ...header, ...written }))))
    return written.documents
  } catch (error) {
    file.abandon()
    throw error
  }
}

type Writing = { readonly shard: Shard; readonly file: LargeFile; readonly name: string }

type Written = Pick<ShardHeader, 'documents' | 'sha256'>

async function writeParts(parts: readonly ShardPart[], { shard, file, name }: Writing): Promise<Written> {
  const hash = createHash('sha256')
  const seen = new Map<string, Set<string>>()
  let documents = 0
  const write = (line: string): void => {
    const bytes = Buffer.from(`${line}\n`)
    hash.update(bytes)
    orUserError(name, () => file.append(bytes))
  }
  for (const { snapshot, load } of parts) {
    const identity = identityOf(load)
    const known = seen.get(identity) ?? new Set()
    seen.set(identity, known)
    write(settingsLine(identity))
    for await (const batch of shareOf(snapshot, load, { shard, known })) {
      documents += batch.length
      for (const document of batch) write(JSON.stringify(document))
    }
  }
  return { documents, sha256: hash.digest('hex') }
}

function identityOf({ settings, parser = 'auto' }: LoadOptions): string {
  return settingsIdentity({ settings, parser })
}

type Share = { readonly shard: Shard; readonly known: Set<string> }

/** The documents of a share that were not written yet; those that cannot be read are for whoever reports it to see. */
async function* shareOf(
  snapshot: OpenSnapshot,
  load: LoadOptions,
  { shard, known }: Share,
): AsyncGenerator<readonly Document[]> {
  const own = claimFiles(snapshot, load).filter(
    ({ file }) => shardOf(file.path, shard.of) === shard.index && !known.has(keyOf(file.path, file.id ?? '')),
  )
  for (let i = 0; i < own.length; i += BATCH) {
    const batch: readonly ClaimedFile[] = own.slice(i, i + BATCH)
    const read = await readClaimed(batch, snapshot, load)
    yield read.flatMap(({ document, failed }) => {
      const key = keyOf(document.path, document.id)
      if (failed || known.has(key)) return []
      known.add(key)
      return [document]
    })
  }
}

function keyOf(path: string, id: string): string {
  return `${path}\0${id}`
}
