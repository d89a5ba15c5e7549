import { PLAN_STATUSES, type PlanStatus, STATUS_WORDS } from '../../src/core/plan-status.ts'
import { cleanPlainTitle, plainText, plainTitle } from '../reading/plain-text.ts'

/** Emoji that say a state. Others adorn, say how it goes (🟢), or what kind of document it is (📋); words weigh more. */
const STATUS_EMOJI: readonly (readonly [RegExp, PlanStatus])[] = [
  [/[✅✔☑🏁]/u, 'done'],
  [/[🚧⏳]/u, 'in_progress'],
  [/[⏸🛑]/u, 'partial'],
  [/[❌🚫⛔🗑]/u, 'abandoned'],
  [/[🆕⬜🔜]/u, 'new'],
]

/** Said of the text of a plan as often as of its work: they count where nothing else is said. */
const WEAK: ReadonlySet<string> = new Set([
  'accepted',
  'approved',
  'draft',
  'idea',
  'open',
  'proposal',
  'ready',
])

/** The first word of a state must be among so many first words; else the text is about something else. */
const LATEST_START = 60

const OWN_NAMES = PLAN_STATUSES.map((status): [string, PlanStatus] => [status, status])
const WORDS: ReadonlyMap<string, PlanStatus> = new Map([...Object.entries(STATUS_WORDS), ...OWN_NAMES])
const ANY_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${[...WORDS.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll('_', '[ _-]+'))
    .join('|')})(?![\\p{L}\\p{N}_])`,
  'gu',
)
const NOT_YET = /\b(?:not|isn't|never|to be|until|when|once|before|yet)(?: yet| fully| be| been)? $/
const ALMOST = /\b(?:partially|partly|mostly|nearly|almost|half|semi|largely)[ -]$/

/**
 * The state that a phrase such as `✅ SHIPPED (run 2)`, `not yet implemented` or `Draft for review` means: by its words,
 * else by its first emoji, else by a percentage. Null where it means none.
 */
export function statusIn(phrase: string): PlanStatus | null {
  return statusOfWords(phrase) ?? statusOfEmoji(phrase) ?? statusOfPercentage(plainText(phrase))
}

/** What a note starts with that says a state: `done`, `in progress`, `not started`. */
const NOTE =
  /^\P{L}*((?:(?:almost|fully|largely|mostly|nearly|not|not yet|partially|partly) )?[\p{L}'’_-]+(?: (?:progress|hold|do))?)(.*)$/isu

/** Nothing but the state, and when or by what. */
export function isStatusNote(text: string): boolean {
  const first = NOTE.exec(text.replace(/[.!:]+$/, '').trim())
  return first !== null && statusOfWords(first[1] ?? '') !== null && isBehindState(first[2] ?? '')
}

/** When it was reached, or by what: `Planned features` is something else. */
function isBehindState(text: string): boolean {
  return /^\s*(?:$|[(\d:;,–—-]|by\b|in\b|on\b|as of\b|via\b)/i.test(text)
}

type Said = { readonly word: string; readonly status: PlanStatus }

/** The state that the words of a phrase mean; null where they mean none. */
export function statusOfWords(phrase: string): PlanStatus | null {
  const clause = firstClause(plainText(phrase).toLowerCase().replaceAll('’', "'"))
  const said = [...clause.matchAll(ANY_WORD)].map((match): Said => saidBy(clause, match))
  if (said.length === 0 || clause.search(ANY_WORD) > LATEST_START) return null
  const strong = said.filter(({ word }) => !WEAK.has(word))
  return together((strong.length > 0 ? strong : said).map(({ status }) => status))
}

/** True for a line that names states which are said of a text as often as of its work, and no other. */
export function isOfTextAlone(line: string): boolean {
  const said = [...plainText(line).toLowerCase().matchAll(ANY_WORD)].map(([word]) =>
    word.replaceAll(/[ _-]+/g, '_'),
  )
  return said.length > 0 && said.every((word) => WEAK.has(word))
}

/** Text in brackets or after a full stop describes the state, and is not another one. */
function firstClause(text: string): string {
  const bare = text.replace(/\([^()]*\)/g, ' ').replace(/\s+/g, ' ')
  return /^(.*?)(?:[.;] |\s[–—|·•]\s|$)/.exec(bare.replace(/^[^\p{L}\p{N}]+/u, ''))?.[1] ?? bare
}

function saidBy(clause: string, { 0: found, index }: RegExpExecArray): Said {
  const word = found.replaceAll(/[ _-]+/g, '_')
  const status = WORDS.get(word) ?? 'new'
  const before = clause.slice(0, index)
  if (status === 'done' && NOT_YET.test(before)) return { word, status: 'new' }
  if (status === 'done' && ALMOST.test(before)) return { word, status: 'partial' }
  return { word, status }
}

/** Several states in one phrase: what is given up is given up; some done and some open is partly done. */
function together(statuses: readonly PlanStatus[]): PlanStatus | null {
  const [first] = statuses
  const has = (status: PlanStatus): boolean => statuses.includes(status)
  if (first === undefined || statuses.every((one) => one === first)) return first ?? null
  if (first === 'abandoned') return first
  if (has('partial')) return 'partial'
  if (has('in_progress')) return 'in_progress'
  return has('done') && has('new') ? 'partial' : first
}

/** The state of the first emoji that says one. */
export function statusOfEmoji(text: string): PlanStatus | null {
  let best: { readonly at: number; readonly status: PlanStatus } | null = null
  for (const [pattern, status] of STATUS_EMOJI) {
    const at = text.search(pattern)
    if (at >= 0 && (best === null || at < best.at)) best = { at, status }
  }
  return best?.status ?? null
}

function statusOfPercentage(text: string): PlanStatus | null {
  const percent = /^\D{0,3}(\d{1,3}) ?%/.exec(text)?.[1]
  if (percent === undefined) return null
  return percent === '100' ? 'done' : Number(percent) === 0 ? 'new' : 'in_progress'
}

/** The state of a whole whose parts are in these states; null for no parts. */
export function statusOfParts(parts: readonly PlanStatus[]): PlanStatus | null {
  const open = parts.filter((one) => one !== 'abandoned')
  const [first] = open
  if (first === undefined) return parts[0] ?? null
  return open.every((one) => one === first) ? first : 'in_progress'
}

/** A note about the document that is set off in its title: `✅ SHIPPED (run 2)`, `WIP`, `📋 for review`. */
type TitleNote = {
  readonly text: string
  /** What of it says a state: all, its emoji alone, or nothing. */
  readonly state: string
}

/** A title, and the notes that are set off from it. */
type TitleNotes = {
  /** Without markup and notes. */
  readonly name: string
  readonly notes: readonly TitleNote[]
}

const FIRST_BRACKETS = /^[[(]([^[\]()]{2,40})[\])]:?\s*/
const LAST_BRACKETS = /\s*[[(]([^[\]()]{2,60})[\])]$/
const CAPITALS_FIRST = /^([A-Z][A-Z ]+)(?::|\s[–—-])\s+/
/** Where a segment starts that is a note by its look: an emoji, or words in capitals. */
const SEGMENT = /(?:\s+[–—|-]|:)\s+(?=\p{Extended_Pictographic}|\P{L}{0,3}[A-Z]{2})/gu
const CAPITALS = /^\P{L}*([A-Z]{2}[A-Z ]*)(?![\p{L}\p{N}])(.*)$/su

/** Splits a title, given as Markdown. What is left is never empty: a title of a note alone is a name. */
export function splitTitleNotes(markdown: string): TitleNotes {
  const notes: TitleNote[] = []
  let name = plainTitle(markdown)
  const take = (rest: string, note: string | undefined): void => {
    if (note === undefined || cleanPlainTitle(rest) === '') return
    notes.push({ text: note, state: stateOf(note) })
    name = rest.trim()
  }
  const start = segmentStart(name)
  if (start) take(name.slice(0, start.index), name.slice(start.index + start.length))
  for (const pattern of [FIRST_BRACKETS, LAST_BRACKETS, CAPITALS_FIRST]) {
    const match = pattern.exec(name)
    if (match && isStatusNote(match[1] ?? '')) take(name.replace(pattern, ''), match[1])
  }
  return { name, notes }
}

/** The first segment that is a note: it goes on to the end of the title. */
function segmentStart(title: string): { readonly index: number; readonly length: number } | null {
  for (const { 0: found, index } of title.matchAll(SEGMENT)) {
    const segment = title.slice(index + found.length)
    const opensWithEmoji = /^\p{Extended_Pictographic}/u.test(segment)
    if (opensWithEmoji || isLoud(segment)) return { index, length: found.length }
  }
  return null
}

function stateOf(note: string): string {
  if (isStatusNote(note) || isLoud(note)) return note
  const emoji = /^[^\p{L}\p{N}]+/u.exec(note)?.[0] ?? ''
  return statusOfEmoji(emoji) === null ? '' : emoji
}

/** Capitals that start with a state: `SHIPPED in May`, `NOT STARTED`. */
function isLoud(segment: string): boolean {
  const [, capitals = '', rest = ''] = CAPITALS.exec(segment) ?? []
  const [first = '', more] = capitals.trim().split(' ', 2)
  const isSaid = isStatusNote(capitals) || (isStatusNote(first) && statusOfWords(capitals) !== null)
  // `TODO list` is a name.
  return isSaid && (more !== undefined || !/\p{L}/u.test(rest) || isBehindState(rest))
}
