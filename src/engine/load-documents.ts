import type { Document } from '../core/document.ts'
import type { FileContent, Snapshot } from '../core/snapshot.ts'
import { type ClaimedFile, claimFiles } from './claims.ts'
import { engineFinding, unreadDocument } from './engine-finding.ts'
import type { MemoryContext } from './load-options.ts'
import { plainDocument } from './plain-document.ts'
import { loadStage, type ReadContent, stageDocument } from './stage-document.ts'

/** Every claimed file of a snapshot as a document, in order of paths. */
export type Loaded = {
  readonly documents: readonly Document[]
  /** Paths of those that did not come from the store. */
  readonly fresh: readonly string[]
}

/** So many files are read and parsed at a time: their bytes are all that is in memory beside the facts. */
export const BATCH = 128

/** The document stage over a snapshot. */
export async function loadDocuments(snapshot: Snapshot, options: MemoryContext): Promise<Loaded> {
  return loadClaimed(claimFiles(snapshot, options), snapshot, options)
}

/** The document stage over some files of a snapshot: known facts first, then reading and parsing of what is left. */
export async function loadClaimed(
  claimed: readonly ClaimedFile[],
  snapshot: Snapshot,
  options: MemoryContext,
): Promise<Loaded> {
  const known = new Map<string, Document>()
  const open: ClaimedFile[] = []
  for (const one of claimed) {
    const found = one.file.id === null ? null : options.facts.get(one.file.id, one.file.path)
    if (found && isOf(found, one)) known.set(one.file.path, found)
    else open.push(one)
  }
  const fresh = options.facts.lacks ? [...known.keys()] : []
  for (let i = 0; i < open.length; i += BATCH) {
    for (const { document, hit } of await parseClaimed(open.slice(i, i + BATCH), snapshot, options)) {
      if (!hit) fresh.push(document.path)
      known.set(document.path, document)
    }
  }
  const documents = claimed.flatMap((one) => withRivals(known.get(one.file.path), one, options))
  return { documents, fresh }
}

/** What came of one file. */
export type ReadClaimed = {
  readonly document: Document
  /** It came from the store. */
  readonly hit: boolean
  /** The file cannot be read: the document says so, and nothing else. */
  readonly failed: boolean
}

/** The document stage over a few files, in their order: known facts first. What every file has one of is read at once. */
export async function readClaimed(
  files: readonly ClaimedFile[],
  snapshot: Snapshot,
  options: MemoryContext,
): Promise<readonly ReadClaimed[]> {
  const open: ClaimedFile[] = []
  const found = files.map((one): ReadClaimed | null => {
    const document = one.file.id === null ? null : options.facts.get(one.file.id, one.file.path)
    if (document && isOf(document, one)) return { document, hit: true, failed: false }
    open.push(one)
    return null
  })
  const parsed = (await parseClaimed(open, snapshot, options)).values()
  return found.flatMap((one) => one ?? parsed.next().value ?? [])
}

async function parseClaimed(
  batch: readonly ClaimedFile[],
  snapshot: Snapshot,
  options: MemoryContext,
): Promise<readonly ReadClaimed[]> {
  const paths = batch.filter(isReadable).map(({ file }) => file.path)
  const isParsed = paths.length > 0 && !options.facts.lacks
  // Loading takes as long as git.
  const [contents] = await Promise.all([snapshot.read(paths), isParsed && loadStage()])
  const all: ReadClaimed[] = []
  for (const one of batch) {
    const found = settled(one, contents.get(one.file.path), options)
    all.push('content' in found ? await stageReadable(found, options) : found)
  }
  return all
}

async function stageReadable({ one, content }: Readable, options: MemoryContext): Promise<ReadClaimed> {
  const { facts, keepsFacts = true } = options
  const document = plainDocument(await stageDocument(one, content, options))
  if (!document.transient) {
    facts.put(document)
    if (keepsFacts) facts.keep?.(document)
  }
  return { document, hit: false, failed: false }
}

/** A file that was read. */
type Readable = { readonly one: ClaimedFile; readonly content: ReadContent }

/** Facts are kept by content and path; another layout may claim the path under other settings. */
function isOf(document: Document, { layout, claim }: ClaimedFile): boolean {
  return document.layout === layout.id && document.kind === claim.kind && document.scope === claim.scope
}

function isReadable({ file, layout, claim }: ClaimedFile): boolean {
  const format = layout.kinds.find(({ id }) => id === claim.kind)?.format
  return format === 'link' ? file.mode === 'link' : file.mode === 'file' || file.mode === 'executable'
}

/** What comes of a file without parsing it; else its content. */
function settled(
  one: ClaimedFile,
  content: FileContent | undefined,
  options: MemoryContext,
): ReadClaimed | Readable {
  const { facts } = options
  if (!isReadable(one)) return failed(one, notAFile(one), options)
  if (!content || 'failure' in content) return failed(one, content?.failure ?? 'it was not read', options)
  const found = facts.get(content.id, one.file.path)
  if (found && isOf(found, one)) return { document: found, hit: !facts.lacks, failed: false }
  if (facts.lacks) throw facts.lacks(one.file.path)
  return { one, content }
}

function notAFile({ file }: ClaimedFile): string {
  return file.mode === 'link' ? 'it is a symbolic link, which is not followed' : `it is a ${file.mode}`
}

function failed(one: ClaimedFile, reason: string, options: MemoryContext): ReadClaimed {
  return { document: unreadable(one, reason, options), hit: false, failed: true }
}

function unreadable(one: ClaimedFile, reason: string, options: MemoryContext): Document {
  const finding = engineFinding(
    {
      rule: 'unreadable',
      message: `Unexpected memory file that cannot be read: ${reason}`,
      help: 'Make it a readable regular file; nothing in it was checked.',
    },
    options.rules,
    options.settings,
  )
  return unreadDocument(one, finding ? [finding] : [])
}

function withRivals(document: Document | undefined, one: ClaimedFile, options: MemoryContext): Document[] {
  if (!document) return []
  if (one.rivals.length === 0) return [document]
  const finding = engineFinding(
    {
      rule: 'path-claimed',
      message: `Unexpected second layout for this path: ${[one.layout.id, ...one.rivals].join(', ')} claim it`,
      help: 'Move one of their roots in memkeep.yaml.',
    },
    options.rules,
    options.settings,
  )
  return [finding ? { ...document, findings: [...document.findings, finding] } : document]
}
