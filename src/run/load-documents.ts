import { capped } from '../core/capped.ts'
import type { Document } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import type { Rule } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import type { FileContent, Snapshot } from '../core/snapshot.ts'
import { type ClaimedFile, claimFiles } from './claims.ts'
import { engineFinding, unreadDocument } from './engine-finding.ts'
import type { Focus } from './focus.ts'
import { loadStage, stageDocument } from './stage-document.ts'

/** Where facts that were found before are kept; a miss costs time only. */
export type FactsStore = {
  get(id: string, path: string): Document | null
  put(document: Document): void
}

/** What the document stage needs beside a snapshot. */
export type LoadOptions = {
  readonly layouts: readonly Layout[]
  /** The shared rules; every layout brings its own. */
  readonly rules: readonly Rule[]
  readonly settings: Settings
  readonly facts: FactsStore
  readonly parser?: 'auto' | 'remark'
  /** Leaves out documents that are no matter; all are looked at without it. */
  readonly focus?: Focus | null
}

/** Every claimed file of a snapshot as a document, in order of paths. */
export type Loaded = {
  readonly documents: readonly Document[]
  /** Paths of those that did not come from the store. */
  readonly fresh: readonly string[]
}

/** So many files are read and parsed at a time: their bytes are all that is in memory beside the facts. */
const BATCH = 128

/** The document stage over a snapshot: known facts first, then reading and parsing of what is left. */
export async function loadDocuments(snapshot: Snapshot, options: LoadOptions): Promise<Loaded> {
  const claimed = claimFiles(snapshot, options)
  const known = new Map<string, Document>()
  const open: ClaimedFile[] = []
  for (const one of claimed) {
    const found = one.file.id === null ? null : options.facts.get(one.file.id, one.file.path)
    if (found && isOf(found, one)) known.set(one.file.path, found)
    else open.push(one)
  }
  const fresh: string[] = []
  for (let i = 0; i < open.length; i += BATCH) {
    const batch = open.slice(i, i + BATCH)
    const paths = batch.filter(isReadable).map(({ file }) => file.path)
    // Loading takes as long as git.
    const [contents] = await Promise.all([snapshot.read(paths), paths.length > 0 && loadStage()])
    for (const one of batch) {
      const { document, hit } = await readOne(one, contents.get(one.file.path), options)
      if (!hit) fresh.push(one.file.path)
      known.set(one.file.path, document)
    }
  }
  const documents = claimed.flatMap((one) => withRivals(known.get(one.file.path), one, options))
  return { documents, fresh }
}

/** Facts are kept by content and path; another layout may claim the path under other settings. */
function isOf(document: Document, { layout, claim }: ClaimedFile): boolean {
  return document.layout === layout.id && document.kind === claim.kind && document.scope === claim.scope
}

function isReadable({ file, layout, claim }: ClaimedFile): boolean {
  const format = layout.kinds.find(({ id }) => id === claim.kind)?.format
  return format === 'link' ? file.mode === 'link' : file.mode === 'file' || file.mode === 'executable'
}

async function readOne(
  one: ClaimedFile,
  content: FileContent | undefined,
  options: LoadOptions,
): Promise<{ document: Document; hit: boolean }> {
  if (!isReadable(one)) return { document: unreadable(one, notAFile(one), options), hit: false }
  if (!content || 'failure' in content) {
    return { document: unreadable(one, content?.failure ?? 'it was not read', options), hit: false }
  }
  const found = options.facts.get(content.id, one.file.path)
  if (found && isOf(found, one)) return { document: found, hit: true }
  const document = asPlainData(await stageDocument(one, content, options))
  if (!document.transient) options.facts.put(document)
  return { document, hit: false }
}

function notAFile({ file }: ClaimedFile): string {
  return file.mode === 'link' ? 'it is a symbolic link, which is not followed' : `it is a ${file.mode}`
}

function unreadable(one: ClaimedFile, reason: string, options: LoadOptions): Document {
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

function withRivals(document: Document | undefined, one: ClaimedFile, options: LoadOptions): Document[] {
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

/** Edits belong to one text and are dropped; strings are copied out of the file's text, so that it can be freed. */
function asPlainData(document: Document): Document {
  const findings = capped(document.findings).map(({ edits: _, ...finding }) => finding)
  return JSON.parse(JSON.stringify({ ...document, findings })) as Document
}
