import { isBare, type LogText } from './log-text.ts'
import { isPartName } from './part-names.ts'
import type { Mark, Stop } from './stop.ts'

/** What stands above an entry and says what it is about. */
export type Above = { readonly text: string; readonly line: number }

/** An entry, or what is meant as one and lacks its day, with the headings of its body. */
export type Group = {
  readonly stop: Stop
  /** `left`: its day is none of the calendar. `undated`: it names no day. */
  readonly role: 'entry' | 'left' | 'undated'
  readonly parts: Stop[]
  /** The headings of the sections it lies in, the innermost last. */
  readonly above: readonly Above[]
}

/** The entries of a log in order, and the headings between and above them that belong to none. */
export type Arrangement = { readonly groups: readonly Group[]; readonly sections: readonly Stop[] }

/**
 * Decides what each stop is. A heading below an entry's own is a part of the entry, and so is one that is called like a
 * part; one with nothing but other such headings before the next entry is a section; any other one is an entry without
 * a day.
 */
export function arrange(log: LogText, stops: readonly Stop[]): Arrangement {
  const groups: Group[] = []
  const sections: Stop[] = []
  const above: (Above & { readonly depth: number })[] = []
  /** The depth of the open entry, and that of its shallowest part. */
  let open: { readonly depth: number; readonly partDepth: number } | null = null
  stops.forEach((stop, index) => {
    const group = groups.at(-1)
    const mark = markIn(stop, open?.depth)
    if (open && group && !mark && (stop.depth > open.partDepth || isPartName(stop.text))) {
      group.parts.push(stop)
      open = { ...open, partDepth: Math.min(open.partDepth, stop.depth) }
      return
    }
    while ((above.at(-1)?.depth ?? 0) >= stop.depth) above.pop()
    if (!mark && (groups.length === 0 || leadsToEntry(log, stops, index))) {
      if (!stop.isRead) {
        above.push({ text: stop.text, line: stop.line, depth: stop.depth })
        sections.push(stop)
        open = null
        return
      }
    }
    open = { depth: stop.depth, partDepth: stop.depth }
    groups.push({ stop, role: roleOf(stop, mark), parts: [], above: [...above] })
  })
  return { groups, sections }
}

/** The mark of a stop, unless it lies inside the open entry and does not start one of its own there. */
function markIn({ mark, depth, text, isRead }: Stop, openDepth: number | undefined): Mark | null {
  if (!mark || openDepth === undefined || depth <= openDepth) return mark
  if (!mark.leads) return null
  return mark.date !== null || isRead || text.startsWith('[') ? mark : null
}

function roleOf({ isRead }: Stop, mark: Mark | null): Group['role'] {
  if (!mark) return isRead ? 'left' : 'undated'
  return mark.date === null ? 'left' : 'entry'
}

/** True for a heading with no text of its own, like all that follow it up to the next entry. */
function leadsToEntry(log: LogText, stops: readonly Stop[], index: number): boolean {
  for (let at = index; at < stops.length; at++) {
    const stop = stops[at]
    if (!stop) return false
    if (stop.mark || (stop.isRead && at > index)) return true
    if (!isBare(log, stop.end, stops[at + 1]?.start ?? log.text.length)) return false
  }
  return false
}
