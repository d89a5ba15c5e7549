import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import type { Refusal } from '../../../core/operation.ts'
import type { JsonSplice } from '../../../formats/json/json-splices.ts'
import { CURRENT_KEYS, LATEST_KEYS } from '../read-session.ts'
import { textOf } from './entries.ts'
import { type StoreInput, sessionPath, writableFile } from './files.ts'
import { jsonText, splicedFile } from './spliced-file.ts'

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

/** The rows of `sessions`. */
export function sessionRows(root: JsonObject | null): readonly SessionRow[] {
  return rowsIn(root).flatMap((value) => {
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

/** The newest session, which may have ended. */
export function latestSession(root: JsonObject | null): string | null {
  const key = NEWEST_KEYS.find((name) => textOf(root?.[name]) !== '')
  return key === undefined ? null : textOf(root?.[key]).normalize('NFC')
}

function rowsIn(root: JsonObject | null): readonly Json[] {
  return Array.isArray(root?.sessions) ? root.sessions : []
}

function idOf(row: JsonObject): string {
  return (textOf(row.session_id) || textOf(row.id)).normalize('NFC')
}

/** The text of `session.json` after a change of one session: splices in the spelling that it has, or a new file. */
export function changedSessionFile(
  change: SessionChange,
  input: StoreInput,
): { readonly path: string; readonly text: string } | Refusal {
  const path = sessionPath(input.memory.settings)
  const file = writableFile(path, input)
  if ('refusal' in file) return file
  const { root, text } = file
  if (!root) return { path, text: jsonText(newFile(change)) }
  const spliced = splicedFile(path, text, [...namingSplices(root, change), ...rowSplices(root, change)])
  return 'refusal' in spliced ? spliced : { path, text: spliced.text }
}

function newFile({ id, current, fields, others }: SessionChange): JsonObject {
  return {
    current_session: current === true ? id : null,
    latest_session: id,
    sessions: [...others.map((one) => ({ id: one })), { id, ...fields }],
  }
}

/** A session is current under the first key that names one, and under no key any more when it has ended. */
function namingSplices(root: JsonObject, { id, current, successful }: SessionChange): JsonSplice[] {
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
    ...naming.map((key): JsonSplice => ({ at: [key], set: null })),
    { at: [latest], set: id },
    ...(successful && has(BEST_KEY) ? [{ at: [BEST_KEY], set: id }] : []),
  ]
}

function rowSplices(root: JsonObject, { id, fields, others }: SessionChange): JsonSplice[] {
  const rows = rowsIn(root)
  const at = rows.findIndex((row) => isJsonObject(row) && idOf(row) === id)
  if (at >= 0)
    return Object.entries(fields).map(([key, value]) => ({ at: ['sessions', at, key], set: value }))
  const listed = rows.length === 0 ? others.filter((one) => one !== id).map((one) => ({ id: one })) : []
  return [{ at: ['sessions'], append: [...listed, { id, ...fields }] }]
}
