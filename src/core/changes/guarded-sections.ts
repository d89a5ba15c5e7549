import type { Change, Document, Memory, Section } from '../document.ts'
import { shareIn } from './lost-text.ts'

/** What a change did to the sections of one text whose history does not allow it. */
export type BrokenSections = {
  readonly document: Document
  readonly mode: string
  /** Headings of those that went, in their order; empty for the text above the first heading. */
  readonly gone: readonly string[]
  /** Of those that say something else now. */
  readonly changed: readonly string[]
  /** Of new ones above older ones, and of older ones that changed places, where new text goes to the end. */
  readonly misplaced: readonly string[]
  /** No text is left in the file. */
  readonly isEmptied: boolean
}

/** So much of a section that went is in another memory file: it moved there. */
const MOVED = 0.9

/**
 * Texts that settings guard, where a change took or changed sections of them. A section may move to another memory file as it is. What
 * a side of a merge did was judged with its commits: a merge has to keep what one side has, unless another had dropped it.
 */
export function brokenSections(change: Change): readonly BrokenSections[] {
  const { before, after, merge, around = after.documents } = change
  const sides = [before, ...(merge?.others ?? [])]
  const said = new Set<string>()
  return sides.flatMap((side) =>
    side.documents.flatMap((document): BrokenSections[] => {
      const mode = modeOf(document, after)
      if (mode === 'free' || said.has(document.path)) return []
      const left = documentAt(after, document.path)
      if (!left?.complete || !left.sections || left.id === document.id) return []
      const others = sides.filter((one) => one !== side)
      const mustStay = (one: Section): boolean =>
        others.every((other) => hasSection(other, document.path, one)) ||
        !isInBase(one, document.path, change)
      const to = { now: around, before: side.documents }
      const found = broken(document, left.sections, { mode, isMerge: merge !== null, mustStay, to })
      if (!found) return []
      said.add(document.path)
      return [{ document, mode, ...found }]
    }),
  )
}

type How = {
  readonly mode: string
  readonly isMerge: boolean
  readonly mustStay: (section: Section) => boolean
  readonly to: Places
}

/** Where a section may have moved to, and what was there before. */
type Places = { readonly now: readonly Document[]; readonly before: readonly Document[] }

function broken(document: Document, now: readonly Section[], { mode, isMerge, mustStay, to }: How) {
  const old = guardedSections(document)
  // Both sides of a merge may have added to what was the end of the text then.
  const mayGrow = (section: Section): boolean => mode === 'append-only' && (isMerge || section === old.at(-1))
  const places = old.map((section) =>
    now.findIndex((one) => isKept(section, one, mayGrow(section) && { anywhere: isMerge })),
  )
  const lost = old.filter(
    (section, i) => places[i] === -1 && mustStay(section) && !isMoved(section, document, to),
  )
  const headings = new Set(now.map(({ heading }) => heading))
  const [changed, gone] = [true, false].map((isThere) =>
    lost.flatMap(({ heading }) => (headings.has(heading) === isThere ? [heading] : [])),
  ) as [string[], string[]]
  const misplaced = mode === 'append-only' && !isMerge && lost.length === 0 ? outOfOrder(now, places) : []
  return lost.length + misplaced.length > 0 ? { gone, changed, misplaced, isEmptied: now.length === 0 } : null
}

/** Those with a heading or text, where their lines are known. */
function guardedSections({ items, tombstones = [], sections = [] }: Document): readonly Section[] {
  if (items.length + tombstones.length > 0) return []
  return sections.filter(({ heading, lines }) => lines !== undefined && (heading !== '' || lines.length > 0))
}

/** `grown`: lines may have come at its end, after a merge of two sides that added some between its own as well. */
function isKept(old: Section, now: Section, grown: false | { readonly anywhere: boolean }): boolean {
  const [was, is] = [old.lines ?? [], now.lines ?? []]
  if (old.heading !== now.heading || was.length > is.length) return false
  if (!grown) return was.length === is.length && was.every((line, i) => line === is[i])
  let at = 0
  for (const [i, line] of is.entries()) if (line === was[at] && (grown.anywhere || i === at)) at++
  return at === was.length
}

/** Headings of sections between older ones that are new, or that were elsewhere. */
function outOfOrder(now: readonly Section[], places: readonly number[]): readonly string[] {
  const last = Math.max(-1, ...places)
  const known = new Set(places)
  let highest = -1
  const moved = places.filter((place) => {
    const isBack = place !== -1 && place < highest
    highest = Math.max(highest, place)
    return isBack
  })
  return now.flatMap(({ heading }, i) => ((i < last && !known.has(i)) || moved.includes(i) ? [heading] : []))
}

/** A copy that was there before is not where it went. */
function isMoved({ sketch }: Section, { path }: Document, { now, before }: Places): boolean {
  if (sketch.length === 0) return false
  const holds = (one: Document | undefined): boolean =>
    [...(one?.sections ?? []), ...(one?.items ?? [])].some(
      (other) => shareIn(sketch, other.sketch, 0) >= MOVED,
    )
  return now.some(
    (one) => one.path !== path && holds(one) && !holds(before.find((other) => other.path === one.path)),
  )
}

function isInBase(section: Section, path: string, { merge }: Change): boolean {
  return (merge?.bases ?? []).some(({ memory }) => hasSection(memory, path, section))
}

function hasSection(memory: Memory, path: string, section: Section): boolean {
  return documentAt(memory, path)?.sections?.some((one) => isKept(section, one, false)) ?? false
}

function documentAt({ documents }: Memory, path: string): Document | undefined {
  return documents.find((one) => one.path === path)
}

function modeOf({ kind }: Document, { histories }: Memory): string {
  return histories[kind]?.mode ?? 'free'
}
