import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'

/** One ref that is pushed, as git names it to its pre-push hook. Ids are full; one of a deletion is not among them. */
export type PushedRef = {
  /** The name on the remote. */
  readonly name: string
  readonly tip: string
  /** What the remote has under this name now; null for a new one. */
  readonly known: string | null
}

const LINE = /^.* (?<tip>[0-9a-f]{40}|[0-9a-f]{64}) (?<name>\S+) (?<known>[0-9a-f]{40}|[0-9a-f]{64})$/

/** Reads the lines that git pipes into a pre-push hook; deletions are left out. Throws `UserError` for any other line. */
export function pushedRefs(input: string): PushedRef[] {
  return input
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { tip, name, known } = LINE.exec(line)?.groups ?? {}
      if (tip === undefined || name === undefined || known === undefined) throw unexpected(line)
      return { name, tip, known: isZero(known) ? null : known }
    })
    .filter(({ tip }) => !isZero(tip))
}

/** Git's name for "no object". */
function isZero(oid: string): boolean {
  return /^0+$/.test(oid)
}

function unexpected(line: string): UserError {
  return new UserError(
    `unexpected line ${safeText(JSON.stringify(line))}, expected "<local ref> <id> <remote ref> <id>"`,
    'Git pipes these lines into its pre-push hook: nothing before memkeep may read or change them.',
  )
}
