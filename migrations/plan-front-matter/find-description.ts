import type { Block } from '../reading/blocks.ts'
import { summaryOf, summaryOfItems } from '../reading/summary-of.ts'
import {
  type Found,
  firstFound,
  foundIn,
  foundOn,
  type Labelled,
  labelsIn,
  type PlanDocument,
  sectionName,
} from './plan-document.ts'

const SUMMARY_KEYS = ['summary', 'goal', 'objective', 'purpose', 'abstract', 'overview', 'tldr', 'subtitle']
/** Said of the plan at once: `**Goal:** …`. */
const PURPOSE_LABEL =
  /^(?:(?:the|main|primary|overall|project|plan) )?(?:goal|goals|objective|objectives|purpose|aim|summary|tldr|tl dr|mission|intent|what)$/
/** Sections of these are about a part of the plan. */
const PART =
  /^(?:\W*)(?:appendix|chunk|epic|issue|iteration|milestone|option|part|phase|pr|slice|step|story|task|unit|u|week)\b\W*[\dA-Z]/i
/** A sentence that says what the document does, in a section that speaks of what was before. */
const SPEAKS_OF_PLAN =
  /^(?:in )?(?:this|the present|our) (?:plan|phase|document|doc|spec|specification|design|proposal|change|pr|prd|project|task|feature|brainstorm|epic|work|effort)\b[^.]{0,20}? (?!is\b|was\b|has\b|does\b|assumes\b|depends\b)(?:\w+s|will)\b/i
/** Labels of notes to the reader and of facts about the document, for values of any length. */
const ABOUT =
  /^(?:architecture|author|authors|branch|caution|companion|date|depends on|for .*|harness|history|important|last .*|note|origin|owner|parent|prerequisites?|references?|related|reviewers?|scope|source|spec|.*status.*|supersed.*|tech stack|tickets?|tip|type|version|visual|warning)$/
/** A value as short as that is a fact about the document, such as its date or its author. */
const FACT = 60

/**
 * What a plan says it is for, in its own words: a labelled goal, a goal or summary section, an overview, the text or the
 * quote under the title, a problem or context section. Null where there is none of these.
 */
export function findDescription(document: PlanDocument): Found | null {
  return (
    fromFields(document) ??
    fromLabels(document, labelsIn(document.preamble)) ??
    fromSections(document, 1) ??
    fromSections(document, 2) ??
    fromPreamble(document) ??
    fromSections(document, 3)
  )
}

function fromFields(document: PlanDocument): Found | null {
  return firstFound(SUMMARY_KEYS, (key) => {
    const text = document.fields[key]
    return foundIn(document, key, typeof text === 'string' ? summaryOf(text) : null)
  })
}

function fromLabels(document: PlanDocument, labels: readonly Labelled[]): Found | null {
  return firstFound(labels, ({ label, whole, line }) =>
    foundOn(document, line, PURPOSE_LABEL.test(label) ? summaryOf(whole) : null),
  )
}

/** `**Goals:**` with its list behind it. */
function isPurpose(label: Labelled | undefined): boolean {
  return label !== undefined && label.whole === '' && PURPOSE_LABEL.test(label.label)
}

/** The first section of a rank that says something; sections of a part of the plan are passed over. */
function fromSections(document: PlanDocument, rank: number): Found | null {
  const { blocks, title } = document
  let part = 7
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'heading' || block === title) continue
    if (block.depth <= part) part = PART.test(block.text) ? block.depth : 7
    if (block.depth > part || block.depth > 3 || sectionName(block.text) !== rank) continue
    const found = fromSection(document, sectionAt(blocks, index), rank)
    if (found !== null) return found
  }
  return null
}

/** Up to the next heading of any depth. */
function sectionAt(blocks: readonly Block[], index: number): readonly Block[] {
  const end = blocks.findIndex(({ type }, at) => at > index && type === 'heading')
  return blocks.slice(index + 1, end < 0 ? undefined : end)
}

function fromSection(document: PlanDocument, section: readonly Block[], rank: number): Found | null {
  const speaking =
    rank === 3 ? section.find((block) => 'text' in block && SPEAKS_OF_PLAN.test(block.text)) : undefined
  return (speaking ? fromBlocks(document, [speaking]) : null) ?? fromBlocks(document, section)
}

/** The first block that says something, together with the list that it opens; text after a table is about the table. */
function fromBlocks(document: PlanDocument, blocks: readonly Block[]): Found | null {
  for (const [index, block] of blocks.entries()) {
    if (block.type === 'table' && index > 0) return null
    const labels = labelsIn([block])
    const labelled = fromLabels(document, labels)
    if (labelled !== null) return labelled
    const next = blocks[index + 1]
    const opensList = next?.type === 'list' && labels.length === 1 && isPurpose(labels[0])
    const found = foundOn(document, block.line, opensList ? said(next, undefined) : said(block, next))
    if (found !== null) return found
  }
  return null
}

function said(block: Block, next: Block | undefined): string | null {
  if (block.type === 'list') return summaryOfItems(topItems(block))
  if (block.type !== 'paragraph' && block.type !== 'quote') return null
  const [first = ''] = block.text.split(/\n\s*\n/)
  return isFact(block) ? null : summaryOf(first, next?.type === 'list' ? topItems(next) : [])
}

function topItems({ items }: Block & { readonly type: 'list' }): string[] {
  const least = Math.min(...items.map(({ indent }) => indent))
  return items.filter(({ indent, checked }) => indent === least && checked === null).map(({ text }) => text)
}

function fromPreamble(document: PlanDocument): Found | null {
  const texts = document.preamble.filter(({ type }) => type === 'paragraph' || type === 'quote')
  const plain = texts.filter(({ type }) => type === 'paragraph')
  const opening = document.preamble.length > 0 ? [...plain, ...texts] : []
  return fromBlocks(document, opening)
}

/** A line of facts (`Date: …`), or a note to the reader (`> **Note:** …`). */
function isFact(block: Block): boolean {
  if (block.type !== 'paragraph' && block.type !== 'quote') return true
  const text = block.text.trim()
  const [first] = labelsIn([{ ...block, text }])
  const isShort = first !== undefined && first.whole !== '' && first.whole.length < FACT
  if (isShort || ABOUT.test(first?.label ?? '')) return true
  if (block.type === 'quote' && /^(?:\P{L}*)(?:\*\*|\[!|_\(|\()/u.test(text)) return true
  return /^(?:see|cf|back to|return to|table of contents|part of|related|next|previous)\b/i.test(text)
}
