/**
 * A word, with what is joined to it: `1.2.3`, `src/app.ts`, `@scope/name`, `c++`. Scripts that are written without spaces
 * count by character.
 */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[@#]?[\p{L}\p{M}\p{N}_]+(?:['’./:@+-]+[\p{L}\p{M}\p{N}_]+)*(?:\+\+|#)?/gu

/** What is said in code is meant to the letter. */
const CODE = /`[^`]+`/g

/** A number, a version, a path, or capitals within: `v2`, `a.b`, `GitHub`, `CI`. */
const TELLING = /\p{N}|[/.@+#_:]|(?<=.)\p{Lu}/u

/** Words that turn what is said into its opposite. */
const NEGATIONS: ReadonlySet<string> = new Set(
  "not no never none nor without cannot can't don't doesn't didn't isn't aren't wasn't won't shouldn't mustn't".split(
    ' ',
  ),
)

/** Words that stand at the start of a sentence and name nothing. */
const PLAIN: ReadonlySet<string> = new Set(
  'a after all always an and any as at because before but by do each every for from had has have he how i if in instead is it its keep make may must never no not now of on once only or our set she should since so that the their then there these they this those to until use used we what when where which while who why with you'.split(
    ' ',
  ),
)

/** A text as words to compare it by. */
export type ComparedText = {
  /** In their order, lower-case. */
  readonly words: readonly string[]
  /** Those that tell one case from another: numbers, versions, names, code, negations. */
  readonly telling: ReadonlySet<string>
}

/** Takes a text apart. `names` are words that name something however they are written, such as tags, in lower case. */
export function comparedText(text: string, names: ReadonlySet<string>): ComparedText {
  const code = new Set([...text.matchAll(CODE)].flatMap(([span]) => wordsOf(span)).map(lower))
  const written = wordsOf(text)
  const telling = written.filter((word) => {
    const plain = lower(word)
    if (TELLING.test(word) || names.has(plain) || code.has(plain) || NEGATIONS.has(plain)) return true
    return /^\p{Lu}/u.test(word) && !PLAIN.has(plain)
  })
  return { words: written.map(lower), telling: new Set(telling.map(lower)) }
}

function wordsOf(text: string): readonly string[] {
  return text.normalize('NFC').match(WORD) ?? []
}

function lower(word: string): string {
  return word.toLowerCase().replaceAll('’', "'")
}
