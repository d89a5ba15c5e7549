import type { Section } from '../core/document.ts'
import type { Source } from '../core/source.ts'
import { digest, sketch } from './hash.ts'

/**
 * The text of a file whose words are not compared item by item: free text by its headings at the top level, other text as a whole.
 * Undefined for what is read as items, is derived, or could not be parsed.
 */
export function readSections({ kind, text, markdown, settings }: Source): readonly Section[] | undefined {
  const { format, freeText, fields, merge } = kind
  if (format === 'link' || (!freeText && (fields || merge?.by === 'derived'))) return undefined
  if (format === 'markdown' && !markdown) return undefined
  const start = markdown?.start ?? 0
  const headings = freeText ? (markdown?.headings ?? []).filter(({ topLevel }) => topLevel) : []
  const above = text.slice(start, headings[0]?.start)
  const isGuarded = ['append-only', 'immutable'].includes(settings.history[kind.id]?.mode ?? kind.history)
  const marksOf = (body: string) => ({ sketch: sketch(body), ...(isGuarded && { lines: linesOf(body) }) })
  return [
    ...(above.trim() === '' ? [] : [{ heading: '', ...marksOf(above) }]),
    ...headings.map(({ depth, text: title, end }, i) => ({
      heading: `${'#'.repeat(depth)} ${title}`,
      ...marksOf(text.slice(end, headings[i + 1]?.start)),
    })),
  ]
}

/** Blank lines say nothing, and neither does white space at the end of one. */
function linesOf(body: string): readonly string[] {
  return body.split(/\r\n?|\n/).flatMap((line) => (line.trim() === '' ? [] : [digest(line)]))
}
