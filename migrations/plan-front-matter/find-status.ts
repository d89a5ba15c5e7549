import type { Json } from '../../src/core/json.ts'
import type { FileHistory } from '../../src/core/migration.ts'
import type { PlanStatus } from '../../src/core/plan-status.ts'
import type { FileListing } from '../../src/core/snapshot.ts'
import type { Block } from '../reading/blocks.ts'
import { dateIn, plainText } from '../reading/plain-text.ts'
import { madeFiles, namedFiles } from './named-files.ts'
import { type Found, firstFound, foundIn, foundOn, labelsIn, type PlanDocument } from './plan-document.ts'
import {
  isOfTextAlone,
  isStatusNote,
  splitTitleNotes,
  statusIn,
  statusOfEmoji,
  statusOfParts,
  statusOfWords,
} from './status-in-text.ts'

type FoundStatus = Found<PlanStatus>

const STATUS_KEYS = ['status', 'state', 'stage', 'progress']
/** A newer plan took the place of this one. */
const SUPERSEDED_KEYS = ['superseded_by', 'superseded-by', 'supersededBy', 'replaced_by', 'replaced-by']
const FINISHED_KEYS = ['completed', 'completed_at', 'completed_date', 'completed_on', 'closed_at', 'shipped']
const STATUS_NAME =
  /^(?:(?:current|overall|project|plan|implementation|development|task|feature|work|document|doc|spec|design|rfc|phase) )?(?:status|state)$/
/** Tables of these list the parts of the plan itself. */
const PARTS =
  /\b(?:status|progress|phases?|milestones?|steps?|tasks?|units?|items?|stages?|features?|deliverables?|slices?)\b/i

/** What is known of a plan other than its text: the state that was given for one without, and the files around it. */
type Around = {
  readonly byDefault: PlanStatus | undefined
  readonly files: FileListing
  readonly histories: ReadonlyMap<string, FileHistory>
}

/**
 * The state of a plan, from the first that says it: a status line (front matter, a label, a section or a badge that is
 * called status, a table of the plan's parts), the task boxes, words of completion in the title or in a note at the top, an
 * emoji there. Without any it is a guess: `byDefault`. So it is where the files around it, or the rest of its text, say otherwise: people
 * finish plans and leave the boxes and the word `Draft`.
 */
export function findStatus(document: PlanDocument, around: Around): FoundStatus {
  const { byDefault } = around
  const stated =
    statusFromFields(document) ??
    fromLabels(document) ??
    fromSection(document) ??
    fromBadge(document) ??
    fromTable(document)
  const found =
    stated ?? fromBoxes(document) ?? fromNotes(document, statusOfWords) ?? fromNotes(document, statusOfEmoji)
  if (!found) return guess(whyNothing(document, around), 'new', byDefault)
  const doubt = doubtOf(document, found, around)
  if (!doubt) return found
  const isKept = stated !== null || doubt.value === found.value
  return guess(`${saidWhere(document, found)}, but ${doubt.why}`, doubt.value, isKept ? undefined : byDefault)
}

function saidWhere(document: PlanDocument, { evidence, value }: FoundStatus): string {
  const boxes = boxesOf(document)
  const isOfBoxes = boxes.some(({ line }) => evidence.kind === 'text' && evidence.line === line)
  if (!isOfBoxes) return evidence.kind === 'text' ? `line ${evidence.line} says ${value}` : `it says ${value}`
  const open = boxes.filter(({ checked }) => checked === false).length
  if (boxes.length === 1) return 'its task box is open'
  return open === boxes.length
    ? `all ${open} task boxes are open`
    : `${open} of ${boxes.length} task boxes are open`
}

type Doubt = { readonly why: string; readonly value: PlanStatus }

/** What speaks against a state that a plan gives; null where nothing does. */
function doubtOf(document: PlanDocument, found: FoundStatus, around: Around): Doubt | null {
  const status = found.value
  const known = { ...document, ...around }
  const made = madeFiles(known)
  if (status === 'done') {
    if (made && !made.isBegun) return { why: made.why, value: status }
    const boxes = boxesOf(document)
    const areOpen = boxes.length > 1 && boxes.every(({ checked }) => checked === false)
    return areOpen ? { why: `all ${boxes.length} task boxes are open`, value: status } : null
  }
  if (status !== 'new' && status !== 'in_progress') return null
  if (status === 'new') {
    const said = doneInNotes(document) ?? doneInLog(document)
    if (said !== null) return { why: `line ${said} says that it is done`, value: 'done' }
  }
  // Boxes that were checked one by one are believed before the files.
  const whenAllThere = status === 'new' ? 'done' : status
  if (made?.areAllThere) return { why: made.why, value: whenAllThere }
  const named = namedFiles(known)
  if (named?.isBegun) return { why: named.why, value: named.areAllThere ? whenAllThere : 'in_progress' }
  return status === 'new' && isOftenLeft(document, found)
    ? { why: named === null ? OFTEN_LEFT : `${OFTEN_LEFT}; ${named.why}`, value: status }
    : null
}

const OFTEN_LEFT = 'that often stays when a plan is done'

/** True for open boxes, and for words that are said of a text as often as of its work: `Draft`, `Approved`. */
function isOftenLeft(document: PlanDocument, { evidence }: FoundStatus): boolean {
  if (evidence.kind !== 'text') return false
  if (boxesOf(document).some(({ line }) => line === evidence.line)) return true
  return isOfTextAlone(document.text.split(/\r\n?|\n/, evidence.line)[evidence.line - 1] ?? '')
}

function doneInNotes(document: PlanDocument): number | null {
  return firstFound(notesOf(document), ({ text, line }) => (statusOfWords(text) === 'done' ? line : null))
}

function guess(why: string, value: PlanStatus, byDefault: PlanStatus | undefined): FoundStatus {
  const source = byDefault ? 'from --status-default: ' : ''
  return { value: byDefault ?? value, evidence: { kind: 'guess', why: `${source}${why}` } }
}

function whyNothing(document: PlanDocument, around: Around): string {
  const { blocks } = document
  const label = labelsIn(blocks).find((one) => STATUS_NAME.test(one.label) && statusIn(one.value) === null)
  const nothing = label
    ? `line ${label.line} has a state in unknown words, and the plan has no task boxes`
    : 'the plan names no state and has no task boxes'
  const named = namedFiles({ ...document, ...around })
  return named === null ? nothing : `${nothing}; ${named.why}`
}

/** The state that front matter means in other words or under another key. */
export function statusFromFields(document: PlanDocument): FoundStatus | null {
  const { fields } = document
  const key = STATUS_KEYS.find((one) => statusOfValue(fields[one]) !== null)
  const said = key === undefined ? null : statusOfValue(fields[key])
  const superseded = SUPERSEDED_KEYS.find((one) => isSaid(fields[one]))
  if (superseded !== undefined && said !== 'done') return foundIn(document, superseded, 'abandoned')
  if (key !== undefined && said !== null) return foundIn(document, key, said)
  const finished = FINISHED_KEYS.find((one) => isSaid(fields[one]))
  return finished === undefined ? null : foundIn(document, finished, 'done')
}

function statusOfValue(value: Json | undefined): PlanStatus | null {
  return typeof value === 'string' ? statusIn(value) : null
}

function isSaid(value: Json | undefined): boolean {
  return (
    value === true ||
    (typeof value === 'string' && value.trim() !== '' && !/^(?:no|none|false|null)$/i.test(value))
  )
}

function fromLabels(document: PlanDocument): FoundStatus | null {
  return firstFound(labelsIn(document.head), ({ label, value, line }) =>
    foundOn(document, line, STATUS_NAME.test(label) ? statusIn(value) : statusOfDated(label, value)),
  )
}

/** `**Completed:** 2026-02-08` says it; `**Completed:** phases 1 to 4` does not. */
function statusOfDated(label: string, value: string): PlanStatus | null {
  const isDate = dateIn(value) !== null && plainText(value).length <= 20
  return isDate && /^\p{L}+(?: (?:on|at|date))?$/u.test(label) ? statusIn(label) : null
}

/** What a title and the notes at the top say: by their words, or by their emoji. */
function fromNotes(document: PlanDocument, read: (note: string) => PlanStatus | null): FoundStatus | null {
  return firstFound(notesOf(document), ({ text, line }) => foundOn(document, line, read(text)))
}

type Note = { readonly text: string; readonly line: number }

/**
 * `# Title — ✅ SHIPPED`, `# [DONE] Title`, `# ✅ Title`; bold at the start of a paragraph or quote at the top, such as
 * `> **Superseded (date).** …` or `**COMPLETED** in …`. Words of the name are no note.
 */
function notesOf({ title, preamble }: PlanDocument): Note[] {
  const { name, notes } = splitTitleNotes(title?.text ?? '')
  const edges = [/^[^\p{L}\p{N}]+/u, /[^\p{L}\p{N}]+$/u].map((edge) => edge.exec(name)?.[0] ?? '')
  const ofTitle = [...notes.map(({ state }) => state), ...edges].map((text) => ({
    text,
    line: title?.line ?? 1,
  }))
  const opening = preamble.flatMap((block): Note[] => {
    if (block.type !== 'quote' && block.type !== 'paragraph') return []
    const [, emoji = '', bold = ''] = BOLD.exec(block.text.trim()) ?? []
    return [{ text: isStatusNote(bold) ? `${emoji}${bold}` : emoji, line: block.line }]
  })
  return [...ofTitle, ...opening]
}

const BOLD = /^(\p{Extended_Pictographic}\ufe0f?\s*)?\*\*([^*]{3,80})(?<![:：])\*\*(?!\s*[:：])/u

function fromSection(document: PlanDocument): FoundStatus | null {
  const { blocks } = document
  return firstFound(blocks.entries(), ([index, block]) => {
    if (block.type !== 'heading' || block.depth > 3) return null
    const [name = '', value] = plainText(block.text).split(/\s*[:：]\s*|\s+[–—-]\s+/, 2)
    const words = name.toLowerCase().replace(/[^\p{L} ]/gu, '')
    if (!STATUS_NAME.test(words.trim())) return null
    return foundOn(document, block.line, value ? statusIn(value) : statusOfBlock(blocks[index + 1]))
  })
}

function statusOfBlock(block: Block | undefined): PlanStatus | null {
  if (block?.type === 'paragraph' || block?.type === 'quote') return statusIn(block.text)
  if (block?.type !== 'list') return null
  const items = block.items.filter(({ checked }) => checked === null)
  return statusOfParts(items.flatMap(({ text }) => statusIn(text.replace(/^[^:]{1,60}:\s/, '')) ?? []))
}

function fromBadge(document: PlanDocument): FoundStatus | null {
  const { head, title } = document
  return firstFound([...(title ? [title] : []), ...head], (block) => {
    if (block.type !== 'heading' && block.type !== 'paragraph') return null
    const [, alt, url] = /!\[status[: -]+([^\]]+)\]|\/badge\/status-([\w%]+)/i.exec(block.text) ?? []
    return foundOn(document, block.line, statusIn((alt ?? url ?? '').replaceAll(/%20|_/g, ' ')))
  })
}

/** A column that holds nothing but parts. */
const PART_COLUMN = /^(?:phase|milestone|step|task|unit|item|stage|feature|deliverable|slice)s?$/i

/** A table with a column for the state of each part of the plan. */
function fromTable(document: PlanDocument): FoundStatus | null {
  let heading = ''
  return firstFound(document.blocks, (block) => {
    if (block.type === 'heading') heading = plainText(block.text)
    if (block.type !== 'table') return null
    const [header, ...rows] = block.rows
    const names = header?.cells.map((cell) => plainText(cell)) ?? []
    const column = names.findIndex((name) => /^(?:status|state)$/i.test(name))
    const isOfParts =
      PARTS.test(`${heading} ${names[0] ?? ''}`) || names.some((name) => PART_COLUMN.test(name))
    if (column < 1 || rows.length < 2 || !isOfParts) return null
    const parts = rows.flatMap(({ cells }) => statusIn(cells[column] ?? '') ?? [])
    return foundOn(document, block.line, parts.length * 3 >= rows.length * 2 ? statusOfParts(parts) : null)
  })
}

function fromBoxes(document: PlanDocument): FoundStatus | null {
  const boxes = boxesOf(document)
  const [first] = boxes
  if (!first) return null
  const checked = boxes.find((one) => one.checked)
  if (!checked) return foundOn(document, first.line, 'new')
  return foundOn(document, checked.line, boxes.every((one) => one.checked) ? 'done' : 'in_progress')
}

function boxesOf({ blocks }: PlanDocument) {
  return blocks
    .flatMap((block) => (block.type === 'list' ? block.items : []))
    .filter((one) => one.checked !== null)
}

/** A section in which a plan says what became of it. */
const LOG = /\b(?:logs?|progress|outcomes?|results?|retrospective|completion|journal|changelog|history)\b/i

function doneInLog({ blocks }: PlanDocument): number | null {
  let isLog = false
  return firstFound(blocks, (block) => {
    if (block.type === 'heading') isLog = LOG.test(plainText(block.text))
    if (!isLog) return null
    if (block.type === 'paragraph' || block.type === 'quote')
      return statusOfWords(block.text) === 'done' ? block.line : null
    if (block.type !== 'list') return null
    return block.items.find(({ text }) => statusOfWords(text) === 'done')?.line ?? null
  })
}
