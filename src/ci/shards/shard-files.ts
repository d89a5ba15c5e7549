import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { firstNames, safeText, UserError } from '../../core/messages.ts'
import { isShard, type Shard } from '../../core/shard.ts'
import { compareText } from '../../core/text.ts'
import { type FactsBasis, factsVersion } from '../../engine/documents/open-facts.ts'
import { BUILD, VERSION } from '../../engine/this-run.ts'
import { listFolder } from '../../fs/folders.ts'
import { isDirectory } from '../../fs/read-files.ts'
import { readLines } from '../../fs/text-files.ts'

/** A shard file, known by its first line. */
export type ShardFile = {
  readonly path: string
  /** The path below the given directory, for people. */
  readonly name: string
  readonly header: ShardHeader
}

/**
 * Finds every shard file below a directory, and returns shards 1 to N in order. Other files are not read. Throws
 * `UserError` where a shard is missing, exists twice with differences, or was not made as this run would make it.
 */
export function findShards(folder: string, settings: string): readonly ShardFile[] {
  if (!isDirectory(folder))
    throw new UserError(`there is no directory ${folder}`, 'Give the one with the shard files.')
  const names = listFolder(folder).files.flatMap(({ path, mode }) => (mode === 'link' ? [] : [path]))
  const files = names.sort(compareText).flatMap((name) => {
    const path = join(folder, name)
    const header = headerOf(path, name)
    return header ? [{ path, name, header }] : []
  })
  const [first] = files
  if (!first) {
    throw new UserError(
      `no shard file below ${folder}`,
      '`memkeep check --shard I/N --output FILE` writes one; give the directory that all of them were brought to.',
    )
  }
  for (const file of files) assertSameRun(file, first, settings)
  return oneOfEach(files, first.header.shard.of)
}

function headerOf(path: string, name: string): ShardHeader | null {
  try {
    for (const line of readLines(path, MOST_HEADER_BYTES)) return line && readHeader(line.toString('utf8'))
    return null
  } catch (error) {
    throw unreadableShard(name, error)
  }
}

/** The error for a shard file that cannot be read. */
export function unreadableShard(name: string, error: unknown): UserError {
  return new UserError(`the shard file ${safeText(name)} cannot be read`, 'Make it a readable file.', error)
}

function assertSameRun({ name, header }: ShardFile, first: ShardFile, settings: string): void {
  const { version, build, made, shard } = header
  const refuse = (what: string, help: string): never => {
    throw new UserError(`the shard file ${safeText(name)} ${what}`, help)
  }
  if (version !== VERSION) {
    refuse(
      `was made by memkeep ${safeText(version)}, and this is ${VERSION}`,
      'Run the same version on every machine.',
    )
  }
  if (build !== BUILD) refuse('was made by another build of memkeep', 'Run the same build on every machine.')
  if (header.settings !== settings) refuse('was made with other settings', SAME_SETTINGS)
  if (shard.of !== first.header.shard.of) {
    refuse(
      `is one of ${shard.of} shards, and ${safeText(first.name)} is one of ${first.header.shard.of}`,
      'Bring the files of one run only to this directory.',
    )
  }
  if (made.join('\0') !== first.header.made.join('\0')) {
    refuse(
      `was made of ${describeSources(made)}, and ${safeText(first.name)} of ${describeSources(first.header.made)}`,
      'Check out the same commit on every machine, and bring the files of one run only to this directory.',
    )
  }
}

const SAME_SETTINGS =
  'Give every machine the same memkeep.yaml, --config, --parser and MEMKEEP_SKIP, and bring the files of one run only here.'

/** The sources of a shard, for people. */
export function describeSources(made: readonly string[]): string {
  return safeText(made.join(' and '))
}

function oneOfEach(files: readonly ShardFile[], of: number): readonly ShardFile[] {
  const found = new Map<number, ShardFile>()
  for (const file of files) {
    const { index } = file.header.shard
    const other = found.get(index)
    if (!other) found.set(index, file)
    else if (other.header.sha256 !== file.header.sha256 || other.header.documents !== file.header.documents) {
      throw new UserError(
        `${safeText(other.name)} and ${safeText(file.name)} are both shard ${index}/${of}, and differ`,
        'Bring the files of one run only to this directory.',
      )
    }
  }
  const numbers = Array.from({ length: of }, (_, i) => i + 1)
  const missing = numbers.filter((index) => !found.has(index))
  if (missing.length > 0) throw missingShards(missing, of)
  return numbers.flatMap((index) => found.get(index) ?? [])
}

/** At most so many missing shards are named. */
const MOST_NAMED = 10

function missingShards(missing: readonly number[], of: number): UserError {
  const named = missing.map((index) => `${index}/${of}`)
  return new UserError(
    `no file of shard ${firstNames(named, MOST_NAMED)}`,
    'Look at the job that should have written it, and run it again: a part of the memory alone is not judged.',
  )
}

/** The first line of a shard file. */
export type ShardHeader = {
  /** The version and build of memkeep that made it: facts of another one may differ. */
  readonly version: string
  readonly build: string
  readonly shard: Shard
  /** Its sources, for people: `work tree of 1a2b3c4d5e6f`, `commit 1a2b3c4d5e6f`. */
  readonly made: readonly string[]
  /** The identity of the settings under check. */
  readonly settings: string
  readonly documents: number
  /** SHA-256 of every byte after the first line, in hex. */
  readonly sha256: string
}

/** The start of every shard file; the number is the version of the format. */
const SHARD_MARK = '{"memkeep-shard":1,'

/** The limit for the first line, in bytes. */
const MOST_HEADER_BYTES = 64 * 1024

/** The line that begins the documents made under settings. */
export function settingsLine(identity: string): string {
  return `{"settings":${JSON.stringify(identity)}}`
}

/** The first line. Its length does not depend on the last two values, so it can be written last. */
export function headerLine({ shard, documents, sha256, ...rest }: ShardHeader): string {
  const counts = JSON.stringify({ documents, sha256: sha256.padStart(64, '0') })
  const line = `${SHARD_MARK}${JSON.stringify({ ...rest, ...shard }).slice(1, -1)},${counts.slice(1)}`
  return `${line.padEnd(line.length + ROOM - String(documents).length)}\n`
}

const ROOM = 16

/** Reads a first line; null when it is none. */
export function readHeader(line: string): ShardHeader | null {
  const said = parsed(line)
  if (!said) return null
  const { version, build, index, of, made, settings, documents, sha256 } = said
  if (typeof version !== 'string' || typeof build !== 'string' || typeof settings !== 'string') return null
  if (typeof index !== 'number' || typeof of !== 'number' || !isShard({ index, of })) return null
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256) || !isCount(documents)) return null
  if (!Array.isArray(made) || !made.every((one) => typeof one === 'string')) return null
  return { version, build, shard: { index, of }, made, settings, documents, sha256 }
}

function parsed(line: string): { readonly [key: string]: unknown } | null {
  if (!line.startsWith(SHARD_MARK)) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** Identifies all that facts depend on apart from content and path: 32 hex digits. */
export function settingsIdentity(basis: FactsBasis): string {
  return createHash('sha256').update(factsVersion(basis)).digest('hex').slice(0, 32)
}
