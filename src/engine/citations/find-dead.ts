import type { Missing } from '../../core/cited-paths.ts'
import { type OpenSnapshot, renamedAsIs, textsIn } from '../../snapshot/project.ts'
import type { Questions } from '../context.ts'
import { type CodeHistory, historyOf, orUnknown } from './code-history.ts'
import { type Dead, NOTHING, type Proof, proveOrRecall } from './dead-citations.ts'
import { proveDeadScripts, scriptsDeadByChange } from './dead-scripts.ts'
import type { CitedScript } from './manifests.ts'
import { removedPaths } from './removed.ts'

type Asked = {
  readonly snapshot: OpenSnapshot
  readonly before: OpenSnapshot | undefined
  readonly ask?: Questions | undefined
}

/** A citation that named this on the side before. */
type Held = Missing & { readonly was: string }

/** Which of some citations are dead: by a change, and, where all of git's history is asked, by earlier ones; and why that is not known. */
export async function findDead(
  missing: readonly (Missing & { readonly was: string | null })[],
  { snapshot, before, ask }: Asked,
): Promise<{ readonly found: readonly Dead[]; readonly unknown?: string | undefined }> {
  const history = ask?.history && historyOf(snapshot, ask.history)
  const proof =
    history && ask?.isHistoryWhole
      ? await orUnknown(
          () =>
            proveOrRecall(missing, snapshot.files, {
              history,
              proofs: ask.proofs,
              textOf: (paths) => textsIn(snapshot, paths),
            }),
          (unknown) => ({ ...NOTHING, unknown }),
        )
      : NOTHING
  // What commits show is shown with them; a change that is in none yet, or whose history is not here, is two listings.
  const proven = new Set(proof.dead.map(([, { citation }]) => citation))
  const byChange = missing.flatMap(({ was, ...one }): readonly Held[] =>
    was === null || proven.has(one.citation) ? [] : [{ ...one, was }],
  )
  const found =
    before && byChange.length > 0 ? await deadByChange(byChange, { snapshot, before, history }) : []
  return { found: [...found, ...proof.dead], unknown: proof.unknown }
}

/** Which scripts are dead: by a change where there is one, else by what git's history shows. */
export async function findDeadScripts(
  cited: readonly CitedScript[],
  { snapshot, before, ask }: Asked,
): Promise<Proof> {
  if (before) return { dead: await scriptsDeadByChange(cited, before, snapshot) }
  const history = ask?.history && ask.isHistoryWhole ? historyOf(snapshot, ask.history) : null
  if (!history) return NOTHING
  return orUnknown(
    () => proveDeadScripts(cited, snapshot, history),
    (unknown) => ({ ...NOTHING, unknown }),
  )
}

type ByChange = {
  readonly snapshot: OpenSnapshot
  readonly before: OpenSnapshot
  readonly history: CodeHistory | undefined
}

/** What a change takes away, with where git, or else the same content, shows it to be now. */
async function deadByChange(
  cited: readonly Held[],
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
