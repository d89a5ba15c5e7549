import type { Document, Item } from '../../core/document.ts'
import { isJsonObject, type Json } from '../../core/json.ts'
import type { Heading, Markdown, Reading, Source } from '../../core/source.ts'
import { type Place, placeOf } from '../../core/text.ts'
import { readTombstones, tombstoneItem } from '../../formats/comments.ts'
import { proseOf } from '../../formats/free-text.ts'
import { bodyMarks } from '../../formats/hash.ts'
import { normaliseTitle } from '../../formats/names.ts'

/** One value of the version line, as written. */
export type VersionValue = { readonly text: string; readonly place: Place }

/** `**Version**: 1.2.0 | **Ratified**: 2025-06-13 | **Last Amended**: 2025-07-16`, where it is there. */
export type VersionLine = {
  readonly version: VersionValue
  readonly ratified: VersionValue | null
  readonly amended: VersionValue | null
}

/** The version line of a document; null without one. */
export function versionLineOf({ facts }: Document): VersionLine | null {
  return isJsonObject(facts) ? ((facts.line ?? null) as VersionLine | null) : null
}

const KIND = 'principle'

/** What principles are under, in the languages of constitutions that were seen. */
const PRINCIPLES = /\bprinciples?\b|princip(?:i|es|ios|io)|prinzip|grundsätze|原则|原則|원칙|принцип/iu

/** `I. `, `Article IV: `, `3) `: a number says where a principle is, not which. */
const NUMBER = /^(?:(?:principle|article)\s+)?(?:[IVXLC]+|\d{1,2})(?:[.:)、]|\s+[-–—])\s*/i

/** Roman numbers number principles, wherever they are. */
const ROMAN = /^(?:(?:principle|article)\s+)?[IVXLC]+(?:[.:)、]|\s+[-–—])/i

/** What a template leaves to be filled in is no principle. */
const UNFILLED = /\[[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\]/

/** Every principle is one item, known by its name. */
export function readConstitution(source: Source): Reading {
  const { text, markdown } = source
  if (!markdown) return {}
  const line = findVersionLine(source, markdown)
  return {
    items: principlesOf(markdown, text),
    tombstones: readTombstones(markdown, { undated: true }).tombstones.map((one) =>
      tombstoneItem(one, KIND, keyOf(one.title)),
    ),
    facts: { line } as unknown as Json,
  }
}

function principlesOf({ headings }: Markdown, text: string): Item[] {
  const all = headings.filter(({ topLevel }) => topLevel)
  const sections = sectionsOf(all)
  const named = all.filter((heading, i) => isPrinciple(heading, sections[i]))
  const found = new Set(named.length > 0 ? named : all.filter(isNumbered))
  return all.flatMap((heading, i) => {
    if (!found.has(heading)) return []
    let next = i + 1
    while ((all[next]?.depth ?? 0) > heading.depth) next++
    return [principleOf(heading, text.slice(heading.end, all[next]?.start))]
  })
}

/** For every heading the one that it is under. */
function sectionsOf(headings: readonly Heading[]): readonly (Heading | undefined)[] {
  const open: Heading[] = []
  return headings.map((heading) => {
    while ((open.at(-1)?.depth ?? 0) >= heading.depth) open.pop()
    const section = open.at(-1)
    open.push(heading)
    return section
  })
}

function isPrinciple({ depth, text }: Heading, section: Heading | undefined): boolean {
  if (depth < 2 || depth > 3 || UNFILLED.test(text)) return false
  return ROMAN.test(text) || (depth === 3 && section?.depth === 2 && PRINCIPLES.test(section.text))
}

/** Where no section is of principles, any numbers are theirs: `### 1. Tests first`. */
function isNumbered({ depth, text }: Heading): boolean {
  return depth === 3 && NUMBER.test(text) && !UNFILLED.test(text)
}

function principleOf({ text: written, place }: Heading, body: string): Item {
  return {
    kind: KIND,
    key: keyOf(written),
    title: written.replace(NUMBER, '').trim() || written,
    place,
    ...bodyMarks(body),
    fields: {},
  }
}

function keyOf(written: string): string {
  return normaliseTitle(written.replace(NUMBER, '').trim() || written)
}

/** `**Version**: 1.0.0`, and what is behind it or in the next lines. */
const WORDS =
  /^[ \t>*_-]*(?:constitution )?version[*_]*[ \t]*[:：][^\r\n]*(?:\r?\n(?:[ \t]*\r?\n)?[ \t>*_|-]*(?:ratified|(?:last )?(?:amended|updated))[^\r\n]*)*/

/** The same in another language: a version and days between bars. */
const VALUES =
  /^[ \t>*_-]*[^|:：\r\n]{2,20}[:：][*_ \t]*v?\d+\.\d[^|\r\n]*\|[^\r\n]*\d{4}[-/.]\d{1,2}[-/.]\d[^\r\n]*/

const LINE = new RegExp(`${WORDS.source}|${VALUES.source}`, 'gim')

/** A longer line says something else. */
const LONGEST = 500

/** A value, its label in front. */
const VALUE = /(?:^|[|\n])[ \t>*_-]*([^|:：\r\n]{2,30}?)[*_]*[ \t]*[:：][*_ \t]*([^|\r\n]*)/g

/** The last one of a text: reports above the title name other versions. */
function findVersionLine({ text, starts }: Source, markdown: Markdown): VersionLine | null {
  const found = [...proseOf(text, markdown).matchAll(LINE)].at(-1)
  if (!found) return null
  const values = [...found[0].slice(0, LONGEST).matchAll(VALUE)].flatMap(
    ({ 0: all, 1: label = '', 2: rest = '', index }) => {
      const said = rest.replace(/[*_\s]+$/, '')
      const start = found.index + index + all.length - rest.length
      return said === '' ? [] : [{ label, text: said, place: placeOf(starts, start, start + said.length) }]
    },
  )
  const [version, ...days] = values.map(({ label: _, ...value }) => value)
  const named = (name: RegExp): VersionValue | null => {
    const at = values.findIndex(({ label }, i) => i > 0 && name.test(label))
    return at > 0 ? (days[at - 1] ?? null) : null
  }
  if (!version) return null
  const [ratified, amended] = [named(/ratified/i), named(/amended|updated/i)]
  if (ratified || amended || days.length !== 2) return { version, ratified, amended }
  return { version, ratified: days[0] ?? null, amended: days[1] ?? null }
}
