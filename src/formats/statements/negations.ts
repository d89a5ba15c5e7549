import { comparable, isCut, type Statement } from './read-statements.ts'

/** A place in a file. */
type At = { readonly path: string; readonly line: number }

/** A statement whose opposite is elsewhere, in the same words. */
export type Negation = At & { readonly other: At }

const NOT =
  /^(?:please )?(?:you )?(?:never|do not ever|do not|don't|must not|must never|should not|should never|may not|cannot)\s+/
const YES = /^(?:please )?(?:you )?(?:always|must always|must|should always|should|do)\s+/

/** Under such headings a sentence means its opposite, or depends. */
const TURNED =
  /\b(?:do ?n[o']?t|never|avoid|anti-?patterns?|bad|wrong|forbidden|prohibited|mistakes?|pitfalls?|examples?|not|no|without)\b|❌|🚫/iu

/** A sentence of fewer words may mean something else at another place. */
const LEAST_WORDS = 4

/** Finds sentences that say the opposite of an earlier one. Files and statements come in their order. */
export function findNegations(
  files: readonly { readonly path: string; readonly statements: readonly Statement[] }[],
): readonly Negation[] {
  const seen = new Map<string, { readonly isNot: boolean; readonly at: At }>()
  const found: Negation[] = []
  for (const { path, statements } of files) {
    for (const { line, form, under, text } of statements) {
      if (form === 'code' || form === 'heading' || TURNED.test(under) || /❌|🚫|✗|✘|:[*_`]*$/u.test(text))
        continue
      if (isCut(text)) continue
      const words = comparable(text)
      const isNot = NOT.test(words)
      const rest = words.replace(isNot ? NOT : YES, '')
      if (rest.split(' ').length < LEAST_WORDS) continue
      const at = { path, line }
      const known = seen.get(rest)
      if (!known) seen.set(rest, { isNot, at })
      else if (known.isNot !== isNot) found.push({ ...at, other: known.at })
    }
  }
  return found
}
