import { isJsonObject, type Json, valueAt } from '../../core/json.ts'
import { editSettings } from '../../formats/json/edit-json.ts'
import { readJson } from '../../formats/json/read-json.ts'
import type { Spliced } from '../hooks/marked-block.ts'
import { CLIENT_HOOKS } from '../hooks/start-hook.ts'

/** The scripts of package.json that an install of a clone runs: yarn 2 and newer runs no `prepare` then. */
const SCRIPTS = ['prepare', 'postinstall'] as const
export type InstallScript = (typeof SCRIPTS)[number]

/**
 * Sets up the hooks of a clone after an install, and never makes an install fail. Without memkeep (`npm ci
 * --omit=dev`) or git it exits with 0 too, in sh and in cmd.
 */
export const PREPARE_SCRIPT = 'memkeep init --clone || exit 0'

/** Gives a package.json the script that sets husky up. A script that names husky already stays as it is. */
export function withPrepareScript(text: string, script: InstallScript = 'prepare'): Spliced {
  if (namesHusky(text)) return { text }
  const value = readJson(text)
  if (!isJsonObject(value)) return { byHand: 'it is not a JSON object, or is nested too deep' }
  const present = scriptIn(value, script)
  if (present === 'ours') return { text }
  if (present === 'another') return { byHand: `it has another \`${script}\` script` }
  const edited = editSettings(text, [{ at: ['scripts', script], set: PREPARE_SCRIPT }])
  return 'text' in edited ? edited : { byHand: 'its `scripts` are no object' }
}

/** What the script of that name in a package.json does: it sets memkeep up, or something else; null where there is none. */
export function scriptIn(manifest: Json | undefined, script: InstallScript): 'ours' | 'another' | null {
  const present = valueAt(manifest, ['scripts', script])
  if (present === undefined) return null
  return typeof present === 'string' && present.includes(PREPARE_SCRIPT) ? 'ours' : 'another'
}

/** Removes the script again, where it is as it was written. */
export function withoutPrepareScript(text: string): string {
  const value = readJson(text)
  const own = SCRIPTS.filter((script) => valueAt(value, ['scripts', script]) === PREPARE_SCRIPT)
  if (own.length === 0) return text
  const edited = editSettings(
    text,
    own.map((script) => ({ at: ['scripts', script], remove: true })),
  )
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
