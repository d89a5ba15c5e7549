import { displayWidth } from './display-width.ts'

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

/** True when a line may begin with this word. */
export function mayBegin(word: string): boolean {
  return !COMMAND.test(word)
}
