import type { Citation, DeadCitation } from '../../core/citation.ts'
import { heldPath, holdsPath, type Missing, missingCitations } from '../../core/cited-paths.ts'
import type { Document, Memory } from '../../core/document.ts'
import type { OpenSnapshot } from '../../snapshot/project.ts'
import type { Questions } from '../context.ts'
import { type CitedScript, citedScripts, manifestsIn } from './manifests.ts'

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
  const isAsked = ask?.history !== undefined && ask.isHistoryWhole === true
  const older = before && lacksSome(snapshot, before.snapshot) ? before.memories : undefined
  const missing =
    isAsked || older
      ? [...memories].flatMap(([key, memory]) =>
          missingCitations(memory).map((one) => ({ ...one, was: heldBefore(one, older?.get(key)) })),
        )
      : []
  const scripts = [...memories].flatMap(([key, memory]) => scriptsToAsk(memory, before, { key, isAsked }))
  const isOpen = scripts.length > 0 && !(before && areSame(before.snapshot, snapshot))
  const isMissing = missing.some(({ was }) => isAsked || was !== null)
  if (!isMissing && !isOpen) return { memories }
  const { findDead, findDeadScripts } = await import('../asked-history.ts')
  const sides = { snapshot, before: before?.snapshot, ask }
  const paths = isMissing ? await findDead(missing, sides) : { found: [] }
  const proof = isOpen ? await findDeadScripts(scripts, sides) : { dead: [] }
  const unknown = paths.unknown ?? proof.unknown
  const dead = new Map<string, DeadCitation[]>()
  for (const [path, one] of [...paths.found, ...proof.dead]) {
    const known = dead.get(path)
    if (known) known.push(one)
    else dead.set(path, [one])
  }
  return {
    memories: new Map([...memories].map(([key, memory]) => [key, withOwn(memory, dead)])),
    ...(unknown !== undefined && { unknown }),
  }
}

/** The scripts that a memory cites, where one may be proven dead: on the side before it cited them too, or the history is asked. */
function scriptsToAsk<Key>(
  memory: Memory,
  before: Compared<Key>['before'],
  { key, isAsked }: { readonly key: Key; readonly isAsked: boolean },
): readonly CitedScript[] {
  if (!before) return isAsked ? citedScripts(memory) : []
  const old = new Map(before.memories.get(key)?.documents.map((one) => [one.path, one]))
  return citedScripts(memory).filter(({ document, citation }) => isCited(citation, old.get(document.path)))
}

/** True where both sides have the same manifests, by their names for what they hold. */
function areSame(a: OpenSnapshot, b: OpenSnapshot): boolean {
  const [one, other] = [a, b].map(({ files }) =>
    manifestsIn(files).map((path) => `${path} ${files.get(path)?.id}`),
  )
  const isNamed = [a, b].every(({ files }) => manifestsIn(files).every((path) => files.get(path)?.id))
  return isNamed && one?.join('\n') === other?.join('\n')
}

/** True where a path of the side before is not there any more: without that, a change makes nothing dead. */
function lacksSome({ files }: OpenSnapshot, before: OpenSnapshot): boolean {
  for (const path of before.files.keys()) if (!files.has(path)) return true
  return false
}

/** What a citation named on the side before, where that side has the document and cites the same; else null. */
function heldBefore({ document, citation }: Missing, before: Memory | undefined): string | null {
  const old = before?.documents.find(({ path }) => path === document.path)
  return before && isCited(citation, old) ? heldPath(citation, document.path, before.files) : null
}

function isCited({ kind, tool, target, within }: Citation, document: Document | undefined): boolean {
  return (
    document?.citations?.some(
      (one) => one.kind === kind && one.tool === tool && one.target === target && one.within === within,
    ) ?? false
  )
}

function withOwn(memory: Memory, dead: ReadonlyMap<string, readonly DeadCitation[]>): Memory {
  const own = memory.documents.flatMap(({ path }) => {
    const found = dead.get(path)
    return found ? [[path, found] as const] : []
  })
  return own.length > 0 ? { ...memory, dead: new Map(own) } : memory
}

/** The memory of a side before with what is dead after it and was so there: it is not new. */
export function withDeadBefore(memory: Memory, after: Memory | undefined): Memory {
  if (!after?.dead) return memory
  const byPath = new Map(memory.documents.map((one) => [one.path, one]))
  const dead = new Map(
    [...after.dead].flatMap(([path, found]) => {
      const own = byPath.get(path)
      const known = found.flatMap((one) => {
        // A script that a change takes away was there before it.
        if (one.citation.kind === 'script') return []
        const isOld = own && isCited(one.citation, own) && !holdsPath(one.citation, own.path, memory.files)
        return isOld ? [one] : []
      })
      return known.length > 0 ? [[path, known] as const] : []
    }),
  )
  return { ...memory, dead }
}
