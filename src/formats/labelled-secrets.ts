import type { Range } from '../core/source.ts'
import { bitsOf, isDull, isExample } from './randomness.ts'

/**
 * Finds random values behind a word that says they are secret: `API key: …`, `DB_PASSWORD=…`, `| Token | … |`, `Bearer …`. After
 * gitleaks' `generic-api-key`, whose words and exceptions these are, with prose and the marks of Markdown between word and value.
 * Every repetition has a limit.
 */
export function labelledSecrets(text: string): Range[] {
  const found: Range[] = []
  for (const { 0: end, 1: label = '', index } of text.matchAll(LABEL)) {
    const value = valueBehind(text, label, index + end.length)
    if (value) found.push(value)
  }
  return found
}

/** True where `labelledSecrets` finds one at least. */
export function hasLabelledSecret(text: string): boolean {
  for (const { 0: end, 1: label = '', index } of text.matchAll(LABEL)) {
    if (valueBehind(text, label, index + end.length)) return true
  }
  return false
}

/** Each word is looked for by a rare letter of it, and read back from there: that is twice as quick. */
export const LABEL = new RegExp(
  [
    '(?:[kK](?:ey|en)|K(?:EY|EN)|cret|CRET|[pP](?:wd|ass(?:word|wd|phrase|code|(?=\\s?[:=])))|P(?:WD|ASS(?:WORD|WD|PHRASE|CODE)?(?![A-Z]))',
    '[bB]earer|BEARER|[cC]redential|CREDENTIAL|密[码钥]|令牌|口令|[Пп]ароль|кен|[cC]ontraseña|[sS]enha)',
  ].join('|') +
    '(?<=([kK]ey|KEY|[tT]oken|TOKEN|[sS]ecret|SECRET|[pP]wd|PWD|[pP]ass(?:word|wd|phrase|code)?|PASS(?:WORD|WD|PHRASE|CODE)?|[bB]earer|BEARER|[cC]redential|CREDENTIAL|密[码钥]|令牌|口令|[Пп]ароль|[Тт]окен|[cC]ontraseña|[sS]enha))',
  'g',
)

/** What a name goes on with, and what is between it and the value. */
const BETWEEN = new RegExp(
  [
    // The rest of the name, and a mark that closes it.
    '([\\w.-]{0,30})\\\\{0,3}["\'`*\\])]{0,5}',
    '(?:',
    // `(for staging):`, `of the shop is`
    '(?:[ \\t]{1,3}(?:\\([^()\\n]{1,40}\\)|[A-Za-z]{1,14})){0,5}?["\'`*\\\\]{0,4}[ \\t]{0,20}',
    '(?::{0,2}=>?|[:：]|\\|{1,2}|->|→|–|—|(?<=[ \\t])(?:is|was|are|be|to|as|-)(?=[ \\t]))["\'`*\\\\]{0,4}',
    '[ \\t]{0,20}(?:(?:\\r?\\n[ \\t]{0,8}){1,2}(?:[>*+-][ \\t]{1,3})?)?(?:[Bb]earer |[Bb]asic |[Tt]oken )?',
    '|',
    '[ \\t]{1,3}',
    ')',
    '\\\\{0,3}["\'`*(\\[<]{0,4}',
  ].join(''),
  'y',
)

/** Digits and letters, as tokens have them. */
const TOKEN = /[A-Za-z0-9_-](?:[\w+/.~-]{14,300})={0,2}/y

/** What a person or a generator chooses for a password: any printable ASCII but marks and what ends it. */
const PASSWORD = /[!#$%&*+./0-9:;=?@A-Z^_a-z~-]{8,100}/y

/** Words before `key` and `token` with which they name something public, and behind any label for something about it. */
const OTHER_BEFORE =
  /(?:pub(?:lic)?|publishable|anon|bucket|foreign|primary|natural|partition|sort|range|cache|query|idempotency|dedup(?:e|lication)?|object|map|hash|file|page|next|continuation|sync|cursor|resume|csrf|xsrf|doc(?:ument)?|node|wiki|folder|obj|table|row|figma|tur|mon)[_ .-]?$/i
const OTHER_BEHIND =
  /^s?[_.-]?(?:ids?|names?|alias|board|words?|code|frames?|length|size|pair|press|ring|sign|stone|store|selector|signature|hash|digest|fingerprint|sha\d*|md5|checksum|file|path|dir|url|uri|endpoint|host|arn|ref|version|type|kind|format|prefix|count|limit|usage|budget|vault|manager|expir\w*|ttl|date|created|updated|at|hint|label|izer|ized|ization|map)(?![a-z])/i

/** What a bare `key` must have before it to be the key of an API. */
const STRONG_BEFORE =
  /(?:api|access|auth|client|app|application|sign(?:ing)?|encrypt(?:ion)?|private|master|account|service|role|subscription|license|bot|admin|secret|live|prod(?:uction)?|staging|integration|webhook|shared|security|deploy|user|license|x-[a-z-]{1,20}|[?&])[_ .-]?$/i

/** Labels of what is not made of letters and digits alone. */
const OF_PASSWORD = /^(?:p|s|c|密码|口令|п|mot)/iu

/** Characters; names of AWS are as long. */
const BEFORE = 80

function valueBehind(text: string, label: string, labelEnd: number): Range | null {
  BETWEEN.lastIndex = labelEnd
  const between = BETWEEN.exec(text)
  if (!between) return null
  const start = BETWEEN.lastIndex
  const isPassword = OF_PASSWORD.test(label)
  const value = matched(isPassword ? PASSWORD : TOKEN, text, start).replace(/[.,;:!?/-]+$/, '')
  // A call, or more than any secret.
  if (/[([{\w+/]/.test(text.charAt(start + value.length))) return null
  if (!(isPassword ? isPasswordLike(value) : isTokenLike(value))) return null
  const index = labelEnd - label.length
  const before = text.slice(Math.max(0, index - BEFORE), index)
  const name = between[1] ?? ''
  const isOfKey = /^(?:key|token|密钥|令牌)$/i.test(label)
  if ((isOfKey && OTHER_BEFORE.test(before)) || OTHER_BEHIND.test(name) || OF_OWN.test(before)) return null
  if (/^(?:key|密钥)$/i.test(label) && isOtherKey(before, name, value)) return null
  if (/^token$/i.test(label) && LARK_ID.test(value)) return null
  return { start, end: start + value.length }
}

/** A key of a map, a digest, the id of an object: what is not said to be the key of an interface. */
function isOtherKey(before: string, name: string, value: string): boolean {
  return !STRONG_BEFORE.test(before) && (HEX.test(value) || (name === '' && /(?<!\\)["']$/.test(before)))
}

function matched(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

const LEAST_TOKEN = 16
const LEAST_PASSWORD = 8

/** Digests, ids of commits and objects. */
const HEX = /^(?:[0-9a-f]+|[0-9A-F]+)$/

/** Documents of Lark, which calls their ids tokens. */
const LARK_ID = /^[A-Za-z0-9]{27}$/

/** An address of one's own machine, and where a vault keeps something. */
const OF_OWN =
  /(?<![A-Za-z])(?:arn|op|vault|ssm):\S*$|\/\/(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])(?::\d+)?\/?\S*$/

/** What has a form of its own and opens nothing: UUIDs, ULIDs, instants, digests, ids of AWS, the first part of a JWT, keys of tests and of the public. */
const IDS =
  /[0-9a-z]{8}-(?:[0-9a-z]{4}-){3}[0-9a-z]{12}|^[01][0-9A-HJKMNP-TV-Z]{25}$|^\d[\d:.TZ+-]+$|^(?:sha|md)\d{1,3}[-:]|^[a-z]{1,8}-[0-9a-f]{8,17}$|^eyJ|^[rs]k_test_|^pk[_.]|^phc_|^sb_publishable_|^\$2[aby]?\$|^AAAA[BCE]3Nza/i

/** Random letters and digits, as programs make them. */
export function isTokenLike(value: string): boolean {
  if (value.length < LEAST_TOKEN || IDS.test(value) || isDull(value) || !/[A-Za-z]/.test(value)) return false
  if (HEX.test(value)) return value.length >= LEAST_HEX
  if (longestRun(value) < LEAST_RUN || isText(value) || isExample(value)) return false
  return (
    bitsOf(value) >= LEAST_TOKEN_BITS &&
    changes(value) >= (/\d/.test(value) ? LEAST_CHANGES : LEAST_CHANGES_LONG)
  )
}

function isPasswordLike(value: string): boolean {
  if (value.length >= LEAST_TOKEN && /^[\w+/.=-]+$/.test(value)) return isTokenLike(value)
  if (value.length < LEAST_PASSWORD || isDull(value) || isExample(value)) return false
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((one) => one.test(value)).length
  if (classes < 3 || /^(?:\$[A-Za-z_]|%[A-Z_]+%$|&[a-z]+[=;]|[A-Za-z]\w{1,14}:)/.test(value)) return false
  const isLong = value.length >= LONG_PASSWORD && /\d|[!#$%&*+?@^].*[!#$%&*+?@^]/.test(value)
  return changes(value) >= (isLong ? LEAST_CHANGES_LONG : LEAST_CHANGES_SHORT)
}

const LEAST_HEX = 32
const LEAST_TOKEN_BITS = 3.3
const LEAST_RUN = 8
const LEAST_CHANGES = 0.2
const LONG_PASSWORD = 12
const LEAST_CHANGES_LONG = 0.3
const LEAST_CHANGES_SHORT = 0.5

function longestRun(value: string): number {
  return Math.max(...value.split(/[^A-Za-z0-9]+/).map(({ length }) => length))
}

/** Words in Base64, as documentation has them. */
function isText(value: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(value) && /^[ -~]+$/.test(atob(value.slice(0, value.length & ~3)))
}

const TURN =
  /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])|[A-Za-z\d](?=[!#$%&*+?@^])|[!#$%&*+?@^](?=[A-Za-z\d])/g

/** How often letters, capitals and digits alternate, by character; a capital that starts a word does not count. */
function changes(value: string): number {
  const turns = value.match(TURN)
  return (turns?.length ?? 0) / (value.length - 1)
}
