import type { JsonObject } from '../../../core/json.ts'
import type { AnswerText } from '../../../core/operation.ts'
import { safeText } from '../../../core/safe-text.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import type { KnownRecords } from './known-records.ts'

/** How many paths an answer names; it counts the others. */
const MOST_NAMED = 10

/** What could not be read, counted and named: a reading goes on without it. */
export function diagnosticsOf({ faulty, linked }: KnownRecords): JsonObject {
  const unreadable = faulty.filter(({ findings }) => findings.some(({ rule }) => UNREAD.has(rule)))
  const files = [...linked, ...faulty.map(({ path }) => path)]
  return {
    malformed: faulty.length - unreadable.length,
    unreadable: unreadable.length + linked.length,
    ...(files.length > 0 && { files: files.slice(0, MOST_NAMED) }),
  }
}

/** Rules that say that nothing was read of a file. */
const UNREAD: ReadonlySet<string> = new Set(['unreadable', 'size-limit'])

/** Whether the memory can be written, for answers that do not depend on it. */
export function statusOf(reason: string | null): JsonObject {
  return reason === null
    ? { status: 'ok' }
    : { status: 'degraded', reason: safeText(reason).slice(0, MOST_REASON) }
}

const MOST_REASON = 160

/** Data as an answer has it. */
export function answerOf(data: JsonObject): AnswerText {
  return { text: yamlText(data), data }
}
