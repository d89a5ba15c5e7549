import { ofPresent } from '../../core/cited-paths.ts'
import type { Memory } from '../../core/document.ts'
import type { FileListing } from '../../core/snapshot.ts'
import { findSymbols } from '../../formats/citations/symbol-name.ts'
import { findWords } from '../../git/find-words.ts'
import type { GitOptions } from '../../git/run-git.ts'
import type { Suspect } from './when-written.ts'

/** Where git is asked. */
type Asked = {
  readonly top: string
  readonly git: GitOptions
  /** Milliseconds for each question. */
  readonly most: number
}

/** Names of code that statements cite and that no file of code has now: neither in its text nor as its own name. Null where git takes too long. */
export async function missingNames(
  memories: readonly Memory[],
  {
    files,
    texts,
    top,
    git,
    most,
  }: Asked & { readonly files: FileListing; readonly texts: ReadonlyMap<string, string> },
): Promise<readonly Suspect[] | null> {
  const documents = memories.flatMap((memory) => memory.documents)
  // Nothing else asks for names: they are not among the facts of a document.
  const present = documents.filter(({ citations }) => citations)
  const cited = present.flatMap((document) =>
    ofPresent(findSymbols(texts.get(document.path) ?? ''), document.items).map((citation) => ({
      document,
      citation,
      candidates: [],
    })),
  )
  const names = [...new Set(cited.map(({ citation }) => citation.target))]
  const without = new Set(documents.map(({ path }) => path))
  const found = await findWords(top, names, { ...git, within: 'work tree', without, most })
  if (!found) return null
  const own = cited.some(({ citation }) => !found.has(citation.target)) ? fileNames(files) : new Set()
  return cited.filter(({ citation: { target } }) => !found.has(target) && !own.has(target))
}

/** The names of all files without their endings. */
function fileNames(files: FileListing): ReadonlySet<string> {
  return new Set(
    [...files.keys()].map((path) => path.slice(path.lastIndexOf('/') + 1).split('.', 1)[0] ?? ''),
  )
}

/** Of each name that a commit's files of code have, the first of these files; by commit. Null where git takes too long. */
export async function namesAt(
  names: ReadonlyMap<string, ReadonlySet<string>>,
  { top, git, most, without }: Asked & { readonly without: ReadonlySet<string> },
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>> | null> {
  const found = new Map<string, ReadonlyMap<string, string>>()
  for (const [commit, some] of names) {
    const held = await findWords(top, [...some], { ...git, within: { commit }, without, most })
    if (!held) return null
    found.set(commit, held)
  }
  return found
}
