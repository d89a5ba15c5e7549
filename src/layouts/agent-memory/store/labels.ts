import type { Json } from '../../../core/json.ts'

/** Tags or entities as a record has them: trimmed, each once, in the order given. Case does not make another one. */
export function labels(given: Json | undefined): readonly string[] {
  if (!Array.isArray(given)) return []
  const seen = new Map<string, string>()
  for (const one of given) {
    const text = String(one).trim()
    if (text !== '' && !seen.has(text.toLowerCase())) seen.set(text.toLowerCase(), text)
  }
  return [...seen.values()]
}
