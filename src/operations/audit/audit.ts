import type { JsonObject } from '../../core/json.ts'
import { safeLines, safeText, UserError } from '../../core/messages.ts'
import { mostThat } from '../../core/text.ts'
import type { ChangedSince, Compared } from '../../engine/asked-history.ts'
import { type LoadedSide, loadSide } from '../../engine/check-memory.ts'
import { withDead } from '../../engine/citations/with-dead.ts'
import { type OpenMemory, openMemory } from '../../engine/open-memory.ts'
import { CONFIRMED_FILE, statementId } from '../../formats/citations/confirmed.ts'
import { estimateTokens } from '../../formats/tokens.ts'
import { packItems } from '../../retrieval/pack.ts'
import { type Audit, type AuditArguments, type AuditedStatement, LIMIT } from './audit-schemas.ts'

/** Which memory is looked at. */
export type AuditOptions = {
  readonly cwd: string
  readonly config?: string | undefined
  readonly cache: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
  /** Settings for this call alone, over those of the repository. */
  readonly settings?: JsonObject | undefined
}

/** A memory whose statements were compared with the code. */
export type Audited = Compared & { readonly memory: OpenMemory; readonly side: LoadedSide }

/** Compares the statements of present text with the code. Throws `UserError` as `openMemory` does, and outside git. */
export async function auditAll(options: AuditOptions): Promise<Audited> {
  const { settings: override } = options
  const memory = await openMemory({ ...options, override, proves: 'history', keepsFacts: true })
  const { history } = memory.ask ?? {}
  if (!history) {
    throw new UserError(
      'audit needs git: it compares memory with the commits since',
      'Run it in a repository.',
    )
  }
  const side = await loadSide(memory.after, memory)
  memory.facts.save?.()
  const { compareWithCode } = await import('../../engine/asked-history.ts')
  const compared = await compareWithCode(side.memories.values(), { snapshot: memory.after, history })
  return { ...compared, memory, side }
}

/**
 * Statements of present text to read again: those that name code which is gone, or has changed since the statement was written, ranked
 * by how many commits changed it. It says what has changed and never that a sentence is wrong. Throws as `auditAll` does.
 */
export async function runAudit(
  { limit = LIMIT, token_budget: budget = Number.POSITIVE_INFINITY, diff = false }: AuditArguments,
  options: AuditOptions,
): Promise<Audit> {
  const { memory, side, statements: found, unread, unknown } = await auditAll(options)
  const top = memory.ask?.history?.top
  const first = found.slice(0, limit)
  const hunks = diff && top !== undefined ? await hunksOf(first, top) : new Map<string, string>()
  const all = first.map((one) => shown(one, hunks))
  const { taken } = packItems(all, { costOf, budget, limit })
  const statements = taken.length > 0 ? taken : all.slice(0, 1).map((one) => cutTo(budget, one))
  return {
    version: 1,
    statements,
    total: found.length,
    omitted: found.length - statements.length,
    dead: await countDead(side, memory),
    unknown: unknown ?? null,
    unread,
  }
}

/** References to files and scripts that are gone or have moved, as `check` lists them. */
async function countDead(side: LoadedSide, { after, ask }: OpenMemory): Promise<number> {
  const { memories } = await withDead(side.memories, { snapshot: after, ask })
  return [...memories.values()].flatMap(({ dead }) => [...(dead?.values() ?? [])].flat()).length
}

/** Tokens of all that is said of a statement, by an estimate. */
function costOf(statement: AuditedStatement): number {
  return estimateTokens(statementLines(statement).join('\n'))
}

/** A statement that alone costs more than the budget: as much of its words, then of what is gone and has changed, as fits. */
function cutTo(budget: number, statement: AuditedStatement): AuditedStatement {
  const fits = (one: AuditedStatement) => costOf(one) <= budget
  const { text, gone, files } = statement
  let cut: AuditedStatement = { ...statement, gone: [], files: [], cut: true }
  if (!fits(cut)) return { ...cut, text: startOf(text, (start) => fits({ ...cut, text: start })) }
  const add = (more: AuditedStatement) => {
    if (fits(more)) cut = more
  }
  for (const one of gone) add({ ...cut, gone: [...cut.gone, one] })
  for (const { diff, ...file } of files) add({ ...cut, files: [...cut.files, file] })
  for (const { path, diff = '' } of files) {
    const withDiff = (start: string) => ({
      ...cut,
      files: cut.files.map((file) => (file.path === path ? { ...file, diff: start } : file)),
    })
    add(withDiff(startOf(diff, (start) => fits(withDiff(start)))))
  }
  return cut
}

/** The longest start of a text, with a mark of the cut, for which `fits` holds. */
function startOf(text: string, fits: (start: string) => boolean): string {
  if (fits(text)) return text
  const letters = [...text]
  const start = (length: number) => `${letters.slice(0, length).join('').trimEnd()}…`
  return start(mostThat(letters.length - 1, (length) => fits(start(length))))
}

/** So many characters of the changes of one file are shown. */
const MOST_OF_DIFF = 4000

/** What changed in the files of some statements, by the blobs on both sides. */
async function hunksOf(all: readonly ChangedSince[], top: string): Promise<ReadonlyMap<string, string>> {
  const { blobHunks } = await import('../../engine/asked-history.ts')
  const hunks = new Map<string, string>()
  for (const { from, to } of all.flatMap(({ files }) => files)) {
    const key = `${from} ${to}`
    if (from === null || to === null || hunks.has(key)) continue
    const text = await blobHunks(top, [from, to])
    const end = text.lastIndexOf('\n', MOST_OF_DIFF)
    hunks.set(key, text.length > MOST_OF_DIFF ? `${text.slice(0, end)}\n… cut off\n` : text)
  }
  return hunks
}

function shown(
  { path, line, words, written, confirmed, files, gone }: ChangedSince,
  hunks: ReadonlyMap<string, string>,
): AuditedStatement {
  return {
    id: statementId(words),
    path,
    line,
    text: words,
    written: { oid: written.commit, date: written.date },
    files: files.map(({ from, to, ...file }) => {
      const diff = hunks.get(`${from} ${to}`)
      return { ...file, ...(diff !== undefined && { diff }) }
    }),
    gone,
    confirmed: confirmed ? { oid: confirmed.commit, date: confirmed.date } : null,
  }
}

/** What is said of one statement, in lines: its place, its words, what is gone, and what changed. Untrusted. */
export function statementLines(statement: AuditedStatement): readonly string[] {
  const { id, path, line, text, written, confirmed, files, gone } = statement
  const read = confirmed ? `, confirmed ${confirmed.date}` : ''
  return [
    `${safeText(path)}:${line} (written ${written.date}, ${written.oid.slice(0, 7)}${read}) ${id}`,
    safeText(text),
    ...gone.map(
      ({ name, from }) => `${safeText(name)} is in no file of code any more; ${safeText(from)} had it then`,
    ),
    ...files.flatMap(({ path: name, commits, last: { oid, date, subject = '' }, diff }) => [
      `${safeText(name)}: ${commits} commit${commits === 1 ? '' : 's'} since, the last ${oid.slice(0, 7)}, ${date} ("${safeText(subject)}")`,
      ...(diff === undefined ? [] : safeLines(diff).trimEnd().split('\n')),
    ]),
  ]
}

/** What to know about an audit as a whole. */
export function auditNotes(
  { statements, total, omitted, unknown, unread = [], dead = 0 }: Audit,
  { limit, budget }: { readonly limit: string; readonly budget: string },
): readonly string[] {
  const lines = [
    ...unread.map((line) => `${CONFIRMED_FILE}:${line} confirms nothing: take the line out.`),
    ...(dead > 0
      ? [
          `${dead} ${dead === 1 ? 'reference names' : 'references name'} what is gone or has moved: \`memkeep check\` lists ${dead === 1 ? 'it' : 'them'}.`,
        ]
      : []),
  ]
  if (unknown !== null && unknown !== undefined) return [...lines, `Nothing is known: ${unknown}.`]
  if (total === 0) {
    const other = dead > 0 ? 'other ' : ''
    return [...lines, `No ${other}statement names code that is gone, or has changed since it was written.`]
  }
  return [
    ...lines,
    ...(statements.some(({ cut }) => cut) ? [`It is cut to ${budget}: a larger one shows more of it.`] : []),
    ...(omitted > 0
      ? [`${omitted} more ${omitted === 1 ? 'is' : 'are'} left out: larger ${limit} and ${budget} show more.`]
      : []),
    'To see what changed: git log -p COMMIT.. -- FILE. Then correct the statement, take it out, or confirm it: memkeep audit --confirm ID.',
  ]
}
