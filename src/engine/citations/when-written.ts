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

/** So many versions of a file are read at a time, and so many of one at most. */
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
  for (const path of paths) {
    const text = texts.get(path)
    const head = committed.get(nameAt({ commit: history.tip, path }))
    if (text === undefined || head === undefined) continue
    const open = openStatements(
      text,
      suspects.filter(({ document }) => document.path === path),
    )
    await findWritten(open, [head, logs.get(path)?.changes ?? []], history, found)
  }
  return found
}

type Open = { readonly citation: Citation; readonly written: string; readonly statement: Statement }

function openStatements(text: string, suspects: readonly Suspect[]): readonly Open[] {
  const statements = statementsOf(text)
  return suspects.flatMap(({ citation }) => {
    const statement = statementWith(citation, statements)
    return statement ? [{ citation, written: wordOf(citation), statement }] : []
  })
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

async function findWritten(
  statements: readonly Open[],
  [head, changes]: readonly [string, readonly ContentChange[]],
  history: CodeHistory,
  found: Map<Citation, Written>,
): Promise<void> {
  const known = new Map<string, ReadonlySet<Open>>()
  const read = async (ids: readonly (string | null)[]): Promise<void> => {
    const wanted = [...new Set(ids)].flatMap((id) => (id === null || known.has(id) ? [] : id))
    for (const [id, text] of await history.texts(wanted)) known.set(id, heldIn(text, statements))
  }
  await read([head])
  let open = statements.filter((one) => known.get(head)?.has(one))
  const most = Math.min(changes.length, MOST_VERSIONS)
  for (let at = 0; at < most && open.length > 0; at += PAGE) {
    const page = changes.slice(at, at + PAGE)
    await read(page.flatMap(({ before, after }) => [before, after]))
    for (const { commit, date, before, after } of page) {
      const isBy = (one: Open): boolean =>
        after !== null &&
        known.get(after)?.has(one) === true &&
        (before === null || known.get(before)?.has(one) === false)
      for (const one of open.filter(isBy)) found.set(one.citation, { commit, date })
      open = open.filter((one) => !isBy(one))
    }
  }
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
