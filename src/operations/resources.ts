import type { Layout } from '../core/layout.ts'
import { safePath } from '../core/safe-text.ts'
import type { Settings } from '../core/settings.ts'
import type { Kind } from '../core/source.ts'
import { claimFiles } from '../engine/claims.ts'
import { withLayoutsOn } from '../engine/layouts-on.ts'
import { openLoad } from '../engine/open-load.ts'
import { seeIgnored } from '../engine/see-ignored.ts'
import { layouts } from '../layouts/index.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import { openProject } from '../snapshot/project.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import { textOfBytes } from '../snapshot/text-of-bytes.ts'
import { canonicalUri, resourceUri } from './resource-uri.ts'

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
  const project = await openProject(cwd)
  const tree = await openWorkTree(project)
  const load = await openLoad(project, {
    cwd,
    config,
    cache: false,
    root: project.root,
    snapshot: tree,
    skip: [],
  })
  const { settings } = load
  const readable = load.layouts.filter(({ kinds }) => kinds.some(({ resource }) => resource))
  const snapshot = seeIgnored(tree, { root: project.root, layouts: readable, settings })
  const sides = { after: snapshot, before: null, merge: null }
  const { layouts: on } = await withLayoutsOn({ ...load, layouts: readable }, sides)
  const resources = on.flatMap((layout) => listedOf(layout, snapshot, settings))
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
