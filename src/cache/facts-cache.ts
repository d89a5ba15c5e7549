import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Document } from '../core/document.ts'
import { type CacheFolder, cacheFolder } from '../files/cache-folder.ts'
import { factLine, indexLines, isIntact, isKeptId, readLine, type Span } from './fact-lines.ts'

/** Facts about documents from earlier runs, by content and path. Losing it, or a part of it, costs time only. */
export type FactsCache = {
  get(id: string, path: string): Document | null
  put(document: Document): void
  /**
   * Keeps what was put for the next run. `narrow`: this run looked at a part of the documents only, so what it had no
   * use for says nothing. Failures are silent: `NODE_DEBUG=memkeep` shows them.
   */
  save(narrow?: boolean): Promise<void>
}

/** How many files the facts of a version are spread over. */
const DRAWERS = 64
/** Of one file: 512 MiB for all facts of a version. */
const MOST_BYTES = (512 * 1024 * 1024) / DRAWERS
/** What this run had no use for goes when the file would grow to this many times what it did use. */
const SLACK = 4
const LINE_BREAK = Buffer.from('\n')
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
  const drawers = new Map<string, Drawer>()
  const drawerOf = (path: string): Drawer => {
    const name = drawerName(path)
    const known = drawers.get(name)
    if (known) return known
    const stored = storedFacts(folder, `facts-${key}-${name}.jsonl`, `memkeep facts ${key}\n`)
    const made = { stored, fresh: new Map(), unsaved: new Set<Document>() }
    drawers.set(name, made)
    return made
  }
  return {
    get: (id, path) => {
      const { fresh, stored } = drawerOf(path)
      return fresh.get(`${id} ${path}`) ?? stored.find(id, path)
    },
    put: (document) => {
      if (!isKeptId(document.id)) return
      const { fresh, unsaved } = drawerOf(document.path)
      fresh.set(`${document.id} ${document.path}`, document)
      unsaved.add(document)
    },
    save: async (narrow = false) => {
      const open = [...drawers.values()].filter(({ unsaved }) => unsaved.size > 0)
      const isRewritten = open.map((drawer) => saveDrawer(drawer, narrow)).includes(true)
      if (folder && isRewritten) sweep(folder, key)
    },
  }
}

/** The facts of some directories: whoever looks at few documents reads few files. */
type Drawer = {
  readonly stored: StoredFacts
  readonly fresh: Map<string, Document>
  readonly unsaved: Set<Document>
}

function drawerName(path: string): string {
  const drawer = crc32(path.slice(0, path.lastIndexOf('/') + 1)) % DRAWERS
  return drawer.toString(16).padStart(2, '0')
}

/** True when the file was written anew. */
function saveDrawer({ stored, fresh, unsaved }: Drawer, narrow: boolean): boolean {
  const isAdded = stored.append([...unsaved], narrow)
  if (!isAdded) stored.replace([...fresh.values()])
  unsaved.clear()
  return !isAdded
}

type StoredFacts = {
  readonly find: (id: string, path: string) => Document | null
  /** Adds documents to what is stored; false when the file is to be written anew. */
  readonly append: (documents: readonly Document[], narrow: boolean) => boolean
  /** Writes the documents and everything found so far, as far as there is room, and the rest where all of it fits. */
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
    append: (documents, narrow) => {
      if (!folder) return true
      const { file } = open()
      const lines = documents.map(factLine)
      const added = LINE_BREAK.length + sizeOf(lines)
      const inUse = [...used].reduce((sum, { start, end }) => sum + end - start, added)
      const most = narrow ? MOST_BYTES : Math.min(MOST_BYTES, SLACK * inUse)
      if (file.length === 0 || file.length + added > most) return false
      // A line break first: a process that was killed may have left half a line.
      return folder.append(name, Buffer.concat([LINE_BREAK, ...lines.flatMap((line) => [line, LINE_BREAK])]))
    },
    replace: (documents) => {
      if (!folder) return
      const { file, index } = open()
      const replaced = new Set(documents.map(({ id }) => id))
      const unused = [...index].flatMap(([id, spans]) =>
        replaced.has(id) ? [] : spans.filter((one) => !used.has(one)),
      )
      const live = fitting(MOST_BYTES - header.length, [
        ...documents.map(factLine),
        ...[...used].map(({ start, end }) => file.subarray(start, end)),
      ])
      folder.write(name, fileOf(header, live, { file, unused }))
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

function sizeOf(lines: readonly Buffer[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0)
}

/** As many of the lines as there is room for: facts that are not kept are found again by the next run. */
function fitting(room: number, lines: readonly Buffer[]): Buffer[] {
  let left = room
  return lines.filter((line) => {
    const isKept = line.length < left
    if (isKept) left -= line.length + 1
    return isKept
  })
}

type Old = { readonly file: Buffer; readonly unused: readonly Span[] }

/** The whole new file. */
function fileOf(header: string, live: readonly Buffer[], { file, unused }: Old): Buffer {
  const size = (lines: readonly Buffer[]): number => header.length + sizeOf(lines)
  const old = unused.filter((span) => isIntact(file, span)).map(({ start, end }) => file.subarray(start, end))
  const all = [...live, ...old]
  const lines = size(all) > Math.min(MOST_BYTES, SLACK * size(live)) ? live : all
  return Buffer.concat([Buffer.from(header), ...lines.flatMap((line) => [line, LINE_BREAK])])
}

/** Removes files of versions that are not used any more, and what a killed process left half written. */
function sweep(folder: CacheFolder, own: string): void {
  const files = folder.list()
  const versionOf = (name: string): string | undefined =>
    /^facts-([0-9a-f]+)(?:-\w+)?\.jsonl$/.exec(name)?.[1]
  const newest = [...new Set([own, ...files.flatMap(({ name }) => versionOf(name) ?? [])])].slice(0, VERSIONS)
  const old = files.filter(({ name, ageMs }) => {
    const version = versionOf(name)
    return version !== undefined && version !== own && (ageMs > MONTH || !newest.includes(version))
  })
  const halves = files.filter(({ name, ageMs }) => /^\.facts-.*\.tmp$/.test(name) && ageMs > HOUR)
  for (const { name } of [...old, ...halves]) folder.remove(name)
}
