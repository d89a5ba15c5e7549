import { safeText, UserError } from '../../core/messages.ts'
import { writeOwnFile } from '../../engine/fixes.ts'
import {
  CONFIRMED_FILE,
  type Confirmation,
  statementId,
  writeConfirmed,
} from '../../formats/citations/confirmed.ts'
import { statementsOf } from '../../formats/citations/statements.ts'
import { headCommit } from '../../git/history.ts'
import { textsIn } from '../../snapshot/project.ts'
import { type Audited, type AuditOptions, auditAll } from './audit.ts'

/** A statement that was confirmed. Its words are untrusted. */
export type Confirmed = {
  readonly id: string
  readonly path: string
  readonly line: number
  readonly text: string
}

/**
 * Notes that somebody has read some statements again, with the commit that is checked out, and that they are still true. What notes
 * other words than any present text has is taken out. Throws `UserError` for an id of no statement that `memkeep audit` lists, as
 * `auditAll` does, and for a file that was changed meanwhile.
 */
export async function runConfirm(
  ids: readonly string[],
  options: AuditOptions,
): Promise<readonly Confirmed[]> {
  const audited = await auditAll(options)
  const { memory, statements: found, unknown, unread } = audited
  if (unknown !== undefined) throw new UserError(`nothing can be confirmed: ${unknown}`)
  const [line] = unread
  if (line !== undefined) {
    throw new UserError(
      `${CONFIRMED_FILE}:${line} confirms nothing`,
      'Take the line out, or restore the file from git.',
    )
  }
  const listed = found.map(({ path, line: at, words }) => ({
    id: statementId(words),
    path,
    line: at,
    text: words,
  }))
  const wanted = ids.map((id) => id.trim().toLowerCase())
  const missing = wanted.find((id) => !listed.some((one) => one.id === id))
  if (missing !== undefined) {
    throw new UserError(
      `no statement that is to be read again has the id ${safeText(JSON.stringify(missing))}`,
      'List them with `memkeep audit`: the id is at the end of the first line of each.',
    )
  }
  const { top, git } = memory.ask?.history ?? {}
  const commit = top === undefined ? null : await headCommit(top, git)
  if (commit === null) throw new UserError('nothing can be confirmed before the first commit')
  const own = await presentIds(audited)
  const kept = [...audited.confirmed].filter(([id]) => own.has(id))
  const added = wanted.map((id): [string, Confirmation] => [id, { commit, day: options.today }])
  const text = writeConfirmed(new Map([...kept, ...added]))
  await writeOwnFile(memory.project, memory.after, { path: CONFIRMED_FILE, text })
  return listed.filter(({ id }) => wanted.includes(id))
}

/** The ids of all statements of present text. */
async function presentIds({ memory, side }: Audited): Promise<ReadonlySet<string>> {
  const texts = await textsIn(
    memory.after,
    side.documents.map(({ path }) => path),
  )
  return new Set(
    [...texts.values()].flatMap((text) => statementsOf(text).map(({ words }) => statementId(words))),
  )
}
