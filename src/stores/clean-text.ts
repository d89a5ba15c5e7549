import type { Json } from '../core/json.ts'
import type { Refusal } from '../core/operation.ts'
import { findUnseenText } from '../formats/hidden-text.ts'

/** A text as agents give and get it: LF as line end, no byte order mark, no blank lines at either end. */
export function plainText(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}

/** Refuses texts, by name, that hold what no reader can see; null when none does. */
export function refuseUnseen(texts: { readonly [name: string]: Json | undefined }): Refusal | null {
  for (const [name, value] of Object.entries(texts)) {
    for (const text of textsIn(value)) {
      const fault = findUnseenText(name, text)
      if (fault) return fault
    }
  }
  return null
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? (value as readonly Json[]).flatMap(textsIn) : []
}
