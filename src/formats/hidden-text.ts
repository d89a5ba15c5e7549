import type { Range } from '../core/markdown.ts'
import { type HiddenClass, hiddenClass, nameOfCharacter } from './hidden-classes.ts'

/** A run of characters that a reader cannot see, or that change what is seen. */
export type HiddenText = {
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
const EACH = new RegExp(SUSPICIOUS.source, 'gu')

const FLAG = /[\u{e0020}-\u{e007e}]{1,6}\u{e007f}/uy
const EMOJI_BEFORE = /[\ufe0f\u{e007f}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u
/** Scripts whose letters join, or are kept from joining, by U+200C and U+200D. */
const JOINING =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]$/u

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
  for (const { 0: character, index } of text.matchAll(EACH)) {
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
  if (run === '\u200d' && EMOJI_BEFORE.test(before) && EMOJI_AFTER.test(after)) return null
  if ((run === '\u200c' || run === '\u200d' || run === '\u180e') && JOINING.test(before)) return null
  if (run.length >= LONG_RUN) return 'error'
  const isInWord = /[A-Za-z0-9_]$/.test(before) && /^[A-Za-z0-9_]/.test(after)
  return isInWord && run !== '\u200d' ? 'error' : 'warning'
}

function toHiddenText({ text, start, class: name }: Run, severity: HiddenText['severity']): HiddenText {
  const count = [...text].length
  const first = nameOfCharacter(text)
  const found: HiddenText = {
    range: { start, end: start + text.length },
    class: name,
    severity,
    name: count === 1 ? first : `run of ${count} hidden characters, the first ${first}`,
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
