import type { Json } from './json.ts'

/** The texts of a list as a format gives it, each once; none where it is no list. Empty ones say nothing. */
export function textList(value: Json | undefined): string[] {
  if (!Array.isArray(value)) return []
  return [...new Set(value.filter((one) => typeof one === 'string' && one !== ''))]
}
