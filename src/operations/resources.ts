import { today } from '../core/date.ts'
import type { Layout } from '../core/layout.ts'
import { safePath } from '../core/messages.ts'
import type { Settings } from '../core/settings.ts'
import type { Kind } from '../core/source.ts'
import { claimFiles } from '../engine/claims.ts'
import { openMemory } from '../engine/open-memory.ts'
import { layouts } from '../layouts/index.ts'
import { type OpenSnapshot, textOfBytes } from '../snapshot/project.ts'

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

type Listed = Resource & { readonly path: string }

type Listing = {
  readonly resources: readonly Listed[]
  readonly snapshot: OpenSnapshot
  readonly mostBytes: number
}

/** Every memory file that agents can read whole, in order of paths. Throws `UserError` for wrong settings. */
export async function listResources(options: ResourceOptions): Promise<readonly Resource[]> {
  const { resources } = await list(options)
  return resources.map(({ path: _, ...resource }) => resource)
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

/**
 * The text of a listed file, unchanged, with its media type; null when no file has this URI. A URI is looked up and
 * never made into a path. Throws `UserError` for wrong settings, and an `Error` for a file that cannot be read.
 */
export async function readResource(
  uri: string,
  options: ResourceOptions,
): Promise<{ readonly text: string; readonly mimeType: string } | null> {
  const wanted = canonicalUri(uri)
  if (wanted === null) return null
  const { resources, snapshot, mostBytes } = await list(options)
  const found = resources.find((one) => one.uri === wanted)
  if (!found) return null
  const content = (await snapshot.read([found.path])).get(found.path)
  if (!content || 'failure' in content) {
    throw new Error(`${safePath(found.path)} cannot be read: ${content?.failure ?? 'it is gone'}`)
  }
  if (content.bytes.length > mostBytes) {
    throw new Error(
      `${safePath(found.path)} has ${content.bytes.length} bytes, and at most ${mostBytes} are read (limits.fileBytes)`,
    )
  }
  return { text: textOfBytes(content.bytes).replace(/^\uFEFF/, ''), mimeType: found.mimeType }
}

async function list({ cwd, config }: ResourceOptions): Promise<Listing> {
  const memory = await openMemory({ cwd, config, today: today(new Date()), cache: false })
  const { after: snapshot, settings } = memory
  const readable = memory.layouts.filter(({ kinds }) => kinds.some(({ resource }) => resource))
  const resources = readable.flatMap((layout) => listedOf(layout, snapshot, settings))
  return { resources, snapshot, mostBytes: settings.limits.fileBytes }
}

/** A symlink is not listed: its target is listed itself, or lies outside the repository. */
function listedOf(layout: Layout, snapshot: OpenSnapshot, settings: Settings): Listed[] {
  const kinds = new Map(layout.kinds.map((kind) => [kind.id, kind]))
  return claimFiles(snapshot, { layouts: [layout], settings }).flatMap(({ file, claim }) => {
    const uri = resourceUri(layout.id, file.path)
    const kind = kinds.get(claim.kind)
    if (uri === null || !kind?.resource) return []
    if (file.mode !== 'file' && file.mode !== 'executable') return []
    const name = `${safePath(claim.scope)}/${safePath(file.path.slice(file.path.lastIndexOf('/') + 1))}`
    return [{ uri, name, description: kind.summary, mimeType: mediaType(kind), path: file.path }]
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
