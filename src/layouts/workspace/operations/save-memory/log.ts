import type { Memory } from '../../../../core/document.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { OperationInput, Refusal } from '../../../../core/operation.ts'
import type { Source } from '../../../../core/source.ts'
import { gapBehind, lineEndOf } from '../../../../formats/line-end.ts'
import { logPieces } from '../../../../formats/logs/log-pieces.ts'
import { refuse } from '../../../../stores/answer.ts'
import { refuseObstacle, refuseUnread } from '../../../../stores/unread.ts'
import { isScopeName } from '../../claim.ts'
import { entriesOf } from '../../entries.ts'
import { workspaceSettings } from '../../settings.ts'
import { knownScopes, refuseUnknownScope, scopeDepth } from '../get-context/request.ts'
import { entryText, type NewEntry } from './new-entry.ts'
import type { SaveArguments } from './schemas.ts'

/** A name that is a folder's on every system, and means the same in a link. */
const PORTABLE = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[a-z0-9][a-z0-9._-]{0,99}(?<!\.)$/i

/** The scope that an entry goes into, and notes on it. */
type SaveScope = { readonly scope: string; readonly notes: readonly string[]; readonly isFirst?: true }

/**
 * The scope whose log an entry is saved in: one that has a folder among the resources or in memory. In a repository that has
 * none at all, the first entry makes its own: else a typing error would start a second memory.
 */
export function resolveSaveScope(
  { workspace, domain }: SaveArguments['scope'],
  memory: Memory,
): SaveScope | Refusal {
  const known = knownScopes(memory).filter((scope) => scopeDepth(scope) < 3)
  const names = domain === undefined ? [workspace] : [workspace, domain]
  const scope = names.join('/')
  if (known.length === 0) return firstScope(names)
  if (names.some((name) => name.includes('/')) || !known.includes(scope)) {
    const { refusal, help } = refuseUnknownScope({ workspace, domain }, known)
    if (!names.every(isPortable)) return refuse(refusal, help)
    const overview = `${workspaceSettings(memory.settings).resources}/${scope}/OVERVIEW.md`
    return refuse(
      refusal,
      `${help} If ${scope} is really new, write ${overview} with its name and description first.`,
    )
  }
  const taken = foreignFolder(scope, memory)
  if (taken === null) return { scope, notes: [] }
  return refuse(
    `${safePath(taken)} is not a folder of this repository: nothing is saved through it`,
    'Save in another scope, or put a folder in its place.',
  )
}

function isPortable(name: string): boolean {
  return PORTABLE.test(name) && isScopeName(name)
}

function firstScope(names: readonly string[]): SaveScope | Refusal {
  const wrong = names.find((name) => !isPortable(name))
  if (wrong !== undefined) {
    return refuse(
      `Name ${safeText(wrong)} cannot name a folder on every system`,
      'Use letters, digits, `-`, `_` and `.`, with a letter or digit first: `devtools`.',
    )
  }
  const scope = names.join('/')
  return {
    scope,
    isFirst: true,
    notes: [`This is the first workspace memory of the repository: it starts the scope ${scope}.`],
  }
}

/** A symlink, a submodule or a file where the scope's folder would be; null when there is none. */
function foreignFolder(scope: string, { files, settings }: Memory): string | null {
  const path = `${workspaceSettings(settings).memory}/${scope}`
  const parts = path.split('/')
  return parts.map((_, i) => parts.slice(0, i + 1).join('/')).find((one) => files.has(one)) ?? null
}

type Input = OperationInput<SaveArguments>

/**
 * The log at a path as it is; null when there is none yet. Unreadable is not empty; and a log in another format would
 * pass for a valid one as soon as it held a single entry, with all the others unread.
 */
export function findLog(path: string, { memory, sources, hidden }: Input): Source | Refusal | null {
  const obstacle = refuseObstacle(path, hidden)
  if (obstacle) return obstacle
  if (!memory.files.has(path)) return null
  const source = sources.get(path)
  const document = memory.documents.find((one) => one.path === path)
  const kept = 'Nothing is added to it'
  if (!source?.markdown || !document?.complete) return refuseUnread(document, { path, kept })
  const isForeign =
    document.items.length === 0 && document.findings.some(({ rule }) => rule === 'entry-heading')
  if (!isForeign) return source
  return refuseUnread(document, { path, what: 'holds no entry that tools can read', kept })
}

/** A log with a new entry: no byte of what was there is changed. */
type Spliced = {
  readonly text: string
  /** Where the entry's heading starts. */
  readonly start: number
}

/** Puts an entry at the end of a log, or on top of one that is kept newest first. A blank log gets its title. */
export function spliceEntry(entry: NewEntry, log: Source | null): Spliced {
  const before = log?.text ?? ''
  const lineEnd = lineEndOf(before)
  const text = entryText(entry).replaceAll('\n', lineEnd)
  if (/^\uFEFF?[ \t\r\n]*$/.test(before)) {
    const gap = /[ \t]$/.test(before) ? lineEnd : ''
    const head = `${before}${gap}# ${entry.kind === 'decision' ? 'Decisions' : 'Lessons'}${lineEnd}${lineEnd}`
    return { text: `${head}${text}${lineEnd}`, start: head.length }
  }
  const top = log ? topOf(log) : null
  const at = top ?? before.length
  const head = before.slice(0, at) + gapBehind(before.slice(0, at), lineEnd)
  const tail = top === null ? (/[\r\n]$/.test(before) ? lineEnd : '') : lineEnd + lineEnd
  return { text: `${head}${text}${tail}${before.slice(at)}`, start: head.length }
}

/** Where the first entry of a log starts that is kept newest first, as `entry-order` sees it; null for any other log. */
function topOf(log: Source): number | null {
  const entries = entriesOf(log)
  const dates = entries?.entries.flatMap(({ day }) => day ?? []) ?? []
  const falls = dates.filter((date, i) => date < (dates[i - 1] ?? date)).length
  const rises = dates.filter((date, i) => date > (dates[i - 1] ?? date)).length
  if (!entries || !log.markdown || falls < 2 || rises > 0) return null
  const pieces = logPieces({ text: log.text, markdown: log.markdown, starts: log.starts }, entries)
  const first = pieces.findIndex((piece) => piece.entry !== null)
  return pieces.slice(0, first).reduce((sum, { text, gap }) => sum + text.length + gap.length, 0)
}
