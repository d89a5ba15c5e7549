import type { Citation } from '../../core/citation.ts'
import type { Missing } from '../../core/cited-paths.ts'
import { namesWord, type Statement, statementsOf } from '../../formats/citations/statements.ts'
import type { ContentChange } from '../../git/file-history.ts'
import { nameAt } from '../../git/removed-paths.ts'
import type { CodeHistory } from './code-history.ts'

/** A citation that does not hold, and the paths that were taken away and that it may have named. */
export type Suspect = Missing & { readonly candidates: readonly string[] }

/** The commit that wrote a statement, and its day. */
export type Written = { readonly commit: string; readonly date: string }

/** So many files are looked at together, so many versions of each are read at a time, and so many of one at most. */
const FILES = 40
const PAGE = 24
const MOST_VERSIONS = 600

/**
 * The commit that wrote the statement of each citation, as it is now: what only wraps it, pads it, moves it within the file or
 * changes another thing that it cites writes nothing. Absent for a statement that no commit holds, or whose commit is not found;
 * null where git takes too long.
 */
export async function whenWritten(
  suspects: readonly Suspect[],
  history: CodeHistory,
  textOf: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<ReadonlyMap<Citation, Written> | null> {
  const paths = [...new Set(suspects.map(({ document }) => document.path))]
  const [texts, logs, committed] = await Promise.all([
    textOf(paths),
    history.logs(paths),
    history.at(paths.map((path) => ({ commit: history.tip, path }))),
  ])
  if (logs === null) return null
  const found = new Map<Citation, Written>()
  const files = paths.flatMap((path): FileVersions[] => {
    const text = texts.get(path)
    const head = committed.get(nameAt({ commit: history.tip, path }))
    if (text === undefined || head === undefined) return []
    const own = suspects.filter(({ document }) => document.path === path)
    const statements = openStatements(text, own)
    return [{ head, changes: logs.get(path)?.changes ?? [], statements, open: statements, known: new Map() }]
  })
  for (let at = 0; at < files.length; at += FILES)
    await findWritten(files.slice(at, at + FILES), history, found)
  return found
}

/** A file, its versions from the newest to the oldest, and the statements whose commit is looked for. */
type FileVersions = {
  readonly head: string
  readonly changes: readonly ContentChange[]
  readonly statements: readonly Open[]
  /** Those that are not found yet. */
  open: readonly Open[]
  /** What each version that was read holds of them. */
  readonly known: Map<string, ReadonlySet<Open>>
}

type Open = { readonly citation: Citation; readonly written: string; readonly statement: Statement }

function openStatements(text: string, suspects: readonly Suspect[]): readonly Open[] {
  const statements = statementsOf(text)
  return suspects.flatMap(({ citation }) => {
    const statement = statementWith(citation, statements)
    return statement && !isExample(citation, statement)
      ? [{ citation, written: wordOf(citation), statement }]
      : []
  })
}

/** A sentence about names, and one that gives an example. */
const OF_NAMES = /\b(?:nam(?:ing|ed like)|conventions?|examples?|e\.g\.|such as)(?![\w-])/i

/** True for a name without a folder in such a sentence: it shows how files are called. */
function isExample({ target, within }: Citation, { words }: Statement): boolean {
  return within === 'code' && !target.includes('/') && OF_NAMES.test(words)
}

function wordOf({ written, target }: Citation): string {
  return written ?? target
}

/** The statement that cites it, among all of its text. */
export function statementWith(citation: Citation, statements: readonly Statement[]): Statement | undefined {
  const { line } = citation.place
  return statements.find(
    ({ firstLine, lastLine, words }) =>
      firstLine <= line && line <= lastLine && namesWord(words, wordOf(citation)),
  )
}

/** Goes back through the versions of some files together: one question to git for a page of each. */
async function findWritten(
  files: readonly FileVersions[],
  history: CodeHistory,
  found: Map<Citation, Written>,
): Promise<void> {
  await readVersions(
    files.map((file) => [file, [file.head]]),
    history,
  )
  for (const file of files) file.open = file.statements.filter((one) => file.known.get(file.head)?.has(one))
  for (let at = 0; at < MOST_VERSIONS; at += PAGE) {
    const left = files.filter(({ open, changes }) => open.length > 0 && at < changes.length)
    if (left.length === 0) return
    const pages = left.map((file) => [file, file.changes.slice(at, at + PAGE)] as const)
    await readVersions(
      pages.map(([file, page]) => [file, page.flatMap(({ before, after }) => [before, after])]),
      history,
    )
    for (const [file, page] of pages) {
      for (const change of page) file.open = leftAfter(change, file, found)
    }
  }
}

async function readVersions(
  wanted: readonly (readonly [FileVersions, readonly (string | null)[]])[],
  history: CodeHistory,
): Promise<void> {
  const asked = wanted.map(([file, ids]) => {
    const fresh = ids.flatMap((id) => (id === null || file.known.has(id) ? [] : id))
    return [file, [...new Set(fresh)]] as const
  })
  const texts = await history.texts([...new Set(asked.flatMap(([, ids]) => ids))])
  for (const [{ known, statements }, ids] of asked) {
    for (const id of ids) {
      const text = texts.get(id)
      if (text !== undefined) known.set(id, heldIn(text, statements))
    }
  }
}

/** The statements that a change of a file did not write. */
function leftAfter(
  { commit, date, before, after }: ContentChange,
  { open, known }: FileVersions,
  found: Map<Citation, Written>,
): readonly Open[] {
  const isBy = (one: Open): boolean =>
    after !== null &&
    known.get(after)?.has(one) === true &&
    (before === null || known.get(before)?.has(one) === false)
  for (const one of open.filter(isBy)) found.set(one.citation, { commit, date })
  return open.filter((one) => !isBy(one))
}

/** The statements that a text holds, with what they cite. */
function heldIn(text: string, statements: readonly Open[]): ReadonlySet<Open> {
  const byMask = new Map<string, string[]>()
  for (const { masked, words } of statementsOf(text)) {
    const known = byMask.get(masked)
    if (known) known.push(words)
    else byMask.set(masked, [words])
  }
  return new Set(
    statements.filter(({ statement, written }) =>
      (byMask.get(statement.masked) ?? []).some((words) => namesWord(words, written)),
    ),
  )
}
