import { isJsonObject } from '../../core/json.ts'
import { memberOf, readJson, withMember, withoutMember } from '../../formats/json-splice.ts'
import type { Spliced } from '../marked-block.ts'

const PATH = ['scripts', 'prepare'] as const

/** Finds husky where memkeep has it, hoisted or not. */
const FIND =
  "let p;try{p=m.createRequire(require.resolve('memkeep/package.json')).resolve('husky')}catch{}p&&import(u.pathToFileURL(p))"

/** Husky's own path is relative, and so leads nowhere in a work tree that is added later: the main one's serves them all. */
const FOR_ALL =
  "const c=t.resolve(g('rev-parse','--git-common-dir').slice(0,-1)),d=t.join(t.dirname(c),'.husky');t.basename(c)=='.git'&&['_/h','pre-commit'].every(n=>f.existsSync(t.join(d,n)))&&g('config','core.hooksPath',t.join(d,'_').split(t.sep).join('/'))"

/**
 * Lets husky set itself up after an install, and can never break one: it gives 0 without husky, without git, without a
 * repository and under HUSKY=0, in sh and in cmd alike.
 */
export const PREPARE_SCRIPT = `node -e "const m=require('module'),u=require('url'),f=require('fs'),t=require('path'),g=(...a)=>require('child_process').execFileSync('git',a,{encoding:'utf8',stdio:['ignore','pipe','ignore']});${FIND}.then(h=>{if(h.default())return;${FOR_ALL}}).catch(()=>{})"`

const IN_JSON = JSON.stringify(PREPARE_SCRIPT).slice(1, -1)

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

/** True when a package.json asks for husky by something else than our script. */
export function namesHusky(text: string): boolean {
  return /\bhusky\b/.test(text.replaceAll(IN_JSON, ''))
}

/**
 * The folder of hook files for which memkeep set husky up, from what `init` noted in git's settings and the text of
 * package.json; null where husky is somebody else's, or not there.
 */
export function broughtHusky(noted: string | null, manifest: string): string | null {
  if (namesHusky(manifest)) return null
  return noted ?? (manifest.includes(IN_JSON) ? '.husky' : null)
}
