import { contentOf, countShared, SMALL } from './near.ts'
import { comparable } from './read-statements.ts'
import { mattersIn, turnOf, UNSPACED, type Whole } from './wholes.ts'

/** Names that differ because the text is for another agent. */
const OF_AN_AGENT = /claude|agents|gemini|cursor|copilot|windsurf|codex|qwen|cline|roo|kiro|opencode/gi

/** True where two words differ on purpose: they name other agents, one place with and without its folder, or one says more. */
export function isOnPurpose(a: string, b: string): boolean {
  const [own, their] = [a, b].map((words) => (words.match(OF_AN_AGENT) ?? []).join(' ').toLowerCase())
  if (own !== their || a.endsWith(`/${b}`) || b.endsWith(`/${a}`)) return true
  // Labels of two things, and a remark that one of both has in addition.
  if ([a, b].some((words) => words.includes('/path/to')) || `${a}+` === b || `${b}+` === a) return true
  return (a.endsWith(':') && b.endsWith(':')) || isWithRemark(a, b) || isWithRemark(b, a)
}

function isWithRemark(a: string, b: string): boolean {
  return a.startsWith(b) && /^\s*[(（]/.test(a.slice(b.length))
}

/** How many words or characters two lines begin with and end with alike. */
export function sameEnds(a: ArrayLike<string>, b: ArrayLike<string>): readonly [start: number, end: number] {
  const least = Math.min(a.length, b.length)
  let [start, end] = [0, 0]
  while (start < least && a[start] === b[start]) start += 1
  while (end < least - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return [start, end]
}

/** So many words in place of others are still the name of something. */
const MOST_REPLACED = 3

/** What two lines of words have in place of each other: a few words between the same ones, or two words. */
export function otherWords(
  a: readonly string[],
  b: readonly string[],
  leastAround: number,
): readonly [string, string] | null {
  const [start, end] = sameEnds(a, b)
  const [own, their] = [a, b].map((all) => all.slice(start, all.length - end))
  if (!own || !their || own.length === 0 || their.length === 0 || start + end < leastAround) return null
  if (Math.max(own.length, their.length) <= Math.min(MOST_REPLACED, start + end))
    return otherNames(own.join(' '), their.join(' '))
  if (a.length !== b.length || a.length < 8) return null
  const at = a.flatMap((word, i) => (word === b[i] ? [] : [i]))
  if (at.length > 2) return null
  const pairs = at.map((i) => otherNames(a[i] ?? '', b[i] ?? ''))
  return pairs.find((pair) => pair !== null) ?? null
}

/** None where one word in two forms says the same, or where the words say nothing. */
function otherNames(a: string, b: string): readonly [string, string] | null {
  const [own, their] = [a, b].map((words) => words.split(' ').filter((word) => !SMALL.test(word)))
  if (!own || !their || own.length === 0 || their.length === 0) return null
  const [first = '', other = ''] = [own[0], their[0]]
  const isSame =
    own.length === their.length && own.every((word, i) => word.slice(0, 4) === their[i]?.slice(0, 4))
  const isNumber = /\d/.test(first) && /\d/.test(other)
  // What only one of both says in addition contradicts nothing.
  const bare = (words: readonly string[]): readonly string[] =>
    words.map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  const [less, more] = own.length < their.length ? [bare(own), bare(their)] : [bare(their), bare(own)]
  if (!isNumber && less.every((word) => more.includes(word))) return null
  return isSame && !(isNumber && first !== other) ? null : [a, b]
}

/** What is behind `not` in one line, and is what holds in the other. */
const NOT_THAT =
  /(?:^| )(?:not|never|instead of|rather than|over|вместо|statt|en lugar de|au lieu de)(?: (?:an?|the|in|on|with|by|for|to|from|as|into))* (\S+?)(?=[,;)]?(?: |$))/

export function turnedRound(a: string, b: string): readonly [string, string] | null {
  const [own, their] = [NOT_THAT.exec(a)?.[1], NOT_THAT.exec(b)?.[1]]
  if (own === undefined || their === undefined || own === their) return null
  const holds = (words: string, word: string): boolean => words.split(/[ ,;()]+/).includes(word)
  return holds(a, their) && holds(b, own) ? [`not ${own}`, `not ${their}`] : null
}

/** So many words, and so great a share of the shorter line, are in two lines that say the same in other words. */
const LEAST_WORDS_SHARED = 2
const LEAST_WORDS_SHARE = 0.5

/** What is not to be used may be named in one of both. */
const REFUSED = /\((?:not|never|instead of|rather than)\b[^)]*\)/gi

/** What matters in each of two lines that say mostly the same, where that is something else of its kind, or a negation. */
export function otherMatter(a: Whole, b: Whole): readonly [string, string] | null {
  const [words, others] = [a, b].map((whole) => contentOf(whole.words))
  if (!words || !others) return null
  const shared = countShared(words, others)
  const least = LEAST_WORDS_SHARE * Math.min(words.size, others.size)
  if (shared < LEAST_WORDS_SHARED || shared < least) return null
  const [own = [], their = []] = [a, b].map(({ one }) => mattersIn(one.text.replaceAll(REFUSED, '')))
  const isIn = (words: readonly string[], word: string): boolean =>
    words.some((other) => other.toLowerCase() === word.toLowerCase())
  const says = own.find((word) => !isIn(their, word))
  const otherSays = their.find((word) => !isIn(own, word))
  if (says !== undefined && otherSays !== undefined)
    return kindOf(says) === kindOf(otherSays) ? [says, otherSays] : null
  const [turn, otherTurn] = [turnOf(a.words), turnOf(b.words)]
  return turn.isNot !== otherTurn.isNot && says === otherSays ? [turn.says, otherTurn.says] : null
}

/** A number, a call and a path are not in place of each other. */
function kindOf(word: string): string {
  if (/^\d/.test(word)) return 'number'
  if (/\(.*\)$/.test(word)) return 'call'
  return /^[\w@.-]*\/|\.\w{1,5}$/.test(word) && !/\s/.test(word) ? 'path' : 'word'
}

/** So many characters around them are the same where lines without blanks differ in so few. */
const LEAST_AROUND = 8
const MOST_OTHER = 8

/** A character that negates what follows it. */
const NOT_BEFORE = /^[不未勿无無非没沒別别]$/

/** The characters in which two lines of a language without blanks differ, where they are a word. */
export function otherCharacters(a: string, b: string): readonly [string, string] | null {
  if (a.search(UNSPACED) < 0) return null
  const [start, end] = sameEnds(a, b)
  const [says, otherSays] = [a, b].map((line) => line.slice(start, line.length - end))
  if (says === undefined || otherSays === undefined || start + end < LEAST_AROUND) return null
  // With the next character, where one of both has nothing: `不再` and `再`.
  if (NOT_BEFORE.test(says + otherSays) && (says === '' || otherSays === ''))
    return [`${says}${a[a.length - end] ?? ''}`, `${otherSays}${b[b.length - end] ?? ''}`]
  const isWord = (text: string): boolean =>
    text.length <= MOST_OTHER && /[\p{Script=Han}\p{Script=Katakana}\d]/u.test(text)
  return isWord(says) && isWord(otherSays) ? [says, otherSays] : null
}

/** Words that say the opposite of each other, in rules. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:required|mandatory|must)$/, /^(?:optional|may)$/],
  [/^(?:allowed|permitted|fine)$/, /^(?:forbidden|prohibited|disallowed)$/],
  [/^with$/, /^(?:without|no)$/],
  [/^no$/, /^(?:an?|the|any|every|all)$/],
  [/^(?:all|any|every)$/, /^(?:main|only|some|none)$/],
  [/^before$/, /^after$/],
  [/^(?:above|over)$/, /^(?:below|under)$/],
  [/^(?:minimum|least)$/, /^(?:maximum|most)$/],
  [/^enabled?$/, /^disabled?$/],
  [/^includ/, /^exclud/],
  [/^(?:uppercase|capital)/, /^(?:lowercase|small)/],
  [/^manually$/, /^automatically$/],
  [/^singular$/, /^plural$/],
  [/^unit$/, /^(?:integration|e2e|end-to-end)$/],
  [/^asyn/, /^sync/],
  [/^(?:local|locally)$/, /^(?:remote|remotely)$/],
  [/^client/, /^server/],
  [/^public$/, /^private$/],
  [/^(?:production|prod)$/, /^(?:staging|development|dev)$/],
  [/^(?:input|inputs)$/, /^(?:output|outputs)$/],
  [/^(?:ascending|oldest|first)$/, /^(?:descending|newest|last)$/],
]

/** Where one line says a word and the other one its opposite. */
export function opposites(a: string, b: string): readonly [string, string] | null {
  const [own, their] = [a, b].map((words) => new Set(words.split(/[ ()[\],;:]+/)))
  const says = [...(own ?? [])].filter((word) => !their?.has(word))
  const others = [...(their ?? [])].filter((word) => !own?.has(word))
  for (const [one, other] of OPPOSITES.flatMap(([x, y]) => [[x, y] as const, [y, x] as const])) {
    const [said, turned] = [says.find((word) => one.test(word)), others.find((word) => other.test(word))]
    if (said !== undefined && turned !== undefined) return [said, turned]
  }
  for (const said of says) {
    const turned = others.find((word) => isTurned(said, word) || isTurned(word, said))
    if (turned !== undefined) return [said, turned]
  }
  return null
}

/** `expected` and `unexpected`. */
function isTurned(word: string, other: string): boolean {
  return (
    word.length >= 4 && /^(?:un|in|im|non-?|dis)$/.test(other.slice(0, -word.length)) && other.endsWith(word)
  )
}

/** Names in place of each other, by their capitals or joints: other words may say the same. */
export function otherProperNames(
  own: Whole,
  same: Whole,
  leastAround: number,
): readonly [string, string] | null {
  const differs = otherWords(own.words.split(' '), same.words.split(' '), leastAround)
  const [a, b] = [own, same].map(({ one }, i) => nameIn(one.text, differs?.[i] ?? ''))
  return a && b ? [a, b] : null
}

/** Words as a text writes them, where that is with a capital inside of a sentence, with a joint, or in other letters than Latin ones. */
function nameIn(text: string, words: string): string | null {
  const written = text.split(/\s+/)
  const [name = '', ...more] = words.split(' ')
  const at = written.findIndex((word, i) => i > 0 && comparable(word) === comparable(name))
  const found = at < 0 ? '' : written.slice(at, at + 1 + more.length).join(' ')
  const isName = /^\p{Lu}|\p{Ll}\p{Lu}|\w_\w/u.test(found.replace(/^[`*"(]+/, ''))
  const isOther = /\p{L}/u.test(found) && !/\p{Script=Latin}/u.test(found)
  const isQuoted = /^[('"“]*['"“][\w-]+['"”]/.test(found)
  return isName || isOther || isQuoted ? found.replace(/[,;:.]+$/, '') : null
}
