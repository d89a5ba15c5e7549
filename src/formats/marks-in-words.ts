const MARK = '[*`~\\u00ad\\u200b-\\u200d\\u2060\\ufeff]'

/** One of Markdown's escapes and marks, or something without width, between two parts of a word. */
const IN_WORD = `(?:\\\\(?=[_.~+=*-][\\w-]{2})|${MARK}{1,3}(?=[\\w-]{3}))(?<=[\\w-]{3}(?:\\\\|${MARK}{1,3}))`

/** Finds one in a text. */
export const MARKS = new RegExp(IN_WORD)

/** The lines of a text that have some, without them; and where a place in those was before. */
type Plain = { readonly text: string; readonly placeOf: (offset: number) => number }

export function withoutMarks(text: string): Plain {
  let plain = ''
  // From which offset in the result on how much lies before it in the text that is not in the result.
  const shifts: { readonly at: number; readonly by: number }[] = []
  let at = 0
  const take = (start: number, end: number): void => {
    shifts.push({ at: plain.length, by: start - plain.length })
    plain += text.slice(start, end)
    at = end
  }
  let lineEnd = 0
  for (const { 0: mark, index } of text.matchAll(new RegExp(IN_WORD, 'g'))) {
    if (index < lineEnd) take(at, index)
    else {
      if (at < lineEnd) take(at, lineEnd)
      take(text.lastIndexOf('\n', index) + 1, index)
      const next = text.indexOf('\n', index)
      lineEnd = next < 0 ? text.length : next + 1
    }
    at = index + mark.length
  }
  if (at < lineEnd) take(at, lineEnd)
  return { text: plain, placeOf: (offset) => offset + shiftAt(shifts, offset) }
}

function shiftAt(shifts: readonly { readonly at: number; readonly by: number }[], offset: number): number {
  let low = 0
  let high = shifts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((shifts[middle]?.at ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return shifts[low - 1]?.by ?? 0
}
