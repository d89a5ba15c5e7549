/** A list, a heading, a quote, a row, a fence or a key. */
const STRUCTURE = /^\s*(?:[-*+]\s|\d+[.)]\s|#{1,6}\s|[>|]|```|~~~|---|"?[\w-]+"?\s*:)/

/** A heading, a row or a fence, whose text goes on in no other line. */
const CLOSED = /^\s*(?:#{1,6}\s|\||```|~~~|---)/

const END = /[.!?:…。！？]["'”»)\]*_`]*\s*$/

/** True where no sentence of the line above goes on in a line. */
export function beginsHere(above = '', line = ''): boolean {
  return above.trim() === '' || STRUCTURE.test(line) || CLOSED.test(above) || END.test(above)
}

/** True where a sentence of the line above goes on in a line; without a line it ends. */
export function goesOnIn(above = '', line = ''): boolean {
  return line.trim() !== '' && !beginsHere(above, line)
}

const NEXT = /(?:[.!?…]["'”»)\]*_`]*\s+(?=["'“«([*_`]*[\p{Lu}\p{N}])|[。！？](?=\S))/gu

/** Where sentences begin behind others in a line. */
export function sentenceStarts(line: string): readonly number[] {
  return [...line.matchAll(NEXT)].map(({ index, 0: { length } }) => index + length)
}
