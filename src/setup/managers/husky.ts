import { isJsonObject, valueAt } from '../../core/json.ts'
import { editSettings } from '../../formats/json/edit-json.ts'
import { readJson } from '../../formats/json/read-json.ts'
import type { Spliced } from '../hooks/marked-block.ts'
import { CLIENT_HOOKS } from '../hooks/start-hook.ts'

const PATH = ['scripts', 'prepare'] as const

/**
 * Sets up the hooks of a clone after an install, and never makes an install fail. Without memkeep (`npm ci
 * --omit=dev`) or git it exits with 0 too, in sh and in cmd.
 */
export const PREPARE_SCRIPT = 'memkeep init --clone || exit 0'

/** Gives a package.json the script that sets husky up. A script that names husky already stays as it is. */
export function withPrepareScript(text: string): Spliced {
  if (namesHusky(text)) return { text }
  const value = readJson(text)
  if (!isJsonObject(value)) return { byHand: 'it is not a JSON object, or is nested too deep' }
  const present = valueAt(value, PATH)
  if (typeof present === 'string' && present.includes(PREPARE_SCRIPT)) return { text }
  if (present !== undefined) return { byHand: 'it has another `prepare` script' }
  const edited = editSettings(text, [{ at: PATH, set: PREPARE_SCRIPT }])
  return 'text' in edited ? edited : { byHand: 'its `scripts` are no object' }
}

/** Removes the script again, where it is as it was written. */
export function withoutPrepareScript(text: string): string {
  if (valueAt(readJson(text), PATH) !== PREPARE_SCRIPT) return text
  const edited = editSettings(text, [{ at: PATH, remove: true }])
  return 'text' in edited ? edited.text : text
}

/** True when a package.json depends on husky itself. */
export function namesHusky(text: string): boolean {
  return /\bhusky\b/.test(text)
}

/**
 * The folder of hook files for which memkeep set husky up, from the note of `init` in git's settings and the text of
 * package.json. Null where husky is missing or did not come with memkeep.
 */
export function ownHuskyFolder(noted: string | null, manifest: string): string | null {
  if (namesHusky(manifest)) return null
  return noted ?? (manifest.includes(PREPARE_SCRIPT) ? '.husky' : null)
}

/** The files that husky 9 writes into the `_` folder next to the hook files. */
export const HUSKY_FILES: readonly string[] = ['.gitignore', 'h', 'husky.sh', ...CLIENT_HOOKS]
