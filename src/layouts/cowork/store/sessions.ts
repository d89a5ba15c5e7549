import type { Memory } from '../../../core/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { safeText } from '../../../core/messages.ts'
import type { Refusal } from '../../../core/operation.ts'
import type { WritePlan } from '../../../core/write-plan.ts'
import type { DataChange } from '../../../formats/edit-data.ts'
import { refuse } from '../../../stores/answer.ts'
import { firstError } from '../../../stores/unread.ts'
import { CURRENT_KEYS, LATEST_KEYS, type SessionFacts, sessionFacts } from '../read-files.ts'
import { projectFacts, readItemId, shownName } from '../rows.ts'
import { iterationDocuments, iterationPath, rootIn, type StoreInput, sessionPath, textOf } from './files.ts'
import { changedFile } from './models.ts'

/** The session that a call is about. */
export type Session = { readonly id: string; readonly notes: readonly string[] }

const NOTHING: SessionFacts = { current: null, named: [], active: [], ended: [], isRegister: false }

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

/** The files that a read or a write of a session wants. */
export function sessionFiles(memory: Memory, asked: string | null): readonly string[] {
  const id = sessionToRead(memory, asked)
  return [sessionPath(memory.settings), ...(id === null ? [] : [iterationPath(memory, id)])]
}

const START = 'Start one with `start_session`, or name one that is active.'

/** The session that a write is for: one that is named, else the current one. One that has ended takes nothing more. */
export function sessionToWrite(memory: Memory, asked: string | null): Session | Refusal {
  const facts = knownSessions(memory)
  if (facts === null && asked === null) return unreadableSessions(memory)
  const id = (asked ?? facts?.current?.id)?.normalize('NFC')
  if (id === undefined) {
    const isAny = facts !== null && facts.active.length > 0
    return refuse(
      noSession(memory),
      isAny ? 'Name it with `session`, or make it current with `start_session`.' : START,
    )
  }
  const fault = sessionNameFault(id, memory)
  if (fault) return fault
  if (!facts?.ended.some((one) => one.normalize('NFC') === id)) return { id, notes: [] }
  return refuse(`Session ${shownName(id)} has ended`, START)
}

/** That no session is current, with those that are active nevertheless. */
export function noSession(memory: Memory): string {
  const active = knownSessions(memory)?.active ?? []
  return active.length === 0
    ? 'No session is active'
    : `No session is the current one, and active ${active.length === 1 ? 'is' : 'are'} ${active.map(shownName).join(', ')}`
}

/** Why nothing is concluded from `session.json`. */
export function unreadableSessions(memory: Memory): Refusal {
  const path = sessionPath(memory.settings)
  const finding = firstError(memory.documents.find((document) => document.path === path))
  const why = finding ? `:${finding.place.line} ${safeText(finding.message)}` : ' is no JSON object'
  return refuse(
    `It is not known which session is active: ${path}${why}`,
    'Fix the file, or name the session with `session`.',
  )
}

/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** An id ends in milliseconds since 1970. */
const SOME_TIME = 1_770_000_000_000

/** Why a session cannot have this name; null for one that can name its file and be in ids. */
export function sessionNameFault(id: string, memory: Memory): Refusal | null {
  const read = readItemId(`dec-${id}-${SOME_TIME}`)
  if (read?.iteration !== id || DEVICE.test(id) || /[. ]$/.test(id)) {
    return refuse(
      `"${safeText(shownName(id))}" cannot name a session: it names a file and is part of ids`,
      'Take letters, digits, `.`, `_`, `-` and spaces, at most 180 bytes, such as iter-3.',
    )
  }
  const names = iterationDocuments(memory).map(({ scope }) => scope.normalize('NFC'))
  const twin = names.includes(id) ? undefined : names.find((name) => name.toLowerCase() === id.toLowerCase())
  if (twin === undefined) return null
  return refuse(
    `Session "${shownName(id)}" differs from "${shownName(twin)}" in case alone: some file systems keep both in one file`,
    `Name it ${shownName(twin)}, or take another name.`,
  )
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

/** A session as `session.json` lists it. */
export type SessionRow = {
  readonly id: string
  readonly status: string | null
  readonly stage: string | null
  readonly startedAt: string | null
  readonly completedAt: string | null
  /** Its file was to stay when it ended. */
  readonly kept: boolean
}

/** What becomes of a session. */
export type SessionChange = {
  readonly id: string
  /** It becomes the current one, or is that no longer. Absent: that stays as it is. */
  readonly current?: boolean
  /** It ended well: it is the latest one that did. */
  readonly successful?: boolean
  /** Fields of its row. */
  readonly fields: JsonObject
  /** Sessions that are listed by their names where there is no list yet: one without a row would count as unknown. */
  readonly others: readonly string[]
}

/** The newest session that ended well has a separate key. */
const BEST_KEY = 'latest_successful_session'
const NEWEST_KEYS = LATEST_KEYS.filter((key) => key !== BEST_KEY)

/** The sessions that `session.json` lists; none where it cannot be read. */
export function listedSessions(input: StoreInput): readonly SessionRow[] {
  return rowsIn(sessionRoot(input)).flatMap((value) => {
    const id = isJsonObject(value) ? idOf(value) : ''
    if (!isJsonObject(value) || id === '') return []
    const text = (field: string): string | null => textOf(value[field]) || null
    return [
      {
        id,
        status: text('status'),
        stage: text('stage'),
        startedAt: text('started_at'),
        completedAt: text('completed_at'),
        kept: value.kept === true,
      },
    ]
  })
}

/** A session as it is listed. */
export function listedSession(id: string | null, input: StoreInput): SessionRow | undefined {
  return listedSessions(input).find((row) => row.id === id)
}

function sessionRoot(input: StoreInput): JsonObject | null {
  return rootIn(sessionPath(input.memory.settings), input)
}

/** The newest session, which may have ended. */
export function latestSession(input: StoreInput): string | null {
  const root = sessionRoot(input)
  const key = NEWEST_KEYS.find((name) => textOf(root?.[name]) !== '')
  return key === undefined ? null : textOf(root?.[key]).normalize('NFC')
}

function rowsIn(root: JsonObject | null): readonly Json[] {
  return Array.isArray(root?.sessions) ? root.sessions : []
}

function idOf(row: JsonObject): string {
  return (textOf(row.session_id) || textOf(row.id)).normalize('NFC')
}

/** `session.json` after a change of one session: in the spelling that it has, or as a new file. */
export function changedSessionFile(
  change: SessionChange,
  input: StoreInput,
): { readonly plan: WritePlan } | Refusal {
  const root = sessionRoot(input)
  const changes = root ? [...namingSplices(root, change), ...rowSplices(root, change)] : []
  return changedFile(sessionPath(input.memory.settings), newFile(change), changes, input)
}

function newFile({ id, current, fields, others }: SessionChange): JsonObject {
  return {
    current_session: current === true ? id : null,
    latest_session: id,
    sessions: [...others.map((one) => ({ id: one })), { id, ...fields }],
  }
}

/** A session is current under the first key that names one, and under no key any more when it has ended. */
function namingSplices(root: JsonObject, { id, current, successful }: SessionChange): DataChange[] {
  const has = (key: string): boolean => Object.hasOwn(root, key)
  const latest = NEWEST_KEYS.find(has) ?? 'latest_session'
  if (current === true) {
    const key = CURRENT_KEYS.find(has) ?? 'current_session'
    return [
      { at: [key], set: id },
      { at: [latest], set: id },
    ]
  }
  if (current === undefined) return []
  const naming = CURRENT_KEYS.filter((key) => textOf(root[key]).normalize('NFC') === id)
  return [
    ...naming.map((key): DataChange => ({ at: [key], set: null })),
    { at: [latest], set: id },
    ...(successful && has(BEST_KEY) ? [{ at: [BEST_KEY], set: id }] : []),
  ]
}

function rowSplices(root: JsonObject, { id, fields, others }: SessionChange): DataChange[] {
  const rows = rowsIn(root)
  const at = rows.findIndex((row) => isJsonObject(row) && idOf(row) === id)
  if (at >= 0)
    return Object.entries(fields).map(([key, value]) => ({ at: ['sessions', at, key], set: value }))
  const listed = rows.length === 0 ? others.filter((one) => one !== id).map((one) => ({ id: one })) : []
  return [{ at: ['sessions'], append: [...listed, { id, ...fields }] }]
}

/** The stages of a development session, in their order. */
const STAGES = ['idea', 'prd', 'design', 'plan', 'coding', 'check'] as const

/** A remark on a stage that is taken though the pipeline does not have it. */
export function stageNotes(stage: string | null): readonly string[] {
  if (stage === null || STAGES.some((one) => one === stage)) return []
  return [`Stage "${safeText(stage)}" is none of ${STAGES.join(', ')}: it is taken as it is.`]
}
