import { sentencesOf } from '../../src/formats/sentences.ts'
import { estimateTokens } from '../../src/formats/tokens.ts'
import { plainText } from '../evidence/plain-text.ts'
import { summaryOf } from '../evidence/summary-of.ts'
import { findDescription } from '../plan-front-matter/find-description.ts'
import { type Found, inText } from '../plan-front-matter/found.ts'
import { lineOfField, type PlanDocument } from '../plan-front-matter/plan-document.ts'
import { wordsOf } from './words.ts'

const MOST_SENTENCES = 2
const MOST_TOKENS = 200
const NOTHING = /^\W*(?:tbd|tba|todo|n\/?a|none|wip|lorem ipsum|coming soon)\b/i

/** What a document says it is about: in the text under its title, else in a section that promises it. */
export function descriptionIn(document: PlanDocument): Found | null {
  const { preamble } = document
  const atTop = preamble.length > 0 ? findDescription({ ...document, blocks: preamble }) : null
  return atTop ?? findDescription(document)
}

/** A description that stands in the front matter of an abstract: whole where it is short enough. */
export function descriptionField(document: PlanDocument): Found | null {
  const said = document.fields.description
  if (typeof said !== 'string') return null
  const value = wholeAsDescription(said) ?? summaryOf(said)
  if (value === null) return null
  return { value, evidence: inText(document.path, lineOfField(document, 'description')) }
}

/** A paragraph as a description, when all of it fits; null when it does not, or says nothing. */
export function wholeAsDescription(paragraph: string): string | null {
  const text = plainText(paragraph)
  if (wordsOf(text).length < 2 || NOTHING.test(text)) return null
  return sentencesOf(text).length <= MOST_SENTENCES && estimateTokens(text) <= MOST_TOKENS ? text : null
}
