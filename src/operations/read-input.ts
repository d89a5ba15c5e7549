import { join } from 'node:path'
import { hookFailure } from '../cache/agent-hooks.ts'
import type { OperationInput, RawFile } from '../core/operation.ts'
import type { Settings } from '../core/settings.ts'
import { type FileContent, listedFiles } from '../core/snapshot.ts'
import { claimFiles } from '../engine/context.ts'
import { loadStage, type ReadSources, readSources } from '../engine/documents/load-documents.ts'
import { changeTime, obstacleAt } from '../fs/read-files.ts'
import { writeObstacle } from '../fs/write-obstacle.ts'
import { treeOf } from '../snapshot/project.ts'
import type { OperationCall, OperationMemory } from './operation-call.ts'

/** What the operation is given. Null when a file changed between two reads of it. */
export async function readInput(seen: OperationMemory, call: OperationCall): Promise<OperationInput | null> {
  const { operation, args, now, mint, replies, project, layout, options } = call
  const { memory, documents } = seen
  const { caller = 'library', ports } = options
  const isSecret = operation.requests && (await secretTest(memory.settings))
  const given = {
    args,
    memory,
    now,
    mint,
    caller,
    ...(replies && { replies }),
    ...(isSecret && { isSecret }),
  }
  const obstacle = lazily(() => writeObstacle(treeOf(project), layout.roots(memory.settings), ports?.fs))
  const read = await readWanted(operation.wants(given), seen, project.root)
  const raw = await readRaw(operation.wantsRaw?.(given) ?? [], seen, call)
  const gitDir = project.repository?.gitDir
  const failureOf = (task: string): string | null => (gitDir === undefined ? null : hookFailure(gitDir, task))
  const first = {
    ...given,
    hookFailure: failureOf,
    obstacle,
    raw,
    sources: read.sources,
    hidden: read.hidden,
  }
  const further = operation.wantsMore?.(first) ?? []
  const more = further.length > 0 ? await readWanted(further, seen, project.root) : null
  const contents = [...read.contents, ...(more?.contents ?? [])]
  if (!contents.every(([path, { id }]) => documents.get(path)?.id === id)) return null
  return more ? { ...first, sources: new Map([...read.sources, ...more.sources]) } : first
}

/** Whether a text holds a secret, as the rule of that name sees it. */
async function secretTest(settings: Settings): Promise<(text: string) => boolean> {
  if (settings.rules['no-secret'] === 'off') return () => false
  const { secretsIn } = await loadStage()
  return (text) => secretsIn(text, settings).length > 0
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

type Wanted = ReadSources & { readonly hidden: ReadonlyMap<string, string> }

async function readWanted(
  paths: readonly string[],
  { snapshot, load }: OperationMemory,
  root: string,
): Promise<Wanted> {
  const wanted = new Set(paths)
  const hidden = new Map<string, string>()
  for (const path of wanted) {
    const what = snapshot.files.has(path) ? null : obstacleAt(root, path)
    if (what !== null) hidden.set(path, what)
  }
  const found = [...wanted].flatMap((path) => snapshot.files.get(path) ?? [])
  if (found.length === 0) return { sources: new Map(), contents: new Map(), hidden }
  const files = listedFiles(found)
  return { ...(await readSources(claimFiles({ ...snapshot, files }, load), snapshot, load)), hidden }
}

/** Files that no kind reads: those of kept places, and those that cannot be parsed. */
async function readRaw(
  paths: readonly string[],
  { snapshot, documents, load }: OperationMemory,
  { layout, project }: OperationCall,
): Promise<ReadonlyMap<string, RawFile>> {
  const open = paths.filter(
    (path) =>
      snapshot.files.has(path) &&
      (layout.keeps?.(path, load.settings) || documents.get(path)?.complete === false),
  )
  const contents = open.length > 0 ? await snapshot.read(open) : new Map<string, FileContent>()
  const raw = new Map<string, RawFile>()
  for (const [path, content] of contents) {
    const changedAt = changeTime(join(project.root, path))
    if ('bytes' in content && changedAt !== null) raw.set(path, { bytes: content.bytes, changedAt })
  }
  return raw
}
