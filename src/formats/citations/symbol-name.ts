/** Names joined as code joins them, with a call or without. */
const NAME = /^[$_]*([A-Za-z][\w$]*(?:(?:\.|::|#|\?\.)[A-Za-z_$][\w$]*)*)(\([^\s`]*\))?$/

/** A capital after a small letter, or an underscore with a letter on both sides. */
const JOINED = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[A-Za-z0-9]_[A-Za-z0-9]/

/** Names of examples. */
const EXAMPLE = /^(?:my|your|foo|bar|baz|some|example)(?=[A-Z_]|$)|x{3}|y{4}/

const SHORTEST = 6

/**
 * The name of code that a word in inline code means, without what it belongs to: of `Pool.openAll()` it is `openAll`. It has an inner
 * capital, an underscore, a call or an owner, and six characters or more. Null for every other word, for names in capitals alone, which
 * are settings of the environment, and for names of examples.
 */
export function symbolName(word: string): string | null {
  const [, written = '', call] = NAME.exec(word) ?? []
  const parts = written.split(/\?\.|\.|::|#/)
  const isMarked = call !== undefined || parts.length > 1
  const named = parts.filter(
    (one) =>
      one.length >= SHORTEST &&
      /[a-z]/.test(one) &&
      /^\w+$/.test(one) &&
      (isMarked || JOINED.test(one)) &&
      !EXAMPLE.test(one),
  )
  return named.at(-1) ?? null
}
