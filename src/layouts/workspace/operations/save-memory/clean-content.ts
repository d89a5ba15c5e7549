import type { Refusal } from '../../../../core/operation.ts'
import { lineStarts } from '../../../../core/text.ts'
import { readEntryLabels } from '../../../../formats/entry-labels.ts'

type Cleaned = { readonly content: string; readonly notes: readonly string[] }

/** A separator that the writer put at the end, although every entry gets its own. */
const SEPARATOR = /(?:^|\n[ \t]*\n) {0,3}-{3,}$/

/** A body as it is written: LF, without blank lines at either end; refused where it says nothing or brings labels. */
export function cleanContent(written: string): Cleaned | Refusal {
  let content = bare(written.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, ''))
  const notes: string[] = []
  while (SEPARATOR.test(content)) {
    content = bare(content.replace(SEPARATOR, ''))
    notes[0] = 'The --- at the end of content was left out: every entry gets one.'
  }
  if (content.trim() === '') {
    return {
      refusal: 'Unexpected content that says nothing',
      help: 'Write the reason, or what happened and what to do differently.',
    }
  }
  const { category, tags } = labelsOf(content)
  if (!category && !tags) return { content, notes }
  const field = category ? 'category' : 'tags'
  return {
    refusal: `Unexpected ${field} line at the start of content`,
    help: `Give the value as \`${field}\`, and the text alone as \`content\`.`,
  }
}

/** Without blank lines at the start and white space at the end; other white space than Markdown's is text. */
function bare(text: string): string {
  let end = text.length
  while (end > 0 && ' \t\n'.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end).replace(/^(?:[ \t]*\n)+/, '')
}

/** Labels as a reader of the log would find them right under the heading. */
function labelsOf(content: string): ReturnType<typeof readEntryLabels> {
  const text = `\n${content}`
  return readEntryLabels(text, lineStarts(text), { start: 0, end: text.length })
}
