import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import type { Refusal } from '../core/operation.ts'
import type { Settings } from '../core/settings.ts'
import { loadStage } from '../engine/documents/load-documents.ts'

/** One word, as a tag or a category is: an operation may spell it in another way, and then no detector recognises it. */
const WORD = /^\S{8,255}$/

/** Refuses arguments that are a secret in the form given, before an operation changes their form; null when none is. */
export async function refuseSecretArgument(args: JsonObject, settings: Settings): Promise<Refusal | null> {
  const words = wordsIn(args, '').filter(({ text }) => WORD.test(text))
  if (words.length === 0 || settings.rules['no-secret'] === 'off') return null
  const { secretsIn } = await loadStage()
  const found = words.find(({ text }) => secretsIn(text, settings).length > 0)
  if (!found) return null
  return {
    refusal: `${found.name} holds a secret`,
    help: 'Nothing was written. Leave it out, and if it was written down anywhere, rotate it.',
  }
}

function wordsIn(value: Json, name: string): { readonly name: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ name, text: value }]
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, one]) => wordsIn(one, name === '' ? key : `${name}.${key}`))
  }
  return Array.isArray(value) ? value.flatMap((one: Json, i) => wordsIn(one, `${name}.${i}`)) : []
}
