import { mayHoldSecret } from '../formats/secret-marks.ts'
import { loadStage } from './stage-document.ts'

/**
 * The one gate of every text that leaves memkeep: secrets in it become stars. What finds them is loaded when something
 * looks like one.
 */
export async function redacted(text: string): Promise<string> {
  if (!mayHoldSecret(text)) return text
  const { redactSecrets } = await loadStage()
  return redactSecrets(text)
}

/** True for a text in which nothing looks like a secret. */
export function mayLeaveAsIs(text: string): boolean {
  return !mayHoldSecret(text)
}

/**
 * The same for plain data that is shown later: a text that a reporter cuts, or writes another way, would hide what a secret
 * is from the gate, and show a part of it. Data without secrets is given back itself.
 */
export async function redactedData<T>(data: T): Promise<T> {
  let isSuspect = false
  withTexts(data, (text) => {
    isSuspect ||= mayHoldSecret(text)
    return text
  })
  if (!isSuspect) return data
  const { redactSecrets } = await loadStage()
  return withTexts(data, (text) => (mayHoldSecret(text) ? redactSecrets(text) : text)) as T
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
