import { createHash } from 'node:crypto'
import { UserError } from '../../core/errors.ts'
import { allRules, type Layout } from '../../core/layout.ts'
import type { Rule } from '../../core/rule.ts'
import { safeText } from '../../core/safe-text.ts'
import type { FactsStore } from '../../engine/context.ts'
import { type FactsBasis, factsInMemory, type KeptFacts } from '../../engine/documents/facts.ts'
import { readLines } from '../../fs/text-files.ts'
import { isDocument, type NamesKnown } from './is-document.ts'
import {
  describeSources,
  findShards,
  type ShardFile,
  settingsIdentity,
  unreadableShard,
} from './shard-files.ts'

/** The names that a document can hold, and the basis of its facts. */
export type ShardBasis = FactsBasis & { readonly layouts: readonly Layout[]; readonly rules: readonly Rule[] }

/** The limit for the line of one document, in bytes: the facts of a file of 4 MiB are far smaller. */
const MOST_LINE_BYTES = 256 * 1024 * 1024

/**
 * The facts in the shard files below a directory, read line by line. They are untrusted: damaged or cut files and
 * values that are no document are refused, but whole, false facts cannot be recognised. They are dropped after the
 * run. Throws `UserError` for files that do not belong together or to this run, and for a document that they lack,
 * unless they may lack some.
 */
export async function openShardFacts(
  folder: string,
  basis: ShardBasis,
  { mayLack = false } = {},
): Promise<KeptFacts> {
  const files = findShards(folder, settingsIdentity(basis))
  const names = namesOf(basis)
  const stores = new Map<string, FactsStore>()
  for (const file of files) readShard(file, { stores, names })
  const lacks = (path: string): Error => lacking(path, files)
  const under = (identity: string): FactsStore => ({
    ...(stores.get(identity) ?? factsInMemory()),
    put: () => undefined,
    under: (settings) => under(settingsIdentity({ ...basis, settings })),
    ...(mayLack ? {} : { lacks }),
  })
  return { ...under(settingsIdentity(basis)), save: async () => undefined }
}

function namesOf({ layouts, rules }: ShardBasis): NamesKnown {
  return {
    kinds: new Map(layouts.map(({ id, kinds }) => [id, new Set(kinds.map((kind) => kind.id))])),
    rules: new Set(allRules({ rules, layouts }).map(({ id }) => id)),
  }
}

function lacking(path: string, files: readonly ShardFile[]): UserError {
  const made = describeSources(files[0]?.header.made ?? [])
  return new UserError(
    `no shard has ${safeText(path)} as it is here: the shards were made of ${made}`,
    'Check out the same commit here, give --base, --rev and --staged as to the shards, and change nothing in between.',
  )
}

type Reading = { readonly stores: Map<string, FactsStore>; readonly names: NamesKnown }

function readShard(file: ShardFile, reading: Reading): void {
  const { documents, sha256 } = takeLines(file, reading)
  if (documents !== file.header.documents || sha256 !== file.header.sha256) throw damaged(file)
}

function damaged({ name, header: { shard } }: ShardFile): UserError {
  return new UserError(
    `the shard file ${safeText(name)} is cut off or damaged: it does not hold what its first line says`,
    `Bring it here again, or run shard ${shard.index}/${shard.of} again.`,
  )
}

function takeLines(file: ShardFile, { stores, names }: Reading): { documents: number; sha256: string } {
  const hash = createHash('sha256')
  let documents = 0
  let store: FactsStore | null = null
  let number = 0
  for (const line of linesOf(file)) {
    number += 1
    if (number === 1) continue
    const value = line && parsed(line)
    if (!line || value === null) throw damaged(file)
    hash.update(line).update('\n')
    const settings = settingsOf(value)
    if (settings !== null) {
      store = stores.get(settings) ?? factsInMemory()
      stores.set(settings, store)
    } else if (store && isDocument(value, names)) {
      store.put(value)
      documents += 1
    } else {
      throw new UserError(
        `line ${number} of the shard file ${safeText(file.name)} is no document that memkeep writes`,
        'Use only files that `memkeep check --shard` wrote, in the same run of the same workflow.',
      )
    }
  }
  return { documents, sha256: hash.digest('hex') }
}

function* linesOf({ path, name }: ShardFile): Generator<Buffer | null> {
  try {
    yield* readLines(path, MOST_LINE_BYTES)
  } catch (error) {
    throw unreadableShard(name, error)
  }
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return null
  }
}

/** The settings' identity in a line that begins their documents; null for any other line. */
function settingsOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('settings' in value)) return null
  const { settings } = value
  return typeof settings === 'string' && Object.keys(value).length === 1 ? settings : null
}
