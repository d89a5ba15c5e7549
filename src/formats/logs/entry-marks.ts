import type { EntryMark } from '../../core/log-shape.ts'
import { once } from '../../core/text.ts'
import { findDate } from '../unread-headings.ts'
import type { Candidate } from './candidates.ts'

/** A number that counts entries: `D001:`, `ADR-12`, `1.`, `[LRN-20260322-001]`, `十二、`; no part of one, as in `M0-9 Tests`. */
const ID = once(
  () =>
    /^[^\p{L}\p{N}]*[一二三四五六七八九十百]{1,4}[、.．]|^[^\p{L}\p{N}]*(?:\p{L}{1,20}[ _#-]{0,2})?#?\d{1,8}(?:-\d+)*(?:\*{0,2})(?=[\]:：.)–—]|-(?!\d)|$)/u,
)

/** A month or a year: it groups entries, and counts none. */
const PERIOD = /^\W*(?:19|20)\d{2}(?:[-/.](?:0?[1-9]|1[0-2]))?\W*$/

/** An id with letters says by itself that it is one. */
const NAMED = once(() => /^[^\p{L}\p{N}]*\p{L}{1,12}-?\d{2,}/u)

/** `Decision: A queue`, `Lesson 3 - Ports`, whatever comes behind. */
const NAME =
  /^[^\p{L}\p{N}]*(?:decision|lesson|learning|entscheidung|lektion|décision|decisión|decisione|решение|决策|决定|決定)(?: #?\d+)?\s*(?:[:：—–]|-\s)\s*\S/iu

/** True for the text of a line that holds the mark of an entry. */
export function isMarked({ text, cells, label }: Candidate, mark: EntryMark): boolean {
  if (mark === 'label') return label !== undefined
  if (mark === 'name') return NAME.test(text.text)
  if (cells)
    return cells
      .slice(0, 2)
      .some((cell) =>
        mark === 'date'
          ? findDate(cell.text) !== null
          : ID().test(cell.text) || /^\p{L}{0,10}-?\d+$/u.test(cell.text),
      )
  if (mark === 'id') return ID().test(text.text) && !PERIOD.test(text.text)
  const found = findDate(text.text)
  return found !== null && found.start < 200
}

/** True for an id with letters, which is one anywhere. */
export function isNamedId({ text }: Candidate): boolean {
  return NAMED().test(text.text)
}

/** Ids differ from one another: `P0`, `P1`, `P0` are marks of something else. */
export function areIds(candidates: readonly Candidate[]): boolean {
  const marks = candidates.map(({ text, cells }) =>
    cells ? (cells[0]?.text ?? '') : (ID().exec(text.text)?.[0] ?? text.text),
  )
  return new Set(marks).size > marks.length * 0.8
}
