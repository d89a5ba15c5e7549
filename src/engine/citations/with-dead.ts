import type { Citation, DeadCitation } from '../../core/citation.ts'
import { heldPath, holdsPath, type Missing, missingCitations } from '../../core/cited-paths.ts'
import type { Document, Memory } from '../../core/document.ts'
import type { OpenSnapshot } from '../../snapshot/project.ts'
import type { Questions } from '../context.ts'

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
    missingCitations(memory).map((one) => ({ ...one, was: heldBefore(one, before?.memories.get(key)) })),
  )
  const isAsked = ask?.history !== undefined && ask.isHistoryWhole === true
  if (!missing.some(({ was }) => isAsked || was !== null)) return { memories }
  const { findDead } = await import('../asked-history.ts')
  const { found, unknown } = await findDead(missing, { snapshot, before: before?.snapshot, ask })
  const dead = new Map<string, DeadCitation[]>()
  for (const [path, one] of found) {
    const known = dead.get(path)
    if (known) known.push(one)
    else dead.set(path, [one])
  }
  return {
    memories: new Map([...memories].map(([key, memory]) => [key, withOwn(memory, dead)])),
    ...(unknown !== undefined && { unknown }),
  }
}

/** What a citation named on the side before, where that side has the document and cites the same; else null. */
function heldBefore({ document, citation }: Missing, before: Memory | undefined): string | null {
  const old = before?.documents.find(({ path }) => path === document.path)
  return before && isCited(citation, old) ? heldPath(citation, document.path, before.files) : null
}

function isCited({ target, within }: Citation, document: Document | undefined): boolean {
  return document?.citations?.some((one) => one.target === target && one.within === within) ?? false
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
        const isOld = own && isCited(one.citation, own) && !holdsPath(one.citation, own.path, memory.files)
        return isOld ? [one] : []
      })
      return known.length > 0 ? [[path, known] as const] : []
    }),
  )
  return { ...memory, dead }
}
