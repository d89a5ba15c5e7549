import { isJsonObject } from '../../core/json.ts'
import { memberOf, readJson, withMember, withoutMember } from '../../formats/json-splice.ts'
import type { Spliced } from '../marked-block.ts'

const PATH = ['scripts', 'prepare'] as const

/**
 * Arms husky after an install, and can never break one: it gives 0 without husky, without git, without a repository and
 * under HUSKY=0, in sh and in cmd alike. Husky is found where memkeep has it, hoisted or not.
 */
export const PREPARE_SCRIPT =
  "node -e \"const m=require('module'),u=require('url');let p;try{p=m.createRequire(require.resolve('memkeep/package.json')).resolve('husky')}catch{}p&&import(u.pathToFileURL(p)).then(h=>h.default()).catch(()=>{})\""

/** Gives a package.json the script that arms husky. One that names husky already has its own way, and stays. */
export function withPrepareScript(text: string): Spliced {
  if (namesHusky(text)) return { text }
  const value = readJson(text)
  if (!isJsonObject(value)) return { byHand: 'it is not a JSON object' }
  const present = memberOf(value, PATH)
  if (present === PREPARE_SCRIPT) return { text }
  if (present !== undefined) return { byHand: 'it has a `prepare` script of its own' }
  const result = withMember(text, PATH, PREPARE_SCRIPT)
  return result === null ? { byHand: 'its `scripts` are no object' } : { text: result }
}

/** Takes the script out again, where it is as it was written. */
export function withoutPrepareScript(text: string): string {
  return memberOf(readJson(text), PATH) === PREPARE_SCRIPT ? withoutMember(text, PATH) : text
}

/** True when a package.json asks for husky by something else than our script. */
export function namesHusky(text: string): boolean {
  return /\bhusky\b/.test(withoutPrepareScript(text))
}
