import type { LayoutTools } from '../core/layout-tools.ts'
import { safePath } from '../core/safe-text.ts'
import { claimFiles } from '../engine/claims.ts'
import { withLayoutsOn } from '../engine/layouts-on.ts'
import { openLoad } from '../engine/open-load.ts'
import { seeIgnored } from '../engine/see-ignored.ts'
import { layoutTools } from '../layouts/tools.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import { openProject } from '../snapshot/project.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import { textOfBytes } from '../snapshot/text-of-bytes.ts'
import { canonicalUri, resourceUri } from './resource-uri.ts'

/** A memory file that agents can read whole. */
export type Resource = {
  readonly uri: string
  /** For people: its scope and file name. */
  readonly name: string
  readonly description: string
}

/** Whose memory it is, and what it is read with. */
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
  return resources.map(({ uri, name, description }) => ({ uri, name, description }))
}

/**
 * The text of a listed file, as it is; null when none has this URI. A URI is looked up and never made a path of. Throws
 * `UserError` for wrong settings, and an `Error` for a file that cannot be read.
 */
export async function readResource(uri: string, options: ResourceOptions): Promise<string | null> {
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
      `${safePath(found.path)} has ${content.bytes.length} bytes, expected at most ${mostBytes} (limits.fileBytes)`,
    )
  }
  return textOfBytes(content.bytes).replace(/^\uFEFF/, '')
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
  const layouts = layoutTools.map(({ layout }) => layout).filter((one) => load.layouts.includes(one))
  const snapshot = seeIgnored(tree, { root: project.root, layouts, settings })
  const sides = { after: snapshot, before: null, merge: null }
  const { layouts: on } = await withLayoutsOn({ ...load, layouts }, sides)
  const resources = layoutTools.flatMap((one) =>
    on.includes(one.layout) ? listedOf(one, snapshot, load) : [],
  )
  return { resources, snapshot, mostBytes: settings.limits.fileBytes }
}

/** A link is not listed: it is read where it leads to, or leads out of the repository. */
function listedOf(
  { layout, resources }: LayoutTools,
  snapshot: OpenSnapshot,
  { settings }: Pick<Parameters<typeof claimFiles>[1], 'settings'>,
): Listed[] {
  const summaries = new Map(layout.kinds.map(({ id, summary }) => [id, summary]))
  return claimFiles(snapshot, { layouts: [layout], settings }).flatMap(({ file, claim }) => {
    const uri = resourceUri(layout.id, file.path)
    if (uri === null || !resources.includes(claim.kind)) return []
    if (file.mode !== 'file' && file.mode !== 'executable') return []
    const name = `${safePath(claim.scope)}/${safePath(file.path.slice(file.path.lastIndexOf('/') + 1))}`
    return [{ uri, name, description: summaries.get(claim.kind) ?? '', path: file.path }]
  })
}
