import { safeText } from '../core/safe-text.ts'

/** Shorter values are no keys: people set `ollama` or `none` where a server wants any key at all. */
const SHORTEST_KEY = 12
const MOST_DETAIL = 200

/** A text of an endpoint or a program without the keys that it may repeat. */
export function hideKeys(text: string, keys: readonly string[]): string {
  return keys
    .filter(({ length }) => length >= SHORTEST_KEY)
    .reduce((rest, key) => rest.replace(spellingsOf(key), '[key]'), text)
}

/** The same as one line of at most 200 characters. The keys go first: a half of one would not be recognised. */
export function shortLine(text: string, keys: readonly string[]): string {
  const line = hideKeys(text, keys).replace(/\s+/g, ' ').trim()
  return safeText([...line].slice(0, MOST_DETAIL).join(''))
}

/** A key as it is, in JSON (also in JSON within JSON) and in a URL. */
function spellingsOf(key: string): RegExp {
  const parts = [...key].map((sign) => {
    if (/[A-Za-z0-9]/.test(sign)) return sign
    const code = (sign.codePointAt(0) ?? 0).toString(16)
    const escaped = encodeURIComponent(sign)
    return `(?:\\\\{0,8}(?:${literal(sign)}|u${code.padStart(4, '0')})|${literal(escaped)})`
  })
  return new RegExp(parts.join(''), 'gi')
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
