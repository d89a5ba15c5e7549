import { once } from '../../core/text.ts'

/** Words of scripts that are written without spaces count by character. */
const WORD = once(
  () =>
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}])+/gu,
)

/** Marks above and below the letters of European scripts. */
const ACCENTS = once(() => /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\u0300-\u036f]+/gu)

/** A text in which case, accents and width of characters do not count, whatever the locale. */
export function fold(text: string): string {
  const folded = text.normalize('NFKD').replace(ACCENTS(), '').normalize('NFC').toLowerCase()
  return folded.replaceAll('ß', 'ss')
}

/** The words of a text as they are compared; punctuation does not count, and they are not stemmed. */
export function foldedWords(text: string): readonly string[] {
  return fold(text).match(WORD()) ?? []
}
