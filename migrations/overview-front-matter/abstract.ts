import type { Heading, Range } from '../../src/core/markdown.ts'
import type { TextFile } from '../../src/core/migration.ts'
import type { Settings } from '../../src/core/settings.ts'
import type { Refusal } from '../../src/formats/refusal.ts'
import { type PlanDocument, planDocument } from '../plan-front-matter/plan-document.ts'
import { type ReadDocument, readDocument } from '../reading/read-document.ts'

/** An ABSTRACT.md as it is folded in. */
export type Abstract = {
  readonly document: PlanDocument
  readonly read: ReadDocument
  /** What stands behind the front matter, without blank lines around it. */
  readonly body: Range
  /** The heading that it opens with. */
  readonly heading: Heading | null
  /** The paragraph that it opens with, behind the heading. */
  readonly opening: Range | null
}

/** Reads an abstract; one that cannot be read safely is to be left. */
export function readAbstract(file: TextFile, settings: Settings): Abstract | Refusal {
  const read = readDocument(file.text, settings)
  if ('refused' in read) return read
  const document = planDocument(file)
  if ('refused' in document) return document
  const { text, markdown } = read
  const body = trimmed(text, { start: markdown.start, end: text.length })
  const heading = markdown.headings.find((one) => one.topLevel && isAtStart(text, body.start, one)) ?? null
  const opening = openingIn(read, trimmed(text, { start: heading?.end ?? body.start, end: body.end }))
  return { document, read, body, heading, opening }
}

/** A text without blank lines and spaces at its ends; the indent of its first line stays. */
export function trimmed(text: string, { start, end }: Range): Range {
  const words = text.slice(start, end)
  const blank = /^(?:[ \t\ufeff]*(?:\r\n|\n|\r))*/.exec(words)?.[0].length ?? 0
  const last = words.trimEnd().length
  return { start: start + Math.min(blank, last), end: start + last }
}

/** A heading may be indented by up to three spaces. */
function isAtStart(text: string, from: number, { start }: Heading): boolean {
  return text.slice(from, start).trim() === ''
}

/** Up to a blank line or whatever ends a paragraph; null where something else stands first. */
function openingIn({ text, markdown }: ReadDocument, { start, end }: Range): Range | null {
  const others: readonly Range[] = [
    ...markdown.headings,
    ...markdown.blocks,
    ...markdown.breaks,
    ...markdown.comments,
  ]
  const next = Math.min(end, ...others.map((one) => one.start).filter((at) => at >= start))
  const blank = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(start, next))
  const last = blank ? start + blank.index : next
  const range = trimmed(text, { start, end: last })
  return range.end > range.start ? range : null
}
