import type { DeadCitation } from '../../core/citation.ts'
import { holdsPath, meantPaths, tailOf } from '../../core/cited-paths.ts'
import type { Memory } from '../../core/document.ts'
import type { FileListing } from '../../core/snapshot.ts'
import { nameAt } from '../../git/removed-paths.ts'
import type { CodeHistory } from './code-history.ts'
import { type Removed, removedPaths } from './removed.ts'
import { type Suspect, type Written, whenWritten } from './when-written.ts'

/** A dead citation and the path of its document. */
export type Dead = readonly [path: string, dead: DeadCitation]

/** What was proven of a memory. */
export type Proof = {
  readonly dead: readonly Dead[]
  /** Why not all could be judged. */
  readonly unknown?: string
}

/** Citations of present statements that name nothing which is there. */
export function missingCitations({ documents, files }: Memory): readonly Omit<Suspect, 'candidates'>[] {
  return documents.flatMap((document) =>
    (document.citations ?? [])
      .filter((citation) => !holdsPath(citation, document.path, files))
      .map((citation) => ({ document, citation })),
  )
}

/**
 * Which of some citations are dead: what they name was there in the tree of the commit that wrote their statement, and is not there
 * now. All others are silent: what never was there may be an example, or belong to another repository.
 */
export async function proveDead(
  missing: readonly Omit<Suspect, 'candidates'>[],
  files: FileListing,
  {
    history,
    textOf,
  }: { history: CodeHistory; textOf: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>> },
): Promise<Proof> {
  if (missing.length === 0) return NOTHING
  const removals = await history.removals()
  if ('unknown' in removals) return { ...NOTHING, unknown: removals.unknown }
  const removed = removedPaths(removals, await history.since(), files)
  const suspects = missing.flatMap((one) => {
    const candidates = removed.candidates(meantPaths(one.citation, one.document.path), tailOf(one.citation))
    return candidates.length > 0 ? [{ ...one, candidates }] : []
  })
  if (suspects.length === 0) return NOTHING
  const written = await whenWritten(suspects, history, textOf)
  const asked = suspects.flatMap((one) => {
    const commit = written.get(one.citation)?.commit
    return commit === undefined ? [] : one.candidates.map((path) => ({ commit, path }))
  })
  const held = await history.at(asked)
  const proven = suspects.flatMap((one) => {
    const at = written.get(one.citation)
    const was = at ? one.candidates.filter((path) => held.has(nameAt({ commit: at.commit, path }))) : []
    return at && was.length > 0 ? [{ ...one, written: at, was }] : []
  })
  return { dead: await described(proven, { history, removed }) }
}

/** Nothing is dead. */
export const NOTHING: Proof = { dead: [] }

type Proven = Suspect & { readonly written: Written; readonly was: readonly string[] }

type World = { readonly history: CodeHistory; readonly removed: Removed }

/** With what became of each. */
async function described(proven: readonly Proven[], { history, removed }: World): Promise<readonly Dead[]> {
  const ignored = new Set(await history.ignored(proven.flatMap(({ was }) => was)))
  const left = proven.filter(({ was }) => !was.every((path) => ignored.has(path)))
  const successors = await removed.successors(
    left.flatMap(({ was }) => was),
    history,
  )
  return left.map(({ document, citation, written, was }) => {
    const [first = ''] = was
    const [now, ...others] = [...new Set(was.flatMap((path) => successors.get(path) ?? []))]
    const by = removed.by(first)
    return [
      document.path,
      {
        citation,
        was: first,
        ...(now !== undefined &&
          (others.length + was.length === 1 ? { now } : { candidates: [now, ...others] })),
        ...(by && { by }),
        written: written.date,
      },
    ]
  })
}
