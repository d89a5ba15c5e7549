import { capFindings } from '../../core/diagnostic.ts'
import type { Document } from '../../core/document.ts'
import { plainCopy } from '../../core/json.ts'
import type { Settings } from '../../core/settings.ts'
import { type FileContent, isRegular, type Snapshot } from '../../core/snapshot.ts'
import type { Source } from '../../core/source.ts'
import { isEdited, type OpenSnapshot } from '../../snapshot/project.ts'
import { type ClaimedFile, claimFiles, unreadDocument } from '../claims.ts'
import { engineFindings, type MemoryContext } from '../context.ts'
import { publishStep } from '../progress.ts'

/** Every claimed file of a snapshot as a document, in order of paths. */
export type Loaded = {
  readonly documents: readonly Document[]
  /** Paths of those that did not come from the store. */
  readonly fresh: readonly string[]
  /** Paths of those that were edited after they were listed: what was read is not what the listed id names. */
  readonly edited: ReadonlySet<string>
}

/** This many files are read and parsed at a time: memory holds their bytes and the facts, nothing else. */
export const BATCH = 128

/** The document stage over a snapshot. */
export async function loadDocuments(snapshot: Snapshot, memory: MemoryContext): Promise<Loaded> {
  return loadClaimed(claimFiles(snapshot, memory), snapshot, memory)
}

/** The document stage over some files of a snapshot. */
export async function loadClaimed(
  claimed: readonly ClaimedFile[],
  snapshot: Snapshot,
  memory: MemoryContext,
): Promise<Loaded> {
  const read = await readClaimed(claimed, snapshot, memory)
  return {
    documents: read.map(({ document }, i) => withRivals(document, claimed[i], memory)),
    fresh: read.flatMap(({ document, hit }) => (hit ? [] : document.path)),
    edited: new Set(read.flatMap(({ document, isEdited }) => (isEdited ? document.path : []))),
  }
}

/** The result for one file. */
type ReadClaimed = {
  readonly document: Document
  /** It came from the store. */
  readonly hit: boolean
  /** The file cannot be read: the document says so, and nothing else. */
  readonly failed: boolean
  /** It does not hold what was listed. */
  readonly isEdited?: boolean
}

/** The document stage over files, in their order: known facts first, then reading and parsing of what is left. */
export async function readClaimed(
  files: readonly ClaimedFile[],
  snapshot: Snapshot,
  memory: MemoryContext,
): Promise<readonly ReadClaimed[]> {
  const known = files.map((one) => knownDocument(one, one.file.id, memory))
  const open = files.filter((_, i) => !known[i])
  const parsed: ReadClaimed[] = []
  for (let i = 0; i < open.length; i += BATCH) {
    const batch = open.slice(i, i + BATCH)
    parsed.push(...(await parseClaimed(batch, snapshot, memory)))
    publishStep('files read', batch.length)
  }
  const next = parsed.values()
  return known.flatMap((one) => one ?? next.next().value ?? [])
}

async function parseClaimed(
  batch: readonly ClaimedFile[],
  snapshot: Snapshot,
  memory: MemoryContext,
): Promise<readonly ReadClaimed[]> {
  const paths = batch.filter(isReadable).map(({ file }) => file.path)
  const isParsed = paths.length > 0 && !memory.facts.lacks
  // Loading takes as long as git.
  const [contents] = await Promise.all([snapshot.read(paths), isParsed && loadStage()])
  const all: ReadClaimed[] = []
  for (const one of batch) {
    const content = contents.get(one.file.path)
    all.push({ ...(await parseOne(one, content, memory)), isEdited: isEdited(one.file, content) })
  }
  return all
}

async function parseOne(
  one: ClaimedFile,
  content: FileContent | undefined,
  memory: MemoryContext,
): Promise<ReadClaimed> {
  const { facts } = memory
  if (!isReadable(one)) return unreadable(one, notAFile(one), memory)
  if (!content || 'failure' in content) return unreadable(one, content?.failure ?? 'it was not read', memory)
  const known = knownDocument(one, content.id, memory)
  if (known) return known
  if (facts.lacks) throw facts.lacks(one.file.path)
  const document = plainDocument(await stageDocument(one, content, memory))
  if (!document.transient) facts.put(document)
  return { document, hit: false, failed: false }
}

/** Facts are kept by content and path; another layout may claim the path under other settings. */
function knownDocument(
  { file, layout, claim }: ClaimedFile,
  id: string | null,
  { facts }: MemoryContext,
): ReadClaimed | null {
  const document = id === null ? null : facts.get(id, file.path)
  const isOwn =
    document?.layout === layout.id && document.kind === claim.kind && document.scope === claim.scope
  return document && isOwn ? { document, hit: !facts.lacks, failed: false } : null
}

function isReadable({ file, layout, claim }: ClaimedFile): boolean {
  const format = layout.kinds.find(({ id }) => id === claim.kind)?.format
  return format === 'link' ? file.mode === 'link' : isRegular(file.mode)
}

function notAFile({ file }: ClaimedFile): string {
  return file.mode === 'link' ? 'it is a symlink, which is not followed' : `it is a ${file.mode}`
}

function unreadable(one: ClaimedFile, reason: string, memory: MemoryContext): ReadClaimed {
  const text = {
    message: `The memory file cannot be read: ${reason}`,
    help: 'Make it a readable regular file; nothing in it was checked.',
  }
  const document = unreadDocument(one, engineFindings('unreadable', text, memory))
  return { document, hit: false, failed: true }
}

function withRivals(document: Document, one: ClaimedFile | undefined, memory: MemoryContext): Document {
  if (!one || one.rivals.length === 0) return document
  const text = {
    message: `Several layouts claim this path: ${[one.layout.id, ...one.rivals].join(', ')}`,
    help: 'Move one of their roots in memkeep.yaml.',
  }
  const own = engineFindings('path-claimed', text, memory)
  return { ...document, findings: [...document.findings, ...own] }
}

/** What a file holds. */
export type ReadContent = Exclude<FileContent, { readonly failure: string }>

/** Loads the document stage ahead of the first file. Its promise is kept: an import of each file costs 12 µs. */
export function loadStage(): Promise<typeof import('./document-stage.ts')> {
  stage ??= import('./document-stage.ts')
  return stage
}

let stage: Promise<typeof import('./document-stage.ts')> | undefined

/** Takes one claimed file through the document stage, which is loaded when the first file needs it. */
export async function stageDocument(
  { file, layout, claim }: ClaimedFile,
  content: ReadContent,
  memory: MemoryContext,
): Promise<Document> {
  const { documentStage } = await loadStage()
  const { settings, mode } = memory
  const rules = [...memory.rules, ...layout.rules]
  return documentStage({ path: file.path, ...content, layout, claim, rules, settings, parser: mode?.parser })
}

/** A document as it is when it is read back from the cache. Edits belong to one text and are dropped. */
function plainDocument(document: Document): Document {
  const findings = capFindings(document.findings).map(({ edits: _, ...finding }) => finding)
  return plainCopy({ ...document, findings })
}

/** Files parsed, by path, and the very bytes that were parsed. */
export type ReadSources = {
  readonly sources: ReadonlyMap<string, Source>
  readonly contents: ReadonlyMap<string, Exclude<FileContent, { readonly failure: string }>>
}

/**
 * Reads and parses claimed files. Symlinks and files that cannot be read are left out. `toCheck`: a text with bytes that are not
 * UTF-8 is read as the check reads it, and nothing may be written from it.
 */
export async function readSources(
  files: readonly ClaimedFile[],
  snapshot: OpenSnapshot,
  { settings, toCheck = false }: { readonly settings: Settings; readonly toCheck?: boolean },
): Promise<ReadSources> {
  const { readSource, readToCheck } = await loadStage()
  const read = toCheck ? readToCheck : readSource
  const regular = files.filter(({ file }) => isRegular(file.mode))
  const bytes = await snapshot.read(regular.map(({ file }) => file.path))
  const contents = new Map(
    [...bytes].flatMap(([path, one]) => ('bytes' in one ? [[path, one] as const] : [])),
  )
  const sources = new Map<string, Source>()
  for (const { file, layout, claim } of regular) {
    const content = contents.get(file.path)
    if (!content) continue
    const { path } = file
    sources.set(path, await read({ path, ...content, layout, claim, rules: [], settings }))
  }
  return { sources, contents }
}
