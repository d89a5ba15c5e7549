import type { Heading } from '../../core/markdown.ts'

/** So many characters of a heading's text are shown. */
const MOST = 60

/** A heading as one line with its marks, cut where it is long. */
export function shownHeading({ depth, text }: Heading): string {
  const line = [...text.replaceAll(/\s+/g, ' ')]
  return `${'#'.repeat(depth)} ${line.length > MOST ? `${line.slice(0, MOST).join('')}…` : line.join('')}`.trimEnd()
}
