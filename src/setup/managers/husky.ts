import { isJsonObject } from '../../core/json.ts'
import { memberOf, readJson, withMember, withoutMember } from '../../formats/json-edits.ts'
import type { Spliced } from '../hooks/marked-block.ts'
import { CLIENT_HOOKS } from '../hooks/start-hook.ts'

const PATH = ['scripts', 'prepare'] as const

/**
 * Arms the hooks of a clone after an install, and can never break one: where memkeep is not installed, as after
 * `npm ci --omit=dev`, or git is not there, it gives 0 all the same, in sh and in cmd alike.
 */
export const PREPARE_SCRIPT = 'memkeep init --clone || exit 0'

/** Gives a package.json the script that sets husky up. One that names husky already has its own way, and stays. */
export function withPrepareScript(text: string): Spliced {
  if (namesHusky(text)) return { text }
  const value = readJson(text)
  if (!isJsonObject(value)) return { byHand: 'it is not a JSON object, or is nested too deep' }
  const present = memberOf(value, PATH)
  if (typeof present === 'string' && present.includes(PREPARE_SCRIPT)) return { text }
  if (present !== undefined) return { byHand: 'it has a `prepare` script of its own' }
  const result = withMember(text, PATH, PREPARE_SCRIPT)
  return result === null ? { byHand: 'its `scripts` are no object' } : { text: result }
}

/** Takes the script out again, where it is as it was written. */
export function withoutPrepareScript(text: string): string {
  return memberOf(readJson(text), PATH) === PREPARE_SCRIPT ? withoutMember(text, PATH) : text
}

/** True when a package.json asks for husky itself. */
export function namesHusky(text: string): boolean {
  return /\bhusky\b/.test(text)
}

/**
 * The folder of hook files for which memkeep set husky up, from what `init` noted in git's settings and the text of
 * package.json; null where husky is somebody else's, or not there.
 */
export function broughtHusky(noted: string | null, manifest: string): string | null {
  if (namesHusky(manifest)) return null
  return noted ?? (manifest.includes(PREPARE_SCRIPT) ? '.husky' : null)
}

/** What husky 9 writes into the `_` folder beside the hook files. */
export const HUSKY_FILES: readonly string[] = ['.gitignore', 'h', 'husky.sh', ...CLIENT_HOOKS]
