import { displayWidth } from './display-width.ts'

/** What a line may not begin with: GitHub's runner would take it for a command. */
const COMMAND = /^[\p{Z}\s]*::/u

/**
 * Breaks one line of text at spaces into lines of at most `cells` cells. A longer word is left whole, and no line but
 * the first begins with a space or with `::`.
 */
export function wrap(text: string, cells: number): string[] {
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
  return word !== '' && !COMMAND.test(word)
}
