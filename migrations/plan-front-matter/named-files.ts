import { holdsPath } from '../../src/core/cited-paths.ts'
import type { FileListing } from '../../src/core/snapshot.ts'
import { lineStarts } from '../../src/core/text.ts'
import { findCitations } from '../../src/formats/citations/find-citations.ts'
import { parseMarkdown } from '../../src/formats/markdown/parse-markdown.ts'
import type { PlanDocument } from './plan-document.ts'

/** How many of the files that a plan names are there: `3 of the 5 files that it names are there`. Null where it names none. */
export function namedFiles({ path, text, bodyStart }: PlanDocument, files: FileListing): string | null {
  const markdown = parseMarkdown(text, bodyStart)
  const source = { text, markdown, data: null, frontMatter: null, starts: lineStarts(text) }
  const named = new Map(
    findCitations(source).flatMap((one) => (one.kind === 'path' ? [[one.target, one] as const] : [])),
  )
  if (named.size === 0) return null
  const there = [...named.values()].filter((one) => holdsPath(one, path, files)).length
  if (named.size === 1) return `the file that it names is ${there === 1 ? '' : 'not '}there`
  return `${there === named.size ? 'all' : there} of the ${named.size} files that it names are there`
}
