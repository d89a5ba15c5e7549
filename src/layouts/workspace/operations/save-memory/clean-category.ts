import type { Refusal } from '../../../../core/operation.ts'
import { safeText } from '../../../../core/safe-text.ts'

type Cleaned = { readonly category: string; readonly notes: readonly string[] }

/** What stands in for a category that was not given. */
const GENERAL = 'general'

/** A word or two, joined. */
const CATEGORY = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.+#&/-]*$/u

/** The categories that there are. */
type Categories = {
  /** By the format or by settings. */
  readonly known: readonly string[]
  /** How often the workspace has each. */
  readonly used: ReadonlyMap<string, number>
}

/** A category as it is written: one that exists where only case, spaces or hyphens differ, else lower-case kebab. */
export function cleanCategory(written: string | null, { known, used }: Categories): Cleaned | Refusal {
  if (written === null || written.trim() === '') return { category: GENERAL, notes: [] }
  const given = written.split(/\s+/).join(' ').trim()
  const folded = fold(given)
  const category = used.has(given)
    ? given
    : ([...known, ...used.keys()].find((one) => fold(one) === folded) ?? folded)
  if (!known.includes(category) && !used.has(category) && !CATEGORY.test(category)) {
    return {
      refusal: `Unexpected category ${safeText(given)}, expected a word or two`,
      help: `Take one that is known (${known.join(', ')}), or one word of letters, digits and hyphens.`,
    }
  }
  const rewritten =
    category === given ? [] : [`Category "${safeText(given)}" is written ${safeText(category)}.`]
  const isNew = !known.includes(category) && !used.has(category)
  const fresh = isNew ? [`Category ${safeText(category)} is new: known ones are ${known.join(', ')}.`] : []
  return { category, notes: [...rewritten, ...fresh] }
}

function fold(category: string): string {
  return category.toLowerCase().replaceAll(/[\s_-]+/g, '-')
}
