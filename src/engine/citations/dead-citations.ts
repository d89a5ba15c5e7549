import { hash } from 'node:crypto'
import type { ProofCache } from '../../cache/proofs.ts'
import type { DeadCitation } from '../../core/citation.ts'
import { type Missing, pathsNow } from '../../core/cited-paths.ts'
import type { Document } from '../../core/document.ts'
import { type FileListing, holdsFile } from '../../core/snapshot.ts'
import { nameAt } from '../../git/removed-paths.ts'
import { type CodeHistory, TOO_LONG } from './code-history.ts'
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

/** Where proofs come from. */
type Sources = {
  readonly history: CodeHistory
  readonly proofs?: ProofCache | undefined
  readonly textOf: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** What `proveDead` finds; what an earlier run found of the same text and the same missing files holds while its history does. */
export async function proveOrRecall(
  missing: readonly Missing[],
  files: FileListing,
  sources: Sources,
): Promise<Proof> {
  const { history, proofs } = sources
  if (!proofs || missing.length === 0) return proveDead(missing, files, sources)
  const groups = new Map<Document, Missing[]>()
  for (const one of missing) groups.set(one.document, [...(groups.get(one.document) ?? []), one])
  const open: { readonly key: string; readonly path: string; readonly some: readonly Missing[] }[] = []
  const known: Dead[] = []
  const heads = new Map<string, Promise<boolean>>()
  for (const [document, some] of groups) {
    const key = proofKey(document, some)
    const proof = document.id === '' ? null : proofs.get(key)
    if (proof && !heads.has(proof.head)) heads.set(proof.head, history.holds(proof.head))
    const isKnown =
      proof !== null && (await heads.get(proof.head)) && proof.dead.every((one) => isStill(one, files))
    if (isKnown) known.push(...proof.dead.map((one): Dead => [document.path, one]))
    else open.push({ key, path: document.path, some })
  }
  const found = await proveDead(
    open.flatMap(({ some }) => some),
    files,
    sources,
  )
  const head = found.unknown === undefined ? await history.head() : null
  for (const { key, path } of head === null ? [] : open) {
    const dead = found.dead.filter(([at]) => at === path).map(([, one]) => one)
    if (dead.every(({ by }) => by)) proofs.put(key, path, { head: head ?? '', dead })
  }
  proofs.save()
  return { ...found, dead: [...known, ...found.dead] }
}

function isStill(dead: DeadCitation, files: FileListing): boolean {
  return pathsNow(dead).every((path) => files.has(path) || holdsFile(files, path))
}

function proofKey({ path, id }: Document, missing: readonly Missing[]): string {
  const cited = missing.map(({ citation: { target, within, place } }) => [
    target,
    within,
    place.line,
    place.column,
  ])
  return hash('sha256', JSON.stringify([path, id, cited])).slice(0, 40)
}

/**
 * Which of some citations are dead: what they name was there in the tree of the commit that wrote their statement, and is not there
 * now. All others are silent: what never was there may be an example, or belong to another repository.
 */
async function proveDead(
  missing: readonly Missing[],
  files: FileListing,
  { history, textOf }: Sources,
): Promise<Proof> {
  if (missing.length === 0) return NOTHING
  const removals = await history.removals()
  if ('unknown' in removals) return { ...NOTHING, unknown: removals.unknown }
  if (removals.length === 0 && (await history.head()) === null) return NOTHING
  const removed = removedPaths(removals, await history.since(), files)
  if (removed.isNone) return NOTHING
  const suspects = missing.flatMap((one) => {
    const candidates = removed.candidates(one.citation, one.document.path)
    return candidates.length > 0 ? [{ ...one, candidates }] : []
  })
  if (suspects.length === 0) return NOTHING
  const written = await whenWritten(suspects, history, textOf)
  if (written === null) return { ...NOTHING, unknown: TOO_LONG }
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
  // A pattern such as `dumps/` is one of folders, and git does not see that a path which is gone was one.
  const ignored = new Set(
    await history.unkept(proven.flatMap(({ was }) => was.flatMap((path) => [path, `${path}/`]))),
  )
  const left = proven.filter(({ was }) => !was.every((path) => ignored.has(path) || ignored.has(`${path}/`)))
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
