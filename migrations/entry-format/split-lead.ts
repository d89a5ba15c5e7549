const BOLD = /^(\*\*|__)(?<title>[^*_\r\n]+)\1(?<gap>[ \t]*(?:[:.—–-]+(?=\s))?\s+|\s*$)/
/** The end of a sentence: what follows starts like another one. */
const SENTENCE = /[.!?]["')\]*_]{0,3}\s+(?=["'(*_`[]{0,3}[\p{Lu}\p{N}])/gu
const ABBREVIATED = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|dr|mr|mrs|st)\.$/i
const DASH = /[ \t\r\n](?:—|–|--?)[ \t\r\n]/g
/** A line that ends the paragraph above it. */
const BLOCK_START = /^[ \t]*(?:$|[-*+>#|]|\d{1,9}[.)]|```|~~~)/

/**
 * Splits the text of a list item into a title of one line and a body: behind what is bold at its start, its first
 * sentence, the part before a dash, or its first paragraph. What cannot be split is both.
 */
export function splitLead(text: string): { readonly title: string; readonly body: string } {
  const paragraph = firstParagraph(text)
  const [end, next, own] = boldLead(text) ?? sentenceEnd(paragraph) ?? dashEnd(paragraph) ?? whole(paragraph)
  const title = (own ?? paragraph.slice(0, end))
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .join(' ')
    .trim()
  const body = withoutBlankStart(text.slice(next)).trimEnd()
  return { title, body: body === '' ? text.trim() : body.replace(/^[ \t]+(?=\S)/, '') }
}

function firstParagraph(text: string): string {
  let end = 0
  for (const line of text.split(/(?<=\r\n|\n|\r(?!\n))/)) {
    if (end > 0 && BLOCK_START.test(line.trimEnd())) break
    end += line.length
  }
  return text.slice(0, end).trimEnd()
}

type Split = readonly [end: number, next: number, title?: string]

function boldLead(text: string): Split | null {
  const match = BOLD.exec(text)
  const title = match?.groups?.title?.replace(/[:.]$/, '')
  return match && title ? [0, match[0].length, title] : null
}

function sentenceEnd(paragraph: string): Split | null {
  for (const { 0: mark, index } of paragraph.matchAll(SENTENCE)) {
    const end = index + mark.trimEnd().length
    const title = paragraph.slice(0, end)
    if (!isCut(title) && !ABBREVIATED.test(title))
      return [title.endsWith('.') ? end - 1 : end, index + mark.length]
  }
  return null
}

/** One word before a dash is a name, not a title. */
function dashEnd(paragraph: string): Split | null {
  for (const { 0: mark, index } of paragraph.matchAll(DASH)) {
    const title = paragraph.slice(0, index)
    if (!isCut(title) && /\S\s+\S/.test(title)) return [title.trimEnd().length, index + mark.length]
  }
  return null
}

function whole(paragraph: string): Split {
  return [/[^.]\.$/.test(paragraph) ? paragraph.length - 1 : paragraph.length, paragraph.length]
}

/** True when marks that open in a text close behind it. */
function isCut(text: string): boolean {
  const count = (mark: RegExp): number => text.match(mark)?.length ?? 0
  return count(/`/g) % 2 === 1 || count(/\*\*/g) % 2 === 1 || count(/[([]/g) > count(/[)\]]/g)
}

function withoutBlankStart(text: string): string {
  return text.replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '')
}
