import { createHash } from 'node:crypto'
import type { Document } from '../core/document.ts'
import { type CacheFolder, cacheFolder } from '../files/cache-folder.ts'
import { factLine, indexLines, isIntact, isKeptId, readLine, type Span } from './fact-lines.ts'

/** Facts about documents from earlier runs, by content and path. Losing it, or a part of it, costs time only. */
export type FactsCache = {
  get(id: string, path: string): Document | null
  put(document: Document): void
  /** Keeps what was put for the next run. Failures are silent: `NODE_DEBUG=memkeep` shows them. */
  save(): Promise<void>
}

const MOST_BYTES = 256 * 1024 * 1024
/** What this run had no use for goes when the file would grow to this many times what it did use. */
const SLACK = 4
const HOUR = 3_600_000
const MONTH = 30 * 24 * HOUR
/** Versions whose files are kept side by side: branches and releases that take turns. */
const VERSIONS = 4

/**
 * Opens the cache in git's own directory. `version` names everything that facts depend on besides content and path:
 * another version never sees them. Without a directory nothing outlives the run.
 */
export function openFactsCache(commonDir: string | null, version: string): FactsCache {
  const key = createHash('sha256').update(version).digest('hex').slice(0, 16)
  const folder = commonDir === null ? null : cacheFolder(commonDir)
  const stored = storedFacts(folder, `facts-${key}.jsonl`, `memkeep facts ${key}\n`)
  const fresh = new Map<string, Document>()
  let isSaved = true
  return {
    get: (id, path) => fresh.get(`${id} ${path}`) ?? stored.find(id, path),
    put: (document) => {
      if (!isKeptId(document.id)) return
      fresh.set(`${document.id} ${document.path}`, document)
      isSaved = false
    },
    save: async () => {
      if (!isSaved) stored.replace([...fresh.values()])
      isSaved = true
    },
  }
}

type StoredFacts = {
  readonly find: (id: string, path: string) => Document | null
  /** Writes the documents, everything found so far, and as much of the rest as there is room for. */
  readonly replace: (documents: readonly Document[]) => void
}

function storedFacts(folder: CacheFolder | null, name: string, header: string): StoredFacts {
  let opened: Opened | undefined
  const open = (): Opened => {
    opened ??= openFile(folder, name, header)
    return opened
  }
  const used = new Set<Span>()
  return {
    find: (id, path) => {
      const { file, index } = open()
      for (const span of index.get(id) ?? []) {
        const document = readLine(file, span)
        if (document?.path !== path) continue
        used.add(span)
        return document
      }
      return null
    },
    replace: (documents) => {
      if (!folder) return
      const { file, index } = open()
      const replaced = new Set(documents.map(({ id }) => id))
      const unused = [...index].flatMap(([id, spans]) =>
        replaced.has(id) ? [] : spans.filter((one) => !used.has(one)),
      )
      const live = [
        ...documents.map(factLine),
        ...[...used].map(({ start, end }) => file.subarray(start, end)),
      ]
      const bytes = fileOf(header, live, { file, unused })
      if (bytes && folder.write(name, bytes)) sweep(folder, name)
    },
  }
}

type Opened = { readonly file: Buffer; readonly index: ReadonlyMap<string, readonly Span[]> }

/** Read at the first question: a check whose outcome is known asks none. */
function openFile(folder: CacheFolder | null, name: string, header: string): Opened {
  const file = (folder && readOwn(folder, name, header)) ?? Buffer.alloc(0)
  return { file, index: indexLines(file) }
}

function readOwn(folder: CacheFolder, name: string, header: string): Buffer | null {
  const file = folder.read(name, MOST_BYTES)
  return file?.subarray(0, header.length).equals(Buffer.from(header)) ? file : null
}

type Old = { readonly file: Buffer; readonly unused: readonly Span[] }

/** The whole new file; null when even what is in use is too much. */
function fileOf(header: string, live: readonly Buffer[], { file, unused }: Old): Buffer | null {
  const size = (lines: readonly Buffer[]): number =>
    lines.reduce((sum, line) => sum + line.length + 1, header.length)
  if (size(live) > MOST_BYTES) return null
  const old = unused.filter((span) => isIntact(file, span)).map(({ start, end }) => file.subarray(start, end))
  const all = [...live, ...old]
  const lines = size(all) > Math.min(MOST_BYTES, SLACK * size(live)) ? live : all
  const lineBreak = Buffer.from('\n')
  return Buffer.concat([Buffer.from(header), ...lines.flatMap((line) => [line, lineBreak])])
}

/** Removes files of versions that are not used any more, and what a killed process left half written. */
function sweep(folder: CacheFolder, own: string): void {
  const files = folder.list()
  const others = files.filter((one) => one.name !== own && /^facts-[0-9a-f]+\.jsonl$/.test(one.name))
  const old = others.filter(({ ageMs }, i) => ageMs > MONTH || i >= VERSIONS - 1)
  const halves = files.filter(({ name, ageMs }) => /^\.facts-.*\.tmp$/.test(name) && ageMs > HOUR)
  for (const { name } of [...old, ...halves]) folder.remove(name)
}
