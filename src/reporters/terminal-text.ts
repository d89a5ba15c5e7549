/** What a line may not begin with: GitHub's runner takes it for a command, also behind white space of any sort. */
const COMMAND = /^[\p{Z}\s]*(?:::|$)/u

/**
 * Breaks one line of text at spaces into lines of at most `cells` cells. A longer word is left whole, and no line but
 * the first begins with a space, with `::`, or with white space only, behind which `::` could follow.
 */
export function wrap(text: string, cells: number): string[] {
  if (displayWidth(text) <= cells) return [text]
  const [first = '', ...words] = text.split(' ')
  const lines = [first]
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (displayWidth(longer) > cells && mayBegin(word)) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

/** One line of text behind a lead of so many cells, such as a mark; the lines that follow begin below its text. */
export function wrapBehind(lead: string, width: number, text: string, cells: number): string {
  return lead + wrap(text, Math.max(LEAST, cells - width)).join(`\n${' '.repeat(width)}`)
}

/** Narrower lines are not readable: a terminal breaks them. */
const LEAST = 20

/** True when a line may begin with this word. */
export function mayBegin(word: string): boolean {
  return !COMMAND.test(word)
}

/** Characters that take two cells of a terminal: East Asian wide and full-width forms, and emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u
/** Characters that combine with the one before them. */
const NARROWEST = /\p{M}/u

/** Characters that take one cell each; most texts hold no others. */
const SINGLE = /^[\0-\u02ff]*$/

/** Cells that one character takes in a terminal: 0, 1 or 2. An estimate: terminals differ on emoji sequences. */
export function characterWidth(character: string): number {
  if (character <= '\u02ff') return 1
  if (WIDE.test(character)) return 2
  return NARROWEST.test(character) ? 0 : 1
}

/** Cells that a text takes in a terminal. */
export function displayWidth(text: string): number {
  if (SINGLE.test(text)) return text.length
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}
