import type { FoundForm } from '../../core/document.ts'
import type { EntryMark, EntryUnit, ExpectedLog, LogForm, LogShape } from '../../core/log-shape.ts'
import type { LogText } from '../entry-log.ts'
import { findDate } from '../unread-headings.ts'
import {
  bulletCandidates,
  type Candidate,
  headingCandidates,
  labelOf,
  nextText,
  rowCandidates,
  stampCandidates,
} from './candidates.ts'
import { areIds, isMarked, isNamedId } from './entry-marks.ts'
import { type Measured, measureReading } from './measure-reading.ts'
import { areListed, areNames, isSectionTitle, showsSkeleton } from './plain-entries.ts'
import { repeatedHeading } from './read-head.ts'
import { isBareName, tokensBelow } from './shaped-log.ts'

/** So many of a kind are no accident. */
const MANY = 3

/** What looks less like entries is none. */
const LEAST = 0.45

/** A reading that explains less of the file is none. */
const LITTLE = 0.3

/** A reading that explains less of the file than this is uncertain. */
const CERTAIN = 0.8

/** Two readings whose scores are nearer than this are hardly different. */
const NEAR = 0.03

/**
 * What is not certain of a reading: `more`, where what it finds are entries but others may be some too; `other`, where the entries
 * may be others.
 */
type Doubt = NonNullable<FoundForm['uncertain']>

/** Readings that share so many of their entries say the same. */
const ALIKE = 0.9

/** How a log is read, and how sure that is. */
export type LogReading = {
  readonly shape: LogShape
  /** Null where settings give the form: then nothing is measured. */
  readonly measured: Measured | null
  /** The best of the readings that find other entries; null where there is none. */
  readonly other: Measured | null
  /** Null for a certain reading. */
  readonly doubt: Doubt | null
}

/** How a log is read: by the form that is given, or by the one that explains it best; null where none does. */
export function readingOf(log: LogText, form: LogForm): LogReading | null {
  if (!('expected' in form)) return { shape: form, measured: null, other: null, doubt: null }
  const { expected } = form
  const found = readingsOf(log, expected === 'any' ? 'decisions' : expected)
  const [best, ...others] = found.length === 0 && expected === 'any' ? readingsOf(log, 'lessons') : found
  if (!best) return null
  const rivals = others.filter((one) => isRival(one, best))
  const rival = rivals.find(({ shape }) => shape.mark === 'date') ?? rivals[0]
  if (rival) return { shape: best.shape, measured: best, other: rival, doubt: 'other' }
  const other = others.find((one) => one.starts.join() !== best.starts.join()) ?? null
  return { shape: best.shape, measured: best, other, doubt: doubtOf(best, other) }
}

/** Headings without a mark are no certain entries where more of the headings below them say a day each, or have labels. */
function isRival({ shape, starts }: Measured, best: Measured): boolean {
  const isPlain = best.shape.unit === 'heading' && best.shape.mark === null && best.shape.pattern === null
  const isMarked = shape.unit === 'heading' && (shape.mark === 'date' || shape.mark === 'label')
  return isPlain && isMarked && starts.length > Math.max(MANY, best.starts.length)
}

function doubtOf(best: Measured, other: Measured | null): Doubt | null {
  const among = new Set(other?.starts)
  const both = best.starts.filter((start) => among.has(start)).length
  // Two readings that find the same but for one or two are no rivals.
  const isSame = both >= best.starts.length * ALIKE || (both > 0 && both === among.size)
  const isNear = other !== null && !isSame && other.score > best.score - NEAR
  if (best.explained >= CERTAIN && !isNear) return null
  const isMarked = best.shape.mark === 'date' || best.shape.mark === 'id'
  return isSame || (isMarked && !isNear) ? 'more' : 'other'
}

/** Every way to read a log that finds entries, the one that explains it best first; none for what is no log. */
function readingsOf(log: LogText, expected: ExpectedLog): readonly Measured[] {
  const units = unitsOf(log)
  return units
    .flatMap((unit) => formsOf(log, unit, { units, expected }))
    .map(({ shape, weight }) => measureReading(log, shape, { weight, expected }))
    .filter(
      ({ shape, starts, looks, explained }) =>
        starts.length > 0 && (expected === 'archive' || (looks >= LEAST && explained >= leastOf(shape))),
    )
    .sort((a, b) => b.score - a.score || b.starts.length - a.starts.length || a.shape.depth - b.shape.depth)
}

/** A table without days or ids is a log only where it is nearly all of one. */
function leastOf({ unit, mark }: LogShape): number {
  return unit === 'row' && mark === null ? CERTAIN : LITTLE
}

/** A form that entries may have, and how much by itself it looks like one: 0 to 1. */
type Form = { readonly shape: LogShape; readonly weight: number }

type Around = { readonly units: readonly Unit[]; readonly expected: ExpectedLog }

/** A date says more than an id, an id more than a name, and each more than a line that has nothing. */
function formsOf(log: LogText, unit: Unit, around: Around): readonly Form[] {
  const { candidates } = unit
  if (candidates.length === 0) return []
  const marked = (mark: EntryMark, weight: number): Form => ({
    shape: { unit: unit.unit, depth: unit.depth, pattern: null, mark },
    weight,
  })
  const has = (mark: EntryMark): boolean => candidates.some((one) => isMarked(one, mark))
  const days = candidates.filter((one) => isMarked(one, 'date'))
  const isDated = unit.unit === 'bullet' ? startWithDay(days) * 2 >= candidates.length : days.length > 0
  const isBelow = unit.unit === 'line' && areBelowHeadings(log, unit, around)
  const dated = isDated && days.length > 0 ? [marked('date', isBelow ? 0.6 : WEIGHTS[unit.unit].date)] : []
  if (unit.unit === 'line') return dated
  const named = candidates.filter((one) => isMarked(one, 'id'))
  const isCounted =
    named.length > 0 &&
    areIds(named) &&
    (named.length > 1 || named.some(isNamedId)) &&
    // Numbers of inner headings, and rows of tables in a text, count the parts of an entry.
    named.length >= headingsAbove(unit, around.units)
  const counted = isCounted ? [marked('id', WEIGHTS[unit.unit].id)] : []
  const plain: Form = {
    shape: { unit: unit.unit, depth: unit.depth, pattern: null, mark: null },
    weight: WEIGHT_OF[unit.unit](log, unit, around),
  }
  if (unit.unit === 'row') return [...dated, ...counted, plain]
  if (unit.unit === 'bullet') return [...dated, ...counted, plain]
  const labelled = candidates.filter((one) => isMarked(one, 'label')).length >= MANY
  const opening =
    repeatedHeading(candidates.map(({ text }) => text.text)) ?? firstRound(log, unit, around.units)
  // Below headings of their own, rounds are the parts of entries.
  const isPart = headingsAbove(unit, around.units) > 1
  return [
    ...dated,
    ...counted,
    ...(has('name') ? [marked('name', 0.93)] : []),
    ...(labelled ? [marked('label', 0.84)] : []),
    ...(opening === null || isPart
      ? []
      : [{ shape: { unit: unit.unit, depth: unit.depth, pattern: opening, mark: null }, weight: 0.97 }]),
    plain,
  ]
}

/** The heading of the only round so far: `Decision` with one thing below it, and sections about that. */
function firstRound(log: LogText, { candidates }: Unit, units: readonly Unit[]): string | null {
  const [first, second, ...others] = candidates
  if (!first || !second || !isBareName(first.text.text)) return null
  if (![second, ...others].every(({ text }) => isSectionTitle(text.text)) || !tokensBelow(log, first))
    return null
  const bullets = units.find(({ unit }) => unit === 'bullet')?.candidates ?? []
  const listed = bullets.filter(({ start }) => start > first.start && start < second.start)
  return listed.length > 1 ? null : first.text.text.replace(/\s*[:：]$/, '')
}

/** In a list item the date comes first: other items speak of days. */
function startWithDay(candidates: readonly Candidate[]): number {
  return candidates.filter(({ text }) => (findDate(text.text)?.start ?? 9) <= 4).length
}

/** How many headings there are above a unit's; above a row's all of them. */
function headingsAbove({ unit, depth }: Unit, units: readonly Unit[]): number {
  const most = unit === 'heading' ? depth : unit === 'row' ? 7 : 0
  return units
    .filter((one) => one.unit === 'heading' && one.depth < most)
    .reduce((sum, { candidates }) => sum + candidates.length, 0)
}

const WEIGHTS = {
  heading: { date: 1, id: 0.95 },
  line: { date: 0.93, id: 0 },
  bullet: { date: 0.93, id: 0.88 },
  row: { date: 0.9, id: 0.85 },
} as const

type Weigh = (log: LogText, unit: Unit, around: Around) => number

const WEIGHT_OF: { readonly [unit in EntryUnit]: Weigh } = {
  heading: weightOfHeadings,
  bullet: weightOfBullets,
  line: () => 0,
  // A table that is nearly all of a log is its entries, whatever its columns say.
  row: (_, { candidates }) => (candidates.length >= MANY ? 0.7 : 0),
}

/** Where the text right below each heading starts. */
function textsBelow(text: string, headings: readonly Candidate[]): readonly number[] {
  return headings.map(({ heading }) => nextText(text, heading.end))
}

/** Most stamped lines are right below headings, and are parts of what those start. */
function areBelowHeadings({ text }: LogText, { candidates }: Unit, { units }: Around): boolean {
  const headings = units.flatMap(({ unit, candidates: all }) => (unit === 'heading' ? all : []))
  const below = new Set(textsBelow(text, headings))
  const count = candidates.filter(({ start }) => below.has(start)).length
  return count > 1 && count >= candidates.length * 0.6
}

/** How much headings without any mark look like entries: they have parts in common, or are names. */
function weightOfHeadings(log: LogText, unit: Unit, { units, expected }: Around): number {
  const { candidates } = unit
  if (haveDayBelow(log, unit, units)) return 0.97
  const inner = units.find(
    (one) => one.unit === 'heading' && one.depth > unit.depth && one.candidates.length > 0,
  )
  const isGroup = inner !== undefined && isGrouping(log, unit, inner)
  if (!isGroup && candidates.length >= MANY && (sharesParts(log, unit) || haveOneForm(unit))) return 0.85
  // Two that have labels in common are the start of a log.
  if (!isGroup && candidates.length > 1 && sharesParts(log, unit)) return 0.8
  const bullets = units.find((one) => one.unit === 'bullet')?.candidates ?? []
  if (expected === 'lessons') return isGroup || isListed(log, unit, bullets) ? 0.5 : 0.8
  return !showsSkeleton(log) && areNames(log, candidates) && !isGroup ? 0.55 : 0
}

/** What the text of a heading starts with where it is no word: `[hits: 1]`, `❌`. */
const LEAD = /^(?:\[[^[\]\d]*|[^\p{L}\p{N}\s[*_`"'#]+)/u

/** Most headings start with the same sign or the same words in brackets: somebody gave them a form. */
function haveOneForm({ candidates }: Unit): boolean {
  const leads = new Map<string, number>()
  for (const { text } of candidates) {
    const lead = LEAD.exec(text.text)?.[0] ?? ''
    if (lead !== '') leads.set(lead, (leads.get(lead) ?? 0) + 1)
  }
  return Math.max(0, ...leads.values()) >= candidates.length * 0.8
}

/** List items are entries where nothing else is: below topics, and for lessons below anything. */
function weightOfBullets(log: LogText, { candidates }: Unit, { units, expected }: Around): number {
  const outer = units.find(({ unit, candidates: all }) => unit === 'heading' && all.length > 0)
  const headings = outer?.candidates ?? []
  // Those in front of every heading are in no topic.
  const loose = candidates.filter(
    ({ start }) => start < (headings[0]?.start ?? Number.POSITIVE_INFINITY),
  ).length
  const isList = loose * 2 > candidates.length
  if (!isList && haveLabelsAgain(candidates)) return 0
  if (expected === 'lessons') return isList || (outer && isListed(log, outer, candidates)) ? 0.78 : 0.4
  return !showsSkeleton(log) && areListed(log, headings, candidates) ? 0.75 : 0
}

/** Most list items have labels, and these come again and again: they are parts of what the headings above them start. */
function haveLabelsAgain(candidates: readonly Candidate[]): boolean {
  const labels = candidates.flatMap(({ text }) => labelOf(text.text) ?? [])
  return labels.length >= candidates.length * 0.6 && new Set(labels).size <= labels.length * 0.7
}

/** Most headings have a day right below them, as a line that starts with it or in a label: the date of an entry is often written so. */
function haveDayBelow(log: LogText, { candidates }: Unit, units: readonly Unit[]): boolean {
  const lines = units.find(({ unit }) => unit === 'line')?.candidates ?? []
  const starts = new Set(lines.map(({ start }) => start))
  const below = textsBelow(log.text, candidates)
  const stamped = below.filter((at) => starts.has(at)).length
  if (lines.length <= candidates.length && stamped > 1 && stamped >= candidates.length * 0.6) return true
  const labelled = below.filter((at) => hasDayLabel(log.text.slice(at, at + MOST_LABELS))).length
  return labelled > 0 && labelled >= candidates.length * 0.6
}

/** The labels below a heading are no longer. */
const MOST_LABELS = 600

/** `**Date:** 2026-01-05`, `- **Date**: 2026-01-05` */
const LABEL_LINE = /^(?:[-*+][ \t]+)?(?:\*\*|__)[^*_]{1,40}(?:\*\*|__)[ \t]*[:：]?[ \t]*(.*)$/

/** True for a text that starts with lines of labels where one says a day. */
function hasDayLabel(text: string): boolean {
  for (const line of text.split(/\r\n?|\n/)) {
    const value = LABEL_LINE.exec(line)?.[1]
    if (value === undefined) return false
    if (findDate(value)?.start === 0) return true
  }
  return false
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

/** What a heading's text runs to: the next heading of its depth or above. */
function bodyOf(log: LogText, { heading }: Candidate): { readonly start: number; readonly end: number } {
  const next = log.markdown.headings.find(
    (other) => other.topLevel && other.start > heading.start && other.depth <= heading.depth,
  )
  return { start: heading.end, end: next?.start ?? log.text.length }
}

const LABEL = /^[ \t]*(?:[-*+][ \t]+)?(?:\*{2}|__)([^*_\r\n]{1,40}?):?(?:\*{2}|__)|^#{2,6}[ \t]+(.{1,40})$/gm

/** Most of the texts have a label or an inner heading in common: `**Why:**`, `### Context`. A fence shows how one is written. */
function sharesParts(log: LogText, { candidates }: Unit): boolean {
  const fences = log.markdown.blocks.filter(({ type }) => type === 'fence')
  const uses = new Map<string, number>()
  for (const candidate of candidates) {
    const { start, end } = bodyOf(log, candidate)
    const labels = [...log.text.slice(start, end).matchAll(LABEL)]
      .filter(({ index }) => !fences.some((one) => one.start <= start + index && start + index < one.end))
      .map(([, bold, heading]) => (bold ?? heading ?? '').trim().toLowerCase())
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
    // A label right below says something of an entry.
    if (candidate.label !== undefined) return false
    const first = inner.candidates.find(({ heading }) => heading.start > candidate.heading.start)
    return first && log.text.slice(candidate.heading.end, first.heading.start).trim().length < 200
  })
  return groups.length >= outer.candidates.length * 0.6
}
