import type { Memory } from '../../../core/memory.ts'
import type { Refusal } from '../../../core/operation.ts'
import { safeText } from '../../../core/safe-text.ts'
import { projectFacts } from '../project-facts.ts'
import { type SessionFacts, sessionFacts } from '../read-session.ts'
import { readItemId, shownName } from '../rows.ts'
import { iterationDocuments, sessionPath } from './files.ts'

/** The session that a call is about. */
export type Session = { readonly id: string; readonly notes: readonly string[] }

const NOTHING: SessionFacts = { current: null, named: [], ended: [], isRegister: false }

/** What `session.json` says; nothing where it is absent, null where it cannot be read. */
export function knownSessions(memory: Memory): SessionFacts | null {
  const found = sessionFacts(memory)?.facts
  if (found) return found
  return memory.files.has(sessionPath(memory.settings)) ? null : NOTHING
}

/** The session that a read looks at: the one that is named, else the current one; null where there is none. */
export function sessionToRead(memory: Memory, asked: string | null): string | null {
  return asked === null ? (knownSessions(memory)?.current?.id ?? null) : asked.normalize('NFC')
}

const START = 'Start one with `start_session`, or name one that is active.'

/** The session that a write is for: one that is named, else the current one. One that has ended takes nothing more. */
export function sessionToWrite(memory: Memory, asked: string | null): Session | Refusal {
  const facts = knownSessions(memory)
  if (facts === null && asked === null) return unreadableSessions(memory)
  const id = (asked ?? facts?.current?.id)?.normalize('NFC')
  if (id === undefined) return { refusal: 'No session is active', help: START }
  const fault = sessionNameFault(id, memory)
  if (fault) return fault
  if (!facts?.ended.some((one) => one.normalize('NFC') === id)) return { id, notes: [] }
  return { refusal: `Session ${shownName(id)} has ended`, help: START }
}

/** Why nothing is concluded from `session.json`. */
export function unreadableSessions(memory: Memory): Refusal {
  const path = sessionPath(memory.settings)
  const finding = memory.documents
    .find((document) => document.path === path)
    ?.findings.find(({ severity }) => severity === 'error')
  const why = finding ? `:${finding.place.line} ${safeText(finding.message)}` : ' is no JSON object'
  return {
    refusal: `It is not known which session is active: ${path}${why}`,
    help: 'Fix the file, or name the session with `session`.',
  }
}

/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** An id ends in milliseconds since 1970. */
const SOME_TIME = 1_770_000_000_000

/** Why a session cannot have this name; null for one that can name its file and be in ids. */
export function sessionNameFault(id: string, memory: Memory): Refusal | null {
  const read = readItemId(`dec-${id}-${SOME_TIME}`)
  if (read?.iteration !== id || DEVICE.test(id) || /[. ]$/.test(id)) {
    return {
      refusal: `"${safeText(shownName(id))}" cannot name a session: it names a file and is part of ids`,
      help: 'Take letters, digits, `.`, `_`, `-` and spaces, at most 180 bytes, such as iter-3.',
    }
  }
  const names = iterationDocuments(memory).map(({ scope }) => scope.normalize('NFC'))
  const twin = names.includes(id) ? undefined : names.find((name) => name.toLowerCase() === id.toLowerCase())
  if (twin === undefined) return null
  return {
    refusal: `Session "${shownName(id)}" differs from "${shownName(twin)}" in case alone: some file systems keep both in one file`,
    help: `Name it ${shownName(twin)}, or take another name.`,
  }
}

/** Iterations that rows of the project come from and that nothing else names: neither a file nor `session.json`. */
export function clearedIterations(memory: Memory): readonly string[] {
  const facts = projectFacts(memory)
  const named = knownSessions(memory)?.named ?? []
  const known = new Set(
    [...named, ...iterationDocuments(memory).map(({ scope }) => scope)].map((id) => id.normalize('NFC')),
  )
  const rows = [...(facts?.decisions ?? []), ...(facts?.patterns ?? [])]
  const ids = rows.flatMap(({ iteration }) => (iteration && iteration.id !== '' ? [iteration.id] : []))
  return [...new Set(ids)].filter((id) => !known.has(id.normalize('NFC')))
}
