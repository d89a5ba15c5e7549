/** One text replacement: UTF-16 offsets into the original text, end exclusive. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string }

/**
 * Applies edits to a text. Edits are taken in order of their start; one that overlaps an earlier one is left out,
 * so that the caller checks again and applies it in the next round. Every character outside the edits stays.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end || compareText(a.text, b.text))
  let result = ''
  let done = 0
  let last: Edit | undefined
  for (const edit of ordered) {
    if (edit.start < done || (last?.start === edit.start && last.end === edit.end)) continue
    result += text.slice(done, edit.start) + edit.text
    done = edit.end
    last = edit
  }
  return result + text.slice(done)
}

/** Orders two strings by UTF-16 code unit, whatever the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
