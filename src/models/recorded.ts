import { isJsonObject, type Json } from '../core/json.ts'
import { safeText } from '../core/messages.ts'
import type { ModelRequest } from '../core/model.ts'
import { readSmall } from '../fs/text-files.ts'
import { type Answer, type Model, NO_USAGE } from './provider.ts'

const MOST_BYTES = 4 * 1024 * 1024

/**
 * Gives recorded answers, for tests and demonstrations: a JSON object with a list of answers by role. The first answers the first
 * request of its role in this process, and so on; a `{ "failure", "detail" }` in the place of a text fails.
 */
export function askRecorded(
  { file = '', name }: Model,
  { role }: ModelRequest,
  asked: Map<string, number>,
): Answer {
  const records = recordsIn(file)
  if (!records) {
    return {
      failure: 'transport',
      detail: `${safeText(file)} cannot be read: it is no JSON object with a list for each role`,
    }
  }
  const answers = records[role]
  const turn = `${name} ${role}`
  const at = asked.get(turn) ?? 0
  asked.set(turn, at + 1)
  const answer: Json | undefined = Array.isArray(answers) ? answers[at] : undefined
  if (typeof answer === 'string') return { text: answer, usage: NO_USAGE }
  if (isJsonObject(answer) && typeof answer.detail === 'string' && isFailure(answer.failure)) {
    return { failure: answer.failure, detail: answer.detail }
  }
  return { failure: 'transport', detail: `the recording has no answer ${at + 1} for ${role}` }
}

function recordsIn(file: string): { readonly [role: string]: Json } | null {
  try {
    const value = JSON.parse(readSmall(file, MOST_BYTES) ?? '') as Json
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

const FAILURES = ['timeout', 'cancelled', 'refused', 'cut', 'transport'] as const

function isFailure(value: Json | undefined): value is (typeof FAILURES)[number] {
  return FAILURES.some((one) => one === value)
}
