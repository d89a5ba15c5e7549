import { groupBy } from '../../core/text.ts'
import type { SaidFile } from './read-statements.ts'
import { hasWords, wholesOf } from './wholes.ts'

/** A sentence with another number than an earlier one in the same words. */
export type OtherNumber = {
  readonly path: string
  readonly line: number
  readonly says: string
  readonly other: { readonly path: string; readonly line: number; readonly says: string }
}

/** So many words around the number make it the same sentence. */
const LEAST_WORDS = 5

/** A number that is a measure: others count steps, name versions or are part of a name. */
const MEASURE =
  /(?<![\w.,/:#@-])(\d+(?:[.,]\d+)?)( ?(?:%|seconds?|secs?|s|ms|min(?:ute)?s?|hours?|hrs?|h|days?|weeks?|lines?|LOC|char(?:acter)?s?|words?|tokens?|columns?|[kKMG]i?B|files?|times?|retries|attempts?|pixels?|px|spaces?|sentences?|bullets?|items?|entries|messages?|秒|分钟|分鐘|小时|小時|時間|天|日|行|字|次|个|個)(?![\w]))/gu

type Said = OtherNumber['other'] & { readonly words: string }

/** Finds sentences for one agent that are the same but for one number, each against the first of them. Files and statements come in their order. */
export function findOtherNumbers(
  files: readonly (SaidFile & { readonly agent: string })[],
): readonly OtherNumber[] {
  const said = files.flatMap(({ path, agent, statements }) =>
    wholesOf(statements).flatMap(({ one: { text, line, form }, words }): readonly Said[] => {
      const [first, ...more] = form === 'row' || !/\d/.test(text) ? [] : [...text.matchAll(MEASURE)]
      if (!first || more.length > 0 || (text.match(/\d+/g) ?? []).length > 1) return []
      const mask = words.replace(/\d+(?:[.,]\d+)?/, '◦')
      return hasWords(mask, LEAST_WORDS + 1)
        ? [{ path, line, says: first[0], words: `${agent} ${mask}` }]
        : []
    }),
  )
  return [...groupBy(said, ({ words }) => words).values()].flatMap((all) => {
    const [first, ...others] = all
    const other = others.find(({ says }) => says !== first?.says)
    // Where it comes back and back it counts something else each time.
    return first && other && all.length <= 3
      ? [{ path: other.path, line: other.line, says: other.says, other: first }]
      : []
  })
}
