import { safeText } from '../core/safe-text.ts'

/** Shorter values are no keys: people set `ollama` or `none` where a server wants any key at all. */
const SHORTEST_KEY = 12
const MOST_DETAIL = 200

/** A text of an endpoint or a program without the keys that it may repeat. */
export function hideKeys(text: string, keys: readonly string[]): string {
  return keys
    .filter(({ length }) => length >= SHORTEST_KEY)
    .flatMap(spellings)
    .reduce((rest, key) => rest.replaceAll(key, '[key]'), text)
}

/** The same as one line of at most 200 characters. The keys go first: a half of one would not be recognised. */
export function shortLine(text: string, keys: readonly string[]): string {
  const line = hideKeys(text, keys).replace(/\s+/g, ' ').trim()
  return safeText([...line].slice(0, MOST_DETAIL).join(''))
}

/** A key as it is, in JSON and in a URL; the longest first. */
function spellings(key: string): readonly string[] {
  const all = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]
  return [...new Set(all)].sort((a, b) => b.length - a.length)
}
