import type { Refusal } from '../../../../core/operation.ts'

/** What belongs before a title and is not a part of it. */
const HEAD = /^(?:#{1,6}(?:\s|$)|#{1,6}\s*\[|\[\d{4}-\d{2}-\d{2}\])/

/** A title as it is written: one line, white space collapsed; refused where a heading cannot hold it. */
export function cleanTitle(written: string): { readonly title: string } | Refusal {
  const title = written.split(/\s+/).join(' ').trim()
  if (!/[\p{L}\p{N}]/u.test(title)) {
    return {
      refusal: 'Unexpected title without a word',
      help: 'Say in a few words what was decided or learned.',
    }
  }
  if (HEAD.test(title)) {
    return {
      refusal: 'Unexpected marks of a heading, or a date, at the start of the title',
      help: 'Give the title alone: `###` and the date are put before it.',
    }
  }
  if (/(?:^| )#+$/.test(title)) {
    return {
      refusal: 'Unexpected # at the end of the title, which Markdown takes for the end of the heading',
      help: 'Leave it out, or write it without a space before it: `C#`.',
    }
  }
  return { title }
}
