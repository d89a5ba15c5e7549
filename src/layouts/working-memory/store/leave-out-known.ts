import { normaliseTitle } from '../../../formats/names.ts'
import type { Entry, Update } from '../dsl/update.ts'
import type { KnownTask } from './known-task.ts'

/** Leaves out additions of what is there, and archivings of what is archived: both are as their writer wants them. */
export function withoutKnown(
  { state, moved }: KnownTask,
  { progress, learnings, verbatim }: Update,
): { readonly update: Update; readonly notes: readonly string[] } {
  const notes: string[] = []
  const isGone = (entries: readonly Entry[], id: string): boolean => {
    const entry = entries.find((one) => one.id === id)
    const isArchived = entry ? Boolean(entry.archived) : moved.some(({ fields }) => fields.id === id)
    if (isArchived) notes.push(`${id} is archived already.`)
    return isArchived
  }
  const firstOf = <T>(
    known: ReadonlyMap<string, string>,
    keyOf: (one: T) => string,
  ): ((one: T) => boolean) => {
    const seen = new Map(known)
    return (one) => {
      const key = keyOf(one)
      const id = seen.get(key)
      if (id !== undefined)
        notes.push(
          id === '' ? 'The same is added twice: once is enough.' : `Already ${id}: nothing was added for it.`,
        )
      else seen.set(key, '')
      return id === undefined
    }
  }
  const going = new Set([...(learnings?.archive ?? []), ...(verbatim?.archive ?? [])].map(({ id }) => id))
  const insights = firstOf(openKeys(state.key_learnings, going, insightKey), insightKey)
  const snippets = firstOf(openKeys(state.verbatim_context, going, snippetKey), snippetKey)
  const update: Update = {
    progress,
    learnings: learnings && {
      archive: learnings.archive.filter(({ id }) => !isGone(state.key_learnings, id)),
      add: learnings.add.filter(insights),
    },
    verbatim: verbatim && {
      archive: verbatim.archive.filter(({ id }) => !isGone(state.verbatim_context, id)),
      add: verbatim.add.filter(snippets),
    },
  }
  return { update, notes }
}

/** What open entries hold, with their ids; one that this update archives does not hold. */
function openKeys<T extends Entry>(
  entries: readonly T[],
  going: ReadonlySet<string>,
  keyOf: (entry: T) => string,
): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) =>
      entry.archived || going.has(entry.id) ? [] : [[keyOf(entry), entry.id] as const],
    ),
  )
}

function insightKey({ insight }: { readonly insight: string }): string {
  return normaliseTitle(insight)
}

function snippetKey({ label, snippet }: { readonly label: string; readonly snippet: string }): string {
  return JSON.stringify([label, snippet])
}
