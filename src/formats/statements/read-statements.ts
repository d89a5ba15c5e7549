import type { Markdown, Source } from '../../core/source.ts'
import { isBlankRange, type LineStarts, lineAt } from '../../core/text.ts'
import { statementsOf } from '../citations/statements.ts'

/** How a statement is written. `code` is a line of a fence. */
type StatementForm = 'sentence' | 'item' | 'row' | 'heading' | 'code'

/** One sentence, list item, row, heading or line of code of a text. */
export type Statement = {
  /** The lines that it lies on, from 1, both ends included. */
  readonly line: number
  readonly lastLine: number
  readonly form: StatementForm
  /** The headings that it is below, the outermost first: `# Setup > ## Tests` without the marks. */
  readonly under: string
  /** Its words with single blanks, without marks of lists, tables and headings. */
  readonly text: string
}

/** A file, and what it says. */
export type SaidFile = { readonly path: string; readonly statements: readonly Statement[] }

/** A text has at most so many statements, one of them so many characters, and so many characters of a text are read. */
const MOST_STATEMENTS = 3000
const LONGEST = 400
const LONGEST_LINE = 2000
const MOST_CHARACTERS = 1 << 18

const MARKS: readonly (readonly [StatementForm, RegExp])[] = [
  ['heading', /^\s{0,3}#{1,6}\s/],
  ['row', /^\s*\|/],
  ['item', /^[\s>]*(?:[-*+•]|\d{1,9}[.)])\s/],
]

/** A line with a label is one by itself, though no mark of a list is before it. */
const LABEL = /^\s*\*\*[^*]{1,60}\*\*/

/** The line below the head of a table, which only names its columns. */
const DASHES = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/

/** A field of rules that are written as JSON, which Markdown takes for code where it is indented. */
const FIELD = /^\s*"[^"]{1,80}": ?"/

/**
 * The statements of a text, in order: what is in comments and front matter is none. What is only wrapped, padded or indented in another
 * way gives the same ones.
 */
export function readStatements({
  text,
  starts,
  markdown,
}: Pick<Source, 'text' | 'starts' | 'markdown'>): readonly Statement[] {
  const lines = text
    .slice(0, MOST_CHARACTERS)
    .split(/\r\n|\n|\r/)
    .map((line) => line.slice(0, LONGEST_LINE))
  const hidden = hiddenLines(markdown, starts, text)
  const code = codeLines(markdown, ['fence', 'indented-code'])
  const fences = codeLines(markdown, ['fence'])
  const found: Statement[] = []
  const above: string[] = []
  const first = markdown ? lineAt(starts, markdown.start) : 1
  const shown = lines
    .map((line, i) => (i + 1 < first || hidden.has(i + 1) ? '' : LABEL.test(line) ? `- ${line}` : line))
    .join('\n')
  for (const { words, firstLine, lastLine } of statementsOf(shown)) {
    if (found.length === MOST_STATEMENTS) break
    const line = lines[firstLine - 1] ?? ''
    const isCode = code.has(firstLine) && !(FIELD.test(line) && !fences.has(firstLine))
    if (DASHES.test(lines[firstLine] ?? '') && /^\s*\|/.test(line)) continue
    const form = isCode ? 'code' : (MARKS.find(([, mark]) => mark.test(line))?.[0] ?? 'sentence')
    if (form === 'heading') above.length = Math.max(0, (/#+/.exec(line)?.[0].length ?? 1) - 1)
    const under = Array.from(above, (one) => one ?? '')
      .filter((one) => one !== '')
      .join(' > ')
    const said = { line: firstLine, lastLine, form, under, text: words.slice(0, LONGEST) }
    if (/[\p{L}\p{N}]/u.test(words)) found.push(said)
    if (form === 'heading') above.push(words.slice(0, 80))
  }
  return found
}

/** True for the path of a text: settings and code that are imported say nothing in sentences. */
export function isPage(path: string): boolean {
  return /\.(?:md|mdc|markdown|txt)$/i.test(path)
}

/** The statements of a text that is only compared: its fences, its comments and its front matter are left out. */
export function statementsOfPage(text: string): readonly Statement[] {
  const blank = (found: string): string => found.replaceAll(/[^\r\n]+/g, '')
  const shown = text
    .slice(0, MOST_CHARACTERS)
    .replace(/^\uFEFF?---\r?\n[\s\S]*?\n---[ \t]*(?=\r?\n|$)/, blank)
    .replaceAll(/^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1|(?![\s\S]))/gm, blank)
    .replaceAll(/<!--[\s\S]*?(?:-->|(?![\s\S]))/g, blank)
  return readStatements({ text: shown, starts: [0], markdown: null })
}

/** The lines of comments that begin a line. */
function hiddenLines(markdown: Markdown | null, starts: LineStarts, text: string): ReadonlySet<number> {
  const comments = (markdown?.comments ?? []).filter(({ start }) =>
    isBlankRange(text, starts[lineAt(starts, start) - 1] ?? 0, start),
  )
  return linesOf(comments.map(({ start, end }) => [lineAt(starts, start), lineAt(starts, end)]))
}

function codeLines(markdown: Markdown | null, types: readonly string[]): ReadonlySet<number> {
  const blocks = (markdown?.blocks ?? []).filter(({ type }) => types.includes(type))
  return linesOf(blocks.map(({ place }) => [place.line, place.endLine]))
}

function linesOf(ranges: readonly (readonly [first: number, last: number])[]): ReadonlySet<number> {
  const lines = new Set<number>()
  let next = 0
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    for (let line = Math.max(first, next); line <= last; line++) lines.add(line)
    next = Math.max(next, last + 1)
  }
  return lines
}

/** True for the words of a statement that was too long to be read whole: another may begin in the same way. */
export function isCut(text: string): boolean {
  return text.length >= LONGEST
}

/** A text with the words of its links, and not where they lead. */
export function withoutTargets(text: string): string {
  return text.replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
}

/** The words of a statement as they are compared: without case, accents, marks of Markdown, quotes, targets of links and the mark at its end. */
export function comparable(text: string): string {
  return withoutTargets(text.normalize('NFKC'))
    .replaceAll('’', "'")
    .replaceAll('…', '...')
    .replaceAll(/[`*_~"“”‘«»]|(?<!\p{L})'|'(?!\p{L})|\p{Extended_Pictographic}/gu, '')
    .replace(/[\s.:;,!]+$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
}

/** A statement without the bold label before it, which says what it is about. */
export function withoutLabel(text: string): string {
  return text.replace(/^\*\*[^*]{1,60}(?:[:：]\*\*|\*\*\s*[:：–—])\s*/, '')
}

/** A statement without marks of Markdown, as its words are read. */
export function plainText(text: string): string {
  return withoutTargets(text)
    .replaceAll(/[`*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
