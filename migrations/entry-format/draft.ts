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
