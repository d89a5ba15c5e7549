import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { Document } from '../../core/document.ts'
import type { Shard } from '../../core/shard.ts'
import { type CheckOptions, openSides } from '../../engine/check-request.ts'
import { type ClaimedFile, claimFiles } from '../../engine/claims.ts'
import { type MemoryContext, type Sides, withFacts } from '../../engine/context.ts'
import type { FactsStore } from '../../engine/documents/facts.ts'
import { BATCH, readClaimed } from '../../engine/documents/load-documents.ts'
import { type OpenMemory, openMemory } from '../../engine/open-memory.ts'
import { orUserError } from '../../engine/output.ts'
import { settingsBefore } from '../../engine/settings/load-settings.ts'
import { BUILD, VERSION } from '../../engine/this-run.ts'
import { type LargeFile, startLargeFile } from '../../fs/atomic-write.ts'
import { headCommit } from '../../git/history.ts'
import { type OpenSnapshot, openProject, type Project } from '../../snapshot/project.ts'
import { headerLine, settingsIdentity, settingsLine } from './shard-files.ts'

/** One run of `memkeep check --shard`. */
type ShardOptions = CheckOptions & {
  readonly shard: Shard
  /** The file to write, relative to `cwd`. */
  readonly output: string
}

/**
 * Runs the document stage for one share of the documents of a check, and writes their facts to a file; returns their
 * number. Judges no document. Throws `UserError` where the check would be wrong use, and when the file cannot be
 * written.
 */
export async function runShard({ shard, output, ...options }: ShardOptions): Promise<number> {
  const project = await openProject(options.cwd)
  const sides = await openSides(project, options)
  const isWorkTree = options.source.kind === 'work-tree'
  const memory = await openMemory({ ...options, project, sides, isWorkTree, allWanted: true })
  return writeShard({
    parts: await shardParts(memory),
    shard,
    made: await madeOf(project, memory),
    path: resolve(options.cwd, output),
    name: output,
  })
}

async function madeOf({ repository }: Project, { after, before }: Sides): Promise<readonly string[]> {
  const head = repository && !/^commit /.test(after.label) ? await headCommit(repository.top) : null
  const label = head ? `${after.label} of ${head.slice(0, 12)}` : after.label
  return before ? [label, before.label] : [label]
}

/** Every side whose documents a check reads, each with its own settings. */
async function shardParts(memory: OpenMemory): Promise<readonly [ShardPart, ...ShardPart[]]> {
  const { after, before, merge } = memory
  const load = withFacts(memory, { ...NO_FACTS, get: memory.facts.get })
  const partOf = (snapshot: OpenSnapshot): ShardPart => ({ snapshot, load })
  const settings = await settingsBefore(before, load)
  const earlier = settings ? withFacts({ ...memory, settings }, NO_FACTS) : load
  return [
    partOf(after),
    ...(before ? [{ snapshot: before, load: earlier }] : []),
    ...(merge?.others ?? []).map(partOf),
    ...(merge?.bases ?? []).map(({ snapshot }) => partOf(snapshot)),
  ]
}

/** Keeps no facts: what is in the file is not needed in memory. */
const NO_FACTS: FactsStore = { get: () => null, put: () => undefined }

/** A snapshot, and the settings and rules for its documents. */
type ShardPart = { readonly snapshot: OpenSnapshot; readonly load: MemoryContext }

/** The content of a shard file, and its path. */
type ShardRequest = {
  /** Every side of the check; the first one's settings identify the file. A document of several sides is written once. */
  readonly parts: readonly [ShardPart, ...ShardPart[]]
  readonly shard: Shard
  /** Its sources, for people. */
  readonly made: readonly string[]
  readonly path: string
  /** The file as the user gave it. */
  readonly name: string
}

/**
 * Runs the document stage for one share of every side's documents and writes the facts as lines of JSON after a
 * header; returns their number. The file appears when it is complete. Known facts are used and none is kept, so
 * memory use does not grow with the documents. Throws `UserError` when the file cannot be written.
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

type Written = { readonly documents: number; readonly sha256: string }

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

function identityOf({ settings, mode }: MemoryContext): string {
  return settingsIdentity({ settings, parser: mode?.parser ?? 'auto' })
}

type Share = { readonly shard: Shard; readonly known: Set<string> }

/** The documents of a share that are not written yet. Unreadable ones are left out: the final check reports them. */
async function* shareOf(
  snapshot: OpenSnapshot,
  load: MemoryContext,
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

/**
 * Which of `of` shards, from 1, reads the documents of a path. It depends on the path alone: every machine gets the
 * same answer without reading a file, and both sides of a change go to one machine.
 */
export function shardOf(path: string, of: number): number {
  return (createHash('sha256').update(path).digest().readUInt32BE(0) % of) + 1
}
