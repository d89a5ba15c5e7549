import { applyEdits, compareText, type Edit } from '../../src/core/edit.ts'

/** A stretch that is kept of the first text, or new text. */
type Piece = { readonly start: number; readonly end: number } | { readonly text: string }

/** A text that was edited in several steps, and what of it comes from the first text. */
export type Draft = { readonly original: string; readonly text: string; readonly pieces: readonly Piece[] }

/** A text before any step. */
export function draftOf(original: string): Draft {
  return { original, text: original, pieces: [{ start: 0, end: original.length }] }
}

/** Takes one more step: `edits` are splices of the draft's text as it is now, and must not overlap. */
export function edited(draft: Draft, edits: readonly Edit[]): Draft {
  const pieces: Piece[] = []
  let offset = 0
  for (const edit of [...edits].sort(
    (a, b) => a.start - b.start || a.end - b.end || compareText(a.text, b.text),
  )) {
    pieces.push(...cut(draft.pieces, offset, edit.start), { text: edit.text })
    offset = edit.end
  }
  pieces.push(...cut(draft.pieces, offset, draft.text.length))
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

/** Where an offset of the draft's text comes from: for new text, what stands before it. */
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

function cut(pieces: readonly Piece[], from: number, to: number): Piece[] {
  const found: Piece[] = []
  let at = 0
  for (const piece of pieces) {
    const length = lengthOf(piece)
    const start = Math.max(from - at, 0)
    const end = Math.min(to - at, length)
    at += length
    if (start >= end) continue
    if ('text' in piece) found.push({ text: piece.text.slice(start, end) })
    else found.push({ start: piece.start + start, end: piece.start + end })
  }
  return found
}

function lengthOf(piece: Piece): number {
  return 'text' in piece ? piece.text.length : piece.end - piece.start
}
