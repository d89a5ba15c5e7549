import fc from 'fast-check'

/** Code points of surrogates, which no text has alone. */
const SURROGATES = { first: 0xd800, count: 0x800 }

/**
 * Any character, as `unit` of `fc.string`. It is what fast-check calls 'binary', which takes a second and a hundred megabytes
 * of every worker: a table of all characters, for the one question which of them a character is.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - SURROGATES.count }).map(
  (n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count),
  (character) => {
    const [only, ...others] = typeof character === 'string' ? character : []
    const point = only?.codePointAt(0) ?? -1
    const isSurrogate = point >= SURROGATES.first && point < SURROGATES.first + SURROGATES.count
    if (point < 0 || others.length > 0 || isSurrogate) throw new Error('not a character')
    return point < SURROGATES.first ? point : point - SURROGATES.count
  },
)
