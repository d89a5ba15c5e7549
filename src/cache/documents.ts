import { crc32 } from 'node:zlib'
import type { Document } from '../core/document.ts'
import { cacheFolder } from '../fs/cache-folder.ts'
import { isKeptId, type Kept, type KeptFile, keptFile, sweepVersions, versionKey } from './kept-file.ts'

/** Facts about documents from earlier runs, by content and path. Losing it, or a part of it, costs time only. */
export type FactsCache = {
  get(id: string, path: string): Document | null
  put(document: Document): void
  /** Keeps what was put for the next run. Failures are silent: `NODE_DEBUG=memkeep` shows them. */
  save(): void
  /** Saves, and frees what was put: for callers that do not read it again. */
  release(): void
}

/** Where the facts are, and what else they depend on. */
export type FactsPlace = {
  /** Git's own directory; without one nothing outlives the run. */
  readonly commonDir: string | null
  /** Names everything that facts depend on except content and path: facts of another version are never used. */
  readonly version: string
  /** Names the group of paths whose facts share a file; the folder where it gives none. */
  readonly groupOf?: (path: string) => string | null
}

/** How many files the facts of a version are spread over. */
const FILE_COUNT = 128
/** Of one file: 1 GiB for all facts of a version. */
const MOST_BYTES = 8 * 1024 * 1024

/** Opens the cache in git's own directory. */
export function openFactsCache({ commonDir, version, groupOf }: FactsPlace): FactsCache {
  const key = versionKey(version)
  const folder = commonDir === null ? null : cacheFolder(commonDir)
  const drawers = new Map<string, Drawer>()
  const drawerOf = (path: string): Drawer => {
    const name = drawerName(groupOf?.(path) ?? folderOf(path))
    const known = drawers.get(name)
    if (known) return known
    const header = `memkeep facts ${key}\n`
    const file = keptFile(folder, { name: `facts-${key}-${name}.jsonl`, header, mostBytes: MOST_BYTES })
    const made = { file, fresh: new Map(), unsaved: new Set<Document>() }
    drawers.set(name, made)
    return made
  }
  const save = (): void => {
    const rewritten = [...drawers.values()].map(({ file, unsaved }) => {
      const values = [...unsaved].map(keptDocument)
      unsaved.clear()
      return file.add(values)
    })
    if (folder && rewritten.includes(true)) sweepVersions(folder, key)
  }
  return {
    get: (id, path) => {
      const { fresh, file } = drawerOf(path)
      const isAsked = (value: unknown): value is Document =>
        isDocument(value) && value.id === id && value.path === path
      return fresh.get(`${id} ${path}`) ?? file.find(id, isAsked)
    },
    put: (document) => {
      if (!isKeptId(document.id)) return
      const { fresh, unsaved } = drawerOf(document.path)
      fresh.set(`${document.id} ${document.path}`, document)
      unsaved.add(document)
    },
    save,
    release: () => {
      save()
      for (const { fresh } of drawers.values()) fresh.clear()
    },
  }
}

/** Facts by group: a run over few documents reads few files. */
type Drawer = {
  readonly file: KeptFile
  readonly fresh: Map<string, Document>
  readonly unsaved: Set<Document>
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

function drawerName(group: string): string {
  return (crc32(group) % FILE_COUNT).toString(16).padStart(2, '0')
}

/** Edits belong to one text; they are never kept. */
function keptDocument(document: Document): Kept {
  const findings = document.findings.map(({ edits: _, ...finding }) => finding)
  return { id: document.id, name: document.path, value: { ...document, findings } }
}

/** The checksum proves that the line is whole; this check proves that it is a document. */
function isDocument(value: unknown): value is Document {
  if (typeof value !== 'object' || value === null) return false
  const { path, id, items, unread, findings, links } = value as { [key in keyof Document]?: unknown }
  const areTexts = typeof path === 'string' && typeof id === 'string'
  return areTexts && [items, unread, findings, links].every(Array.isArray)
}
