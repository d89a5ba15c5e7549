/** One sentence, row, item or line of a text, and where it lies. */
export type Statement = {
  /** Its words with single blanks, without marks of lists, tables and headings, and with `◦` for each thing that it cites. */
  readonly masked: string
  /** The same with what it cites. */
  readonly words: string
  /** The lines that it lies on, from 1, both ends included. */
  readonly firstLine: number
  readonly lastLine: number
}

/** A code span, the target of a link, or a word with a folder or an ending. */
const CITED =
  /`+[^`\n]*`+|\]\([^)\s]*\)|(?<![\w/.@-])[\w@.-]*(?:\/[\w@.[\]()-]*[\w\])-])+\/?|(?<![\w/.@-])@?[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}(?![\w/])/g

/** Where a block begins that is none of the one above. */
const BLOCK = /^\s*(?:[-*+•]\s|\d{1,9}[.)]\s|#{1,6}\s|>|\||```|~~~|"[^"\n]{1,80}": )/

const REMARK = /^\s*<!--\s*memkeep-(?:(?!-->).)*-->\s*$/

/**
 * The statements of a text of any format, in order. What is only wrapped, padded, indented or listed in another way gives the
 * same ones, and so does a text that cites other things.
 */
export function statementsOf(text: string): readonly Statement[] {
  const found: Statement[] = []
  let open: { line: number; text: string }[] = []
  let isFence = false
  const close = (): void => {
    if (open.length > 0) found.push(...sentencesOfBlock(open))
    open = []
  }
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const at = { line: index + 1, text: line.replaceAll(/[ \t\u00a0]+/g, ' ') }
    const isMark = /^\s*(?:```|~~~)/.test(line)
    if (isMark || isFence || /^\s*\|/.test(line)) {
      close()
      if (isMark) isFence = !isFence
      else found.push(statementOf([at]))
      continue
    }
    // A remark for memkeep is no part of what is said.
    if (REMARK.test(line)) continue
    if (line.trim() === '' || BLOCK.test(line) || /^[\w-]+:(?:\s|$)/.test(line)) close()
    if (line.trim() === '') continue
    open.push(at)
    if (/^\s*#{1,6}\s/.test(line)) close()
  }
  close()
  return found
}

type Line = { readonly line: number; readonly text: string }

/** A sentence ends at a mark before a blank, or at one of a language without blanks; the number of a list item is no sentence. */
const END =
  /(?<=[.!?。！？]["'`)*_]{0,3})(?<!^[\s>]*\d{1,9}\.)(?<!\b(?:e\.g|i\.e|vs|cf|z\.B|es|ej|etc)\.) (?=[^\s\p{Ll}])|(?<=[。！？]["'`)*_」』）】]{0,3})(?=[^\s"'`)*_」』）】。！？])/u

function sentencesOfBlock(lines: readonly Line[]): readonly Statement[] {
  const found: Statement[] = []
  let open: Line[] = []
  for (const { line, text } of lines) {
    const parts = text.split(END)
    parts.forEach((part, i) => {
      open.push({ line, text: part })
      if (i < parts.length - 1 || /[.!?。！？]["'`)*_」』）】]{0,3} ?$/.test(part)) {
        found.push(statementOf(open))
        open = []
      }
    })
  }
  return open.length > 0 ? [...found, statementOf(open)] : found
}

function statementOf(lines: readonly Line[]): Statement {
  const words = plain(lines.map(({ text }) => text).join(' '))
  return {
    masked: plain(words.replaceAll(CITED, '◦')),
    words,
    firstLine: lines[0]?.line ?? 1,
    lastLine: lines.at(-1)?.line ?? 1,
  }
}

function plain(text: string): string {
  return text
    .replace(/^[\s>]*(?:[-*+•]\s+|\d{1,9}[.)]\s+|#{1,6}\s+)?(?:\[[ xX]\]\s+)?/, '')
    .replaceAll(/\s*\|\s*/g, ' | ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** True where the words hold this as a word of its own, and not as a part of a longer path or name. */
export function namesWord(words: string, written: string): boolean {
  for (let at = words.indexOf(written); at >= 0; at = words.indexOf(written, at + 1)) {
    if (!/[\w/-]/.test(words.charAt(at - 1)) && !/[\w/-]/.test(words.charAt(at + written.length))) return true
  }
  return false
}
