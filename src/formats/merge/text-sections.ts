import type { Sides } from '../../core/merge-sides.ts'
import { plainBreaks } from '../line-end.ts'
import { mergeLines } from './merge-lines.ts'

/** The sections of a text by the headings above them: for each path of headings the texts below it, in order. */
type TextSections = ReadonlyMap<string, readonly string[]>

/** One section: the headings above it, its own among them, and its lines. */
type Section = { readonly above: readonly (string | undefined)[]; readonly lines: readonly string[] }

const FENCE = /^ {0,3}(`{3,}(?!.*`)|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/
const BREAK = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/

/**
 * Cuts any text at its `#` headings outside fences. It needs no parser, so it works where that gave up and says
 * something that the parser did not say. Blank lines and thematic breaks at the end of a section are left out. A text's
 * only title may be another one in another version: it is compared by itself.
 */
export function textSections(text: string): TextSections {
  const found = cut(plainBreaks(text.replace(/^\uFEFF/, '')).split('\n'))
  const hasOneTitle = found.filter(({ above }) => above.length === 1).length === 1
  const sections = new Map<string, string[]>()
  for (const { above, lines } of found) {
    const end = lines.findLastIndex((line) => line !== '' && !BREAK.test(line)) + 1
    if (end === 0) continue
    const path = JSON.stringify(above.map((heading, i) => (i === 0 && hasOneTitle ? '#' : (heading ?? ''))))
    const section = lines.slice(0, end).join('\n')
    const there = sections.get(path)
    if (there) there.push(section)
    else sections.set(path, [section])
  }
  return sections
}

function cut(lines: readonly string[]): Section[] {
  const sections: Section[] = []
  let section = { above: [] as (string | undefined)[], lines: [] as string[] }
  let fence = ''
  for (const line of lines) {
    const [, marks = ''] = FENCE.exec(line) ?? []
    const [, signs, title = ''] = (fence === '' && marks === '' && HEADING.exec(line)) || []
    if (fence === '') fence = marks
    else if (marks.startsWith(fence) && line.trim() === marks) fence = ''
    if (signs) {
      sections.push(section)
      const above = Array.from({ length: signs.length - 1 }, (_, i) => section.above[i])
      section = { above: [...above, `${signs} ${title}`], lines: [] }
    }
    section.lines.push(line.trimEnd())
  }
  return [...sections, section]
}

/**
 * True when a merged text without conflicts has every section of both sides exactly once, where no side deleted it: a
 * section that one side changed is as on that side, one that both changed is the merge of that section alone.
 */
export function keepsSections(sides: Sides<string>, merged: string): boolean {
  const texts = [sides.base, sides.ours, sides.theirs, merged].map(textSections)
  const paths = new Set(texts.flatMap((sections) => [...sections.keys()]))
  return [...paths].every((path) => {
    const [base = [], ours = [], theirs = [], result = []] = texts.map((sections) => sections.get(path) ?? [])
    return isKept({ base, ours, theirs }, result)
  })
}

function isKept({ base, ours, theirs }: Sides<readonly string[]>, result: readonly string[]): boolean {
  if (isSame(ours, base) || isSame(ours, theirs)) return isSame(result, theirs)
  if (isSame(theirs, base)) return isSame(result, ours)
  if (isSame(result, expected({ base, ours, theirs }))) return true
  // Two new sections under one heading are two, even where their lines would fit together.
  const [b, o, t] = [only(base), only(ours), only(theirs)]
  if (b === null || o === null || t === null) return false
  const alone = mergeLines({ base: b, ours: o, theirs: t }, { size: 7, lineBreak: '\n' })
  return alone.conflicts === 0 && alone.text.trimEnd() === only(result)
}

function only(texts: readonly string[]): string | null {
  return texts.length === 1 ? (texts[0] ?? null) : null
}

/** What both sides keep or one adds, each as often as the counts of both sides give. */
function expected({ base, ours, theirs }: Sides<readonly string[]>): string[] {
  const [before, left, right] = [countTexts(base), countTexts(ours), countTexts(theirs)]
  return [...new Set([...ours, ...theirs])].flatMap((text) => {
    const [b, o, t] = [before.get(text) ?? 0, left.get(text) ?? 0, right.get(text) ?? 0]
    const times = b === 0 ? Math.max(o, t) : Math.max(0, o + t - b)
    return Array.from({ length: times }, () => text)
  })
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  const left = [...a].sort()
  const right = [...b].sort()
  return left.length === right.length && left.every((text, i) => text === right[i])
}

/**
 * True when a merged text has some section under a heading more often than both sides together give reason for: as
 * where one side moved half of an entry into a new one, and the other changed it.
 */
export function doublesSection({ base, ours, theirs }: Sides<string>, merged: string): boolean {
  const [before, left, right, found] = [base, ours, theirs, merged].map(sectionsOf)
  return [...(found ?? [])].some(([section, times]) => {
    const [b, o, t] = [before, left, right].map((counts) => counts?.get(section) ?? 0) as [
      number,
      number,
      number,
    ]
    return times > 1 && times > Math.max(o + t - b, o, t)
  })
}

/** Headings with nothing under them say nothing about what was doubled. */
function sectionsOf(text: string): ReadonlyMap<string, number> {
  return countTexts([...textSections(text).values()].flat().filter((section) => section.includes('\n')))
}

/** How often each text is in a list. */
export function countTexts(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
