import { timestampOf } from '../../../core/date.ts'
import type { Memory } from '../../../core/memory.ts'
import type { Refusal } from '../../../core/operation.ts'
import { safePath, safeText } from '../../../core/safe-text.ts'
import { filesBelow } from '../../../core/snapshot.ts'
import { agentMemoryRoot } from '../claim.ts'
import { isUuid } from '../record.ts'
import type { KnownRecord, KnownRecords } from './known-records.ts'

/** The record with an id, in any case of its letters; or why there is none, and where it is instead. */
export function findRecord(
  id: string,
  { records, faulty }: KnownRecords,
  memory: Memory,
): KnownRecord | Refusal {
  const found = records.find((one) => one.id === id.toLowerCase())
  if (found) return found
  const named = faulty.find(({ path }) => nameOf(path) === `${id.toLowerCase()}.json`)
  if (named) {
    return {
      refusal: `${safePath(named.path)} cannot be read as a record`,
      help: 'Fix the file: `memkeep check` says what is wrong with it.',
    }
  }
  const [archived] = archivedPaths(id, memory)
  if (archived !== undefined) {
    return {
      refusal: `The record ${safeText(id)} is archived: ${safePath(archived)}`,
      help: '`memory_restore` with its id brings it back.',
    }
  }
  return {
    refusal: `No record has the id ${safeText(id)}`,
    help: isUuid(id)
      ? '`memory_find` and `memory_list` give the ids of records.'
      : 'An id is a UUID, as `memory_find` gives it.',
  }
}

/** Files of the archive that have the name of a record, in order of paths. */
export function archivedPaths(id: string, { files, settings }: Memory): readonly string[] {
  return filesBelow(files, `${agentMemoryRoot(settings)}/_archive`)
    .map(({ path }) => path)
    .filter((path) => nameOf(path) === `${id.toLowerCase()}.json`)
}

/** The last name of a path, in lower case. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}

/** The instant of a change: that of the call, or that of the record's creation where a clock was ahead. */
export function changeInstant(now: string, created: string): string {
  return (timestampOf(created) ?? 0) > (timestampOf(now) ?? 0) ? created : now
}
