import { safeText } from '../core/messages.ts'
import type { Refusal } from '../core/operation.ts'
import type { Range } from '../core/source.ts'
import { lineStarts, once, placeOf } from '../core/text.ts'

/** A run of characters that a reader cannot see, or that change what is seen. */
type HiddenText = {
  readonly range: Range
  readonly class: HiddenClass
  readonly severity: 'error' | 'warning'
  /** The code point and its name, never the character itself; for a run how many there are. */
  readonly name: string
  /** What tag characters or variation selectors spell, in printable ASCII. */
  readonly decoded?: string
}

/** What a finding can consist of; ordinary text holds none, and costs one search. */
const SUSPICIOUS =
  /[^\P{Cc}\t\n\r]|\r(?!\n)|[\u034f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufeff\uffa0\ufff0-\ufffb\ufffd]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/u
const EACH = once(() => new RegExp(SUSPICIOUS.source, 'gu'))

const FLAG = /[\u{e0020}-\u{e007e}]{1,6}\u{e007f}/uy
const EMOJI_BEFORE = once(() => /[\ufe0f\u{e007f}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u)
const EMOJI_AFTER = once(() => /^\p{Extended_Pictographic}/u)
/** Scripts whose letters join, or are kept from joining, by U+200C and U+200D. */
const JOINING = once(
  () =>
    /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]$/u,
)

/** A zero-width run of this length is no typing slip but a message. */
const LONG_RUN = 3
const MAX_DECODED = 200
/** A file has been found out by then; the limit is for each class and severity, so that none hides another. */
const MAX_OF_A_SORT = 100

type Run = { readonly text: string; readonly start: number; readonly class: HiddenClass }

/**
 * Finds invisible and direction-changing characters, one finding for each run of a class, in source order.
 * A byte order mark at the start is fine, and so are joiners in emoji and in scripts that need them, emoji
 * presentation selectors, and the tag sequences of flags. Lone carriage returns give one finding for a file,
 * anything else at most 100 of each class and severity.
 */
export function findHiddenText(text: string): HiddenText[] {
  if (!SUSPICIOUS.test(text)) return []
  const counts = new Map<string, number>()
  return runsOf(text).flatMap((run) => {
    const severity = severityOf(text, run)
    if (!severity) return []
    const sort = `${run.class} ${severity}`
    const count = (counts.get(sort) ?? 0) + 1
    counts.set(sort, count)
    return count > (run.class === 'carriage-return' ? 1 : MAX_OF_A_SORT) ? [] : [toHiddenText(run, severity)]
  })
}

/** Cuts what is suspicious into runs of one class each; leaves out flags and the byte order mark at the start. */
function runsOf(text: string): Run[] {
  const runs: { text: string; start: number; class: HiddenClass }[] = []
  let fineUntil = text.startsWith('\ufeff') ? 1 : 0
  for (const { 0: character, index } of text.matchAll(EACH())) {
    if (text.codePointAt(index - 2) === 0x1f3f4 && matches(FLAG, text, index)) fineUntil = FLAG.lastIndex
    if (index < fineUntil) continue
    const name = hiddenClass(character)
    const last = runs.at(-1)
    if (last?.class === name && last.start + last.text.length === index) last.text += character
    else runs.push({ text: character, start: index, class: name })
  }
  return runs
}

function matches(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at
  return sticky.test(text)
}

function severityOf(text: string, run: Run): HiddenText['severity'] | null {
  switch (run.class) {
    case 'zero-width':
      return zeroWidthSeverity(text, run)
    case 'emoji-selector':
      return run.text.length >= LONG_RUN ? 'error' : null
    case 'bidi-mark':
    case 'line-separator':
    case 'private-use':
    case 'replacement':
      return 'warning'
    default:
      return 'error'
  }
}

function zeroWidthSeverity(text: string, { text: run, start }: Run): HiddenText['severity'] | null {
  const before = text.slice(Math.max(0, start - 2), start)
  const after = text.slice(start + run.length, start + run.length + 2)
  if (run === '\u200d' && EMOJI_BEFORE().test(before) && EMOJI_AFTER().test(after)) return null
  if ((run === '\u200c' || run === '\u200d' || run === '\u180e') && JOINING().test(before)) return null
  if (run.length >= LONG_RUN) return 'error'
  if (run === SOFT_HYPHEN && isHyphenated(text, start)) return 'warning'
  const isInWord = /[A-Za-z0-9_]$/.test(before) && /^[A-Za-z0-9_]/.test(after)
  return isInWord && run !== '\u200d' ? 'error' : 'warning'
}

const SOFT_HYPHEN = '\u00ad'

/** So far on each side a word is looked at. */
const WORD_SPAN = 40

/** Programs that set type put it into words of prose; in a name, a number or an address it only hides. */
function isHyphenated(text: string, at: number): boolean {
  const before = /[^\s]*$/.exec(text.slice(Math.max(0, at - WORD_SPAN), at))?.[0] ?? ''
  const after = /^[^\s]*/.exec(text.slice(at + 1, at + 1 + WORD_SPAN))?.[0] ?? ''
  return (
    /^["'(“„«]*[\p{L}\p{M}\u00ad-]+$/u.test(before) && /^[\p{L}\p{M}\u00ad-]+[.,;:!?"')”“»…]*$/u.test(after)
  )
}

function toHiddenText({ text, start, class: name }: Run, severity: HiddenText['severity']): HiddenText {
  const count = [...text].length
  const first = nameOfCharacter(text)
  const found: HiddenText = {
    range: { start, end: start + text.length },
    class: name,
    severity,
    name: count === 1 ? first : `run of ${count} characters, the first ${first}`,
  }
  const decoded = decode(text, name)
  return decoded === '' ? found : { ...found, decoded }
}

/** Reads tag characters as ASCII, and variation selectors as the bytes they are used to smuggle. */
function decode(text: string, name: HiddenClass): string {
  if (name !== 'tag' && name !== 'variation-selector') return ''
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const bytes = codes.map((code) =>
    name === 'tag' ? code - 0xe0000 : code < 0xe0100 ? code - 0xfe00 : code - 0xe00f0,
  )
  const shown = bytes.filter((byte) => byte >= 0x20 && byte <= 0x7e)
  return String.fromCharCode(...shown.slice(0, MAX_DECODED)) + (shown.length > MAX_DECODED ? '…' : '')
}

/** Kinds of hidden characters, after what they are used for. */
type HiddenClass =
  | 'control'
  | 'carriage-return'
  | 'line-separator'
  | 'bidi-control'
  | 'bidi-mark'
  | 'zero-width'
  | 'emoji-selector'
  | 'variation-selector'
  | 'tag'
  | 'invisible'
  | 'private-use'
  | 'replacement'

/** First and last code point of each class; what lies in none of them is private use. */
const RANGES: readonly (readonly [first: number, last: number, HiddenClass])[] = [
  [0x0d, 0x0d, 'carriage-return'],
  [0x85, 0x85, 'line-separator'],
  [0x00, 0x9f, 'control'],
  [0xad, 0xad, 'zero-width'],
  [0x034f, 0x034f, 'zero-width'],
  [0x061c, 0x061c, 'bidi-mark'],
  [0x115f, 0x1160, 'invisible'],
  [0x180e, 0x180e, 'zero-width'],
  [0x200b, 0x200d, 'zero-width'],
  [0x200e, 0x200f, 'bidi-mark'],
  [0x2028, 0x2029, 'line-separator'],
  [0x202a, 0x202e, 'bidi-control'],
  [0x2060, 0x2060, 'zero-width'],
  [0x2061, 0x2065, 'invisible'],
  [0x2066, 0x2069, 'bidi-control'],
  [0x206a, 0x206f, 'invisible'],
  [0x2800, 0x2800, 'invisible'],
  [0x3164, 0x3164, 'invisible'],
  [0xfe00, 0xfe0d, 'variation-selector'],
  [0xfe0e, 0xfe0f, 'emoji-selector'],
  [0xfeff, 0xfeff, 'zero-width'],
  [0xffa0, 0xffa0, 'invisible'],
  [0xfff0, 0xfffb, 'invisible'],
  [0xfffd, 0xfffd, 'replacement'],
  [0xe0000, 0xe007f, 'tag'],
  [0xe0100, 0xe01ef, 'variation-selector'],
  [0xe0080, 0xe0fff, 'invisible'],
]

const NAMES: { readonly [code: number]: string } = {
  0: 'null',
  7: 'bell',
  8: 'backspace',
  11: 'vertical tab',
  12: 'form feed',
  13: 'lone carriage return',
  27: 'escape',
  127: 'delete',
  133: 'next line',
  173: 'soft hyphen',
  847: 'combining grapheme joiner',
  1564: 'Arabic letter mark',
  4447: 'Hangul choseong filler',
  4448: 'Hangul jungseong filler',
  6158: 'Mongolian vowel separator',
  8203: 'zero width space',
  8204: 'zero width non-joiner',
  8205: 'zero width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'pop directional formatting',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8289: 'function application',
  8290: 'invisible times',
  8291: 'invisible separator',
  8292: 'invisible plus',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'pop directional isolate',
  10240: 'Braille blank',
  12644: 'Hangul filler',
  65279: 'byte order mark inside the text',
  65440: 'halfwidth Hangul filler',
  65533: 'replacement character',
}

const CLASS_NAMES: { readonly [name in HiddenClass]: string } = {
  control: 'control character',
  'carriage-return': 'lone carriage return',
  'line-separator': 'line separator',
  'bidi-control': 'direction control',
  'bidi-mark': 'direction mark',
  'zero-width': 'zero-width character',
  'emoji-selector': 'emoji variation selector',
  'variation-selector': 'variation selector',
  tag: 'tag character',
  invisible: 'invisible character',
  'private-use': 'private-use character',
  replacement: 'replacement character',
}

/** The class of one hidden character. */
function hiddenClass(character: string): HiddenClass {
  const code = character.codePointAt(0) ?? 0
  return RANGES.find(([first, last]) => code >= first && code <= last)?.[2] ?? 'private-use'
}

/** How the first character of a text is called: `U+200B zero width space`. */
function nameOfCharacter(text: string): string {
  const code = text.codePointAt(0) ?? 0
  const hex = code.toString(16).toUpperCase().padStart(4, '0')
  return `U+${hex} ${NAMES[code] ?? CLASS_NAMES[hiddenClass(text)]}`
}

const HELP_UNSEEN = 'Delete it, or write what it means in visible characters.'

/** Says where a text holds what no reader can see, or half of a character; null when it holds neither. */
export function findUnseenText(name: string, text: string): Refusal | null {
  const half = /\p{Cs}/u.exec(text)
  if (half) {
    return {
      refusal: `Half of a character is in ${placeIn(name, text, half.index)}`,
      help: 'Delete it.',
    }
  }
  const [hidden] = findHiddenText(text)
  return hidden ? hiddenIn(name, text, { ...hidden, at: hidden.range.start }) : null
}

/** Says where a text holds a control character that neither ends a line nor is a tab; null when it holds none. */
export function findControl(name: string, text: string): Refusal | null {
  const found = /[^\P{Cc}\t\n\r]/u.exec(text)
  return found && hiddenIn(name, text, { name: nameOfCharacter(found[0]), at: found.index })
}

function hiddenIn(
  name: string,
  text: string,
  hidden: { readonly name: string; readonly at: number; readonly decoded?: string | undefined },
): Refusal {
  const reads = hidden.decoded === undefined ? '' : `, which reads "${hidden.decoded}"`
  return {
    refusal: safeText(`Hidden text: ${hidden.name} in ${placeIn(name, text, hidden.at)}${reads}`),
    help: HELP_UNSEEN,
  }
}

function placeIn(name: string, text: string, offset: number): string {
  const { line, column } = placeOf(lineStarts(text), offset)
  return `${name}, line ${line}, column ${column}`
}
