import type { Citation, CitedCommit, DeadCitation, Removal } from '../../core/citation.ts'
import { manifestKind, type Scripts, scriptsOf } from '../../formats/citations/manifest-scripts.ts'
import { runnerOf, runsPrograms } from '../../formats/citations/script-names.ts'
import { nearest } from '../../formats/names.ts'
import { nameAt } from '../../git/removed-paths.ts'
import { type OpenSnapshot, textsIn } from '../../snapshot/project.ts'
import { type CodeHistory, TOO_LONG } from './code-history.ts'
import { type Dead, NOTHING, type Proof } from './dead-citations.ts'
import { type CitedScript, manifestsIn } from './manifests.ts'
import { type Written, whenWritten } from './when-written.ts'

/** Manifests by path. */
type Manifests = ReadonlyMap<string, Scripts>

async function manifestsOf(snapshot: OpenSnapshot): Promise<Manifests | null> {
  const paths = manifestsIn(snapshot.files)
  const texts = await textsIn(snapshot, paths)
  // What cannot be read may have any script.
  if (texts.size < paths.length) return null
  return new Map([...texts].map(([path, text]) => [path, scriptsOf(path, text)]))
}

/** What manifests define, by path and blob; each is parsed once. Null for one whose text is not known. */
function scriptsByBlob(
  texts: ReadonlyMap<string, string>,
): (path: string, id: string | null | undefined) => Scripts | null {
  const known = new Map<string, Scripts>()
  return (path, id) => {
    const text = texts.get(id ?? '')
    if (text === undefined) return null
    const key = `${id} ${path}`
    const scripts = known.get(key) ?? scriptsOf(path, text)
    known.set(key, scripts)
    return scripts
  }
}

/** The manifests that a tool reads. */
function readBy({ tool = '' }: Citation, manifests: Manifests): readonly (readonly [string, Scripts])[] {
  return [...manifests].filter(([path]) => manifestKind(path) === runnerOf(tool))
}

/** True where a script may be there: one that cannot be known counts. */
function mayHold(citation: Citation, manifests: Manifests): boolean {
  const { target, tool = '' } = citation
  return readBy(citation, manifests).some(
    ([, { names, packages, isOpen }]) =>
      isOpen || names.has(target) || (runsPrograms(tool) && packages.has(target)),
  )
}

/** The manifests that have a script. */
function holders(citation: Citation, manifests: Manifests): readonly string[] {
  return readBy(citation, manifests).flatMap(([path, { names }]) =>
    names.has(citation.target) ? [path] : [],
  )
}

function nearOne(citation: Citation, manifests: Manifests): Pick<DeadCitation, 'near'> {
  const all = readBy(citation, manifests)
  const { target } = citation
  const names = [...new Set(all.flatMap(([, scripts]) => [...scripts.names]))]
  const longer = names.find((one) => one.startsWith(`${target}:`) || target.startsWith(`${one}:`))
  const name = longer ?? nearest(target, names)
  const manifest = all.find(([, scripts]) => name !== undefined && scripts.names.has(name))?.[0]
  return name === undefined || manifest === undefined ? {} : { near: { manifest, name } }
}

/** Scripts that a change takes away, of documents that cited them on the side before as well. */
export async function scriptsDeadByChange(
  cited: readonly CitedScript[],
  before: OpenSnapshot,
  snapshot: OpenSnapshot,
): Promise<readonly Dead[]> {
  if (cited.length === 0) return []
  const [now, old] = await Promise.all([manifestsOf(snapshot), manifestsOf(before)])
  if (now === null || old === null) return []
  return cited.flatMap(({ document, citation }): readonly Dead[] =>
    mayHold(citation, now) || holders(citation, old).length === 0
      ? []
      : [[document.path, { citation, was: citation.target, ...nearOne(citation, now) }]],
  )
}

/**
 * Which of some scripts are dead: a manifest in the tree of the commit that wrote their statement had them, and none has them
 * now.
 */
export async function proveDeadScripts(
  cited: readonly CitedScript[],
  snapshot: OpenSnapshot,
  history: CodeHistory,
): Promise<Proof> {
  const now = cited.length > 0 ? await manifestsOf(snapshot) : null
  const missing = now ? cited.filter(({ citation }) => !mayHold(citation, now)) : []
  if (now === null || missing.length === 0) return NOTHING
  const removals = await history.removals()
  if ('unknown' in removals) return { ...NOTHING, unknown: removals.unknown }
  if ((await history.head()) === null) return NOTHING
  const written = await writtenOf(missing, snapshot, history)
  if (written === null) return { ...NOTHING, unknown: TOO_LONG }
  const removed = [...removals.map(({ path }) => path), ...(await history.since()).keys()]
  const gone = removed.filter((path) => manifestKind(path) !== null)
  const paths = [...new Set([...manifestsIn(snapshot.files), ...gone])]
  const held = await heldAt(written, paths, history)
  const ignored = new Set(await history.unkept([...new Set(held.flatMap((one) => one.paths))]))
  const dead = held.filter((one) => one.paths.some((path) => !ignored.has(path)))
  const by = await removedBy(dead, removals, history)
  return {
    dead: dead.map((one): Dead => {
      const { document, citation, at } = one
      const commit = by.get(one)
      return [
        document.path,
        {
          citation,
          was: citation.target,
          ...nearOne(citation, now),
          ...(commit && { by: commit }),
          written: at.date,
        },
      ]
    }),
  }
}

type WrittenScript = CitedScript & { readonly at: Written }

/** The commits that wrote the statements. A script is looked for with the tool that runs it. */
async function writtenOf(
  missing: readonly CitedScript[],
  snapshot: OpenSnapshot,
  history: CodeHistory,
): Promise<readonly WrittenScript[] | null> {
  const suspects = missing.map(({ document, citation }) => ({
    document,
    citation: { ...citation, written: `${citation.tool} ${citation.target}` },
    candidates: [],
  }))
  const written = await whenWritten(suspects, history, (paths) => textsIn(snapshot, paths))
  return (
    written &&
    missing.flatMap((one, i) => {
      const suspect = suspects[i]
      const at = suspect && written.get(suspect.citation)
      return at ? [{ ...one, at }] : []
    })
  )
}

type HeldScript = WrittenScript & { readonly paths: readonly string[] }

/** Those that some manifest had when they were written, with these manifests. */
async function heldAt(
  written: readonly WrittenScript[],
  paths: readonly string[],
  history: CodeHistory,
): Promise<readonly HeldScript[]> {
  const commits = [...new Set(written.map(({ at }) => at.commit))]
  const ids = await history.at(commits.flatMap((commit) => paths.map((path) => ({ commit, path }))))
  const scriptsAt = scriptsByBlob(await history.texts([...ids.values()]))
  return written.flatMap((one) => {
    const { commit } = one.at
    const manifests = new Map(
      paths.flatMap((path) => {
        const scripts = scriptsAt(path, ids.get(nameAt({ commit, path })))
        return scripts ? [[path, scripts] as const] : []
      }),
    )
    const held = holders(one.citation, manifests)
    return held.length > 0 ? [{ ...one, paths: held }] : []
  })
}

/** The commits that took scripts away; none for what is not committed, or is not found. */
async function removedBy(
  dead: readonly HeldScript[],
  removals: readonly Removal[],
  history: CodeHistory,
): Promise<ReadonlyMap<HeldScript, CitedCommit>> {
  const paths = [...new Set(dead.flatMap((one) => one.paths))]
  const logs = paths.length > 0 ? await history.logs(paths) : null
  const changes = [...(logs ?? [])].flatMap(([path, { changes }]) =>
    changes.slice(0, MOST_CHANGES).map((change) => ({ path, ...change })),
  )
  const ids = changes.flatMap(({ before, after }) => [before ?? [], after ?? []].flat())
  const scriptsAt = scriptsByBlob(await history.texts(ids))
  const has = (path: string, id: string | null, name: string): boolean =>
    scriptsAt(path, id)?.names.has(name) ?? false
  return new Map(
    dead.flatMap((one) => {
      const own = changes.filter(({ path }) => one.paths.includes(path))
      const name = one.citation.target
      const last = own.find(({ path, before, after }) => has(path, before, name) && !has(path, after, name))
      if (last) return [[one, { oid: last.commit, date: last.date, subject: '' }] as const]
      const removal = removals.find(({ path }) => one.paths.includes(path))
      return removal ? [[one, removal.by] as const] : []
    }),
  )
}

/** So many changes of one manifest are looked at. */
const MOST_CHANGES = 300
