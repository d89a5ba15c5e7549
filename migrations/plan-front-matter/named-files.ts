import { holdsPath } from '../../src/core/cited-paths.ts'
import type { FileListing } from '../../src/core/snapshot.ts'
import { WHOLE_FILE } from '../../src/core/text.ts'
import { pathToken } from '../../src/formats/citations/path-token.ts'
import type { PlanDocument } from './plan-document.ts'

/** A code span without blanks, and the target of a link. */
const NAMED = /`([^`\s]{3,300})`|\]\(([^()\s#]{3,300})/g

/** How many of the files that a plan names are there: `3 of the 5 files that it names are there`. Null where it names none. */
export function namedFiles({ path, text }: PlanDocument, files: FileListing): string | null {
  const named = new Set(
    [...text.matchAll(NAMED)].flatMap(([, code, link]) => pathToken(code ?? link ?? '')?.target ?? []),
  )
  if (named.size === 0) return null
  const there = [...named].filter((target) =>
    holdsPath({ kind: 'path', target, within: 'code', place: WHOLE_FILE }, path, files),
  ).length
  if (named.size === 1) return `the file that it names is ${there === 1 ? '' : 'not '}there`
  return `${there === named.size ? 'all' : there} of the ${named.size} files that it names are there`
}
