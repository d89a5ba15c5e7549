import type { DatedText } from '../core/citation.ts'
import { today } from '../core/date.ts'
import type { Item } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import { safePath } from '../core/messages.ts'
import type { Settings } from '../core/settings.ts'
import type { Kind } from '../core/source.ts'
import { type ClaimedFile, claimFiles } from '../engine/claims.ts'
import { stageDocument } from '../engine/documents/load-documents.ts'
import { type OpenMemory, openMemory } from '../engine/open-memory.ts'
import { layouts } from '../layouts/index.ts'
import { type OpenSnapshot, textOfBytes } from '../snapshot/project.ts'
import { deadCitesOf, deadLine } from './dead-cites.ts'
import { itemsInOrder, rangeReader, rangesOf } from './search/search-request.ts'

/**
 * `memkeep://workspace/user/memory/workspaces/devtools/decisions.md`: the layout, and the path from the root with every
 * character percent-encoded that `encodeURIComponent` encodes. Null for a path that is no Unicode text.
 */
export function resourceUri(layout: string, path: string): string | null {
  return path.isWellFormed() ? `memkeep://${layout}/${encoded(path)}` : null
}

/** A URI as `resourceUri` writes it, whichever characters of it were encoded; null when it is none of memkeep. */
export function canonicalUri(uri: string): string | null {
  const [, layout, path] = /^memkeep:\/\/([a-z0-9-]+)\/([^?#]+)$/.exec(uri) ?? []
  if (layout === undefined || path === undefined) return null
  try {
    return resourceUri(layout, decodeURIComponent(path))
  } catch {
    return null
  }
}

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** A memory file that agents can read whole. */
export type Resource = {
  readonly uri: string
  /** A name for people: its scope and file name. */
  readonly name: string
  readonly description: string
  readonly mimeType: string
}

/** The repository of the memory, and the settings to read it with. */
export type ResourceOptions = { readonly cwd: string; readonly config?: string | undefined }

type Listed = Resource & { readonly claimed: ClaimedFile }

type Listing = {
  readonly resources: readonly Listed[]
  readonly snapshot: OpenSnapshot
  readonly memory: OpenMemory
}

/** Every memory file that agents can read whole, in order of paths. Throws `UserError` for wrong settings. */
export async function listResources(options: ResourceOptions): Promise<readonly Resource[]> {
  const { resources } = await list(options)
  return resources.map(({ claimed: _, ...resource }) => resource)
}

/** Where the files of a layout that agents can read whole are found: a URI template (RFC 6570). */
export type ResourceTemplate = {
  readonly name: string
  readonly uriTemplate: string
  readonly description: string
  /** Absent where the files are not all of one media type. */
  readonly mimeType?: string
}

/** A template for each layout with such files. */
export function resourceTemplates(): readonly ResourceTemplate[] {
  return layouts.flatMap(({ id, kinds }) => {
    const readable = kinds.filter(({ resource }) => resource)
    if (readable.length === 0) return []
    const [mimeType, ...others] = new Set(readable.map(mediaType))
    return [
      {
        name: `${id}-memory`,
        uriTemplate: `memkeep://${id}/{+path}`,
        description: `One file that the list of resources names, by its path from the root of the repository: ${readable.map((kind) => kind.id).join(', ')}.`,
        ...(mimeType !== undefined && others.length === 0 && { mimeType }),
      },
    ]
  })
}

/** A file as it is, and a line for each file that its dated entries name and that is gone since their day. Untrusted. */
type ResourceText = { readonly text: string; readonly mimeType: string; readonly dead: readonly string[] }

/**
 * The text of a listed file, unchanged, with its media type; null when no file has this URI. A URI is looked up and
 * never made into a path. Throws `UserError` for wrong settings, and an `Error` for a file that cannot be read.
 */
export async function readResource(uri: string, options: ResourceOptions): Promise<ResourceText | null> {
  const wanted = canonicalUri(uri)
  if (wanted === null) return null
  const { resources, snapshot, memory } = await list(options)
  const found = resources.find((one) => one.uri === wanted)
  if (!found) return null
  const { path } = found.claimed.file
  const content = (await snapshot.read([path])).get(path)
  if (!content || 'failure' in content) {
    throw new Error(`${safePath(path)} cannot be read: ${content?.failure ?? 'it is gone'}`)
  }
  const mostBytes = memory.settings.limits.fileBytes
  if (content.bytes.length > mostBytes) {
    throw new Error(
      `${safePath(path)} has ${content.bytes.length} bytes, and at most ${mostBytes} are read (limits.fileBytes)`,
    )
  }
  const text = textOfBytes(content.bytes)
  const { items } = await stageDocument(found.claimed, content, memory)
  const dead = await deadLinesIn({ path, text, items: itemsInOrder(items) }, options.cwd)
  return { text: text.replace(/^\uFEFF/, ''), mimeType: found.mimeType, dead }
}

type WithItems = { readonly path: string; readonly text: string; readonly items: readonly Item[] }

/** A line for each file that an entry names and that was taken away after its day. */
async function deadLinesIn({ path, text, items }: WithItems, cwd: string): Promise<readonly string[]> {
  const textAt = rangeReader(text)
  const ranges = rangesOf(items)
  const dated = items.map(({ date: day }, i): DatedText => {
    const range = ranges[i]
    return { path, day, text: range ? textAt(range) : '' }
  })
  const dead = await deadCitesOf(dated, cwd)
  return items.flatMap(({ title, place }, i) =>
    (dead[i] ?? []).map((one) => `Line ${place.line}, ${title}: ${deadLine(one)}`),
  )
}

async function list({ cwd, config }: ResourceOptions): Promise<Listing> {
  const memory = await openMemory({ cwd, config, today: today(new Date()), cache: false })
  const { after: snapshot, settings } = memory
  const readable = memory.layouts.filter(({ kinds }) => kinds.some(({ resource }) => resource))
  const resources = readable.flatMap((layout) => listedOf(layout, snapshot, settings))
  return { resources, snapshot, memory }
}

/** A symlink is not listed: its target is listed itself, or lies outside the repository. */
function listedOf(layout: Layout, snapshot: OpenSnapshot, settings: Settings): Listed[] {
  const kinds = new Map(layout.kinds.map((kind) => [kind.id, kind]))
  return claimFiles(snapshot, { layouts: [layout], settings }).flatMap((claimed) => {
    const { file, claim } = claimed
    const uri = resourceUri(layout.id, file.path)
    const kind = kinds.get(claim.kind)
    if (uri === null || !kind?.resource) return []
    if (file.mode !== 'file' && file.mode !== 'executable') return []
    const name = `${safePath(claim.scope)}/${safePath(file.path.slice(file.path.lastIndexOf('/') + 1))}`
    return [{ uri, name, description: kind.summary, mimeType: mediaType(kind), claimed }]
  })
}

const MEDIA_TYPES = {
  markdown: 'text/markdown',
  yaml: 'application/yaml',
  json: 'application/json',
  text: 'text/plain',
  link: 'text/plain',
} as const

/** The media type of a kind's files (RFC 9512 for YAML). */
function mediaType({ format }: Kind): string {
  return MEDIA_TYPES[format]
}
