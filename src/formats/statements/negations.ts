import { comparable, isCut, type SaidFile, type Statement, withoutLabel } from './read-statements.ts'
import { hasWords } from './wholes.ts'

/** A place in a file. */
type At = { readonly path: string; readonly line: number }

/** A statement whose opposite is elsewhere, in the same words. */
export type Negation = At & { readonly other: At }

const NOT =
  /^(?:please )?(?:you )?(?:never|do not ever|do not|don't|must not|must never|should not|should never|may not|cannot|nunca|jamás|jamais|никогда не|никогда|не|нельзя|nigdy nie|nie|niemals|ne (?:pas|jamais)|não|no(?= \p{L}+[ae]r )|不要|禁止|切勿|不得|严禁|请勿|勿)(?:\s+|(?<=\p{Script=Han})|(?=\p{Script=Han}))/u
const YES =
  /^(?:please )?(?:you )?(?:always|must always|must|should always|should|do|siempre|sempre|toujours|всегда|immer|zawsze|必须|始终|总是|务必)(?:\s+|(?=[\p{Script=Han}]))/u

/** Says that it holds everywhere. */
const EVERYWHERE =
  /^(?:please )?(?:you )?(?:always|must always|should always|siempre|sempre|toujours|всегда|zawsze|必须|始终|总是|务必)/

/** The same inside of a sentence: `The tables always have a head`. */
const INSIDE =
  /^(.{3,60}?)\s*((?<![\p{L}'])(?:(?:must |should )?(?:always|never)|must not|should not|siempre|nunca|sempre|toujours|jamais|immer|niemals|zawsze|nigdy nie|всегда|никогда не)(?!\p{L})|始终|总是|一律|必须|绝不|不得|禁止|切勿|不要)\s*(.{3,})$/u
const NOT_INSIDE = /never|not|nunca|jamais|niemals|nigdy|никогда|绝不|不得|禁止|切勿|不要/

/** Under such headings a sentence means its opposite, or depends. */
const TURNED =
  /\b(?:do ?n[o']?t|never|avoid|anti-?patterns?|bad|wrong|forbidden|prohibited|mistakes?|pitfalls?|examples?|not|no|without)\b|❌|🚫/iu

/** A sentence of fewer words may mean something else at another place. */
const LEAST_WORDS = 4

/** Two words say it all where one text says never and the other always. */
const LEAST_IN_HEAD = 2

/** What is said before another clause, where that is long enough to be the same thing. */
const NEXT = /\s*[;—–]\s|,? (?:so that|because) /
const LEAST_IN_CLAUSE = 7

/** What a sentence says before its reasons. */
const HEAD = /^[^,;:(—–]+?(?=\s*(?:[,;:(—–]|$)|[.!] )/

/** A part that says where it holds, and that it holds there alone. */
const OPEN =
  /\b(?:unless|except|without|if|when|until|before|after|while|during|from|outside|inside|for|in|on|at|to|into|by|with|as|than|that|which|where|directly|just|only|more|any|unnecessary|redundant|obvious)\b/

/** What a sentence says or forbids, and where. */
type Said = {
  readonly isNot: boolean
  readonly isEverywhere: boolean
  readonly rest: string
  readonly at: At
}

/** What is behind it says why. */
const WHY = /,? (?:so that|because|so) .*/

/** What is meant is said before. */
const POINTS = /\b(?:here|there|this|these|that|those|it|them|so)$/

/** Finds sentences that say the opposite of an earlier one. Files and statements come in their order. */
export function findNegations(files: readonly SaidFile[]): readonly Negation[] {
  const said = files.flatMap(({ path, statements }) => statements.flatMap((one) => saidBy(one, path)))
  const seen = new Map<string, Said>()
  const found = new Map<Said, Negation>()
  for (const one of said) {
    const clause = one.rest.split(NEXT, 1)[0] ?? ''
    for (const rest of new Set([one.rest, ...(hasWords(clause, LEAST_IN_CLAUSE) ? [clause] : [])])) {
      if (!hasWords(rest, LEAST_WORDS)) continue
      const known = seen.get(rest)
      if (!known) seen.set(rest, one)
      else if (known.isNot !== one.isNot) found.set(one, { ...one.at, other: known.at })
    }
  }
  const order = new Map(said.map((one, i) => [one, i]))
  for (const [one, other] of contradictedHeads(said)) {
    const [first, second] = (order.get(one) ?? 0) < (order.get(other) ?? 0) ? [one, other] : [other, one]
    if (!found.has(second)) found.set(second, { ...second.at, other: first.at })
  }
  return said.flatMap((one) => found.get(one) ?? [])
}

function saidBy({ line, form, under, text }: Statement, path: string): readonly Said[] {
  if (form === 'code' || form === 'heading' || TURNED.test(under) || /❌|🚫|✗|✘|:[*_`]*$/u.test(text))
    return []
  const words = comparable(withoutLabel(text))
  if (isCut(text) || POINTS.test(words.replace(WHY, ''))) return []
  const at = { path, line }
  const isNot = NOT.test(words)
  const rest = words.replace(isNot ? NOT : YES, '')
  const first = { isNot, isEverywhere: EVERYWHERE.test(words), rest, at }
  if (isNot || rest !== words) return [first]
  // What is done always or never by somebody, or with something.
  const [, before = '', turn = '', after = ''] = INSIDE.exec(words) ?? []
  const isNotInside = NOT_INSIDE.test(turn)
  return turn === ''
    ? [first]
    : [{ isNot: isNotInside, isEverywhere: !isNotInside, rest: `${before} … ${after}`, at }]
}

/** What one sentence forbids altogether, and another one wants everywhere: `Never leave comments`, `Always leave comments that …`. */
function contradictedHeads(said: readonly Said[]): readonly (readonly [Said, Said])[] {
  const wanted = new Map<string, Said>()
  for (const one of said) {
    if (!one.isEverywhere) continue
    const words = one.rest.split(/[\s,;:(—–]+/, MOST_IN_HEAD)
    words.forEach((_, i) => {
      const head = words.slice(0, i + 1).join(' ')
      if (!wanted.has(head)) wanted.set(head, one)
    })
  }
  const pairs = said.flatMap((one): readonly (readonly [Said, Said])[] => {
    const head = one.isNot ? (HEAD.exec(one.rest)?.[0] ?? '') : ''
    const other = hasWords(head, LEAST_IN_HEAD) && !OPEN.test(head) ? wanted.get(head) : undefined
    return other ? [[one, other]] : []
  })
  // Each sentence that is wanted is held against one that forbids it.
  return [...new Map(pairs.toReversed().map((pair) => [pair[1], pair])).values()]
}

const MOST_IN_HEAD = 8
