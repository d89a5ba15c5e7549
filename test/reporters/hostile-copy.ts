import fc from 'fast-check'
import { hostileText } from './hostile-text.ts'

/** A word that our own words do not have, so that untrusted text is known wherever it comes out. */
export const MARK = 'Qzx'

const MARKUP = [
  ...['@octocat', '#12', 'https://x.test', 'www.x.test', 'a@b.test', '![x](y)', '[x]: y', '<b>', '&lt;'],
  ...['|', '\\|', '`', '``', '$`', '\n# ', '\n\n- ', '---', '~~', '**', '_', '\\', '$$', ':tada:'],
]

const marked = fc
  .array(fc.oneof(hostileText, fc.constantFrom(...MARKUP)), { maxLength: 5 })
  .map((parts) => `${parts.join('')}${MARK}${parts.toReversed().join('')}`)

/** Words that are never the repository's: what decides how a report is read. */
const KEPT = new Set(['new', 'all', 'error', 'warning', 'info'])

/** A report in which every text of the repository is made to mislead its readers. */
export function hostileCopy<T>(report: T): fc.Arbitrary<T> {
  return fc.array(marked, { minLength: 20, maxLength: 20 }).map((texts) => {
    let next = 0
    const fill = (value: unknown): unknown => {
      if (typeof value === 'string') return KEPT.has(value) ? value : texts[next++ % texts.length]
      if (Array.isArray(value)) return value.map(fill)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]))
    }
    return fill(report) as T
  })
}
