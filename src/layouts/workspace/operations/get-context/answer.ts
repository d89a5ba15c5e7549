import { safeText } from '../../../../core/messages.ts'
import type { AnswerText } from '../../../../core/operation.ts'
import { compareText } from '../../../../core/text.ts'
import { nearest } from '../../../../formats/names.ts'
import { estimateTokens } from '../../../../formats/tokens.ts'
import { yamlText } from '../../../../formats/yaml/yaml-text.ts'
import { firstWithin, packItems } from '../../../../retrieval/pack.ts'
import { scopeDepth } from './request.ts'
import type { ContextArguments, ContextData, Metadata, OverviewSummary, Topic, TopicData } from './schemas.ts'

type Part<Section, Data> = {
  readonly section: Section
  /** Its name in the list of what was left out. */
  readonly title: string
  /** The document that it comes from. */
  readonly path: string
  readonly scope: string
  /** `YYYY-MM-DD`, by which the newest is found; empty where it does not say. */
  readonly date: string
  /** As the answer has it. */
  readonly data: Data
}

export type TopicPart = Part<Topic, TopicData>

export type TreePart = Part<'folder_structure', string>

/** A part of the answer that is left out as a whole where the token budget is short. */
type ContextPart = TopicPart | TreePart | Part<'overviews_t0', OverviewSummary>

/** What parts are taken from: a document or a log that could not be read in full is named in the notes. */
export type Gathered<Of = ContextPart> = { readonly parts: readonly Of[]; readonly notes: readonly string[] }

/** Several gatherings as one, in their order. */
export function joinGathered<Of>(all: readonly Gathered<Of>[]): Gathered<Of> {
  return { parts: all.flatMap(({ parts }) => parts), notes: all.flatMap(({ notes }) => notes) }
}

/** What an answer has in addition to its parts. */
type AnswerFrame = {
  readonly topics: readonly Topic[]
  readonly includeDefaults: boolean
  readonly metadata: Metadata
  /** What could not be read, or is not as it should be. */
  readonly notes: readonly string[]
}

/**
 * The parts that stay in an answer, and those that are left out; the first `titled` of these are named by title, and so many
 * `documents` by path: all where absent.
 */
export type Choice = {
  readonly kept: readonly ContextPart[]
  readonly leftOut: readonly ContextPart[]
  readonly titled: number
  readonly documents?: number
}

/** The answer: notes where there are any, the defaults, each topic, and the names of what was left out. */
export function answerData(
  { topics, includeDefaults, metadata, notes }: AnswerFrame,
  { kept, leftOut, titled, documents }: Choice,
): ContextData {
  const tree = kept.find((part) => part.section === 'folder_structure')
  const overviews = kept.filter((part) => part.section === 'overviews_t0')
  const ofTopic = (topic: Topic) => kept.filter(({ section }) => section === topic).map(({ data }) => data)
  return {
    ...(notes.length > 0 && { notes: [...new Set(notes)] }),
    defaults: {
      ...(tree && { folder_structure: tree.data }),
      ...(includeDefaults && { overviews_t0: overviews.map(({ data }) => data) }),
      memory_metadata: metadata,
    },
    ...Object.fromEntries(topics.map((topic) => [topic, ofTopic(topic)])),
    ...(leftOut.length > 0 && documents !== 0 && { left_out: namesOf(leftOut, titled).slice(0, documents) }),
  }
}

/** By section and document, so that a long log is named once; parts without their title there are counted. */
function namesOf(parts: readonly ContextPart[], titled: number) {
  const rows = new Map<string, { section: string; document_path: string; titles: string[]; more: number }>()
  parts.forEach((part, i) => {
    const { section, path, title } = part
    const key = documentOf(part)
    const row = rows.get(key) ?? { section, document_path: path, titles: [], more: 0 }
    if (i < titled) row.titles.push(title)
    else row.more += 1
    rows.set(key, row)
  })
  return [...rows.values()].map(({ more, ...row }) => (more > 0 ? { ...row, more } : row))
}

/** What one row of the names is of: a document in a section. */
export function documentOf({ section, path }: ContextPart): string {
  return `${section} ${path}`
}

const HAVE_CATEGORIES: readonly string[] = ['decisions', 'lessons']

/**
 * True for a part that has what is asked for: any of the tags; the category, for decisions and lessons; any
 * of the statuses, for plans. A part that lacks a field that is asked for does not pass.
 */
export function passesFilters({ section, data }: TopicPart, { filters = {} }: ContextArguments): boolean {
  const { status = [], tags = [], category } = filters
  if (section === 'plans' && status.length > 0 && !status.some((one) => one === data.status)) return false
  if (HAVE_CATEGORIES.includes(section) && category && data.category !== category) return false
  return tags.length === 0 || (data.tags ?? []).some((tag) => tags.includes(tag))
}

/** Notes on filters that nothing can pass: without a topic, or with a tag or category that no part has. */
export function notesOnFilters(
  parts: readonly TopicPart[],
  { topics = [], filters = {}, query = '' }: ContextArguments,
): string[] {
  const { status = [], tags = [], category } = filters
  if (topics.length === 0) {
    const isFiltered = status.length + tags.length > 0 || category
    return [
      ...(isFiltered ? ['Filters have an effect on topics only: name some.'] : []),
      ...(query.trim() ? ['The `query` has an effect on topics only: name some.'] : []),
    ]
  }
  const used = new Set(parts.flatMap(({ data }) => data.tags ?? []))
  const kinds = new Set(parts.flatMap(({ data }) => data.category ?? []))
  const isUnused = category && topics.some((topic) => HAVE_CATEGORIES.includes(topic)) && !kinds.has(category)
  return [
    ...tags.filter((tag) => !used.has(tag)).map((tag) => noteUnused('tag', tag, used)),
    ...(isUnused ? [noteUnused('category', category, kinds)] : []),
  ]
}

function noteUnused(what: string, name: string, known: ReadonlySet<string>): string {
  const meant = nearest(name, [...known].sort())
  const guess = meant === undefined ? '.' : `; did you mean ${safeText(meant)}?`
  return `Nothing of these topics in this scope has the ${what} ${safeText(name.slice(0, 100))}${guess}`
}

/** What is packed: all parts in the order of the answer, how many tokens it may have, and how an answer is made. */
type Packing = {
  readonly parts: readonly ContextPart[]
  readonly budget: number
  /** How well parts of topics answer the query; null without one. */
  readonly scores: Scores | null
  readonly assemble: (choice: Choice) => AnswerText<ContextData>
}

/** How well parts answer a query; a part without a score answers nothing of it. */
export type Scores = ReadonlyMap<ContextPart, number>

/**
 * Chooses what fits a budget of estimated tokens: what was asked for as a topic before the defaults, the scope's own
 * overview first, then the newest, of one day the innermost; with a query, of the topics what answers it best. Nothing is cut in two. What is left out is named by title,
 * in at most half of what the frame leaves; titles beyond that are counted. The answer is larger only where the frame and
 * the paths alone are: then paths are left out as well.
 */
export function packParts({ parts, budget, scores, assemble }: Packing): Choice {
  const all: Choice = { kept: parts, leftOut: [], titled: 0 }
  const sizeOf = (choice: Choice): number => estimateTokens(assemble(choice).text)
  if (sizeOf(all) <= budget) return all
  const wanted = parts.toSorted((a, b) => (scores ? bestFirst(a, b, scores) : 0) || mostWantedFirst(a, b))
  const names = Math.max(0, budget - sizeOf({ kept: [], leftOut: wanted, titled: 0 })) / 2
  const costs = new Map(
    wanted.map((part) => [part, estimateTokens(yamlText({ part: [part.data] })) - nameCost(part)]),
  )
  const costOf = (part: ContextPart): number => costs.get(part) ?? 0
  const chosen = new Set<ContextPart>()
  const choose = (): Choice & { readonly over: number } => {
    const leftOut = wanted.filter((part) => !chosen.has(part))
    const kept = parts.filter((part) => chosen.has(part))
    const choice = { kept, leftOut, titled: firstWithin(leftOut, names, nameCost).length }
    return { ...choice, over: sizeOf(choice) - budget }
  }
  // Twice: names of documents that have nothing left out are free by then.
  for (let round = 0; round < 2; round++) {
    const { leftOut, over } = choose()
    for (const part of packItems(leftOut, { costOf, budget: -over }).taken) chosen.add(part)
  }
  // Tokens of parts do not add up exactly: the last ones go until the whole fits.
  for (;;) {
    const choice = choose()
    let { over } = choice
    if (over <= 0) return choice
    if (chosen.size === 0) return { ...choice, titled: 0 }
    for (const last of [...chosen].reverse()) {
      if (over <= 0) break
      chosen.delete(last)
      over -= Math.max(1, costOf(last))
    }
  }
}

/** Tokens for the line that names a part as left out, below its document. */
function nameCost({ title }: ContextPart): number {
  return estimateTokens(`      - ${title}`) + 1
}

function mostWantedFirst(a: ContextPart, b: ContextPart): number {
  return rankOf(a) - rankOf(b) || compareText(b.date, a.date) || scopeDepth(b.scope) - scopeDepth(a.scope)
}

/** Topics before defaults, and of the topics, overview or not, what answers the query best. */
function bestFirst(a: ContextPart, b: ContextPart, scores: Scores): number {
  const [left, right] = [Math.max(1, rankOf(a)), Math.max(1, rankOf(b))]
  return left - right || (scores.get(b) ?? 0) - (scores.get(a) ?? 0)
}

/** The scope's own overview first of all, topics before defaults, summaries before the tree. */
function rankOf({ section }: ContextPart): number {
  if (section === 'folder_structure') return 3
  if (section === 'overviews_t0') return 2
  return section === 'overview' ? 0 : 1
}
