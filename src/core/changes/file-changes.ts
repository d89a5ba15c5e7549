import type { Document } from '../document.ts'
import { firstNames } from '../messages.ts'
import type { FileListing } from '../snapshot.ts'
import { compareText } from '../text.ts'

/** What became of the files of a memory between two snapshots, in order of paths; a file is in one list. Paths are untrusted. */
export type FileChanges = {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  /** Files that have the same bytes, or the same items, at another path now. */
  readonly moved: readonly { readonly from: string; readonly to: string }[]
  /** Files that are no file of the memory any more, wherever their words are. */
  readonly gone: readonly string[]
}

/** One side: which of its files are memory, and the listing that names every content. */
type FilesOfSide = { readonly files: FileListing; readonly documents: readonly Document[] }

/**
 * Accounts for every file that either side takes for memory, by git's names of contents: nothing is read for it. What is not in
 * any list is the same on both sides. A file that git ignores on purpose is no part of a change.
 */
export function fileChanges(before: FilesOfSide, after: FilesOfSide): FileChanges {
  const [old, now] = [contentsOf(before), contentsOf(after)]
  const memory = new Set(after.documents.map(({ path }) => path))
  const paths = [...new Set([...before.documents.map(({ path }) => path), ...memory])]
  const added: string[] = []
  const changed: string[] = []
  const gone: string[] = []
  for (const path of paths.filter((one) => !after.files.get(one)?.ignored).sort(compareText)) {
    if (!after.files.has(path)) gone.push(path)
    else if (!before.files.has(path)) added.push(path)
    else if (isOther(old(path), now(path))) changed.push(path)
  }
  const exact = moveFiles({ added, changed, moved: [], gone }, old, now)
  return moveFiles(exact, itemNamesIn(before, exact.gone), itemNamesIn(after, exact.added))
}

/** What a file is known by; null or undefined for one that is known by nothing. */
type NameOf = (path: string) => string | null | undefined

/** The same with those moved that are known before by what an added one is known by now, each once. */
function moveFiles({ added, changed, moved, gone }: FileChanges, old: NameOf, now: NameOf): FileChanges {
  const free = new Map<string, string[]>()
  for (const path of added) {
    const name = now(path)
    if (name) free.set(name, [...(free.get(name) ?? []), path])
  }
  const found = gone.flatMap((from) => {
    const to = free.get(old(from) ?? '')?.shift()
    return to === undefined ? [] : [{ from, to }]
  })
  const [sources, targets] = [new Set(found.map(({ from }) => from)), new Set(found.map(({ to }) => to))]
  return {
    added: added.filter((path) => !targets.has(path)),
    changed,
    moved: [...moved, ...found].sort((a, b) => compareText(a.from, b.from)),
    gone: gone.filter((path) => !sources.has(path)),
  }
}

/** By all of their items, where each has an id: a file that was edited and moved at once is known so. */
function itemNamesIn({ documents }: FilesOfSide, paths: readonly string[]): NameOf {
  const wanted = new Set(paths)
  const names = new Map(
    documents.flatMap((one) => (wanted.has(one.path) ? [[one.path, itemNames(one)] as const] : [])),
  )
  return (path) => names.get(path)
}

/** What names the items of a document; null where it has no item, or one without an id. */
function itemNames({ items }: Document): string | null {
  if (items.length === 0 || items.some(({ id }) => id === undefined)) return null
  return JSON.stringify(items.map(({ kind, id }) => [kind, id]).sort())
}

/** Those of some paths. */
export function filesAmong(
  { added, changed, moved, gone }: FileChanges,
  isWanted: (path: string) => boolean,
): FileChanges {
  return {
    added: added.filter(isWanted),
    changed: changed.filter(isWanted),
    moved: moved.filter(({ from, to }) => isWanted(from) || isWanted(to)),
    gone: gone.filter(isWanted),
  }
}

/** A content without a name is not known to be the same as any. */
function isOther(before: string | null, after: string | null): boolean {
  return before === null || before !== after
}

/** The name of each file's content: git's, else that of the bytes that were read; null where neither is known. */
function contentsOf({ files, documents }: FilesOfSide): (path: string) => string | null {
  const read = new Map(documents.map(({ path, id }) => [path, id]))
  return (path) => files.get(path)?.id || read.get(path) || null
}

/** At most this many files of a folder, and names in a line, are shown. */
const MOST_OF_A_FOLDER = 3
const MOST = 12

/** The fates of files in words, each with its names; none where no file differs. */
export function describeFiles({ added, changed, moved, gone }: FileChanges): readonly FileFate[] {
  return [
    { fate: 'gone from memory', count: gone.length, names: folded(gone) },
    { fate: 'moved in memory', count: moved.length, names: moved.map(({ from, to }) => `${from} → ${to}`) },
    { fate: 'changed in memory', count: changed.length, names: folded(changed) },
    { fate: 'new in memory', count: added.length, names: folded(added) },
  ].filter(({ count }) => count > 0)
}

/** What became of some files, in words. */
export type FileFate = {
  readonly fate: string
  readonly count: number
  /** Paths, and folders with the number of their files. */
  readonly names: readonly string[]
}

/** The same as one line each for people, to be escaped. */
export function fileNotes(files: FileChanges): readonly string[] {
  return describeFiles(files).map(({ fate, names }) => `${fate}: ${firstNames(names, MOST)}`)
}

/** More than three files of one folder are the folder and their number. */
function folded(paths: readonly string[]): readonly string[] {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    folders.set(folder, [...(folders.get(folder) ?? []), path])
  }
  return [...folders].flatMap(([folder, own]) =>
    folder === '' || own.length <= MOST_OF_A_FOLDER ? own : [`${folder} (${own.length} files)`],
  )
}
