import type { Citation, CitedCommit } from '../../core/citation.ts'
import { heldPath, type Missing, pathsIn } from '../../core/cited-paths.ts'
import type { Memory } from '../../core/document.ts'
import { compareText } from '../../core/text.ts'
import {
  CONFIRMED_FILE,
  type Confirmation,
  readConfirmed,
  statementId,
} from '../../formats/citations/confirmed.ts'
import { statementsOf } from '../../formats/citations/statements.ts'
import type { FileLog } from '../../git/file-history.ts'
import { type OpenSnapshot, textsIn } from '../../snapshot/project.ts'
import type { Questions } from '../context.ts'
import { ownFile } from '../own-file.ts'
import { historyOf, MOST, orUnknown, SHALLOW, TOO_LONG } from './code-history.ts'
import { missingNames, namesAt } from './gone-names.ts'
import { statementWith, type Written, whenWritten } from './when-written.ts'

/** A file that a statement names, and the commits that changed it since the statement was written. */
type ChangedFile = {
  readonly path: string
  readonly commits: number
  readonly last: CitedCommit
  /** The blobs before the first of these commits and after the last; null for none. */
  readonly from: string | null
  readonly to: string | null
}

/** A name of code that no file of code has any more, and one that had it when the statement was written. */
type GoneName = { readonly name: string; readonly from: string }

/** A statement about code that has changed since it was written. Its words are untrusted. */
export type ChangedSince = {
  readonly path: string
  readonly line: number
  readonly words: string
  readonly written: Written
  /** When somebody has read it again and left it as it is: what was changed before counts no more. */
  readonly confirmed?: Written
  /** The file that changed most comes first. */
  readonly files: readonly ChangedFile[]
  readonly gone: readonly GoneName[]
}

type Asked = {
  readonly snapshot: OpenSnapshot
  readonly history: NonNullable<Questions['history']>
}

/** What was compared with the code. */
export type Compared = {
  readonly statements: readonly ChangedSince[]
  /** Who has read a statement again, by its id. */
  readonly confirmed: ReadonlyMap<string, Confirmation>
  /** Lines of the file of confirmations that confirm nothing. */
  readonly unread: readonly number[]
  /** Why nothing is known. */
  readonly unknown?: string
}

/**
 * Compares a memory with the code, as `changedSince` does, where git's history can be asked. Throws `UserError` for a file of
 * confirmations that cannot be read.
 */
export async function compareWithCode(memories: Iterable<Memory>, asked: Asked): Promise<Compared> {
  const { confirmed, unread } = readConfirmed((await ownFile(asked.snapshot, CONFIRMED_FILE)) ?? '')
  const confirmedBy = (words: string): Written | undefined => {
    const known = confirmed.get(statementId(words))
    return known && { commit: known.commit, date: known.day }
  }
  const found = await orUnknown<Awaited<ReturnType<typeof changedSince>>>(
    () => changedSince(memories, asked, confirmedBy),
    (unknown) => ({ unknown }),
  )
  const known = { confirmed, unread }
  return 'unknown' in found
    ? { ...known, statements: [], unknown: found.unknown }
    : { ...known, statements: found }
}

/**
 * Statements of present text that name code which commits have changed or taken away since, those first that name what is gone, then
 * those whose files changed in most commits. A statement that no commit has yet is as new as its files. Why nothing is known, where
 * git's history is cut off or takes too long.
 */
async function changedSince(
  memories: Iterable<Memory>,
  { snapshot, history: at }: Asked,
  confirmedBy: (words: string) => Written | undefined,
): Promise<readonly ChangedSince[] | { readonly unknown: string }> {
  const history = historyOf(snapshot, at)
  const all = [...memories]
  if ((await history.head()) === null) return []
  if (history.isShallow()) return { unknown: SHALLOW }
  const git = { top: at.top, git: at.git, most: MOST }
  const cites = all.flatMap(({ documents }) =>
    documents.flatMap(({ path, citations }) => (citations ? [path] : [])),
  )
  const texts = await textsIn(snapshot, cites)
  const missing = await missingNames(all, { ...git, files: snapshot.files, texts })
  if (missing === null) return { unknown: TOO_LONG }
  const own = new Set(all.flatMap(({ documents: some }) => some.map(({ path }) => path)))
  const held = all.flatMap((memory) => heldCitations(memory, (path) => own.has(path)))
  const cited = [...held, ...missing]
  if (cited.length === 0) return []
  const [written, logs, commits] = await Promise.all([
    whenWritten(cited, history, async () => texts),
    history.logs([...new Set(held.flatMap(({ candidates }) => candidates))]),
    history.commits(),
  ])
  if (!written || !logs || !commits) return { unknown: TOO_LONG }
  const names = await namesAt(namesByCommit(missing, written), { ...git, without: own })
  if (names === null) return { unknown: TOO_LONG }
  const order = new Map(commits.map((oid, i) => [oid, i]))
  const found = grouped(cited, { written, texts }).flatMap((one) => {
    const confirmed = confirmedBy(one.words)
    const isLater =
      confirmed &&
      (order.get(confirmed.commit) ?? Number.POSITIVE_INFINITY) <= (order.get(one.written.commit) ?? 0)
    const since = isLater ? confirmed : one.written
    const files = one.cited.flatMap((path) => changedFile(path, logs.get(path), since, order))
    const gone = one.names.flatMap((name): readonly GoneName[] => {
      const from = names.get(one.written.commit)?.get(name)
      return from === undefined ? [] : [{ name, from }]
    })
    if (files.length + gone.length === 0) return []
    return [{ ...one, ...(isLater && { confirmed }), files: files.sort(mostFirst), gone }]
  })
  const subjects = await history.subjects([
    ...new Set(found.flatMap(({ files }) => files.map(({ last }) => last.oid))),
  ])
  return found
    .map(({ cited: _, names: __, files, ...one }) => ({
      ...one,
      files: files.map(({ last, ...file }) => ({
        ...file,
        last: { ...last, subject: subjects.get(last.oid) ?? '' },
      })),
    }))
    .sort(firstToRead)
}

function namesByCommit(
  missing: readonly Missing[],
  written: ReadonlyMap<Citation, Written>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  for (const { citation } of missing) {
    const commit = written.get(citation)?.commit
    if (commit !== undefined) names.set(commit, (names.get(commit) ?? new Set()).add(citation.target))
  }
  return names
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

type Group = Omit<ChangedSince, 'files' | 'gone'> & { readonly cited: string[]; readonly names: string[] }

type Known = {
  readonly written: ReadonlyMap<Citation, Written>
  readonly texts: ReadonlyMap<string, string>
}

/** Each statement once, with all that it names. */
function grouped(all: readonly Held[], { written, texts }: Known): readonly Group[] {
  const paths = new Set(all.map(({ document }) => document.path))
  const statements = new Map([...paths].map((path) => [path, statementsOf(texts.get(path) ?? '')]))
  const groups = new Map<string, Group>()
  for (const { document, citation, candidates } of all) {
    const { path } = document
    const at = written.get(citation)
    const statement = statementWith(citation, statements.get(path) ?? [])
    if (!at || !statement) continue
    const key = `${statement.firstLine} ${statement.words} ${path}`
    const known = groups.get(key)
    const cited = [...new Set([...(known?.cited ?? []), ...candidates])]
    const own = citation.kind === 'symbol' ? [citation.target] : []
    const names = [...new Set([...(known?.names ?? []), ...own])]
    // Who adds a name to a statement has read it.
    const newest = known && known.written.date > at.date ? known.written : at
    groups.set(key, {
      path,
      line: statement.firstLine,
      words: statement.words,
      written: newest,
      cited,
      names,
    })
  }
  return [...groups.values()]
}

type Order = ReadonlyMap<string, number>

type Counted = Omit<ChangedFile, 'last'> & { readonly last: Omit<CitedCommit, 'subject'> }

function changedFile(
  path: string,
  log: FileLog | undefined,
  { commit }: Written,
  order: Order,
): readonly Counted[] {
  const since = order.get(commit)
  const later = (log?.changes ?? []).filter((one) => (order.get(one.commit) ?? 0) < (since ?? 0))
  const [last] = later
  const from = later.at(-1)?.before ?? null
  // What was changed and changed back says what it said.
  if (!last || from === last.after) return []
  return [{ path, commits: later.length, last: { oid: last.commit, date: last.date }, from, to: last.after }]
}

function mostFirst(a: Counted, b: Counted): number {
  return b.commits - a.commits || compareText(a.path, b.path)
}

function firstToRead(a: ChangedSince, b: ChangedSince): number {
  return (
    openNames(b) - openNames(a) ||
    commitsOf(b) - commitsOf(a) ||
    compareText(a.written.date, b.written.date) ||
    compareText(a.path, b.path) ||
    a.line - b.line
  )
}

/** How many names are gone of a statement that was not confirmed. */
function openNames({ gone, confirmed }: ChangedSince): number {
  return confirmed ? 0 : gone.length
}

/** How many commits changed the files of a statement. */
export function commitsOf({ files }: ChangedSince): number {
  return files.reduce((sum, { commits }) => sum + commits, 0)
}
