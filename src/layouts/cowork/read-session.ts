import type { Document } from '../../core/document.ts'
import type { Memory } from '../../core/memory.ts'
import type { Reading, Source } from '../../core/source.ts'
import type { Place } from '../../core/text.ts'
import { placeAt, rootOf, rowsOf, textIn } from './rows.ts'

/** Keys under which the session that runs now is named; the first one that holds a text counts. */
export const CURRENT_KEYS = [
  'current_session',
  'current_session_id',
  'current_iteration_id',
  'session_id',
  'iteration_id',
] as const

/** Keys under which the newest session is named, which may have been completed. */
export const LATEST_KEYS = ['latest_session', 'latest_session_id', 'latest_successful_session'] as const

const ENDED = new Set(['completed', 'failed', 'cancelled', 'canceled', 'aborted'])

/** What is known of `session.json`. */
export type SessionFacts = {
  readonly current: { readonly id: string; readonly place: Place } | null
  /** Every session that is named, in no order that matters. */
  readonly named: readonly string[]
  /** Sessions that its list says are over: their iteration files were cleared. */
  readonly ended: readonly string[]
  /** It lists the sessions, so that one that is not named does not exist. */
  readonly isRegister: boolean
}

/** Reads `session.json`: which session runs, and which others are known. */
export function readSession(source: Source): Reading {
  const root = rootOf(source)
  if (!root) return {}
  const key = CURRENT_KEYS.find((name) => typeof root[name] === 'string' && root[name] !== '')
  const current = key && { id: String(root[key]), place: placeAt(source, `/${key}`) }
  const sessions = rowsOf(source, 'sessions').flatMap((row) => {
    const id = textIn(row, 'session_id') ?? textIn(row, 'id')
    const isEnded = ENDED.has(textIn(row, 'status') ?? '') || textIn(row, 'completed_at') !== undefined
    return id === undefined ? [] : [{ id, isEnded }]
  })
  const single = [...CURRENT_KEYS, ...LATEST_KEYS].flatMap((name) => {
    const value = root[name]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
  const facts: SessionFacts = {
    current: current ?? null,
    named: [...new Set([...single, ...sessions.map(({ id }) => id)])],
    ended: sessions.filter(({ isEnded }) => isEnded).map(({ id }) => id),
    isRegister: sessions.length > 0,
  }
  return { facts }
}

/** What `session.json` says; null without that file, or where it could not be read. */
export function sessionFacts({
  documents,
}: Memory): { readonly document: Document; readonly facts: SessionFacts } | null {
  const document = documents.find(({ kind }) => kind === 'cowork-session')
  if (!document?.complete || document.facts === null) return null
  return { document, facts: document.facts as SessionFacts }
}

/** What is known of `context.md`: its text as it is compared. */
type ContextFacts = { readonly words: string }

/** Reads the technical context in prose. */
export function readContext({ text, problems }: Source): Reading {
  if (problems.length > 0) return { facts: null }
  const facts: ContextFacts = { words: comparable(text) }
  return { facts }
}

/** True when the prose names something; null where it could not be read. */
export function namesIn({ facts, complete }: Document): ((name: string) => boolean) | null {
  const words = complete ? (facts as ContextFacts | null)?.words : undefined
  return words === undefined ? null : (name) => words.includes(comparable(name))
}

/** Case and line breaks say nothing. */
function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}
