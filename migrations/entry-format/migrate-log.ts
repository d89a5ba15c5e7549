import type { Edit } from '../../src/core/edit.ts'
import type { WorkedOut } from '../../src/core/migration.ts'
import { applySteps } from './apply-steps.ts'
import { arrange } from './arrange.ts'
import { editsOf } from './draft.ts'
import { findStops } from './find-stops.ts'
import { type Remark, readLog } from './log-text.ts'
import { readsBack } from './reads-back.ts'
import {
  aboveFirst,
  doubtfulParts,
  NOT_READ_BACK,
  newestFirst,
  openings,
  undated,
  waiting,
  withoutEntry,
} from './remarks.ts'

/** A log and how it is to be brought into the entry grammar. */
export type LogInput = {
  readonly path: string
  readonly text: string
  readonly frontMatterBytes: number
  /** Headings without a day become entries that wait for one. */
  readonly markUndated: boolean
}

/** The splices for one log, none where it is left; what they were worked out from, and what needs a person. */
export type LogChange = {
  readonly edits: readonly Edit[]
  readonly values: readonly WorkedOut[]
  readonly remarks: readonly Remark[]
}

/** Brings one log into the entry grammar, or leaves it whole and says why. What it gives was read back. */
export function migrateLog(input: LogInput): LogChange {
  const { change, text } = tryOnce(input)
  const isSettled = change.edits.length === 0 || tryOnce({ ...input, text }).change.edits.length === 0
  return isSettled ? change : left([NOT_READ_BACK]).change
}

/** A change, and the text that it leads to. */
type Try = { readonly change: LogChange; readonly text: string }

function tryOnce(input: LogInput): Try {
  const log = readLog(input.text, input.frontMatterBytes)
  if ('refused' in log) return left([log.refused])
  const { stops, blocked } = findStops(log)
  const arrangement = arrange(log, stops)
  const { groups } = arrangement
  if (!groups.some(({ role }) => role === 'entry')) return left(withoutEntry(log, stops, groups))
  const applied = applySteps(log, arrangement, input)
  if (!applied) return left([NOT_READ_BACK])
  const edits = editsOf(applied.draft)
  if (edits.length === 0) return left([])
  const reasons = [...openings(log), ...blocked, ...(input.markUndated ? [] : undated(groups))]
  if (reasons.length > 0) return left(reasons)
  if (!readsBack(groups, applied)) return left([NOT_READ_BACK])
  const remarks = [
    ...applied.remarks,
    ...aboveFirst(log, stops, groups),
    ...doubtfulParts(groups),
    ...waiting(groups),
    ...newestFirst(groups),
  ]
  return { change: { edits, values: applied.values, remarks }, text: applied.done.text }
}

function left(remarks: readonly Remark[]): Try {
  return { change: { edits: [], values: [], remarks }, text: '' }
}
