import { isWithoutText, type LogText, type Mark, type Stop } from './log-text.ts'

/** A heading above an entry that says what it is about. */
type Above = { readonly text: string; readonly line: number }

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

/** `leads`: it has no text above the next entry. */
type Section = Above & { readonly depth: number; readonly leads: boolean }

/**
 * Decides what each stop is. A heading below an entry's own is a part of the entry, and so is one that is called like a
 * part; one with nothing but other such headings before the next entry is a section; any other one is an entry without
 * a day.
 */
export function arrange(log: LogText, stops: readonly Stop[]): Arrangement {
  const groups: Group[] = []
  const sections: Stop[] = []
  const above: Section[] = []
  const depth = entryDepth(stops)
  const leading = leadingStops(log, stops)
  /** The depth of the open entry, and that of its shallowest part. */
  let open: { readonly depth: number; readonly partDepth: number } | null = null
  stops.forEach((stop, index) => {
    const group = groups.at(-1)
    const mark = markIn(stop, open && group?.stop, depth)
    if (open && group && !mark && isPart(stop, group, open.partDepth)) {
      group.parts.push(stop)
      open = { ...open, partDepth: Math.min(open.partDepth, stop.depth) }
      return
    }
    const leads = !mark && leading[index] === true
    while (isOver(above.at(-1), stop, leads)) above.pop()
    if (!mark && !stop.read && (groups.length === 0 || leads)) {
      above.push({ text: stop.text, line: stop.line, depth: stop.depth, leads })
      sections.push(stop)
      open = null
      return
    }
    open = { depth: stop.depth, partDepth: stop.depth }
    groups.push({ stop, role: roleOf(stop, mark), parts: [], above: [...above] })
  })
  return { groups, sections }
}

/**
 * A heading below the open entry or one of its parts is a part. In logs that were joined from several files, a part can
 * also be above the depth of its entry's heading: it is known by its name, its number, or a part of the same depth with
 * such a name.
 */
function isPart(stop: Stop, { stop: entry, parts }: Group, partDepth: number): boolean {
  if (stop.depth <= entry.depth && HALF_A_DAY.test(stop.text)) return false
  if (stop.depth > partDepth || isPartName(stop.text)) return true
  if (stop.depth >= entry.depth || stop.read) return false
  return (
    /^\d{1,2}[.)]\s/.test(stop.text) ||
    parts.some(({ depth, text }) => depth === stop.depth && isPartName(text))
  )
}

/** `2026-01: …` or `2026-01-XX: …` was meant as the start of an entry. */
const HALF_A_DAY = /^[[(]?\d{4}-(?:\d{1,2}|[Xx?]{2})(?:-[Xx?]{1,2})?(?=[\s:)\]]|$)/

/** The depth of the form: a heading with a day at that depth or above it is meant as an entry anywhere. */
const FORM_DEPTH = 3

/** The depth at which most headings of a log start with a day, or that of the form. */
function entryDepth(stops: readonly Stop[]): number {
  const counts = new Map<number, number>()
  for (const { mark, depth } of stops) if (mark?.leads) counts.set(depth, (counts.get(depth) ?? 0) + 1)
  const commonest = [...counts].sort(([a, m], [b, n]) => n - m || a - b)[0]?.[0] ?? 0
  return Math.max(commonest, FORM_DEPTH)
}

/**
 * The mark of a stop; null where it is only text of the open entry. Below the depth of the log's entries, and inside an
 * entry in the form, a stop starts an entry only where the entry reader finds one.
 */
function markIn(
  { mark, depth, text, read }: Stop,
  open: Stop | null | undefined,
  entries: number,
): Mark | null {
  if (!mark || !open || depth <= open.depth) return mark
  if (read && BRACKETED.test(text)) return mark
  return mark.leads && mark.date !== null && depth <= entries && open.read !== 'entry' ? mark : null
}

const BRACKETED = /^[\\*_`]{0,3}\[\d/

/** True for a section that ends above a stop: it is deeper, or has text, or the stop is a section as well. */
function isOver(section: Section | undefined, { depth }: Stop, leads: boolean): boolean {
  if (!section || section.depth < depth) return false
  return section.depth > depth || !section.leads || leads
}

function roleOf({ read }: Stop, mark: Mark | null): Group['role'] {
  if (!mark) return read ? 'left' : 'undated'
  return mark.date === null ? 'left' : 'entry'
}

/** Stops without text, where all stops up to the next entry have none either. */
function leadingStops(log: LogText, stops: readonly Stop[]): boolean[] {
  const found: boolean[] = []
  for (let index = stops.length - 2; index >= 0; index--) {
    const [stop, next] = [stops[index], stops[index + 1]]
    if (!stop || !next) continue
    const leads = next.mark !== null || next.read !== null || found[index + 1] === true
    found[index] = leads && isWithoutText(log, stop.end, next.start)
  }
  return found
}

/** What people call the parts of one decision or lesson, lower-case; such a heading starts no entry. */
const PARTS: ReadonlySet<string> = new Set(
  `action items|alternatives|alternatives considered|alternatives rejected|analysis|approach|background|cause|changes|
changes made|conclusion|consequences|constraints|context|decision|decisions made|description|details|discussion|evidence|
example|examples|executive summary|files changed|files modified|findings|fix|follow up|follow ups|future considerations|
future work|how|how it works|how to apply|impact|implementation|implementation details|implementation notes|implications|
issue|key findings|key insight|key insights|lessons learned|metrics|mitigation|motivation|next steps|notes|open questions|
options|options considered|outcome|outcomes|pattern|prevention|problem|problem statement|proposal|proposed solution|
questions|rationale|reason|reasoning|reasons|recommendation|recommendations|references|rejected alternatives|related|
related files|related findings|related issues|requirements|resolution|result|results|risk assessment|risks|
risks and mitigations|risks mitigations|root cause|root cause analysis|root causes|scope|see also|solution|status|
success criteria|success metrics|summary|symptom|symptoms|takeaway|takeaways|team impact|testing|testing requirements|
timeline|trade offs|tradeoffs|validation|verdict|verification|what|what changed|what happened|what this means|
what was changed|what was decided|what was done|what was learned|why|why it matters|why it works|why this matters`
    .replaceAll('\n', '')
    .split('|'),
)

/** True for a heading that names a part of an entry, such as `Context` or `2. Alternatives considered`. */
export function isPartName(heading: string): boolean {
  const words = heading
    .toLowerCase()
    .replace(/\([^)]*\)\s*:?$/, '')
    .match(/[\p{L}']+/gu)
  return words !== null && PARTS.has(words.join(' '))
}
