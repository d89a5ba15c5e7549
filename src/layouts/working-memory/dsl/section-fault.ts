import { parseUpdate } from './parse-update.ts'
import { printUpdate } from './print-update.ts'
import type { Refusal } from './refusal.ts'
import type { SectionId, Update } from './update.ts'

/**
 * Why a section of an update cannot be applied; null when it can. A section is valid when its text reads as the same
 * section again, so that an update which was not made by parsing is held to the grammar all the same.
 */
export function faultOf(update: Update, id: SectionId): Refusal | null {
  const nothing: Update = { progress: null, learnings: null, verbatim: null }
  const alone = { ...nothing, [id]: update[id] }
  const { update: again, problems } = parseUpdate(printUpdate(alone))
  const [problem] = problems
  if (problem) return { section: id, id: null, message: problem.message, help: problem.help }
  if (isSame(again[id], alone[id])) return null
  return {
    section: id,
    id: null,
    message:
      'Unexpected text that the form of an update cannot hold, expected one line without white space around it',
    help: 'Take line breaks and outer white space out, `:` out of reasons, and `=>` out of labels.',
  }
}

/** True for equal data, whatever the order of keys. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const [left, right] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))]
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)))
  )
}
