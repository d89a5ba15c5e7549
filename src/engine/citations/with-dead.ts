import type { Citation, DeadCitation } from '../../core/citation.ts'
import { heldPath, holdsPath } from '../../core/cited-paths.ts'
import type { Document, Memory } from '../../core/document.ts'
import { type OpenSnapshot, renamedAsIs, textOfBytes } from '../../snapshot/project.ts'
import type { Questions } from '../context.ts'
import type { CodeHistory } from './code-history.ts'
import { type Dead, missingCitations, NOTHING, proveOrRecall } from './dead-citations.ts'
import { removedPaths } from './removed.ts'
import type { Suspect } from './when-written.ts'

type Missing = Omit<Suspect, 'candidates'>

/** Memories with what their documents cite in vain, and why some of it could not be proven. */
export type Proven<Key> = {
  readonly memories: ReadonlyMap<Key, Memory>
  readonly unknown?: string
}

/** A side and the one before it. */
type Compared<Key> = {
  readonly snapshot: OpenSnapshot
  readonly before?: { readonly snapshot: OpenSnapshot; readonly memories: ReadonlyMap<Key, Memory> } | null
  readonly ask?: Questions | undefined
}

/** The same memories of a side, with what the change to it makes dead, and, where all of git's history is asked, what earlier ones did. */
export async function withDead<Key>(
  memories: ReadonlyMap<Key, Memory>,
  { snapshot, before, ask }: Compared<Key>,
): Promise<Proven<Key>> {
  const missing = [...memories].flatMap(([key, memory]) =>
    missingCitations(memory).map((one) => ({ ...one, key })),
  )
  if (missing.length === 0) return { memories }
  const history = ask?.history?.(snapshot)
  const proof =
    history && ask?.isHistoryWhole
      ? await proveOrRecall(missing, snapshot.files, {
          history,
          proofs: ask.proofs,
          textOf: (paths) => textsIn(snapshot, paths),
        })
      : NOTHING
  // What commits show is shown with them; a change that is in none yet, or whose history is not here, is two listings.
  const proven = new Set(proof.dead.map(([, { citation }]) => citation))
  const byChange = missing.flatMap((one) => {
    const was = proven.has(one.citation) ? null : heldBefore(one, before?.memories.get(one.key))
    return was === null ? [] : [{ ...one, was }]
  })
  const found =
    before && byChange.length > 0
      ? await deadByChange(byChange, { snapshot, before: before.snapshot, history })
      : []
  const dead = new Map<string, DeadCitation[]>()
  for (const [path, one] of [...found, ...proof.dead]) {
    const known = dead.get(path)
    if (known) known.push(one)
    else dead.set(path, [one])
  }
  return {
    memories: new Map([...memories].map(([key, memory]) => [key, withOwn(memory, dead)])),
    ...(proof.unknown !== undefined && { unknown: proof.unknown }),
  }
}

function withOwn(memory: Memory, dead: ReadonlyMap<string, readonly DeadCitation[]>): Memory {
  const own = memory.documents.flatMap(({ path }) => {
    const found = dead.get(path)
    return found ? [[path, found] as const] : []
  })
  return own.length > 0 ? { ...memory, dead: new Map(own) } : memory
}

async function textsIn(
  snapshot: OpenSnapshot,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const contents = await snapshot.read(paths)
  return new Map(
    [...contents].flatMap(([path, one]) => ('bytes' in one ? [[path, textOfBytes(one.bytes)]] : [])),
  )
}

/** What a citation named on the side before, where that side has the document and cites the same; else null. */
function heldBefore({ document, citation }: Missing, before: Memory | undefined): string | null {
  const old = before?.documents.find(({ path }) => path === document.path)
  return before && isCited(citation, old) ? heldPath(citation, document.path, before.files) : null
}

function isCited({ target, within }: Citation, document: Document | undefined): boolean {
  return document?.citations?.some((one) => one.target === target && one.within === within) ?? false
}

type ByChange = {
  readonly snapshot: OpenSnapshot
  readonly before: OpenSnapshot
  readonly history: CodeHistory | undefined
}

/** What a change takes away, with where git, or else the same content, shows it to be now. */
async function deadByChange(
  cited: readonly (Missing & { readonly was: string })[],
  { snapshot, before, history }: ByChange,
): Promise<readonly Dead[]> {
  const gone = [...before.files.keys()].filter((path) => !snapshot.files.has(path))
  const since =
    history && before.revision !== undefined
      ? await history.since(before.revision)
      : new Map([
          ...gone.map((path) => [path, null] as const),
          ...(await renamedAsIs(before, snapshot, gone)),
        ])
  const removed = removedPaths([], since, snapshot.files)
  const successors = await removed.successors(
    cited.map(({ was }) => was),
    history,
  )
  return cited.map(({ document, citation, was }) => {
    const [now] = successors.get(was) ?? []
    return [document.path, { citation, was, ...(now !== undefined && { now }) }]
  })
}

/** The memory of a side before with what is dead after it and was so there: it is not new. */
export function withDeadBefore(memory: Memory, after: Memory | undefined): Memory {
  if (!after?.dead) return memory
  const byPath = new Map(memory.documents.map((one) => [one.path, one]))
  const dead = new Map(
    [...after.dead].flatMap(([path, found]) => {
      const own = byPath.get(path)
      const known = found.flatMap((one) => {
        const isOld = own && isCited(one.citation, own) && !holdsPath(one.citation, own.path, memory.files)
        return isOld ? [one] : []
      })
      return known.length > 0 ? [[path, known] as const] : []
    }),
  )
  return { ...memory, dead }
}
