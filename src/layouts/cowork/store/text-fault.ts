import { isJsonObject, type Json } from '../../../core/json.ts'
import type { Refusal } from '../../../core/operation.ts'
import { safeText } from '../../../core/safe-text.ts'
import { findHiddenText } from '../../../formats/hidden-text.ts'

/** Half of a pair of surrogates: no file can hold it. */
const LONE = /\p{Cs}/u

/**
 * Why texts of a call are not written: hidden characters, which JSON can spell as escapes that no reviewer sees. Null for
 * texts that are fine.
 */
export function textFault(texts: { readonly [name: string]: Json | undefined }): Refusal | null {
  for (const [name, value] of Object.entries(texts)) {
    const text = textsIn(value).find((one) => LONE.test(one) || findHiddenText(` ${one}`).length > 0)
    if (text === undefined) continue
    const found = LONE.test(text) ? 'half of a character' : `a hidden ${findHiddenText(` ${text}`)[0]?.name}`
    return {
      refusal: `\`${name}\` holds ${safeText(found)}`,
      help: 'Nothing was written. Write what it means in visible characters.',
    }
  }
  return null
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsIn)
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)]) : []
}

/** A text of one line, trimmed; a refusal for a longer or an empty one. */
export function oneLine(name: string, value: string): { readonly text: string } | Refusal {
  const text = value.trim()
  if (text !== '' && !/[\r\n]/.test(text)) return { text }
  return { refusal: `\`${name}\` is not one line of text`, help: 'Say it in one line.' }
}
