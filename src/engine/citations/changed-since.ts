import type { Citation, CitedCommit } from '../../core/citation.ts'
import { heldPath, type Missing, pathsIn } from '../../core/cited-paths.ts'
import type { Memory } from '../../core/document.ts'
import { compareText } from '../../core/text.ts'
import { statementsOf } from '../../formats/citations/statements.ts'
import type { FileLog } from '../../git/file-history.ts'
import { type OpenSnapshot, textsIn } from '../../snapshot/project.ts'
import type { Questions } from '../context.ts'
import { historyOf, SHALLOW, TOO_LONG } from './code-history.ts'
import { statementWith, type Written, whenWritten } from './when-written.ts'

/** A file that a statement names, and the commits that changed it since the statement was written. */
type ChangedFile = {
  readonly path: string
  readonly commits: number
  readonly last: CitedCommit
}

/** A statement whose files have changed since it was written. Its words are untrusted. */
export type ChangedSince = {
  readonly path: string
  readonly line: number
  readonly words: string
  readonly written: Written
  /** The file that changed most comes first. */
  readonly files: readonly ChangedFile[]
}

type Asked = { readonly snapshot: OpenSnapshot; readonly history: NonNullable<Questions['history']> }

/**
 * Statements of present text that name code which commits have changed since, those first whose files changed in most commits. A
 * statement that no commit has yet is as new as its files. Why nothing is known, where git's history is cut off or takes too long.
 */
export async function changedSince(
  memories: Iterable<Memory>,
  { snapshot, history: at }: Asked,
): Promise<readonly ChangedSince[] | { readonly unknown: string }> {
  const history = historyOf(snapshot, at)
  const all = [...memories]
  const own = new Set(all.flatMap(({ documents: some }) => some.map(({ path }) => path)))
  const held = all.flatMap((memory) => heldCitations(memory, (path) => own.has(path)))
  if (held.length === 0 || (await history.head()) === null) return []
  if (history.isShallow()) return { unknown: SHALLOW }
  const cited = [...new Set(held.flatMap(({ candidates }) => candidates))]
  const texts = await textsIn(snapshot, [...new Set(held.map(({ document }) => document.path))])
  const [written, logs, commits] = await Promise.all([
    whenWritten(held, history, async () => texts),
    history.logs(cited),
    history.commits(),
  ])
  if (!written || !logs || !commits) return { unknown: TOO_LONG }
  const order = new Map(commits.map((oid, i) => [oid, i]))
  const found = grouped(held, { written, texts }).flatMap((one) => {
    const files = one.cited.flatMap((path) => changedFile(path, logs.get(path), one.written, order))
    return files.length > 0 ? [{ ...one, files: files.sort(mostFirst) }] : []
  })
  const subjects = await history.subjects([
    ...new Set(found.flatMap(({ files }) => files.map(({ last }) => last.oid))),
  ])
  return found
    .map(({ cited: _, files, ...one }) => ({
      ...one,
      files: files.map(({ last, ...file }) => ({
        ...file,
        last: { ...last, subject: subjects.get(last.oid) ?? '' },
      })),
    }))
    .sort(oldestFirst)
}

/** Prose is pointed at, or to be written by agents, as a change log is: that it changes says nothing of the statement. */
const PROSE = /\.(?:mdx?|markdown|txt|rst|adoc)$/i

/** A citation that holds, and the one file that it names. */
type Held = Missing & { readonly candidates: readonly string[] }

/** Citations of code. Rows of a tree say only that it is there; a folder changes with everything in it; other memory is read for itself. */
function heldCitations({ documents, files }: Memory, isMemory: (path: string) => boolean): readonly Held[] {
  return documents.flatMap((document) =>
    pathsIn(document).flatMap((citation) => {
      const path = heldPath(citation, document.path, files)
      return path !== null &&
        files.has(path) &&
        citation.within !== 'tree' &&
        !PROSE.test(path) &&
        !isMemory(path)
        ? [{ document, citation, candidates: [path] }]
        : []
    }),
  )
}

type Group = Omit<ChangedSince, 'files'> & { readonly cited: string[] }

type Known = {
  readonly written: ReadonlyMap<Citation, Written>
  readonly texts: ReadonlyMap<string, string>
}

/** Each statement once, with all that it names. */
function grouped(held: readonly Held[], { written, texts }: Known): readonly Group[] {
  const statements = new Map([...texts].map(([path, text]) => [path, statementsOf(text)]))
  const groups = new Map<string, Group>()
  for (const { document, citation, candidates } of held) {
    const { path } = document
    const at = written.get(citation)
    const statement = statementWith(citation, statements.get(path) ?? [])
    if (!at || !statement) continue
    const key = `${statement.firstLine} ${statement.words} ${path}`
    const known = groups.get(key)
    const cited = [...new Set([...(known?.cited ?? []), ...candidates])]
    // Who adds a name to a statement has read it.
    const newest = known && known.written.date > at.date ? known.written : at
    groups.set(key, { path, line: statement.firstLine, words: statement.words, written: newest, cited })
  }
  return [...groups.values()]
}

type Order = ReadonlyMap<string, number>

type Counted = {
  readonly path: string
  readonly commits: number
  readonly last: Omit<CitedCommit, 'subject'>
}

function changedFile(
  path: string,
  log: FileLog | undefined,
  { commit }: Written,
  order: Order,
): readonly Counted[] {
  const since = order.get(commit)
  const later = (log?.changes ?? []).filter((one) => (order.get(one.commit) ?? 0) < (since ?? 0))
  const [last] = later
  return last ? [{ path, commits: later.length, last: { oid: last.commit, date: last.date } }] : []
}

function mostFirst(a: Counted, b: Counted): number {
  return b.commits - a.commits || compareText(a.path, b.path)
}

function oldestFirst(a: ChangedSince, b: ChangedSince): number {
  return (
    commitsOf(b) - commitsOf(a) ||
    compareText(a.written.date, b.written.date) ||
    compareText(a.path, b.path) ||
    a.line - b.line
  )
}

function commitsOf({ files }: ChangedSince): number {
  return files.reduce((sum, { commits }) => sum + commits, 0)
}
