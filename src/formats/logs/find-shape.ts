import type { EntryMark, EntryUnit, ExpectedLog, LogForm, LogShape } from '../../core/log-shape.ts'
import { once } from '../../core/text.ts'
import type { LogText } from '../entry-log.ts'
import { findDate } from '../unread-headings.ts'
import {
  bulletCandidates,
  type Candidate,
  headingCandidates,
  nextText,
  rowCandidates,
  stampCandidates,
} from './candidates.ts'
import { areListed, areNames, showsSkeleton } from './plain-entries.ts'

/** At least this part of the headings of a depth has to hold a date or an id, where few do. */
const SHARE = 0.5

/** So many dated entries are no accident, whatever else is there. */
const MANY = 3

/** A number that counts entries: `D001:`, `ADR-12`, `1.`, `[LRN-20260322-001]`; no part of one, as in `M0-9 Tests`. */
const ID = once(
  () => /^[^\p{L}\p{N}]*(?:\p{L}{1,20}[ _#-]{0,2})?#?\d{1,8}(?:-\d+)*(?:\*{0,2})(?=[\]:：.)–—]|-(?!\d)|$)/u,
)

/** An id with letters says by itself that it is one. */
const NAMED = once(() => /^[^\p{L}\p{N}]*\p{L}{1,12}-?\d{2,}/u)

const AS_BULLETS: LogShape = { unit: 'bullet', depth: 0, pattern: null, mark: null }

/** `Decision: A queue`, `Lesson 3 - Ports`, whatever comes behind. */
const NAME =
  /^[^\p{L}\p{N}]*(?:decision|lesson|learning|entscheidung|lektion|décision|decisión|decisione|решение|决策|决定|決定)(?: #?\d+)?\s*(?:[:：—–]|-\s)\s*\S/iu

/** True for the text of a line that holds the mark of an entry. */
export function isMarked({ text, cells, label }: Candidate, mark: EntryMark): boolean {
  if (mark === 'label') return label !== undefined
  if (mark === 'name') return NAME.test(text.text)
  if (cells)
    return cells
      .slice(0, 2)
      .some((cell) =>
        mark === 'date'
          ? findDate(cell.text) !== null
          : ID().test(cell.text) || /^\p{L}{0,10}-?\d+$/u.test(cell.text),
      )
  if (mark === 'id') return ID().test(text.text)
  const found = findDate(text.text)
  return found !== null && found.start < 200
}

/** The shape of a log: the one that is given, or the one that it shows; null where it shows none. */
export function shapeOf(log: LogText, form: LogForm): LogShape | null {
  if (!('expected' in form)) return form
  if (form.expected === 'any') return findShape(log, 'decisions') ?? findShape(log, 'lessons')
  return findShape(log, form.expected)
}

/**
 * Finds what an entry of a log starts with: the heading, bullet, line or row with a date that comes most often, else the one
 * with an id, else the heading that calls itself one, else the heading or bullet that repeats. Null where nothing does.
 */
function findShape(log: LogText, expected: ExpectedLog): LogShape | null {
  const units = unitsOf(log)
  const below = underHeadings(log, units)
  if (below) return below
  if (expected === 'lessons' && isTopical(log, units)) return AS_BULLETS
  return (
    idsUnderDays(log, units) ??
    marked(units, 'date', expected) ??
    marked(units, 'id', expected) ??
    (expected === 'lessons' ? null : entitled(log, units)) ??
    repeated(log, units, expected)
  )
}

/**
 * Headings that each have one dated line right under them are the entries, not the lines: the date of a lesson is often
 * written so.
 */
function underHeadings(log: LogText, units: readonly Unit[]): LogShape | null {
  const lines = units.find(({ unit }) => unit === 'line')?.candidates ?? []
  if (lines.length < 2) return null
  const starts = new Set(lines.map(({ start }) => start))
  for (const { unit, depth, candidates } of units) {
    if (unit !== 'heading' || candidates.length < lines.length) continue
    const dated = candidates.filter(({ heading }) => starts.has(nextText(log.text, heading.end)))
    if (dated.length >= candidates.length * 0.6) return { unit, depth, pattern: null, mark: null }
  }
  return null
}

/** Headings are topics where some are called by a day and most have nothing but a list: an index of lessons grows so. */
function isTopical(log: LogText, units: readonly Unit[]): boolean {
  const outer = units.find(({ unit, candidates }) => unit === 'heading' && candidates.length > 0)
  const bullets = units.find(({ unit }) => unit === 'bullet')?.candidates ?? []
  if (!outer?.candidates.some((one) => isMarked(one, 'date'))) return false
  const plain = outer.candidates.filter((one) => !isMarked(one, 'date') && !isMarked(one, 'id'))
  return plain.length > 1 && isListed(log, outer, bullets)
}

/** Days that have nothing but headings with ids of their own under them group those: each id is an entry. */
function idsUnderDays(log: LogText, units: readonly Unit[]): LogShape | null {
  const [outer, inner] = units.filter(({ unit, candidates }) => unit === 'heading' && candidates.length > 0)
  if (!outer || !inner || inner.candidates.length < outer.candidates.length * 2) return null
  const starts = new Set(inner.candidates.map(({ start }) => start))
  const isDay = (one: Candidate): boolean =>
    isMarked(one, 'date') && starts.has(nextText(log.text, one.heading.end))
  const isNamed = (one: Candidate): boolean => isMarked(one, 'id') && NAMED().test(one.text.text)
  if (!outer.candidates.every(isDay) || !inner.candidates.every(isNamed) || !areIds(inner)) return null
  return { unit: 'heading', depth: inner.depth, pattern: null, mark: 'id' }
}

/**
 * Headings that say themselves that they are entries, or that have the same label right below them, where those of their depth
 * have not all parts in common. Of both the more frequent.
 */
function entitled(log: LogText, units: readonly Unit[]): LogShape | null {
  const headings = units.filter(({ unit, candidates }) => unit === 'heading' && candidates.length > 0)
  if (headings.some((one) => one.candidates.length >= MANY && sharesParts(log, one))) return null
  const counted = headings.flatMap(({ depth, candidates }) => {
    const names = candidates.filter((one) => isMarked(one, 'name')).length
    const labels = new Map<string, number>()
    for (const { label } of candidates)
      if (label !== undefined) labels.set(label, (labels.get(label) ?? 0) + 1)
    const most = Math.max(0, ...labels.values())
    return [
      ...(names >= candidates.length * SHARE ? [{ depth, count: names, mark: 'name' as const }] : []),
      ...(most >= MANY ? [{ depth, count: most, mark: 'label' as const }] : []),
    ]
  })
  const [best] = counted.sort((a, b) => b.count - a.count)
  return best ? { unit: 'heading', depth: best.depth, pattern: null, mark: best.mark } : null
}

type Unit = { readonly unit: EntryUnit; readonly depth: number; readonly candidates: readonly Candidate[] }

function unitsOf(log: LogText): readonly Unit[] {
  const headings = headingCandidates(log)
  const [first] = headings
  const isTitle = (one: Candidate): boolean => one === first && one.heading.depth === 1
  return [
    ...[1, 2, 3, 4].map((depth): Unit => {
      return {
        unit: 'heading',
        depth,
        candidates: headings.filter((one) => one.heading.depth === depth && !isTitle(one)),
      }
    }),
    { unit: 'line', depth: 0, candidates: stampCandidates(log) },
    { unit: 'row', depth: 0, candidates: rowCandidates(log) },
    { unit: 'bullet', depth: 0, candidates: bulletCandidates(log) },
  ]
}

function marked(units: readonly Unit[], mark: 'date' | 'id', expected: ExpectedLog): LogShape | null {
  const counted = units
    .map((one) => ({ one, count: one.candidates.filter((candidate) => isOwn(one, candidate, mark)).length }))
    .filter(({ one, count }) => isEnough(count, one, mark, expected))
    // Numbers of inner headings count the parts of an entry.
    .filter(({ one, count }) => mark === 'date' || (count >= above(units, one) && areIds(one)))
    // Tables in the text of a document are parts of it.
    .filter(({ one, count }) => one.unit !== 'row' || count >= above(units, { ...one, depth: 7 }))
  const headings = counted.filter(({ one }) => one.unit === 'heading')
  const best = (headings.some(({ count }) => count > 1) ? headings : counted).reduce<
    (typeof counted)[number] | null
  >((most, one) => (most === null || one.count > most.count ? one : most), null)
  return best && { unit: best.one.unit, depth: best.one.depth, pattern: null, mark }
}

/** Ids differ from one another: `P0`, `P1`, `P0` are marks of something else. */
function areIds({ candidates }: Unit): boolean {
  const marks = candidates.map(({ text, cells }) =>
    cells ? (cells[0]?.text ?? '') : (ID().exec(text.text)?.[0] ?? text.text),
  )
  return new Set(marks).size > marks.length * 0.8
}

/** How many headings there are above a unit's, the title left out. */
function above(units: readonly Unit[], { unit, depth }: Unit): number {
  if (unit !== 'heading' && depth === 0) return 0
  return units
    .filter((one) => one.unit === 'heading' && one.depth < depth)
    .reduce((sum, { candidates }) => sum + candidates.length, 0)
}

/** In a list item the date or id comes first: other items speak of days. */
function isOwn({ unit }: Unit, candidate: Candidate, mark: 'date' | 'id'): boolean {
  if (!isMarked(candidate, mark)) return false
  if (unit !== 'bullet' || mark === 'id') return true
  return (findDate(candidate.text.text)?.start ?? 9) <= 4
}

function isEnough(
  count: number,
  { unit, candidates }: Unit,
  mark: 'date' | 'id',
  expected: ExpectedLog,
): boolean {
  if (count === 0) return false
  const share = count / candidates.length
  if (mark === 'id')
    return share >= SHARE && (count > 1 || candidates.some(({ text }) => NAMED().test(text.text)))
  if (unit === 'bullet') return share >= SHARE
  // Among lessons without a date a few may have one.
  if (expected === 'lessons') return share >= SHARE
  if (expected === 'archive') return true
  return share >= SHARE || count >= MANY || unit !== 'heading' || candidates.length > count
}

/** Headings of one depth whose texts have the same parts, and for lessons any headings or bullets. */
function repeated(log: LogText, units: readonly Unit[], expected: ExpectedLog): LogShape | null {
  const headings = units.filter(({ unit, candidates }) => unit === 'heading' && candidates.length > 0)
  const shape = (depth: number): LogShape => ({ unit: 'heading', depth, pattern: null, mark: null })
  const [outer, inner] = headings
  const groups = outer !== undefined && inner !== undefined && isGrouping(log, outer, inner)
  const likely = (groups ? headings.slice(1) : headings).find(
    (one) => one.candidates.length >= MANY && sharesParts(log, one),
  )
  if (likely) return shape(likely.depth)
  const bullets = units.find(({ unit }) => unit === 'bullet')?.candidates ?? []
  if (expected === 'decisions') {
    if (showsSkeleton(log)) return null
    if (areListed(log, outer?.candidates ?? [], bullets)) return AS_BULLETS
    const named = groups ? inner : outer
    return named && areNames(log, named.candidates) ? shape(named.depth) : null
  }
  if (!outer) return bullets.length > 0 ? AS_BULLETS : null
  if (isListed(log, outer, bullets)) return AS_BULLETS
  return shape(groups ? inner.depth : outer.depth)
}

/** What a heading's text runs to: the next heading of its depth or above. */
function bodyOf(log: LogText, { heading }: Candidate): { readonly start: number; readonly end: number } {
  const next = log.markdown.headings.find(
    (other) => other.topLevel && other.start > heading.start && other.depth <= heading.depth,
  )
  return { start: heading.end, end: next?.start ?? log.text.length }
}

const LABEL = /^[ \t]*(?:[-*+][ \t]+)?(?:\*{2}|__)([^*_\r\n]{1,40}?):?(?:\*{2}|__)|^#{2,6}[ \t]+(.{1,40})$/gm

/** Most of the texts have a label or an inner heading in common: `**Why:**`, `### Context`. */
function sharesParts(log: LogText, { candidates }: Unit): boolean {
  const uses = new Map<string, number>()
  for (const candidate of candidates) {
    const { start, end } = bodyOf(log, candidate)
    const labels = [...log.text.slice(start, end).matchAll(LABEL)].map(([, bold, heading]) =>
      (bold ?? heading ?? '').trim().toLowerCase(),
    )
    for (const label of new Set(labels)) uses.set(label, (uses.get(label) ?? 0) + 1)
  }
  return [...uses.values()].some((count) => count >= Math.max(2, candidates.length * 0.6))
}

/** The texts under most headings are lists of several items without common labels: there each item is an entry. */
function isListed(log: LogText, outer: Unit, bullets: readonly Candidate[]): boolean {
  if (bullets.length < outer.candidates.length * 2 || sharesParts(log, outer)) return false
  const lists = log.markdown.blocks.filter(({ type }) => type === 'list')
  const listed = outer.candidates.filter((candidate) => {
    const { start, end } = bodyOf(log, candidate)
    const inside = lists.filter((list) => list.start >= start && list.end <= end)
    const listedLength = inside.reduce((sum, list) => sum + list.end - list.start, 0)
    return inside.length > 0 && listedLength > (end - start) * 0.8
  })
  return listed.length >= outer.candidates.length * 0.6
}

/** Most outer headings have an inner one right under them, and few inner ones are called alike. */
function isGrouping(log: LogText, outer: Unit, inner: Unit): boolean {
  const names = new Set(inner.candidates.map(({ text }) => text.text.toLowerCase()))
  if (inner.candidates.length <= outer.candidates.length || names.size < inner.candidates.length * 0.8)
    return false
  const groups = outer.candidates.filter((candidate) => {
    const first = inner.candidates.find(({ heading }) => heading.start > candidate.heading.start)
    return first && log.text.slice(candidate.heading.end, first.heading.start).trim().length < 200
  })
  return groups.length >= outer.candidates.length * 0.6
}
