import type { JsonObject } from '../../../core/json.ts'
import type { Refusal } from '../../../core/operation.ts'
import { safePath, safeText } from '../../../core/safe-text.ts'
import { type JsonSplice, spliceJson } from '../../../formats/json/json-splices.ts'

/** A new JSON file. */
export function jsonText(value: JsonObject): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** A file's text after splices; a refusal where they do not fit what it holds. */
export function splicedFile(
  path: string,
  text: string,
  splices: readonly JsonSplice[],
): { readonly text: string } | Refusal {
  const spliced = spliceJson(text, splices)
  if ('text' in spliced) return spliced
  return {
    refusal: `${safePath(path)} cannot be changed in place: ${safeText(spliced.refused)}`,
    help: 'Nothing was written. Fix the file first: run `memkeep check`.',
  }
}
