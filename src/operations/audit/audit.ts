import { safeText, UserError } from '../../core/messages.ts'
import type { ChangedSince } from '../../engine/asked-history.ts'
import { loadSide } from '../../engine/check-memory.ts'
import { openMemory } from '../../engine/open-memory.ts'
import { estimateTokens } from '../../formats/tokens.ts'
import { packItems } from '../../retrieval/pack.ts'
import { type Audit, type AuditArguments, type AuditedStatement, LIMIT } from './audit-schemas.ts'

/** Which memory is looked at. */
type AuditOptions = {
  readonly cwd: string
  readonly config?: string | undefined
  readonly cache: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
}

/**
 * Statements of present text to read again: those that name code which has changed since the statement was written, ranked by how
 * many commits changed them. It says what has changed and never that a sentence is wrong. Throws `UserError` as `openMemory`
 * does, and outside git.
 */
export async function runAudit(
  { limit = LIMIT, token_budget: budget }: AuditArguments,
  options: AuditOptions,
): Promise<Audit> {
  const memory = await openMemory({ ...options, proves: 'history', keepsFacts: true })
  const { history } = memory.ask ?? {}
  if (!history) {
    throw new UserError(
      'audit needs git: it compares memory with the commits since',
      'Run it in a repository.',
    )
  }
  const side = await loadSide(memory.after, memory)
  memory.facts.save?.()
  const { changedSince } = await import('../../engine/asked-history.ts')
  const found = await changedSince(side.memories.values(), { snapshot: memory.after, history })
  if ('unknown' in found) return { version: 1, statements: [], total: 0, omitted: 0, unknown: found.unknown }
  const { taken } = packItems(found, {
    costOf: ({ words }) => estimateTokens(words),
    budget: budget ?? Number.POSITIVE_INFINITY,
    limit,
  })
  return {
    version: 1,
    statements: taken.map(shown),
    total: found.length,
    omitted: found.length - taken.length,
    unknown: null,
  }
}

function shown({ path, line, words, written: { commit: oid, date }, files }: ChangedSince): AuditedStatement {
  return {
    path,
    line,
    text: words,
    written: { oid, date },
    files,
  }
}

/** What is said of one statement, in lines: its place, its words, and what changed. Untrusted. */
export function statementLines({ path, line, text, written, files }: AuditedStatement): readonly string[] {
  return [
    `${safeText(path)}:${line} (written ${written.date}, ${written.oid.slice(0, 7)})`,
    safeText(text),
    ...files.map(
      ({ path: name, commits, last: { oid, date, subject = '' } }) =>
        `${safeText(name)}: ${commits} commit${commits === 1 ? '' : 's'} since, the last ${oid.slice(0, 7)}, ${date} ("${safeText(subject)}")`,
    ),
  ]
}

/** What to know about an audit as a whole. */
export function auditNotes({ statements, omitted, unknown }: Audit, flags: string): readonly string[] {
  if (unknown !== null && unknown !== undefined) return [`Nothing is known: ${unknown}.`]
  if (statements.length === 0) return ['No statement names code that has changed since it was written.']
  return [
    ...(omitted > 0 ? [`${omitted} more are left out: ${flags} show more.`] : []),
    'To see what changed: git log -p COMMIT.. -- FILE. Then correct the statement, take it out, or leave it.',
  ]
}
