import { timestampOf } from '../../../core/date.ts'
import type { Source } from '../../../core/source.ts'
import type { MovingPlan, PlannedFile } from '../../../core/write-plan.ts'
import type { KnownRecord } from './known-records.ts'
import { withFields } from './record-edits.ts'

/** A use that is so long ago, in milliseconds, is worth a write. */
const FRESH = 600_000

/** Notes the use of records: those whose last use is noted to within ten minutes stay as they are. */
export function touchPlan(
  records: readonly KnownRecord[],
  sources: ReadonlyMap<string, Source>,
  now: string,
): MovingPlan {
  const instant = timestampOf(now) ?? 0
  const touched = records.flatMap(({ path, facts }): [string, PlannedFile][] => {
    const used = timestampOf(facts.used ?? '')
    const created = timestampOf(facts.created)
    // A clock that is behind notes nothing: no use is before the creation.
    if (created === null || created > instant) return []
    // A new record has the instant of its creation there.
    if (used !== null && used !== created && instant - used < FRESH) return []
    const source = sources.get(path)
    const text = source && instant !== used ? withFields(source.text, { last_used_at: now }) : null
    return text === null ? [] : [[path, { kind: 'text', text }]]
  })
  return new Map(touched)
}
