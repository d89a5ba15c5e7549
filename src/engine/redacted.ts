import { mayHoldSecret } from '../formats/secret-patterns.ts'
import { loadStage } from './documents/load-documents.ts'

/**
 * The one gate of every text that leaves memkeep: secrets in it become stars. What finds them is loaded when something
 * looks like one.
 */
export async function redacted(text: string): Promise<string> {
  if (mayLeaveAsIs(text)) return text
  const { redactSecrets } = await loadStage()
  return redactSecrets(text)
}

/** True for a text in which nothing looks like a secret. */
export function mayLeaveAsIs(text: string): boolean {
  return leaving.has(text) || !mayHoldSecret(text)
}

/** Texts that passed the gate in an earlier run. */
const leaving = new Set<string>()

/** Says that a text passed the gate in an earlier run. */
export function leavesAsIs(text: string): string {
  leaving.add(text)
  return text
}

/**
 * The same for plain data, before a reporter sees it: a secret that a reporter cuts or escapes is no longer recognised, and
 * a part of it would be shown. Data without secrets is returned as the same object.
 */
export async function redactedData<T>(data: T): Promise<T> {
  if (isSeen(data)) return data
  const texts = new Set<string>()
  addTexts(data, texts)
  if (!mayHoldSecret([...texts].join('\n'))) return noteSeen(data)
  const { redactSecrets } = await loadStage()
  return noteSeen(withTexts(data, (text) => (mayHoldSecret(text) ? redactSecrets(text) : text)) as T)
}

/** Data that has passed: a report goes through more than one gate. */
const seen = new WeakSet<object>()

/** Says that data has passed in an earlier run. */
export function noteRedacted<T extends object>(data: T): T {
  return noteSeen(data)
}

function isSeen(data: unknown): boolean {
  return typeof data === 'object' && data !== null && seen.has(data)
}

function noteSeen<T>(data: T): T {
  if (typeof data === 'object' && data !== null) seen.add(data)
  return data
}

/** Every text of the data once, keys of maps and objects too: many findings share texts. */
function addTexts(data: unknown, texts: Set<string>): void {
  if (typeof data === 'string') texts.add(data)
  else if (typeof data !== 'object' || data === null) return
  else if (data instanceof Map) {
    for (const [key, value] of data) {
      addTexts(key, texts)
      addTexts(value, texts)
    }
  } else if (Array.isArray(data)) for (const one of data) addTexts(one, texts)
  else {
    for (const key in data) {
      texts.add(key)
      addTexts((data as Record<string, unknown>)[key], texts)
    }
  }
}

/** The data with every text and key of it changed by `change`. What has no text that changes stays the same object. */
function withTexts(data: unknown, change: (text: string) => string): unknown {
  if (typeof data === 'string') return change(data)
  if (typeof data !== 'object' || data === null) return data
  if (data instanceof Map) return new Map(withTexts([...data], change) as [unknown, unknown][])
  if (Array.isArray(data)) {
    const after = data.map((one) => withTexts(one, change))
    return after.every((one, i) => one === data[i]) ? data : after
  }
  const entries = Object.entries(data)
  const after = entries.map(([key, value]) => [change(key), withTexts(value, change)] as const)
  const isSame = after.every(([key, value], i) => key === entries[i]?.[0] && value === entries[i]?.[1])
  return isSame ? data : Object.fromEntries(after)
}
