import type { Citation } from '../../core/citation.ts'
import { lineStarts, placeOf } from '../../core/text.ts'
import { pathToken } from './path-token.ts'

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

const SPAN = /(?<!`)(`{1,2})(?!`)((?:(?!\1).){3,200})\1(?!`)/g

/** The names of code that a text has in inline code, outside of fences. */
export function findSymbols(text: string): readonly Citation[] {
  const starts = lineStarts(text)
  let isFence = false
  return text.split('\n').flatMap((line, i): readonly Citation[] => {
    const isMark = /^\s*(?:```|~~~)/.test(line)
    if (isMark) isFence = !isFence
    if (isMark || isFence) return []
    return [...line.matchAll(SPAN)].flatMap(({ index, 1: mark = '', 2: code = '' }) => {
      const target = pathToken(code.trim()) ? null : symbolName(code.trim())
      if (target === null) return []
      const start = (starts[i] ?? 0) + index + mark.length + code.lastIndexOf(target)
      const place = placeOf(starts, start, start + target.length)
      return [{ kind: 'symbol', target, within: 'code', place }]
    })
  })
}
