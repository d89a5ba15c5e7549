import type { Evidence, WorkedOut } from '../../src/core/migration.ts'
import { applyEdits, compareText, type Edit, lineAt } from '../../src/core/text.ts'
import type { Entry } from '../../src/formats/entry-log.ts'
import type { Arrangement, Group } from './arrange.ts'
import { type EntryEvidence, entryEvidence, topicOf, topicOfTitle } from './entry-evidence.ts'
import { headingEdits, labelEdits, separatorEdits } from './log-edits.ts'
import { type LogText, type Remark, readLog } from './log-text.ts'

/** A log after all steps, and what was found on the way. */
type Applied = {
  readonly draft: Draft
  /** After the first step, which brings headings into the form. */
  readonly headings: LogText
  readonly done: LogText
  readonly values: readonly WorkedOut[]
  readonly remarks: readonly Remark[]
}

type Place = { readonly path: string; readonly frontMatterBytes: number }
type Reading = { readonly frontMatterBytes: number; readonly lineBreak: LogText['lineBreak'] }

/** Headings first, then separators, then labels, each on what the entry reader makes of the step before; null where it cannot read one. */
export function applySteps(log: LogText, arrangement: Arrangement, place: Place): Applied | null {
  const { edits, remarks } = headingEdits(log, arrangement)
  const reading = { frontMatterBytes: place.frontMatterBytes, lineBreak: log.lineBreak }
  const first = edited(draftOf(log.text), edits)
  const headings = readAgain(first, reading)
  const second = headings && edited(first, separatorEdits(headings))
  const separated = second && readAgain(second, reading)
  if (!headings || !second || !separated) return null
  const entries = arrangement.groups.filter(({ role }) => role === 'entry')
  if (separated.log.entries.length !== entries.length) return null
  const context = { log, separated, draft: second, path: place.path }
  const labelled = separated.log.entries.map((entry, index) => labelEntry(context, entry, entries[index]))
  const draft = edited(
    second,
    labelled.flatMap((one) => one.edits),
  )
  const done = readAgain(draft, reading)
  return done && { draft, headings, done, values: together(labelled.flatMap((one) => one.values)), remarks }
}

/** The same guess of many entries is one value. */
function together(values: readonly WorkedOut[]): WorkedOut[] {
  const guesses = values.filter(({ evidence }) => evidence.kind === 'guess')
  const [first] = guesses
  if (!first || guesses.length === 1) return [...values]
  const found = values.filter(({ evidence }) => evidence.kind !== 'guess')
  return [...found, { ...first, field: `category of ${guesses.length} entries` }]
}

function readAgain({ text }: Draft, { frontMatterBytes, lineBreak }: Reading): LogText | null {
  const read = readLog(text, frontMatterBytes, lineBreak)
  return 'refused' in read ? null : read
}

type Context = {
  readonly log: LogText
  readonly separated: LogText
  readonly draft: Draft
  readonly path: string
}

function labelEntry(
  context: Context,
  entry: Entry,
  group: Group | undefined,
): { edits: Edit[]; values: WorkedOut[] } {
  const found = entryEvidence(context.separated, entry)
  const category = entry.category?.value.text ? null : categoryOf(context, found, group)
  const tags = entry.tags ? null : found.tags
  const lacking = {
    category: category?.value ?? null,
    tags: tags?.value ?? null,
    time: group?.stop.mark?.time ?? null,
  }
  const name = `of "${entry.title.text || entry.date.text}"`
  const values: WorkedOut[] = []
  const mark = group?.stop.mark
  if (mark?.date && mark.dateLine !== group?.stop.line) {
    values.push({ field: `date ${name}`, value: mark.date, evidence: onLine(context, mark.dateLine) })
  }
  if (category) values.push({ field: `category ${name}`, ...category })
  if (tags) {
    values.push({ field: `tags ${name}`, value: tags.value.join(', '), evidence: at(context, tags.offset) })
  }
  return { edits: labelEdits(context.separated, entry, lacking), values }
}

/** From a line of the entry, else from its title, else from the innermost section whose heading names a topic. */
function categoryOf(
  context: Context,
  { category }: EntryEvidence,
  group: Group | undefined,
): { value: string; evidence: Evidence } {
  if (category) return { value: category.value, evidence: at(context, category.offset) }
  const { mark, line: own } = group?.stop ?? {}
  const titled = topicOfTitle(mark?.title ?? '')
  if (titled && own !== undefined) return { value: titled, evidence: onLine(context, own) }
  for (const { text, line } of [...(group?.above ?? [])].reverse()) {
    const topic = topicOf(text)
    if (topic) return { value: topic, evidence: onLine(context, line) }
  }
  const why = 'neither an entry nor a section above it says what it is about'
  return { value: 'general', evidence: { kind: 'guess', why } }
}

function at(context: Context, offset: number): Evidence {
  return onLine(context, lineAt(context.log.starts, originOf(context.draft, offset)))
}

function onLine({ path }: Context, line: number): Evidence {
  return { kind: 'text', path, line }
}

/** A stretch that is kept of the first text, or new text. */
type Piece = { readonly start: number; readonly end: number } | { readonly text: string }

/** A text that was edited in several steps, and what of it comes from the first text. */
type Draft = { readonly original: string; readonly text: string; readonly pieces: readonly Piece[] }

/** A text before any step. */
export function draftOf(original: string): Draft {
  return { original, text: original, pieces: [{ start: 0, end: original.length }] }
}

/** Takes one more step: `edits` are splices of the draft's text as it is now, and must not overlap. */
export function edited(draft: Draft, edits: readonly Edit[]): Draft {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end || compareText(a.text, b.text))
  const pieces: Piece[] = []
  const rest = [...draft.pieces].reverse()
  let offset = 0
  for (const { start, end, text } of ordered) {
    pieces.push(...taken(rest, start - offset), { text })
    taken(rest, end - start)
    offset = end
  }
  pieces.push(...rest.reverse())
  return { original: draft.original, text: applyEdits(draft.text, edits), pieces }
}

/** All steps as splices of the first text. */
export function editsOf({ original, pieces }: Draft): Edit[] {
  const edits: Edit[] = []
  let done = 0
  let text = ''
  for (const piece of [...pieces, { start: original.length, end: original.length }]) {
    if ('text' in piece) {
      text += piece.text
      continue
    }
    if (text !== original.slice(done, piece.start)) edits.push({ start: done, end: piece.start, text })
    done = piece.end
    text = ''
  }
  return edits
}

/** Where an offset of the draft's text comes from: for new text, the end of the kept text before it. */
export function originOf({ pieces }: Draft, offset: number): number {
  let at = 0
  let origin = 0
  for (const piece of pieces) {
    const length = lengthOf(piece)
    const isKept = !('text' in piece)
    if (offset < at + length) return isKept ? piece.start + offset - at : origin
    if (isKept) origin = piece.end
    at += length
  }
  return origin
}

/** Takes the next so many characters off a stack of pieces. */
function taken(rest: Piece[], length: number): Piece[] {
  const found: Piece[] = []
  for (let left = length; left > 0; ) {
    const piece = rest.pop()
    if (!piece) break
    const here = Math.min(left, lengthOf(piece))
    found.push(part(piece, 0, here))
    if (here < lengthOf(piece)) rest.push(part(piece, here, lengthOf(piece)))
    left -= here
  }
  return found
}

function part(piece: Piece, start: number, end: number): Piece {
  if ('text' in piece) return { text: piece.text.slice(start, end) }
  return { start: piece.start + start, end: piece.start + end }
}

function lengthOf(piece: Piece): number {
  return 'text' in piece ? piece.text.length : piece.end - piece.start
}
