import { hash } from 'node:crypto'
import type { KeptIndex, SearchFiles } from '../../cache/search-files.ts'
import { safeText, UserError } from '../../core/messages.ts'
import type { FileContent, Snapshot } from '../../core/snapshot.ts'
import { type ClaimedFile, claimFiles } from '../../engine/claims.ts'
import { factsVersion } from '../../engine/documents/open-facts.ts'
import { cachePreconditions } from '../../engine/last-report/cache-preconditions.ts'
import { type AskedState, isStill } from '../../engine/last-report/work-tree-state.ts'
import { type OpenMemory, openMemory } from '../../engine/open-memory.ts'
import { layouts } from '../../layouts/index.ts'
import { indexFromBytes, type ReadIndex } from '../../retrieval/index-bytes.ts'
import { openWorkTree } from '../../snapshot/open-snapshot.ts'
import type { Project } from '../../snapshot/project.ts'
import type { SearchRequest } from './search-request.ts'
import { asideAcross, buildSegment, cutFiles, type Segment, unreadableIn } from './segments.ts'

export { auditNotes, runAudit, statementLines } from '../audit/audit.ts'

/** What is searched, where an index is kept, and what git says of the work tree. */
type Searching = SearchRequest & {
  readonly project: Project
  readonly files: SearchFiles | null
  readonly asked: AskedState | null
  /** A segment that is known. */
  readonly segmentNamed: (name: string) => ReadIndex | null
}

/** What an index is joined of. */
type FoundMemory = {
  readonly kept: KeptIndex
  /** By name, in order. */
  readonly segments: ReadonlyMap<string, ReadIndex>
  /** No file was changed while it was read. */
  readonly isStill: boolean
  readonly contents: Snapshot['read']
}

/** All that is remembered, in segments: known ones, and new ones of what has changed. */
export async function searchMemory(request: Searching): Promise<FoundMemory> {
  const { cwd, config, cache, today, settings: override, project, files, asked } = request
  const sides = { after: await openWorkTree({ ...project, asked: asked ?? undefined }), before: null }
  const memory = await openMemory({
    cwd,
    project,
    config,
    cache,
    today,
    sides,
    isWorkTree: true,
    override,
  })
  const claimed = claimFiles(memory.after, memory).filter(isNotDerived)
  const version = factsVersion({ settings: memory.settings, parser: 'auto' })
  const ids = await idsOf(claimed, memory)
  const segments = cutFiles(claimed, ids, version)
  const digest = digestOf(segments)
  const built = await segmentsOf(segments, memory, request)
  const last = files?.getIndex()
  const kept = last?.digest === digest ? last : keptOf(digest, built.segments, memory)
  if (kept !== last && built.isStill) files?.putIndex(kept)
  await keepState(memory, request, digest)
  return { ...built, kept, contents: memory.after.read }
}

/** Throws `UserError` for the id of a layout that does not exist. */
export function assertLayouts(ids: readonly string[]): void {
  const known = layouts.map(({ id }) => id)
  const missing = ids.find((id) => !known.includes(id))
  if (missing === undefined) return
  throw new UserError(
    `there is no layout ${safeText(JSON.stringify(missing))}`,
    `Layouts: ${known.join(', ')}.`,
  )
}

/** Notes which index belongs to the state of the work tree, where git's answer names all of it. */
async function keepState(
  { after, ...memory }: OpenMemory,
  { asked, files, project, today }: Searching,
  digest: string,
): Promise<void> {
  const { repository } = project
  if (!asked?.state || !files || !repository) return
  const preconditions = cachePreconditions(after, project, memory)
  if (!preconditions || !(await isStill(asked, repository, { today, skip: [] }))) return
  files.putState({ state: asked.state, preconditions, digest })
}

/** It repeats what its sources say. */
function isNotDerived({ claim, layout }: ClaimedFile): boolean {
  return !layout.kinds.some(
    ({ id, merge, repeats }) => id === claim.kind && (repeats || merge?.by === 'derived'),
  )
}

/** What names the content of each file; why it cannot be read, where it cannot. */
async function idsOf(
  claimed: readonly ClaimedFile[],
  { after }: OpenMemory,
): Promise<ReadonlyMap<string, string>> {
  const open = claimed.filter(({ file }) => file.id === null).map(({ file }) => file.path)
  const contents = open.length > 0 ? await after.read(open) : new Map<string, FileContent>()
  return new Map(
    claimed.map(({ file: { path, id } }) => {
      const content = contents.get(path)
      return [path, id ?? (content && 'id' in content ? content.id : (content?.failure ?? ''))]
    }),
  )
}

/** Names all that an index depends on: the files with their contents, and what they are read with. */
function digestOf(segments: readonly Segment[]): string {
  return hash('sha256', segments.map(({ name }) => name).join('\n'))
}

/** Takes the segments that are known, and builds the others. */
async function segmentsOf(
  segments: readonly Segment[],
  memory: OpenMemory,
  { files, segmentNamed }: Searching,
): Promise<Pick<FoundMemory, 'segments' | 'isStill'>> {
  const all = new Map<string, ReadIndex | null>()
  let isStill = true
  for (const segment of segments) {
    const { name } = segment
    const known = segmentNamed(name)
    const built = known ? null : await buildSegment(segment, memory)
    // A file may have changed meanwhile: what was read is not what the name says.
    const isKept = built?.isStill === true && files?.putSegment(name, built.bytes) === true
    if (built?.isStill === false) isStill = false
    // What is kept is read again when all are built: until then it takes no memory.
    all.set(name, built && !isKept ? indexFromBytes(built.bytes) : known)
  }
  for (const segment of segments) {
    const { name } = segment
    const read = all.get(name) ?? segmentNamed(name)
    // Another process may have removed it.
    all.set(name, read ?? indexFromBytes((await buildSegment(segment, memory)).bytes))
  }
  return { segments: all as ReadonlyMap<string, ReadIndex>, isStill }
}

function keptOf(digest: string, segments: FoundMemory['segments'], memory: OpenMemory): KeptIndex {
  const all = [...segments.values()]
  return {
    digest,
    segments: [...segments.keys()],
    aside: asideAcross(all, memory),
    unreadable: all.flatMap(unreadableIn),
  }
}
